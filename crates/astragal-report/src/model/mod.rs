//! The model: everything that a view shows, as data. Serialized, it is what the page reads.
//!
//! The names of the fields are the keys of the JSON. A sample is one line of the log that was kept; columns of
//! [`Samples`] are parallel, one entry for each sample, in the order of the run.

pub(crate) mod build;
mod columns;

pub use columns::{Coverage, Feature, Pairs, Picks, Samples, Times, Values};

use crate::mutants::Mutants;
use crate::read::Log;
use serde::Serialize;
use serde_json::Value;

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
    /// The other log, if two are compared.
    pub baseline: Option<Baseline>,
    /// What changed from the baseline, if two are compared.
    pub changes: Option<Vec<Change>>,
    /// Which mutants the properties kill, if that was measured.
    pub mutants: Option<Mutants>,
}

impl Model {
    /// Computes what is shown about a log.
    pub fn of(log: &Log) -> Model {
        build::model(log)
    }

    /// Shows `after` beside `before`: the second model with the first as its baseline and with what changed in words.
    ///
    /// ```
    /// use astragal_report::{Log, Model};
    ///
    /// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed"}"#;
    /// let model = |text: String| Log::from_reader(text.as_bytes(), "log").map(|log| Model::of(&log));
    /// let both = Model::compare(model(line.to_string())?, model(line.replace("passed", "failed"))?);
    /// let changes = both.changes.unwrap();
    /// assert!(changes.iter().any(|change| change.regression && change.what == "verdict"));
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn compare(before: Model, after: Model) -> Model {
        crate::compare::compare(before, after)
    }

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
    /// Cases whose text was there before. If the log was sampled down, a line that repeats another counts as often as it stands
    /// for: an estimate, and rather too low.
    pub duplicates: u64,
    /// The other cases.
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

/// Something that a user should know about the cases of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Warning {
    /// Which warning: see [`crate::warnings`].
    pub kind: String,
    /// The warning in a sentence.
    pub text: String,
    /// The statistics behind it.
    pub detail: String,
    /// Which samples it is about, as a filter of the page.
    pub filter: Option<Filter>,
}

/// Selects samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Filter {
    /// Those with this status: 0 passed, 1 failed, 2 rejected.
    Status {
        /// The status.
        status: u8,
    },
    /// Those whose feature has this value.
    Value {
        /// The name of the feature.
        feature: String,
        /// The name of a category, or 0 or 1 of a flag.
        value: Value,
    },
    /// Those whose feature is in this range, both ends included.
    Range {
        /// The name of the feature.
        feature: String,
        /// The least and the greatest value.
        range: [f64; 2],
    },
    /// Those that took this branch.
    Pick {
        /// Site and branch.
        pick: [String; 2],
    },
    /// Those that were generated in this phase.
    Phase {
        /// The name of the phase.
        phase: String,
    },
    /// Those whose text appears once (true), or again (false).
    Unique {
        /// Whether.
        unique: bool,
    },
    /// Those whose text contains this.
    Text {
        /// The text to look for.
        text: String,
    },
    /// Those that ran this line.
    Line {
        /// File and line.
        line: (String, u64),
    },
}

/// A failure of a property, with its smallest case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Failure {
    /// Where it failed.
    pub origin: String,
    /// What the failure said.
    pub message: String,
    /// How it was found: "by enumeration, case 5".
    pub found: String,
    /// The smallest case.
    pub arguments: Vec<Argument>,
    /// The case that was found first.
    pub original: Vec<Argument>,
    /// Notes of the smallest case.
    pub notes: Vec<String>,
    /// What was found to fail always.
    pub always: Vec<String>,
    /// The token that replays it, or empty.
    pub token: String,
    /// The command that replays it, or empty.
    pub replay: String,
    /// How many cases shrinking ran.
    pub evaluations: u64,
    /// How many of them were smaller and failed.
    pub steps: u64,
    /// The smaller cases, one text each.
    pub shrink: Vec<String>,
    /// How often it failed of how many runs, if not always.
    pub flaky: Option<[u64; 2]>,
    /// Where else it fails.
    pub elsewhere: Vec<String>,
}

/// An argument of a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its type, or empty.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its value as text.
    pub text: String,
    /// Parts of the text that do not matter, as ranges of characters.
    pub free: Vec<[u64; 2]>,
}

/// What is needed to make a run again.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Provenance {
    /// The revision of the sources, or empty.
    pub revision: String,
    /// The seed, or empty.
    pub seed: String,
    /// Settings: name, value, and where the value came from.
    pub settings: Vec<Vec<String>>,
    /// Names and versions of the tools.
    pub versions: Vec<[String; 2]>,
    /// How it was compiled, or empty.
    pub profile: String,
    /// The log it was read from.
    pub log: String,
}

/// A place where a generator chooses between branches.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Site {
    /// Its name.
    pub site: String,
    /// Its branches: those known before running, then those only seen.
    pub branches: Vec<String>,
}

/// A parameter that a property declares, which the page shows as a slider.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value in this run.
    pub value: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The value if none is given.
    pub default: f64,
}

/// A requirement of `cover!`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Requirement {
    /// Its label.
    pub label: String,
    /// The share that is required, in percent.
    pub required: f64,
    /// In how many cases it held.
    pub holds: u64,
    /// Of how many cases.
    pub of: u64,
    /// `met`, `missed` or `open`.
    pub verdict: String,
}

/// A reason for which cases were rejected.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rejection {
    /// What rejected them: `assume!`, `filter`, `too large`, or the words of another framework.
    pub by: String,
    /// Where it is, or empty.
    pub place: String,
    /// How many cases it rejected.
    pub count: u64,
    /// How many cases got past it, if the log says so.
    pub passed: Option<u64>,
}
