//! How many tests it takes to find a counterexample: of values in the order of their size, on demand, and at random.

use super::compare;
use super::counts::as_figure;
use crate::report::{OURS, Report};
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::spaces::{Measure, exhaustively};
use astragal::{Check, Config, Draw};
use std::cell::Cell;
use std::fmt::Debug;

/// Values are drawn at random from this many seeds; at most `CAP` from each.
const SEEDS: u64 = 100;
const CAP: u64 = 10_000;
/// Seeds side by side run almost the same cases.
const FAR: u64 = 0x9E37_79B9_7F4A_7C15;
/// At most this many are enumerated.
const ENUMERATED: usize = 1_000_000;

/// What was published about an example.
pub(super) struct Published {
    /// The counterexample, as we print it.
    pub(super) counterexample: Option<&'static str>,
    /// After how many tests it was found, and by whom.
    pub(super) tests: &'static [(f64, &'static str)],
}

/// Enumerates values, smallest first, until a property does not hold.
pub(super) fn by_tiers<G: Gen<Value: Debug> + Closed>(
    report: &mut Report,
    row: &str,
    generator: G,
    published: Published,
    holds: impl Fn(&G::Value) -> bool,
) {
    let mut tests = 0.0;
    let found = generator.measured(Measure::tiers()).iter().take(ENUMERATED).find(|value| {
        tests += 1.0;
        !holds(value)
    });
    let text = found.map_or("none".into(), |value| format!("{value:?}"));
    report.add(row, "tests", OURS, tests);
    for &(tests, source) in published.tests {
        report.add(row, "tests", source, tests);
    }
    report.note(row, &format!("smallest: {text}"));
    if let Some(counterexample) = published.counterexample {
        let is_published = as_figure(text == counterexample);
        compare(report, row, "counterexample_as_published", is_published, (1.0, "published"));
        if text != counterexample {
            report.note(row, &format!("published: {counterexample}"));
        }
    }
}

/// Runs a property on all values of at most `bound` choices, with their parts drawn on demand.
pub(super) fn on_demand<G: Draw<Value: Debug>>(
    report: &mut Report,
    row: &str,
    generator: G,
    bound: usize,
    holds: impl FnMut(&G::Value) -> bool,
) {
    let searched = exhaustively(generator, bound, holds).expect("a generator that is put together well");
    report.add(row, "tests_lazy", OURS, searched.runs as f64);
    let text = searched.counterexample.map_or("none".into(), |found| format!("{:?}", found.value));
    report.note(row, &format!("lazy: {text}"));
}

/// Draws values at random until a property does not hold: how many on average, including the rejected ones.
pub(super) fn at_random<G: Draw<Value: Debug>>(
    report: &mut Report,
    row: &str,
    generator: G,
    holds: impl Fn(&G::Value) -> bool,
) {
    let random_alone = Phases::ALL.without(Phase::Exhaustive).without(Phase::Shrink).without(Phase::Explain);
    let (mut tests, mut found) = (0, 0);
    for seed in (0..SEEDS).map(|run| run.wrapping_mul(FAR)) {
        let (runs, failed) = (Cell::new(0), Cell::new(false));
        let check = Check::new().seed(seed).cases(CAP).with(|config: Config| config.phases(random_alone));
        let _ = check.run(&generator, |value| {
            let holds = holds(&value);
            if !failed.get() {
                runs.set(runs.get() + 1);
                failed.set(!holds);
            }
            holds
        });
        tests += runs.get();
        found += u64::from(failed.get());
    }
    report.add(row, "tests_random", OURS, tests as f64 / SEEDS as f64);
    report.add(row, "found_random", OURS, found as f64 / SEEDS as f64);
}
