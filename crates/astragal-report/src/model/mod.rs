//! The model: everything that a view shows, as data. Serialized, it is what the page reads.
//!
//! The names of the fields are the keys of the JSON. A sample is one line of the log that was kept; columns of
//! [`Samples`] are parallel, one entry for each sample, in the order of the run.
//!
//! ```
//! use astragal_report::model::Values;
//! use astragal_report::{Log, Model};
//!
//! let line = |text: &str, length: u32| {
//!     format!(r#"{{"type":"test_case","property":"p","run_start":1,"status":"passed","representation":"{text}","features":{{"length":{length}}}}}"#)
//! };
//! let lines = [line("p([])", 0), line("p([7])", 1), line("p([])", 0)].join("\n");
//! let model = Model::of(&Log::from_reader(lines.as_bytes(), "log")?);
//! let property = &model.properties[0];
//! assert_eq!((property.counts.unique, property.counts.duplicates), (2, 1));
//! assert_eq!((&property.samples.text, &property.samples.texts), (&vec![0, 1, 0], &vec!["p([])".to_string(), "p([7])".to_string()]));
//! assert_eq!(property.samples.features[0].values, Values::Numbers(vec![Some(0.0), Some(1.0), Some(0.0)]));
//! # Ok::<(), astragal_report::ReadError>(())
//! ```

mod columns;
mod coverage;
mod mutants;
mod parts;

pub use columns::{Feature, Pairs, Picks, Samples, Times, Values};
pub use coverage::{Coverage, Source, Suspicious};
pub use mutants::{Mutant, Mutants};
pub use parts::{Argument, Failure, Filter, Parameter, Provenance, Rejection, Requirement, Site, Warning};

use serde::Serialize;

/// What is shown about one log, or about two that are compared.
///
/// ```
/// use astragal_report::{Log, Model};
///
/// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"failed","status_reason":"panicked"}"#;
/// let model = Model::of(&Log::from_reader(line.as_bytes(), "a.jsonl")?);
/// assert_eq!(model.properties[0].verdict.kind, "failed");
/// # Ok::<(), astragal_report::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Model {
    /// The version of this format: 1.
    pub version: u32,
    /// What the log belongs to: a package, or the file it was read from.
    pub title: String,
    /// When the newest run that is shown began, in seconds since 1970. Not the clock: the same log gives the same model.
    pub generated: f64,
    /// Where the page finds its server, if it has one.
    pub live: Option<Live>,
    /// The properties, worst first.
    pub properties: Vec<Property>,
    /// Texts of source files that samples ran, if they [were read](Model::with_sources).
    pub sources: Vec<Source>,
    /// The other log, if two are compared.
    pub baseline: Option<Baseline>,
    /// What changed from the baseline, if two are compared.
    pub changes: Option<Vec<Change>>,
    /// Which mutants the properties kill, if that was measured.
    pub mutants: Option<Mutants>,
}

impl Model {
    /// The model as the JSON that the page reads.
    ///
    /// ```
    /// assert!(astragal_report::Model::default().to_json().starts_with("{\"version\""));
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a model has only names, numbers and lists")
    }
}

/// Where a page that is served finds its server.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Live {
    /// The path that all requests begin with, which holds the secret token.
    pub base: String,
    /// How often the log had changed when the model was made. The page says it when it asks for changes, so that none is missed.
    pub version: u64,
}

/// The log that another one is compared with.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Baseline {
    /// Its title.
    pub label: String,
    /// Its properties.
    pub properties: Vec<Property>,
}

/// One difference between two runs of a property, or the statement that there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Change {
    /// The property.
    pub property: String,
    /// What changed: `verdict`, `rejected`, `duplicates`, `cover`, `feature`, `class`, `branch`, `present`; `nothing` if no change was detected.
    pub what: String,
    /// How it was before.
    pub before: String,
    /// How it is now.
    pub after: String,
    /// The total variation distance of the distributions, from 0 (the same) to 1 (nothing in common).
    pub distance: Option<f64>,
    /// How likely a difference this large is if nothing changed, corrected for the number of questions asked (Holm).
    pub p: Option<f64>,
    /// The change in words.
    pub text: String,
    /// Whether it is a change for the worse.
    pub regression: bool,
    /// The feature that changed, if it is one.
    pub feature: Option<String>,
}

/// The newest run of a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Property {
    /// Its full name.
    pub name: String,
    /// Its doc comment, or empty.
    pub doc: String,
    /// The file it is in, or empty.
    pub file: String,
    /// The line of the file, or 0.
    pub line: u64,
    /// The package it belongs to, or empty.
    pub package: String,
    /// Its name for the test harness, or empty.
    pub test: String,
    /// How the run ended.
    pub verdict: Verdict,
    /// When the run began, in seconds since 1970.
    pub run_start: f64,
    /// How long it took, in seconds; null if that is not known.
    pub seconds: Option<f64>,
    /// What the terminal said, or empty.
    pub report: String,
    /// How many cases there were of which kind.
    pub counts: Counts,
    /// How many lines are in `samples`.
    pub kept: u64,
    /// How many cases they stand for.
    pub represents: u64,
    /// Past runs, oldest first; this run is the last.
    pub history: Vec<PastRun>,
    /// What a user should know about these cases, most important first.
    pub warnings: Vec<Warning>,
    /// The failures, each with its smallest case.
    pub failures: Vec<Failure>,
    /// What is needed to make the run again.
    pub provenance: Provenance,
    /// The places where generators choose, with all their branches.
    pub sites: Vec<Site>,
    /// Parameters that the property declares.
    pub parameters: Vec<Parameter>,
    /// The requirements of `cover!`.
    pub covered: Vec<Requirement>,
    /// Why cases were rejected, most frequent first.
    pub rejections: Vec<Rejection>,
    /// The cases themselves.
    pub samples: Samples,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verdict {
    /// `failed`, `gave_up`, `error`, `flaky`, `warned`, `passed` or `proved`.
    pub kind: String,
    /// The same in words.
    pub text: String,
}

/// How many cases a run had, exactly: from the end of the run if the log has it, else from its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Cases of the search that ran to their end: those that passed and those that failed.
    pub cases: u64,
    /// Cases that passed.
    pub passed: u64,
    /// Cases that failed.
    pub failed: u64,
    /// Cases that were rejected, besides.
    pub rejected: u64,
    /// Cases whose values were there before, of those that were compared: all, unless the run was too long for that or only a
    /// sample was observed. Without the end of the run, a line that repeats another counts as often as it says: an estimate, and
    /// rather too low.
    pub duplicates: u64,
    /// The other cases that were compared.
    pub unique: u64,
    /// Random cases that repeated an enumerated one, and were not run.
    pub repeats: u64,
}

/// A run in the history of a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PastRun {
    /// When it began, in seconds since 1970.
    pub run_start: f64,
    /// The kind of its verdict.
    pub kind: String,
    /// How many cases ran to their end.
    pub cases: u64,
    /// How many were rejected, besides.
    pub rejected: u64,
    /// How many cases repeated another.
    pub duplicates: u64,
    /// How long it took, if that is known.
    pub seconds: Option<f64>,
}

/// The kinds of a verdict, worst first.
const KINDS: [&str; 7] = ["failed", "gave_up", "error", "flaky", "warned", "passed", "proved"];

/// How bad a kind of verdict is: 0 is the worst.
pub(crate) fn rank(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or(2)
}
