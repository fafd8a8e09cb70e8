//! The explicit examples of a property.

use super::{CaseSource, Next};
use crate::evaluate::{Evaluator, Input};
use crate::report::Found;
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Examples)
}

/// See the module. How many were tried is counted for the report.
struct Examples;

impl CaseSource for Examples {
    fn name(&self) -> &'static str {
        "examples"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        let tried = &mut progress.tally.statistics.examples;
        if *tried == bench.evaluator.examples() {
            return Next::Over;
        }
        *tried += 1;
        Next::One(Input::Example(*tried - 1))
    }

    fn found(&self, progress: &Progress) -> Found {
        Found::Example(progress.tally.statistics.examples)
    }
}
