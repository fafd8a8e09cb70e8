//! How many cases are run before the search looks at the clock.

use std::time::{Duration, Instant};

/// How long a sweep should take.
const SWEEP: Duration = Duration::from_millis(5);

/// See the module.
pub(super) struct Pace {
    at_once: u64,
    most: u64,
    started: Instant,
}

impl Pace {
    /// Begins with a single case, and comes to at most this many at once.
    pub(super) fn new(most: u64) -> Pace {
        Pace { at_once: 1, most, started: Instant::now() }
    }

    /// A sweep begins: how many cases it may have.
    pub(super) fn begin(&mut self) -> u64 {
        self.started = Instant::now();
        self.at_once
    }

    /// This many were run. That a few take no time says nothing about many.
    pub(super) fn end(&mut self, ran: u64) {
        let took = self.started.elapsed();
        if ran >= self.at_once && took < SWEEP {
            self.at_once = (2 * self.at_once).min(self.most);
        } else if took > 2 * SWEEP {
            self.at_once = (self.at_once / 2).max(1);
        }
    }
}
