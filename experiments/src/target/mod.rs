//! The experiment `target`: how many tests it takes to find what needs a high score, with `target!` and without.
//!
//! Both run the same property by the same runner, from the same seeds; one says its score and the other does not. Every run of the
//! property counts, up to the first that fails. A run without a failure counts as the most there may be.

mod subjects;

use crate::median::median;
use crate::report::{OURS, Report};
use astragal::config::{Phase, Phases};
use astragal::{Check, Gen, any, target};
use std::cell::Cell;
use std::fmt::Debug;
use subjects::{Expr, comparisons, depth, lists, orders, total};

/// The most tests.
const MOST: u64 = 100_000;
/// How often each is repeated, each time with another seed.
const SEEDS: u64 = 101;

const BY_CHANCE: &str = "without target!";

/// Runs all properties both ways.
pub(crate) fn run() -> Report {
    let mut report = Report::new("target");
    row(&mut report, "sum", orders, |prices| total(prices));
    row(&mut report, "depth", any::<Expr>, depth);
    row(&mut report, "slow_path", lists, |list| comparisons(list));
    report
}

/// A property is a score, and whether it holds.
fn row<G: Gen<Value: Debug>>(report: &mut Report, row: &str, cases: fn() -> G, judge: fn(&G::Value) -> (u64, bool)) {
    for (source, says_score) in [(OURS, true), (BY_CHANCE, false)] {
        let tests: Vec<u64> = (0..SEEDS).map(|seed| tests_to_failure(cases(), judge, says_score, seed)).collect();
        let in_vain = tests.iter().filter(|&&tests| tests == MOST).count();
        report.note(row, &format!("{source}: {in_vain} of {SEEDS} found nothing in {MOST} tests"));
        report.add(row, "tests_to_failure", source, median(tests.into_iter().map(|tests| tests as f64).collect()));
    }
}

fn tests_to_failure<G: Gen<Value: Debug>>(
    cases: G,
    judge: fn(&G::Value) -> (u64, bool),
    says_score: bool,
    seed: u64,
) -> u64 {
    let (tests, is_found) = (Cell::new(0), Cell::new(false));
    let phases = Phases::ALL.without(Phase::Shrink).without(Phase::Explain);
    let check = Check::new().seed(seed << 32).cases(MOST).with(|config| config.time(None).phases(phases));
    let _ = check.run(cases, |value| {
        if !is_found.get() {
            tests.set(tests.get() + 1);
        }
        let (score, holds) = judge(&value);
        if says_score {
            target!("score", score);
        }
        is_found.set(is_found.get() || !holds);
        holds
    });
    if is_found.get() { tests.get().min(MOST) } else { MOST }
}
