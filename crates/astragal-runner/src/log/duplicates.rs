//! Counts the cases whose values an earlier case had, by their texts.

use super::hash::{HashSetOfHashes, absorb};
use crate::observe::{CaseOutcome, ObservedCase};

/// At most this many different cases are remembered, so that memory is bounded. Cases after them are not compared.
const MOST_DIFFERENT: usize = 1_000_000;

/// What came of comparing cases that ran to their end.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    different: HashSetOfHashes,
    /// How many cases were compared.
    pub(super) compared: u64,
}

impl Duplicates {
    /// Compares a case with those before it, unless it was rejected, or was made from others to see how often that is accepted.
    pub(super) fn compare(&mut self, case: &ObservedCase) {
        let is_accepted = matches!(case.outcome, CaseOutcome::Passed | CaseOutcome::Failed { .. });
        if is_accepted && case.phase != "guided" && self.different.len() < MOST_DIFFERENT {
            self.different.insert(case.drawn.iter().fold(0, |hash, drawn| absorb(hash, &drawn.text)));
            self.compared += 1;
        }
    }

    /// How many of those that were compared repeat an earlier one.
    pub(super) fn count(&self) -> u64 {
        self.compared - self.different.len() as u64
    }
}
