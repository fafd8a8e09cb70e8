//! The experiment `passing`: what a case of a true property costs through each library's runner.

mod contender;
mod hand_written;
pub(crate) mod inner;
mod ours;
mod peers;

use crate::report::Report;
use contender::Contender;

const EXPERIMENT: &str = "passing";

/// The property takes a `Vec<u64>` of 0 to 100 elements.
const ROW: &str = "vec_u64";
/// The longest list.
const MAX_LIST: usize = 100;
/// How many cases a runner is asked for.
const CASES: usize = 10_000;

/// Measures all contenders, and again in a debug build.
pub(crate) fn run(with_debug_builds: bool) -> Report {
    let mut report = Report::new(EXPERIMENT);
    report.absorb(&inner::release());
    if with_debug_builds {
        report.absorb(&inner::debug());
    }
    report
}

/// All that take part: ours, the baseline, the peers.
fn contenders() -> Vec<Contender> {
    let mut contenders = vec![ours::contender(), hand_written::contender()];
    contenders.extend(peers::contenders());
    contenders
}
