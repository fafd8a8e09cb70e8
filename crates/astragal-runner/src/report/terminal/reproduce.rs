//! How to run a failing case again, and where it is kept.

use super::escape;
use super::line::{Line, Role};
use super::name;
use super::source_file::relative;
use crate::report::{Failure, Found, Report, Stored, Verdict};

/// A longer token is not for a source file.
const LONGEST_PIN: usize = 1_000;
/// A longer token does not fit into the environment of a process everywhere.
const LONGEST_TOKEN: usize = 30_000;

/// What to do with a failure.
pub(super) fn show(report: &Report, failure: &Failure) -> Vec<Line> {
    let mut lines = Vec::new();
    let token = failure.token();
    let alone = name::command(report);
    // A check without the directory of a package is used as a library, to which the environment says nothing.
    let is_library = report.source.as_ref().is_none_or(|source| source.manifest_dir.is_empty());
    let is_attribute = failure.minimal.drawn.iter().any(|drawn| !drawn.name.is_empty());
    if let Found::Example(number) = failure.found {
        lines.push(Line::plain(format!("run example {number} again (examples are tried in every run):")));
        lines.push(command(alone));
    } else if is_library && token.len() > LONGEST_TOKEN {
        lines.push(Line::plain("this case is too long to be shown; its choices are in the report"));
    } else if is_library {
        lines.push(Line::plain("run this case again by adding"));
        lines.push(command(format!(".pin(\"{token}\")")));
    } else if token.len() > LONGEST_TOKEN && matches!(failure.stored, Stored::In(_)) {
        lines.push(Line::plain("run this case again (it is stored):"));
        lines.push(command(alone));
    } else {
        lines.push(Line::plain("run this case again:"));
        // What ends the process is to end a child.
        let isolated = if failure.origin.ends_the_process() { "ASTRAGAL_ISOLATED=true " } else { "" };
        lines.push(command(format!("{isolated}ASTRAGAL_REPLAY={token} {alone}")));
        // A pin that got no smaller is there already.
        let is_pinned = matches!(failure.found, Found::Pinned) && failure.minimal.choices == failure.original.choices;
        let is_flaky = report.verdict == Verdict::Flaky;
        if is_attribute && !is_pinned && !is_flaky && token.len() <= LONGEST_PIN {
            lines.push(Line::plain("or keep it in the source:"));
            lines.push(command(format!("#[property(pin = \"{token}\")]")));
        }
    }
    match &failure.stored {
        Stored::In(path) => {
            lines.push(Line::plain(format!(
                "it is stored in {} and will be tried first",
                relative(path, report.source.as_ref())
            )));
        }
        Stored::Nowhere => {}
        Stored::Failed(reason) => {
            let reason = escape::escape(reason);
            lines.push(
                Line::new().with(Role::Warning, "it could not be stored").with(Role::Plain, format!(": {reason}")),
            );
        }
    }
    lines
}

/// How to run the same cases again where none failed.
pub(super) fn run(report: &Report) -> Vec<Line> {
    let is_library = report.source.as_ref().is_none_or(|source| source.manifest_dir.is_empty());
    if report.statistics.cases + report.statistics.rejected() + report.statistics.overruns == 0 {
        return Vec::new();
    }
    if is_library {
        return vec![Line::plain(format!("run the same cases again by adding .seed({})", report.seed))];
    }
    let again = format!("ASTRAGAL_SEED={} {}", report.seed, name::command(report));
    vec![Line::plain("run the same cases again:"), command(again)]
}

/// Where the texts of the failing cases are in full.
pub(super) fn in_full(report: &Report) -> Option<Line> {
    let path = escape::escape(&relative(report.in_full.as_ref()?, report.source.as_ref()));
    Some(Line::plain(format!("values, notes and messages in full: {path}")))
}

fn command(text: String) -> Line {
    Line::indented(4).with(Role::Strong, text)
}
