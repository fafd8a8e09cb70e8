//! What a user should know about the cases of a run, each with the statistics behind it.
//!
//! | kind | warns if | threshold |
//! | --- | --- | --- |
//! | `missed` | a `cover!` requirement was not met | as the run decided |
//! | `unfinished` | the log has lines of the run, but not its end | - |
//! | `never_passes` | a condition never held | [`NEVER_PASSES`] attempts |
//! | `rejected` | too many cases were rejected | [`REJECTED`], and the 95 % interval is above [`REJECTED_SURELY`] |
//! | `duplicates` | too many accepted cases repeat another | [`DUPLICATES`], and the interval is above [`DUPLICATES_SURELY`] |
//! | `small` | most cases are trivial, though larger ones exist | share [`SMALL`] of at most [`TRIVIAL`] choices, the largest has [`LARGE`] |
//! | `empty` | the lists of most cases are empty, though longer ones exist | share [`SMALL`], the longest has [`LONG`] elements |
//! | `one_class` | a label put all cases into one class | [`ENOUGH`] cases |
//! | `one_value` | a number that was collected never changed | [`ENOUGH`] cases |
//! | `never_taken` | a branch was never taken, which a fair choice would hardly do | probability below [`SURPRISING`] |
//! | `slow` | there were few cases because each took long | fewer than [`FEW`] cases, more than [`SLOW`] seconds each |
//! | `generation` | nearly all time went into generating | more than [`GENERATION`] of more than a second |
//! | `alert` | the log says so itself | - |
//!
//! Nothing is said about duplicates and sizes of cases that were enumerated: they are small by design. Where only a sample of the cases
//! was logged, a warning says that it is about those.

mod branches;
mod classes;
mod shares;

use crate::model::{Property, Warning};
use crate::read::RunTally;
use crate::words::{chance, percent};

/// The share of rejected cases that is too much.
pub const REJECTED: f64 = 1.0 / 3.0;
/// The least that the interval of the share of rejected cases must be above.
pub const REJECTED_SURELY: f64 = 0.25;
/// The share of duplicates that is too much.
pub const DUPLICATES: f64 = 0.2;
/// The least that the interval of the share of duplicates must be above.
pub const DUPLICATES_SURELY: f64 = 0.15;
/// How often a condition must have been tried to say that it never holds.
pub const NEVER_PASSES: u64 = 10;
/// The share of trivial cases that is too much.
pub const SMALL: f64 = 0.5;
/// The number of choices of a trivial case, at most.
pub const TRIVIAL: u64 = 2;
/// The number of choices of a large case, at least.
pub const LARGE: u64 = 10;
/// The number of elements of a long list, at least.
pub const LONG: u64 = 5;
/// How many cases say something about a feature.
pub const ENOUGH: u64 = 20;
/// A probability that is called surprising.
pub const SURPRISING: f64 = 0.01;
/// Fewer cases than this are few.
pub const FEW: u64 = 100;
/// More seconds a case than this are slow.
pub const SLOW: f64 = 0.01;
/// The share of time for generating that is too much.
pub const GENERATION: f64 = 0.9;

/// All warnings about a run, most important first.
pub(crate) fn of(property: &Property, run: &RunTally, has_finished_before: bool) -> Vec<Warning> {
    let mut found = Vec::new();
    found.extend(shares::missed(property));
    found.extend(unfinished(run, has_finished_before));
    found.extend(shares::never_passes(run));
    found.extend(shares::rejected(property));
    if !is_proved(run) {
        found.extend(shares::duplicates(property, run));
        found.extend(shares::small(run));
        found.extend(shares::empty(property, run));
        found.extend(shares::slow(property));
    }
    found.extend(classes::classes(run));
    found.extend(branches::never_taken(property, run));
    found.extend(said(run));
    found
}

impl RunTally {
    /// What is said about cases of a kind is about all of them, or about those that were logged.
    fn kind(&self, kind: &'static str) -> &'static str {
        if self.is_sampled { "logged" } else { kind }
    }

    /// The same, in a detail.
    fn cases(&self) -> &'static str {
        if self.is_sampled { "cases that were logged" } else { "cases" }
    }

    /// The same, at the end of a sentence.
    fn among_logged(&self) -> &'static str {
        if self.is_sampled { " in the cases that were logged" } else { "" }
    }
}

fn is_proved(run: &RunTally) -> bool {
    run.end.as_ref().is_some_and(|end| end.verdict == "proved")
}

/// A run of Astragal whose end is missing was killed, or is still going on.
fn unfinished(run: &RunTally, has_finished_before: bool) -> Option<Warning> {
    let is_missing = run.end.is_none() && (run.is_own || has_finished_before);
    is_missing.then(|| {
        let lines = run.lines;
        warning(
            "unfinished",
            "the log has no end of this run: it is still running, or it was killed",
            format!("{lines} lines of cases, but no line that ends the run"),
        )
    })
}

/// What the log itself warns of.
fn said(run: &RunTally) -> Vec<Warning> {
    let ends = run.end.iter().flat_map(|end| &end.warnings);
    let mut found: Vec<Warning> = ends.map(|text| warning("alert", text, "as the run said")).collect();
    for remark in run.remarks.iter().filter(|remark| remark.is_alert) {
        found.push(warning("alert", &remark.title, remark.content.clone()));
    }
    found
}

fn warning(kind: &str, text: impl Into<String>, detail: impl Into<String>) -> Warning {
    Warning { kind: kind.to_string(), text: text.into(), detail: detail.into(), filter: None }
}
