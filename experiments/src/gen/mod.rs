//! The experiment `gen`: what a random value costs in time and in allocations.

mod budgeted;
mod contender;
pub(crate) mod debug_build;
mod hand_written;
mod measure;
mod ours;
mod peers;
mod plain;
mod shapes;

use crate::report::Report;
use contender::Contender;
use hand_written::WITH_RESULT;
use measure::Effort;
use shapes::Row;

/// Measures every row for every contender that can express it.
pub(crate) fn run(with_debug_builds: bool) -> Report {
    let mut report = Report::new("gen");
    for row in Row::ALL {
        let mut contenders = contenders(row);
        let readings = measure::measure(&mut contenders, Effort::RELEASE);
        for (contender, reading) in contenders.iter().zip(readings) {
            if contender.source == WITH_RESULT {
                let ns = reading.ns_per_value / reading.elements_per_value;
                report.note(row.name(), &format!("{WITH_RESULT}, as of what may reject: {ns:.2} ns"));
                continue;
            }
            let mut add = |metric, value| report.add(row.name(), metric, contender.source, value);
            add("ns_per_element", reading.ns_per_value / reading.elements_per_value);
            add("allocs_per_value", reading.allocs_per_value);
            add("elements_per_value", reading.elements_per_value);
        }
    }
    ours::own_figures(&mut report);
    if with_debug_builds {
        debug_build::add_figures(&mut report);
    }
    report
}

/// All that take part in `row`: ours first, then the baseline, then the peers.
fn contenders(row: Row) -> Vec<Contender> {
    let mut contenders = ours::contenders(row);
    contenders.push(hand_written::contender(row));
    contenders.extend(hand_written::with_result(row));
    contenders.extend(peers::contenders(row));
    contenders
}
