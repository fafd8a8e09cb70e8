//! A plan for a whole value: numbers without spans, read straight through, from a tape that is written anew for each value.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;

use super::{Decider, Producer, Source};

/// The choices of one value after the other, in order.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    numbers: RefCell<Vec<u64>>,
    /// How often it was written.
    written: Cell<u64>,
}

impl Tape {
    /// The choices of the next value are written in place of those of the last one.
    pub(crate) fn write(&self) -> RefMut<'_, Vec<u64>> {
        self.written.set(self.written.get() + 1);
        self.numbers.borrow_mut()
    }

    /// What is written on it.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.numbers.borrow().clone()
    }
}

/// Reads a tape. Its content is copied once for each value, so that a choice costs no more than a look at the copy.
#[derive(Default)]
struct Follow {
    tape: Rc<Tape>,
    numbers: Vec<u64>,
    at: usize,
    /// Of which writing the copy is.
    read: u64,
}

impl Follow {
    fn rewind(&mut self) {
        self.read = self.tape.written.get();
        self.at = 0;
        self.numbers.clear();
        self.numbers.extend_from_slice(&self.tape.numbers.borrow());
    }
}

impl Producer for Follow {
    #[inline]
    fn choose(&mut self, _max: u64) -> Option<u64> {
        if self.read != self.tape.written.get() {
            self.rewind();
        }
        let number = self.numbers.get(self.at).copied();
        self.at += 1;
        Some(number.unwrap_or(0))
    }
}

impl Tape {
    /// A source whose choices are those on the tape, for one value after the other: see [`Source::renew`].
    pub(crate) fn source(self: &Rc<Tape>) -> Source {
        Source::produced_by(Follow { tape: Rc::clone(self), ..Follow::default() }, 0)
    }
}

impl Decider {
    /// All choices of a part are these.
    #[doc(hidden)]
    pub fn numbers(numbers: Vec<u64>) -> Decider {
        Decider::Producer(Box::new(Follow { numbers, ..Follow::default() }))
    }
}
