//! A plan for a whole value: numbers without spans, read straight through, from a tape that is written anew for each value.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;

use super::{LIMIT, Producer, Reject, Source};

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

/// Reads a tape. What is on it is copied once for each value, so that a choice costs no more than a look at the copy.
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

impl Source {
    /// The choices on a tape. It can be used for one value after the other: see [`again`](Source::again).
    pub(crate) fn follow(tape: Rc<Tape>) -> Source {
        Source::produced_by(Follow { tape, ..Follow::default() }, 0)
    }

    /// Begins another value of the same producer.
    pub(crate) fn again(&mut self) {
        self.core.left = LIMIT;
        self.core.reason = None;
    }

    /// Draws a part whose choices are all decided already. Whoever records sees them like any others.
    pub(crate) fn planned<T>(
        &mut self,
        numbers: Vec<u64>,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.decided_by(Box::new(Follow { numbers, ..Follow::default() }), draw)
    }

    /// Draws a part for which a producer decides, and what it leaves open is left to chance. Whoever records sees its choices
    /// like any others.
    pub(crate) fn decided_by<T>(
        &mut self,
        producer: Box<dyn Producer>,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.apart(|src| {
            let outer = src.core.producer.replace(producer);
            let drawn = src.watched_while(draw);
            src.core.producer = outer;
            drawn
        })
    }
}
