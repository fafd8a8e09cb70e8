//! What the trials of a task come to.

use super::contender::Contender;
use super::task::Task;
use super::trial::Ended;
use std::fmt;

/// How many trials a task has.
pub(super) const TRIALS: u64 = 10;

/// The trials of a task, up to the first that found nothing.
pub(super) struct Score {
    name: String,
    trials: Vec<Ended>,
}

impl Score {
    /// Runs the trials.
    pub(super) fn of(task: &Task, contender: Contender, seconds: f64) -> Score {
        let mut trials = Vec::new();
        for trial in 0..TRIALS {
            // Seeds far apart: of seeds side by side, some libraries would run almost the same cases.
            let ended = (task.run)(contender, astragal::source::Rng::new(trial).word(), seconds);
            trials.push(ended);
            if ended.found.is_none() {
                break;
            }
        }
        Score { name: format!("{}/{}", task.mutant, task.property), trials }
    }

    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    /// Whether every trial found the bug.
    pub(super) fn is_solved(&self) -> bool {
        self.is_solved_within(f64::INFINITY)
    }

    /// Whether every trial found the bug in less than this many seconds.
    pub(super) fn is_solved_within(&self, seconds: f64) -> bool {
        self.trials.iter().all(|trial| trial.found.is_some_and(|found| found < seconds))
    }

    /// How many tests it took to find the bug, on average, if every trial did.
    pub(super) fn tests_if_solved(&self) -> Option<f64> {
        self.is_solved().then(|| self.mean(|trial| trial.tests as f64))
    }

    fn mean(&self, of: impl Fn(&Ended) -> f64) -> f64 {
        self.trials.iter().map(of).sum::<f64>() / self.trials.len() as f64
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.trials.iter().filter(|trial| trial.found.is_some()).count();
        let slowest = self.trials.iter().filter_map(|trial| trial.found).fold(0.0, f64::max);
        let tests = self.mean(|trial| trial.tests as f64);
        let left_out = self.mean(|trial| trial.left_out as f64) / tests;
        let name = &self.name;
        write!(f, "{name} found {found} tests {tests:.1} left out {left_out:.3} slowest {slowest:.4} s")
    }
}
