//! Our own side: the usual generator in our runner, and all values up to a depth.

use super::TESTS;
use super::contender::Contender;
use crate::report::OURS;
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::shapes::agata;
use astragal::spaces::Measure;
use astragal::{Check, Config, Draw};
use std::fmt::Debug;

/// How far enumeration comes is known beforehand, since its values can be counted: it need not run for long.
const SECONDS_TO_LIST: u64 = 5;
/// The source of the figures of values that are enumerated by their depth, as SmallCheck does.
pub(super) const BY_DEPTH: &str = "by depth";

pub(super) fn contenders<T: Arbitrary<Gen: Closed> + Debug + 'static>() -> Vec<Contender<T>> {
    let phases = Phases::ALL.without(Phase::Shrink).without(Phase::Explain);
    vec![
        in_runner(OURS, phases, any::<T>),
        in_runner("ours, no enumerated cases", phases.without(Phase::Exhaustive), any::<T>).in_runs_only(),
        in_runner("agata:linear", phases, || any::<T>().by(agata::linear())),
        in_runner("agata:quadratic", phases, || any::<T>().by(agata::quadratic())),
        in_runner("agata:fixed", phases, || any::<T>().by(agata::fixed())),
        in_runner("agata:partitions", phases, || any::<T>().by(agata::partitions())),
        in_runner("agata:random", phases, || any::<T>().by(agata::mixed())),
        by_depth(),
    ]
}

/// A generator in our runner, which lets sizes grow.
fn in_runner<G: Gen<Value: Debug> + 'static>(
    source: &'static str,
    phases: Phases,
    generator: fn() -> G,
) -> Contender<G::Value> {
    Contender::running(source, move |seed, test| {
        let test = std::cell::RefCell::new(test);
        let check = Check::new().seed(seed).cases(TESTS).with(|config: Config| config.phases(phases));
        let _ = check.run(generator(), |value| (test.borrow_mut())(&value));
    })
    .and_drawing(move |size, seed| generator().at_size(size).sample(seed))
}

/// All values, smallest depth first, until the test ends it.
fn by_depth<T: Arbitrary<Gen: Closed> + 'static>() -> Contender<T> {
    let run = |_, test: &mut dyn FnMut(&T) -> bool| {
        any::<T>().measured(Measure::depth()).iter().all(|value| test(&value));
    };
    Contender::running(BY_DEPTH, run).fixed().within(SECONDS_TO_LIST)
}
