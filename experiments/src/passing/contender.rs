//! A contender: a runner that calls a true property.

use super::CASES;
use std::cell::Cell;
use std::hint::black_box;
use std::time::Instant;

thread_local! {
    // Some runners take plain functions for properties, so these cannot be captured.
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static ELEMENTS: Cell<usize> = const { Cell::new(0) };
}

/// The property: always true.
pub(super) fn property(list: &[u64]) {
    black_box(list);
    CALLS.set(CALLS.get() + 1);
    ELEMENTS.set(ELEMENTS.get() + list.len());
}

/// One side of the comparison.
pub(super) struct Contender {
    pub(super) source: &'static str,
    /// Calls the [`property`] for [`CASES`] cases. The argument is the seed, where the runner takes one.
    run: fn(u64),
}

/// What one pass came to.
pub(super) struct Pass {
    pub(super) ns_per_case: f64,
    pub(super) elements_per_case: f64,
}

impl Contender {
    pub(super) fn new(source: &'static str, run: fn(u64)) -> Contender {
        Contender { source, run }
    }

    /// Runs once.
    pub(super) fn pass(&self, seed: u64) -> Pass {
        CALLS.set(0);
        ELEMENTS.set(0);
        let start = Instant::now();
        (self.run)(seed);
        let elapsed = start.elapsed();
        let calls = CALLS.get();
        assert!(calls.abs_diff(CASES) <= CASES / 100, "{} ran {calls} cases", self.source);
        Pass {
            ns_per_case: elapsed.as_nanos() as f64 / calls as f64,
            elements_per_case: ELEMENTS.get() as f64 / calls as f64,
        }
    }
}
