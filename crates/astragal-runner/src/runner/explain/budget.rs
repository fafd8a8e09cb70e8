//! What explaining may cost: a count of evaluations and of choices, so that it is a function of the seed and the settings.
//! The clock may end it, and then the report says so.

use std::time::{Duration, Instant};

use crate::runner::interrupt;

/// How many evaluations there are: half of the cases that the run was asked for, within these bounds.
const FEWEST: u64 = 100;
const MOST: u64 = 500;
/// How many choices all cases that are drawn may have together.
const CHOICES: usize = 400_000;
/// The share of both that is kept for checking what is claimed, in percent.
const TO_CHECK: usize = 10;

/// What is left.
pub(super) struct Budget {
    all: usize,
    evaluations: usize,
    choices: usize,
    deadline: Option<Instant>,
    /// Whether the clock has ended it.
    pub(super) is_late: bool,
    /// Whether the clock, or the user, has ended it.
    pub(super) is_stopped: bool,
}

impl Budget {
    /// For a run of this many cases, which has this much time left.
    pub(super) fn new(cases: u64, time_left: Duration) -> Budget {
        let deadline = Instant::now().checked_add(time_left);
        let all = (cases / 2).clamp(FEWEST, MOST) as usize;
        let (evaluations, choices) = (all - share(all, TO_CHECK), CHOICES - share(CHOICES, TO_CHECK));
        Budget { all, evaluations, choices, deadline, is_late: false, is_stopped: false }
    }

    /// Gives out what was kept for checking claims.
    pub(super) fn begin_to_check(&mut self) {
        self.evaluations += share(self.all, TO_CHECK);
        self.choices += share(CHOICES, TO_CHECK);
    }

    /// Whether nothing more can be run.
    pub(super) fn is_spent(&mut self) -> bool {
        self.is_late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_stopped = self.is_late || interrupt::is_requested();
        self.is_stopped || self.evaluations == 0 || self.choices == 0
    }

    /// Whether more can be run and this share of the evaluations, in percent, is left after it.
    pub(super) fn leaves(&mut self, percent: usize) -> bool {
        !self.is_spent() && self.evaluations > share(self.all, percent)
    }

    /// Whether this many evaluations are left.
    pub(super) fn has(&self, evaluations: usize) -> bool {
        self.evaluations >= evaluations
    }

    /// A case of this many choices was drawn, and the property was run on it or not.
    pub(super) fn pay(&mut self, choices: usize, was_run: bool) {
        self.evaluations = self.evaluations.saturating_sub(usize::from(was_run));
        self.choices = self.choices.saturating_sub(choices + 1);
    }
}

fn share(of: usize, percent: usize) -> usize {
    of * percent / 100
}
