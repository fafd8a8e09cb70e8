//! How memory knows a generator: by its type if that is all there is to it, else by a number of its own.

use std::any::TypeId;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::source::{Identity, mix};
use crate::space::Call;

/// Which generator it is: what has the same key takes a value apart in the same way. See [`Back::shared`](super::Back::shared).
///
/// An address would not do: a generator that was made on the way back is gone when the next one is made in its place.
///
/// ```
/// use astragal::backwards::Key;
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
    /// A generator that is known by a type: one without content, or a type that represents a function.
    pub fn of<G: 'static + ?Sized>() -> Key {
        Key { of: Some(TypeId::of::<G>()), number: 0, arguments: 0 }
    }

    /// A generator that is known by a type and by the number of its parameters.
    pub(crate) fn numbered<G: 'static>(number: u64) -> Key {
        Key { of: Some(TypeId::of::<G>()), number, arguments: 0 }
    }

    /// A generator that is like no other. It is asked for once, when the generator is made.
    pub fn unique() -> Key {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Key { of: None, number: NEXT.fetch_add(1, Ordering::Relaxed), arguments: 0 }
    }

    /// The same with an argument: a generator that is a function of others has one key for each.
    pub fn with(self, argument: &(impl Hash + ?Sized)) -> Key {
        let mut mixed = Mixed(self.arguments ^ 1);
        argument.hash(&mut mixed);
        Key { arguments: mixed.0, ..self }
    }
}

impl Key {
    /// The call that it is, if it is a function with arguments.
    pub(crate) fn call(self) -> Call {
        let function = self.of.map_or(Identity::Number(self.number), Identity::Type);
        Call { function, arguments: self.arguments }
    }
}

/// A hash for a few numbers: no adversary chooses them to collide, and a function that runs backwards asks for one at
/// every node.
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ word);
    }
}
