//! Runs a row with many seeds and adds up what came out.

use super::challenge::{Challenge, Row, Verdict};
use super::observer::Run;
use crate::report::Report;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// How many runs there are of each row, each with a seed of its own.
const RUNS: u64 = 50;

/// What one run that found a failure came to.
pub(super) struct Outcome {
    /// Equal for failures that count as one.
    result: String,
    smallest: bool,
    evals: usize,
    ms: f64,
}

impl Outcome {
    /// Nothing if the run found no failure.
    pub(super) fn of<C: Challenge>(run: Run<C::Value>) -> Option<Outcome> {
        let value = run.value?;
        assert_eq!(C::judge(&value), Verdict::Fails, "{value:?} is reported as a failure");
        let smallest = C::is_smallest(&value);
        let result = if smallest { "smallest".into() } else { text(&C::normal(&value)) };
        Some(Outcome { result, smallest, evals: run.evals, ms: run.time.as_secs_f64() * 1e3 })
    }
}

fn text(value: &impl Debug) -> String {
    format!("{value:?}")
}

/// Adds the figures of one library in one row.
pub(super) fn measure(row: &Row, source: &'static str, report: &mut Report) {
    let outcomes: Vec<Outcome> = (0..RUNS).filter_map(|run| row.run(seed(run))).collect();
    let found = outcomes.len() as f64;
    let results: BTreeSet<&str> = outcomes.iter().map(|outcome| outcome.result.as_str()).collect();
    let mut add = |metric, value| report.add(row.name, metric, source, value);
    add("found", found);
    add("distinct", results.len() as f64);
    add("smallest", outcomes.iter().filter(|outcome| outcome.smallest).count() as f64);
    if !outcomes.is_empty() {
        add("evals", outcomes.iter().map(|outcome| outcome.evals as f64).sum::<f64>() / found);
        add("ms", outcomes.iter().map(|outcome| outcome.ms).sum::<f64>() / found);
    }
}

/// Seeds far apart: of seeds side by side, some libraries would run almost the same cases.
fn seed(run: u64) -> u64 {
    astragal::source::Rng::new(run).word()
}
