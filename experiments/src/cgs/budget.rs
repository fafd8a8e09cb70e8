//! How long a method may work, and what it found meanwhile.

use super::diversity::Sample;
use crate::stopwatch::Stopwatch;

/// What ends a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Budget {
    /// Seconds of work.
    Seconds(f64),
    /// Calls of the condition.
    Calls(u64),
}

/// A run underway. The clock is read now and then only, since reading takes time too.
pub(super) struct Run {
    pub(super) budget: Budget,
    watch: Stopwatch,
    /// Steps between two looks at the clock.
    every: u32,
    steps: u32,
    over: bool,
    /// How often the condition was asked.
    pub(super) calls: u64,
    /// How many values were found after how many seconds.
    pub(super) curve: Vec<(f64, f64)>,
}

impl Run {
    pub(super) fn start(budget: Budget, every: u32) -> Run {
        let watch = Stopwatch::start();
        Run { budget, watch, every, steps: 0, over: false, calls: 0, curve: vec![(0.0, 0.0)] }
    }

    /// Whether the run goes on, after `found` values.
    pub(super) fn goes_on(&mut self, found: usize) -> bool {
        self.steps += 1;
        if let Budget::Calls(calls) = self.budget {
            self.over |= self.calls >= calls;
        } else if self.steps >= self.every {
            self.steps = 0;
            let seconds = self.watch.seconds();
            self.curve.push((seconds, found as f64));
            self.over |= matches!(self.budget, Budget::Seconds(most) if seconds >= most);
        }
        !self.over
    }
}

/// What a run found.
pub(super) struct Outcome {
    /// How many different valid values.
    pub(super) unique: f64,
    /// How many there are of each size.
    pub(super) sizes: Vec<u64>,
    /// How often the condition was asked.
    pub(super) calls: u64,
    pub(super) curve: Vec<(f64, f64)>,
    /// Some of them, if calls were counted.
    pub(super) sample: Sample,
}

impl Outcome {
    /// The mean size.
    pub(super) fn size(&self) -> f64 {
        let total: u64 = self.sizes.iter().zip(0..).map(|(count, size)| count * size).sum();
        total as f64 / self.unique.max(1.0)
    }
}
