//! The experiment `reflective`: generators that run backwards shrink values that were never generated, and learn from
//! examples (Goldstein et al., Reflecting on Random Generation, ICFP 2023).

mod binheap;
mod bound5;
mod calculator;
mod example;
mod json;
mod package;
mod parser;
mod peers;
mod reverse;
mod speed;
mod table;

use crate::report::Report;

const EXPERIMENT: &str = "reflective";

/// Sizes of shrunk values, documents like the examples, a file from a bug report, times.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    table::run(&mut report);
    json::run(&mut report);
    package::run(&mut report);
    speed::run(&mut report);
    report
}
