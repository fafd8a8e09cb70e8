//! How memory knows a generator: by its type if that is all there is to it, else by a number of its own.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// Which generator it is: what has the same key takes a value apart in the same way. See [`Back::shared`](super::Back::shared).
///
/// An address would not do: a generator that was made on the way back is gone when the next one is made in its place.
///
/// ```
/// use astragal::Key;
///
/// struct Digits; // makes digits, always the same ones
/// assert_eq!(Key::of::<Digits>(), Key::of::<Digits>());
/// assert_ne!(Key::of::<Digits>().with(&(0, 5)), Key::of::<Digits>().with(&(0, 6)));
/// assert_ne!(Key::unique(), Key::unique());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    of: Option<TypeId>,
    /// The number of its own, and what the arguments hash to.
    number: u64,
    arguments: u64,
}

impl Key {
    /// A generator that is known by a type: one without content, or a type that stands for a function.
    pub fn of<G: 'static + ?Sized>() -> Key {
        Key { of: Some(TypeId::of::<G>()), number: 0, arguments: 0 }
    }

    /// A generator that is like no other. It is asked for once, when the generator is made.
    pub fn unique() -> Key {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Key { of: None, number: NEXT.fetch_add(1, Ordering::Relaxed), arguments: 0 }
    }

    /// The same with an argument: a generator that is a function of others has one key for each.
    pub fn with(self, argument: &(impl Hash + ?Sized)) -> Key {
        let mut hasher = DefaultHasher::new();
        self.arguments.hash(&mut hasher);
        argument.hash(&mut hasher);
        Key { arguments: hasher.finish(), ..self }
    }
}
