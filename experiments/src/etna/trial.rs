//! A trial: one search for a failure, until it is found or the time is over.

use super::task::Verdict;
use crate::stopwatch::Stopwatch;
use std::cell::Cell;
use std::time::Instant;

/// How a trial ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// How many cases were run, including the rejected ones.
    pub(super) tests: u64,
    /// How many of them were rejected.
    pub(super) left_out: u64,
    /// After how many seconds the failure was found, if it was.
    pub(super) found: Option<f64>,
}

/// See the module. It is shared by what draws cases and what runs them.
pub(super) struct Trial {
    worked: Stopwatch,
    started: Instant,
    limit: f64,
    tests: Cell<u64>,
    left_out: Cell<u64>,
    found: Cell<Option<f64>>,
    is_over: Cell<bool>,
}

/// The clock is read whenever these bits of the count are zero.
const BETWEEN_LOOKS: u64 = 31;

impl Trial {
    /// The clock runs from here on, so what is to be set up before the first case counts.
    pub(super) fn start(limit: f64) -> Trial {
        Trial {
            worked: Stopwatch::start(),
            started: Instant::now(),
            limit,
            tests: Cell::new(0),
            left_out: Cell::new(0),
            found: Cell::new(None),
            is_over: Cell::new(false),
        }
    }

    /// Counts a case, unless the trial is over. Whether it goes on.
    pub(super) fn goes_on_after(&self, judge: impl FnOnce() -> Verdict) -> bool {
        if self.is_over.get() {
            return false;
        }
        self.tests.set(self.tests.get() + 1);
        match judge() {
            Verdict::Fails => {
                self.found.set(Some(self.worked.seconds()));
                self.is_over.set(true);
            }
            Verdict::LeftOut => self.left_out.set(self.left_out.get() + 1),
            Verdict::Holds => {}
        }
        if self.tests.get() & BETWEEN_LOOKS == 0 && self.is_late() {
            self.is_over.set(true);
        }
        !self.is_over.get()
    }

    /// Looks at the clock without a case.
    pub(super) fn look(&self) {
        self.is_over.set(self.is_over.get() || self.is_late());
    }

    /// The clock on the wall is quicker to read, and never behind the one that counts.
    fn is_late(&self) -> bool {
        self.started.elapsed().as_secs_f64() >= self.limit && self.worked.seconds() >= self.limit
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    pub(super) fn ended(&self) -> Ended {
        let found = self.found.get().filter(|&seconds| seconds < self.limit);
        Ended { tests: self.tests.get(), left_out: self.left_out.get(), found }
    }
}
