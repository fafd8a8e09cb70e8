//! The process that measures: in the release or the debug profile, with the libraries' output hidden.

use super::{EXPERIMENT, ROW};
use crate::cargo::{cargo, output, workspace};
use crate::median::median;
use crate::report::Report;
use std::path::PathBuf;
use std::process::Command;

/// The hidden subcommand that measures and prints figures for [`Report::absorb`].
pub(crate) const SUBCOMMAND: &str = "passing-inner";

/// How often each contender runs, one after the other.
const ROUNDS: u64 = 11;

/// Measures under the name of a metric, and in release builds says how many elements the lists had.
pub(crate) fn inner(words: &[String]) {
    let metric = words.first().map_or("ns_per_case", String::as_str);
    let contenders = super::contenders();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut elements = vec![0.0; contenders.len()];
    for round in 0..ROUNDS {
        for (index, contender) in contenders.iter().enumerate() {
            // The previous contender has left its own caches and its own heap, so each warms up first.
            contender.pass(ROUNDS + round);
            let pass = contender.pass(round);
            times[index].push(pass.ns_per_case);
            elements[index] += pass.elements_per_case / ROUNDS as f64;
        }
    }
    let mut report = Report::new(EXPERIMENT);
    for (index, contender) in contenders.iter().enumerate() {
        report.add(ROW, metric, contender.source, median(std::mem::take(&mut times[index])));
        if !cfg!(debug_assertions) {
            report.add(ROW, "elements_per_case", contender.source, elements[index]);
        }
    }
    print!("{}", report.lines());
}

/// What the inner process prints.
pub(super) fn release() -> String {
    let program = std::env::current_exe().expect("the path of this program");
    output(Command::new(program).args([SUBCOMMAND, "ns_per_case"]))
}

/// The same from a debug build.
pub(super) fn debug() -> String {
    let mut command = cargo(&workspace(), &target_directory());
    command.args(["run", "-q", "-p", "experiments", "--", SUBCOMMAND, "ns_per_case_debug"]);
    output(&mut command)
}

/// The directory of the debug build of `gen`, which is the same build.
fn target_directory() -> PathBuf {
    let shared = std::env::var_os("CARGO_TARGET_DIR");
    let shared = shared.map_or_else(|| workspace().join("target"), PathBuf::from);
    shared.join("experiments").join("debug")
}
