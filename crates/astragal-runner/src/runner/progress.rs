//! The progress of a search: the counts by which case sources take turns.

use super::cases::Smallest;
use super::tally::RunTally;
use crate::evaluate::Known;
use crate::report::Verdict;

/// See the module.
pub(super) struct Progress {
    pub(super) tally: RunTally,
    /// How many cases were asked for.
    pub(super) asked: u64,
    /// How many of these have passed. Stored cases and examples are not among them.
    pub(super) passed: u64,
    /// How many random cases there were.
    pub(super) drawn: u64,
    /// How many of these were rejected.
    pub(super) rejected: u64,
    /// Enumerated cases that random ones are not to repeat.
    pub(super) known: Option<Known>,
    /// Cases to be enumerated beside random ones, and how many whether any are rejected or not.
    pub(super) beside: Option<(Smallest, u64)>,
    /// The verdict if no case fails from now on, unless the counts tell.
    pub(super) verdict: Option<Verdict>,
}

impl Progress {
    pub(super) fn new(tally: RunTally, asked: u64) -> Progress {
        Progress { tally, asked, passed: 0, drawn: 0, rejected: 0, known: None, beside: None, verdict: None }
    }

    /// Whether as many cases have passed as were asked for.
    pub(super) fn is_enough(&self) -> bool {
        self.passed >= self.asked
    }

    /// How many random cases were run, or would have been without those that repeat others.
    pub(super) fn unrepeated(&self) -> u64 {
        self.drawn - self.tally.statistics.repeats
    }

    /// The verdict if no case fails.
    pub(super) fn verdict(&mut self) -> Verdict {
        let ran = self.tally.statistics.cases > 0;
        self.verdict.take().unwrap_or(if ran { Verdict::Passed } else { Verdict::Vacuous })
    }
}
