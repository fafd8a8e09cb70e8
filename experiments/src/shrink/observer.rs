//! Watches the property from outside of the library that calls it.

use super::challenge::{Challenge, Verdict};
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// How many cases a run may take to find a failure, guarded ones included.
pub(super) const MAX_CASES: usize = 20_000;

/// What one run of a library came to.
pub(super) struct Run<V> {
    /// The failure that it reports, if it found one.
    pub(super) value: Option<V>,
    /// How often it called the property after the first failure.
    pub(super) evals: usize,
    /// How long it went on after the first failure.
    pub(super) time: Duration,
}

/// Counts the calls of one run.
pub(super) struct Observer<C: Challenge> {
    calls: Cell<usize>,
    first_failure: Cell<Option<(usize, Instant)>>,
    last_failure: RefCell<Option<C::Value>>,
}

impl<C: Challenge> Observer<C> {
    /// An observer of a run that is to begin.
    pub(super) fn new() -> Self {
        Self { calls: Cell::new(0), first_failure: Cell::new(None), last_failure: RefCell::new(None) }
    }

    /// The property, observed.
    pub(super) fn judge(&self, value: &C::Value) -> Verdict {
        self.calls.set(self.calls.get() + 1);
        let verdict = C::judge(value);
        if verdict == Verdict::Fails {
            *self.last_failure.borrow_mut() = Some(value.clone());
            if self.first_failure.get().is_none() {
                self.first_failure.set(Some((self.calls.get(), Instant::now())));
            }
        }
        verdict
    }

    /// What the run came to, of a library that reports the failure that it called the property with last.
    pub(super) fn finish(self) -> Run<C::Value> {
        let (calls, last_failure) = (self.calls.get(), self.last_failure.into_inner());
        match self.first_failure.get() {
            Some((first, start)) if first <= MAX_CASES => {
                Run { value: last_failure, evals: calls - first, time: start.elapsed() }
            }
            _ => Run { value: None, evals: 0, time: Duration::ZERO },
        }
    }

    /// What the run came to, of a library that hands over the failure that it reports.
    pub(super) fn finish_with(self, reported: Option<C::Value>) -> Run<C::Value> {
        let run = self.finish();
        Run { value: run.value.and(reported), ..run }
    }
}
