//! A task: a property that fails with a mutant, and a way for each contender to look for the failure.

use super::contender::Contender;
use super::trial::{Ended, Trial};
use std::fmt::Debug;

/// What a property says of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The case is not one of those that the property is about.
    LeftOut,
    Holds,
    Fails,
}

impl Verdict {
    pub(crate) fn of(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

/// What every contender can draw in its own way.
pub(super) trait Input:
    astragal::Arbitrary + proptest::arbitrary::Arbitrary + quickcheck::Arbitrary + super::hegel::Drawn + Debug
{
}

impl<T> Input for T where
    T: astragal::Arbitrary + proptest::arbitrary::Arbitrary + quickcheck::Arbitrary + super::hegel::Drawn + Debug
{
}

/// A contender looks for the failure with a seed, for a number of seconds.
type Run = Box<dyn Fn(Contender, u64, f64) -> Ended>;

/// See the module.
pub(super) struct Task {
    pub(super) mutant: &'static str,
    pub(super) property: &'static str,
    pub(super) run: Run,
}

impl Task {
    pub(super) fn new<I: Input>(
        mutant: &'static str,
        property: &'static str,
        judge: impl Fn(&I) -> Verdict + 'static,
    ) -> Task {
        let run = Box::new(move |contender: Contender, seed, limit| {
            let trial = Trial::start(limit);
            contender.search(seed, &trial, &judge);
            trial.ended()
        });
        Task { mutant, property, run }
    }
}
