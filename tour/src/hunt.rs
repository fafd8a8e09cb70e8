//! The hunt for a counterexample, with the library's own runner: how the tour sets it up and prints what came of it.

use astragal::config::Folder;
use astragal::report::{Failure, Style};
use astragal::{Check, Draw, Report};

use crate::page::Page;

/// How wide a report may be, so that it fits beside the margin of a page.
const WIDTH: usize = 92;

/// A check as the stops use it: the same cases each time, and nothing is left on disk.
#[track_caller]
pub fn check(name: &str) -> Check {
    Check::new().named(name).seed(3).with(|config| config.regressions(Folder::Off))
}

/// Prints a report as a test would, from its first line to its last, but without backtraces.
pub fn show(page: &mut Page, report: &mut Report) {
    report.failures.iter_mut().for_each(|failure| failure.backtrace = None);
    let mut style = Style::plain();
    style.color = page.colours();
    style.width = WIDTH;
    page.gap();
    for line in report.render(style).lines() {
        page.line(line);
    }
}

/// The one failure of a report.
///
/// # Errors
/// If there is none, or more than one.
pub fn only(report: &Report) -> Result<&Failure, String> {
    match &report.failures[..] {
        [failure] => Ok(failure),
        failures => Err(format!("{} has {} failures and not one", report.property, failures.len())),
    }
}

/// The value of the smallest counterexample.
///
/// # Errors
/// If it does not replay.
pub fn smallest<G: Draw>(failure: &Failure, generator: &G) -> Result<G::Value, String> {
    generator.replay(&failure.minimal.choices).map_err(|gave_up| gave_up.to_string())
}
