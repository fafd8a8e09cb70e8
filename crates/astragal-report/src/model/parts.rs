//! The parts of a property: warnings, failures, provenance, and what its generators and requirements are.

use serde::Serialize;
use serde_json::Value;

/// Something that a user should know about the cases of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Warning {
    /// Which warning, as in the table of the module `warnings`.
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
    /// The original failing case.
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
    /// Whether it is a whole number.
    pub whole: bool,
    /// The file that set the value of this run, or empty.
    pub file: String,
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
