//! The experiment `enumerate`: values counted, enumerated, indexed and searched, against published counts and counterexamples.

mod counts;
mod examples;
mod growth;
mod haskell;
mod lazy;
mod search;
mod speed;
mod types;

use crate::report::{OURS, Report};

const EXPERIMENT: &str = "enumerate";

/// The source of figures that we set ourselves to reach.
const TARGET: &str = "target";

/// Counts, times and searches.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    counts::run(&mut report);
    speed::run(&mut report);
    examples::run(&mut report);
    lazy::run(&mut report);
    haskell::run(&mut report);
    growth::run(&mut report);
    report
}

/// Adds our figure and what it is compared with.
fn compare(report: &mut Report, row: &str, metric: &str, ours: f64, (reference, source): (f64, &str)) {
    report.add(row, metric, OURS, ours);
    report.add(row, metric, source, reference);
}
