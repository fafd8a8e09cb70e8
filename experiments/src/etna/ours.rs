//! Our own side: `any` through our own runner, and generators as a user writes them.

use super::bst::SearchTree;
use super::rbt::{Bounded, Inserted};
use super::stlc::Typed;
use super::stlc::typed::{Dice, term};
use super::task::Verdict;
use super::trial::Trial;
use crate::fallible::fallible;
use astragal::config::{Phase, Phases};
use astragal::generators::BoxedGen;
use astragal::learn::Guiding;
use astragal::prelude::*;
use astragal::source::Rng;
use astragal::{Check, Config, Reject, Source};
use std::cell::Cell;
use std::fmt::Debug;

/// How many cases a run has: more than there is time for.
const MANY: u64 = 1 << 40;

/// Runs cases as a test with the usual settings does: first the smallest, then random ones; and since many are rejected,
/// more of the smallest. If it gives up because too many are, another run begins.
pub(super) fn search<I: Arbitrary + Debug>(seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    let mut seeds = Rng::new(seed);
    let phases = Phases::ALL.without(Phase::Shrink).without(Phase::Explain);
    while !trial.is_over() {
        let check = Check::new().cases(MANY).with(|config: Config| config.phases(phases));
        let _ = check.seed(seeds.word()).run(any::<I>(), |input| {
            let verdict = Cell::new(Verdict::LeftOut);
            let goes_on = trial.goes_on_after(|| {
                verdict.set(judge(&input));
                verdict.get()
            });
            assume!(!goes_on || verdict.get() != Verdict::LeftOut);
            goes_on
        });
    }
}

/// Runs cases that are guided: what a property rejects is a condition of the generator, and only the time for that counts.
pub(super) fn search_guided<I: Arbitrary + Debug>(seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    let mut seeds = Rng::new(seed);
    let phases = Phases::of(&[Phase::Random]);
    while !trial.is_over() {
        let accepted = any::<I>().filter(|input| trial.is_over() || judge(input) != Verdict::LeftOut).guided();
        let check = Check::new().cases(MANY).with(|config: Config| config.phases(phases));
        let _ = check.seed(seeds.word()).run(accepted, |input| trial.goes_on_after(|| judge(&input)));
        // Learning takes long without a single test.
        trial.look();
    }
}

/// Runs the smallest cases there are.
#[cfg(test)]
pub(super) fn list<I: Arbitrary + Debug>(trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    use astragal::config::Exhaustive;

    let phases = Phases::of(&[Phase::Exhaustive]);
    let check = Check::new().with(|config: Config| config.exhaustive(Exhaustive::First(8_000)).phases(phases));
    let _ = check.run(any::<I>(), |input| trial.goes_on_after(|| judge(&input)));
}

impl Arbitrary for SearchTree {
    type Gen = BoxedGen<'static, SearchTree>;

    fn any() -> Self::Gen {
        any::<Vec<(i32, i32)>>().map(SearchTree::of).boxed()
    }
}

impl Arbitrary for Inserted {
    type Gen = BoxedGen<'static, Inserted>;

    fn any() -> Self::Gen {
        any::<Vec<(i32, i32)>>().map(Inserted::of).boxed()
    }
}

impl Arbitrary for Bounded {
    type Gen = BoxedGen<'static, Bounded>;

    fn any() -> Self::Gen {
        fallible(Bounded::draw).boxed()
    }
}

impl Arbitrary for Typed {
    type Gen = BoxedGen<'static, Typed>;

    fn any() -> Self::Gen {
        fallible(|src| {
            let size = src.size() as usize;
            term(src, size, size)
        })
        .boxed()
    }
}

impl Dice for Source {
    type Rejection = Reject;

    fn below(&mut self, bound: usize) -> Result<usize, Reject> {
        self.try_draw(0..bound)
    }
}
