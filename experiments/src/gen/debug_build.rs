//! The figures of debug builds: `gen` builds this crate in the dev profile and runs it.

use super::measure::{self, Effort};
use super::shapes::Row;
use crate::cargo::{cargo, output, workspace};
use crate::report::{HAND_WRITTEN, OURS, Report};
use std::path::PathBuf;

/// The hidden subcommand that measures within a debug build.
pub(crate) const SUBCOMMAND: &str = "gen-inner-debug";

/// The mean length of its lists is 50, and a case is one list.
const ROW: Row = Row::VecU64;

/// Prints a line `source<TAB>nanoseconds a case` for each of the sources, or for all if none is
/// given.
pub(crate) fn inner(sources: &[String]) {
    let mut contenders = super::contenders(ROW);
    if !sources.is_empty() {
        contenders.retain(|contender| sources.iter().any(|source| source == contender.source));
    }
    let readings = measure::measure(&mut contenders, Effort::DEBUG);
    for (contender, reading) in contenders.iter().zip(readings) {
        println!("{}\t{}", contender.source, reading.ns_per_value);
    }
}

/// Adds what a case costs in a debug build, and what ours and the hand-written loop cost when the user's manifest optimizes
/// only our crate (which has the random numbers of both).
pub(super) fn add_figures(report: &mut Report) {
    add(report, "ns_per_case_debug", "debug", &[], &[]);
    let optimised = ["--config", "profile.dev.package.astragal-core.opt-level=3"];
    add(report, "ns_per_case_debug_optimised", "debug-optimised", &optimised, &[OURS, HAND_WRITTEN]);
}

fn add(report: &mut Report, metric: &'static str, target: &str, options: &[&str], sources: &[&str]) {
    let mut command = cargo(&workspace(), &target_directory(target));
    command.args(["run", "-q", "-p", "experiments"]).args(options);
    command.args(["--", SUBCOMMAND]).args(sources);
    let printed = output(&mut command);
    for contender in super::contenders(ROW) {
        let figure = printed.lines().find_map(|line| {
            let (source, figure) = line.split_once('\t')?;
            (source == contender.source).then(|| figure.parse().expect("a figure"))
        });
        if let Some(figure) = figure {
            report.add(ROW.name(), metric, contender.source, figure);
        }
    }
}

/// A directory of each build's own, so that they never rebuild each other's dependencies.
fn target_directory(name: &str) -> PathBuf {
    let shared = std::env::var_os("CARGO_TARGET_DIR");
    let shared = shared.map_or_else(|| workspace().join("target"), PathBuf::from);
    shared.join("experiments").join(name)
}
