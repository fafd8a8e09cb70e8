//! The process that runs the libraries: some print about every failure, and here that output is hidden.

use super::challenge::Row;
use super::{EXPERIMENT, chaos_theory, hegel, measure, ours, proptest, quickcheck};
use crate::cargo::output;
use crate::report::{OURS, Report};
use std::process::Command;

/// The hidden subcommand that measures and prints figures for [`Report::absorb`].
pub(crate) const SUBCOMMAND: &str = "shrink-inner";

/// Measures the named rows, or all if none is named.
pub(crate) fn inner(names: &[String]) {
    std::panic::set_hook(Box::new(|_| {}));
    let libraries: [(&'static str, Vec<Row>); 5] = [
        (OURS, ours::rows()),
        ("proptest", proptest::rows()),
        ("quickcheck", quickcheck::rows()),
        ("hegel", hegel::rows()),
        ("chaos_theory", chaos_theory::rows()),
    ];
    for index in 0..libraries[0].1.len() {
        for (source, rows) in &libraries {
            let row = &rows[index];
            if names.is_empty() || names.iter().any(|name| name == row.name) {
                let mut report = Report::new(EXPERIMENT);
                measure::measure(row, source, &mut report);
                print!("{}", report.lines());
            }
        }
    }
}

/// What the inner process prints.
pub(super) fn printed() -> String {
    let program = std::env::current_exe().expect("the path of this program");
    output(Command::new(program).arg(SUBCOMMAND))
}
