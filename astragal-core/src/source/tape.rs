//! A plan for a whole value: numbers without spans, read straight through, from a tape that is written anew for each value.

use std::cell::RefCell;
use std::rc::Rc;

use super::{LIMIT, Producer, Reject, Source};

/// The choices of one value, in order, and how far they are read.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    pub(crate) numbers: Vec<u64>,
    pub(crate) at: usize,
}

/// Reads a tape.
struct Follow(Rc<RefCell<Tape>>);

impl Producer for Follow {
    #[inline]
    fn choose(&mut self, _max: u64) -> Option<u64> {
        let mut tape = self.0.borrow_mut();
        let at = tape.at;
        tape.at += 1;
        Some(tape.numbers.get(at).copied().unwrap_or(0))
    }
}

impl Source {
    /// The choices on a tape. It can be used for one value after the other: see [`again`](Source::again).
    pub(crate) fn follow(tape: Rc<RefCell<Tape>>) -> Source {
        Source::produced_by(Follow(tape), 0)
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
        let was_watched = self.watched;
        self.watch();
        let outer = self.core.producer.replace(Box::new(Follow(Rc::new(RefCell::new(Tape { numbers, at: 0 })))));
        let drawn = draw(self);
        self.core.producer = outer;
        if !was_watched {
            self.unwatch();
        }
        drawn
    }
}
