//! The report of a run, as data: everything that is printed, and all that a program may ask for.
//!
//! Only the runner makes a [`Report`]. [`terminal`] turns it into text; nothing in here prints.

mod always;
mod lines;
mod parameter;
pub(crate) mod payload;
mod reread;
mod source;
mod terminal;
mod verdict;

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use astragal_core::Choices;

pub use always::{Always, Domain, Variable};
pub use lines::FailingLines;
pub use parameter::ParameterInForce;
pub(crate) use payload::Payload;
pub use reread::{Now, ReadBy, Reread};
pub use source::SourceCode;
pub use terminal::Style;
pub(crate) use terminal::{Grouped, groups_of, harmless};
pub use verdict::{Problem, Verdict};

use crate::config::Setting;
use crate::statistics::{Chart, RequirementState};

/// The result of checking a property.
#[derive(Debug)]
#[must_use = "whether the property holds is in the report: `assert!(report.verdict.is_pass())`"]
#[non_exhaustive]
pub struct Report {
    /// The name of the property: the path of its function.
    pub property: String,
    /// The name of the test, if the property may have another name.
    pub test: Option<String>,
    /// Where its source is, if that is known.
    pub source: Option<SourceCode>,
    /// The verdict. Only a pass is green.
    pub verdict: Verdict,
    /// The failures, each with its minimal counterexample: one for each place at which the property failed.
    pub failures: Vec<Failure>,
    /// The file that has the texts of the failing cases in full, if `show = "full"` asked for it.
    pub in_full: Option<std::path::PathBuf>,
    /// What was run, and what was not.
    pub statistics: Statistics,
    /// The settings in force, and where each comes from.
    pub settings: Vec<Setting>,
    /// The parameters that its generators declared, by name.
    pub parameters: Vec<ParameterInForce>,
    /// The seed of the random cases.
    pub seed: u64,
    /// How often each part of the run called the property, and how long it took.
    pub efforts: Efforts,
    /// Stored cases that read differently today, since the generator has changed.
    pub reread: Vec<Reread>,
    /// Problems that do not change the verdict, such as a regression that cannot be read.
    pub warnings: Vec<String>,
}

/// A failure of a property, and its minimal counterexample.
#[non_exhaustive]
pub struct Failure {
    /// Where and how the property failed. Two failures of the same origin are the same bug.
    pub origin: Origin,
    /// The message of the panic or the error.
    pub message: String,
    /// The minimal counterexample.
    pub minimal: Sample,
    /// The counterexample as it was found, before shrinking.
    pub original: Sample,
    /// How it was found.
    pub found: Found,
    /// How it was shrunk.
    pub shrinking: ShrinkRun,
    /// The backtrace of the minimal counterexample, if backtraces are switched on.
    pub backtrace: Option<String>,
    /// Where it is stored.
    pub stored: Stored,
    /// Other places at which the property fails, in cases that shrink to this one. Often they are the same bug.
    pub elsewhere: Vec<Elsewhere>,
    /// Lines that all cases ran that fail in this way, and no passing one. Only in a program that counts, with the feature `coverage`.
    pub lines: Option<FailingLines>,
    /// If it does not fail every time: how often it failed, and in how many runs.
    pub flaky: Option<(u32, u32)>,
    /// The payload of its panic, to be thrown again.
    pub(crate) payload: Mutex<Option<Payload>>,
}

impl Failure {
    /// The replay token of the minimal counterexample, for `ASTRAGAL_REPLAY` and for a pin. It fits only this property.
    pub fn token(&self) -> String {
        let choices = &self.minimal.choices;
        let is_recorded = choices.items().iter().any(|choice| choice.max < u64::MAX) || !choices.spans().is_empty();
        // A process that died while it drew has not told what shape that had.
        match self.origin {
            Origin::Died(_) if !is_recorded => choices.token(),
            _ => choices.replay_token(),
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("origin", &self.origin)
            .field("message", &self.message)
            .field("minimal", &self.minimal)
            .field("found", &self.found)
            .field("shrinking", &self.shrinking)
            .field("stored", &self.stored)
            .field("flaky", &self.flaky)
            .finish_non_exhaustive()
    }
}

/// One case: its choices, and the values and notes of its run.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The choices, which replay the case. Empty for an explicit example.
    pub choices: Choices,
    /// The values that were drawn, in order.
    pub drawn: Vec<Drawn>,
    /// The notes, in order: see `note!`.
    pub notes: Vec<Note>,
    /// Generalizations of the case that always failed when they were tried.
    pub always: Vec<Always>,
    /// Whether the time limit stopped the explanation: then some generalizations were not tried.
    pub explaining_stopped: bool,
}

/// A value that a case drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The name of the argument; empty where the property drew the value while it ran.
    pub name: String,
    /// The name of its type, as the compiler writes it.
    pub type_name: &'static str,
    /// The value, in the form of `{:?}`. It is not escaped: escape it before printing.
    pub text: String,
    /// The file that drew it; empty if it is that of the property.
    pub file: &'static str,
    /// The line that drew it, and the column, counted from 1; zero if not known.
    pub line: u32,
    /// See `line`.
    pub column: u32,
    /// The parts of `text` (ranges of bytes) that do not matter: any other value there fails too; or any other letter, if
    /// it is a part within the quotes of a literal.
    pub free: Vec<std::ops::Range<usize>>,
}

/// A `note!` of a case that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text.
    pub text: String,
    /// The file and the line of the note.
    pub file: &'static str,
    /// See `file`.
    pub line: u32,
}

/// How and where a property failed. Failures of different origins are different bugs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Origin {
    /// It panicked, at a place (`file:line:column`) if that is known.
    Panicked(Option<String>),
    /// It returned an error, of this type.
    ReturnedError(String),
    /// It returned `false`.
    ReturnedFalse,
    /// The process that ran it died: by a signal, by an exit, or because it was killed for taking too long or too much.
    Died(String),
}

impl Origin {
    /// Whether it may be the same bug: where a property panicked is not known if another hook heard of it.
    pub(crate) fn may_be(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::Panicked(None), Origin::Panicked(_)) | (Origin::Panicked(_), Origin::Panicked(None)) => true,
            _ => self == other,
        }
    }

    /// This one, unless the other tells more of the same bug.
    pub(crate) fn or_better(self, other: Origin) -> Origin {
        if self == Origin::Panicked(None) && self.may_be(&other) { other } else { self }
    }

    /// Whether the process that runs such a case dies of it.
    pub(crate) fn ends_the_process(&self) -> bool {
        match self {
            Origin::Died(_) => true,
            Origin::Panicked(_) => cfg!(panic = "abort"),
            Origin::ReturnedError(_) | Origin::ReturnedFalse => false,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Panicked(Some(place)) => write!(f, "panicked at {place}"),
            Origin::Panicked(None) => f.write_str("panicked"),
            Origin::ReturnedError(of) => write!(f, "returned an error of type {of}"),
            Origin::ReturnedFalse => f.write_str("returned false"),
            Origin::Died(how) => f.write_str(how),
        }
    }
}

/// How a failure was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// It is a stored regression.
    Regression,
    /// It is pinned in the source.
    Pinned,
    /// It is a value that was given: see [`Check::run_with_values`](crate::Check::run_with_values).
    Given,
    /// It was left over from a run that was interrupted while shrinking.
    Pending,
    /// It was given, as a replay token.
    Replay,
    /// It is the explicit example of this number, counted from 1.
    Example(usize),
    /// By enumeration, smallest first: case number N, counted from 1.
    Exhaustive(u64),
    /// At random: case number N of all that ran to their end, counted from 1.
    Random(u64),
    /// After another bug: the Nth of the random cases that were left, counted from 1.
    Later(u64),
    /// On the way to a higher score (see `target!`): such case number N, counted from 1.
    Targeted(u64),
    /// By growth (see the setting `growth`): case number N, counted from 1, with the name of each step and the values that it led to.
    Grown(u64, Vec<(String, String)>),
    /// Where most cases are rejected, among those made from accepted ones: case number N, counted from 1.
    Guided(u64),
    /// By the case source of this name, which is none of those above.
    Source(&'static str),
}

/// How a case was shrunk.
#[derive(Clone, Debug, Default)]
pub struct ShrinkRun {
    /// How often the property was run.
    pub evaluations: u64,
    /// How often a smaller case was found.
    pub steps: u64,
    /// Whether it went on until no smaller case was found. If not, it ran out of its budget or was interrupted.
    pub finished: bool,
    /// Whether the time limit stopped it.
    pub out_of_time: bool,
    /// How long it took.
    pub time: Duration,
    /// The smaller cases, one after the other, if the setting `show` asks for them: their values, in one line each.
    pub evolution: Vec<String>,
}

/// Another place at which a property fails, in a case that shrinks to the reported one.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// Where and how the property fails there.
    pub origin: Origin,
    /// The message of the panic or the error there.
    pub message: String,
    /// The choices of the smallest case that fails there.
    pub choices: Choices,
}

/// Where a failure is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// In this file.
    In(std::path::PathBuf),
    /// Nowhere, as was asked for.
    Nowhere,
    /// Nowhere, for this reason.
    Failed(String),
}

/// Counts of the cases that were run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Cases that ran to the end, the failing one included.
    pub cases: u64,
    /// Cases that a filter or an `assume!` rejected, by place.
    pub rejections: Vec<Rejection>,
    /// If most cases were rejected: how many guided generation would accept.
    pub guidance: Option<Guidance>,
    /// Cases that were cut off because they made too many choices.
    pub overruns: u64,
    /// Random cases that repeat an enumerated one, as far as that is cheap to see. They were not run: others were in their
    /// place.
    pub repeats: u64,
    /// Stored regressions that were run.
    pub regressions: usize,
    /// Explicit examples that were run.
    pub examples: usize,
    /// The enumerated cases, smallest first, among them.
    pub enumerated: Option<EnumeratedCases>,
    /// Cases that were made to have higher scores (see `target!`), among them.
    pub targeted: u64,
    /// Cases that were grown, step by step (see the setting `growth`), among them.
    pub grown: u64,
    /// Whether enumerated cases drew lazy parts only where they were forced: then one represents many.
    pub on_demand: bool,
    /// Whether some values were guided: then cases are not distributed as their generator would
    /// draw them, conditions or not.
    pub guided: bool,
    /// Whether the time limit stopped the search.
    pub out_of_time: bool,
    /// Panics of spawned threads that did not keep the property from passing.
    pub strays: Vec<StrayPanic>,
    /// The charts of `collect!` and `classify!`.
    pub charts: Vec<Chart>,
    /// The requirements of `cover!`, and whether they were met.
    pub covered: Vec<RequirementState>,
    /// The highest score of each name: see `target!`.
    pub scores: Vec<Score>,
}

impl Statistics {
    /// How many cases were rejected in all.
    pub fn rejected(&self) -> u64 {
        self.rejections.iter().map(|rejection| rejection.count).sum()
    }
}

/// The highest scores of one name: see `target!`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The name.
    pub name: String,
    /// The highest among random and enumerated cases, if any of them had one.
    pub by_chance: Option<f64>,
    /// The highest among the cases that were made from those, if any of them had one.
    pub by_climbing: Option<f64>,
}

/// Enumerated cases, smallest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumeratedCases {
    /// How many, rejected ones included.
    pub cases: u64,
    /// Up to which size all of them were.
    pub all_up_to: Option<usize>,
    /// Whether a size is a depth.
    pub by_depth: bool,
}

/// Cases that were rejected at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What rejected them.
    pub by: RejectedBy,
    /// Where it is written: `file:line:column`.
    pub place: Option<String>,
    /// How many there were.
    pub count: u64,
}

/// How many cases guided generation would accept: `filter(..).guided()`. It is measured after a run that rejected most of its
/// cases, by changing the choices of accepted ones; these are not among the cases of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guidance {
    /// How many different cases were accepted.
    pub let_through: u64,
    /// Of this many.
    pub of: u64,
}

/// Panics of spawned threads that the property did not notice: it did not join them, or ignored the result.
///
/// The first at each place is printed like those of all threads. Others like it are counted here, if no other property was
/// checked in the same process at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayPanic {
    /// Where they panicked: `file:line:column`.
    pub place: Option<String>,
    /// What the first of them said.
    pub message: String,
    /// How many there were.
    pub count: u64,
}

impl StrayPanic {
    /// Adds panics to others, of which those at the same place are counted together.
    pub(crate) fn add(strays: &mut Vec<StrayPanic>, other: StrayPanic) {
        match strays.iter_mut().find(|mine| mine.place == other.place) {
            Some(mine) => mine.count += other.count,
            None => strays.push(other),
        }
    }
}

/// What rejects cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectedBy {
    /// A filter, or a generator that rejects.
    Generator,
    /// An `assume!`.
    Assumption,
}

/// What each part of a run costs.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Efforts {
    /// How long all of it took.
    pub total: Duration,
    /// Running cases until one fails.
    pub searching: Effort,
    /// Running failing cases again, to be sure that they fail every time.
    pub confirming: Effort,
    /// Shrinking failing cases.
    pub shrinking: Effort,
    /// Finding out which parts of a case do not matter.
    pub explaining: Effort,
    /// Looking for other bugs after the first, among the cases that were left.
    pub other_bugs: Effort,
}

impl Efforts {
    /// How often the property was called in all.
    pub fn calls(&self) -> u64 {
        [self.searching, self.confirming, self.shrinking, self.explaining, self.other_bugs]
            .iter()
            .map(|part| part.calls)
            .sum()
    }
}

/// What a part of a run cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often it called the property.
    pub calls: u64,
    /// How long it took.
    pub time: Duration,
}
