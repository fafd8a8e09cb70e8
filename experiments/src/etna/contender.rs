//! Who takes part: each draws cases in its own way, by its own notion of size.

use super::task::{Input, Verdict};
use super::trial::Trial;
use super::{hegel, ours, proptest, quickcheck};
use crate::report::OURS;

/// A library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contender {
    Ours,
    /// Ours, with values that are made from those that a property accepts.
    Guided,
    Proptest,
    Quickcheck,
    Hegel,
    /// The smallest cases there are, for our own tests.
    #[cfg(test)]
    Listing,
}

impl Contender {
    pub(super) const ALL: [Contender; 5] =
        [Contender::Ours, Contender::Guided, Contender::Proptest, Contender::Quickcheck, Contender::Hegel];

    /// Whether it has a place in a row: where nothing is rejected, nothing can be learned.
    pub(super) fn takes_part(self, row: &str) -> bool {
        self != Contender::Guided || row.ends_with("/derived")
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Contender::Ours => OURS,
            Contender::Guided => "ours, guided",
            Contender::Proptest => "proptest",
            Contender::Quickcheck => "quickcheck",
            Contender::Hegel => "hegel",
            #[cfg(test)]
            Contender::Listing => "listing",
        }
    }

    /// Draws cases until the trial is over.
    pub(super) fn search<I: Input>(self, seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
        match self {
            Contender::Ours => ours::search(seed, trial, judge),
            Contender::Guided => ours::search_guided(seed, trial, judge),
            Contender::Proptest => proptest::search(seed, trial, judge),
            Contender::Quickcheck => quickcheck::search(seed, trial, judge),
            Contender::Hegel => hegel::search(seed, trial, judge),
            #[cfg(test)]
            Contender::Listing => ours::list(trial, judge),
        }
    }
}
