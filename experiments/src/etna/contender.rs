//! Who takes part: each draws cases in its own way, by its own notion of size.

use super::task::{Input, Verdict};
use super::trial::Trial;
use super::{hegel, ours, proptest, quickcheck};
use crate::report::OURS;

/// A library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contender {
    Ours,
    Proptest,
    Quickcheck,
    Hegel,
    /// The smallest cases there are, for our own tests.
    #[cfg(test)]
    Listing,
}

impl Contender {
    pub(super) const ALL: [Contender; 4] =
        [Contender::Ours, Contender::Proptest, Contender::Quickcheck, Contender::Hegel];

    pub(super) fn name(self) -> &'static str {
        match self {
            Contender::Ours => OURS,
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
            Contender::Proptest => proptest::search(seed, trial, judge),
            Contender::Quickcheck => quickcheck::search(seed, trial, judge),
            Contender::Hegel => hegel::search(seed, trial, judge),
            #[cfg(test)]
            Contender::Listing => ours::list(trial, judge),
        }
    }
}
