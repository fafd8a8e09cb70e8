//! Which type a pick is one of: by this its chances are changed from outside.

use std::any::TypeId;
use std::sync::atomic::{AtomicU64, Ordering};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Identity {
    /// A type of Rust.
    Type(TypeId),
    /// What is known only when the program runs, such as a category of a grammar.
    Number(u64),
}

impl Identity {
    /// That of a type.
    pub fn of<T: 'static>() -> Identity {
        Identity::Type(TypeId::of::<T>())
    }

    /// Some that nothing else has.
    pub fn unique(count: usize) -> impl Iterator<Item = Identity> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let first = NEXT.fetch_add(count as u64, Ordering::Relaxed);
        (first..first + count as u64).map(Identity::Number)
    }
}
