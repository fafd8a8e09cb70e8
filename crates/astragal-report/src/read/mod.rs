//! Reads logs: streams JSON Lines of Astragal, Hypothesis and others in bounded memory.

mod case;
mod counted;
mod covered;
mod end;
mod failing;
mod files;
mod keep;
mod lines;
mod log;
mod names;
mod tally;

pub use log::Log;

pub(crate) use case::{Collected, Status, is_drawn, is_search, shortened};
pub(crate) use covered::Covered;
pub(crate) use end::RunEnd;
pub(crate) use keep::Sample;
pub(crate) use log::{PastTally, PropertyLog};
pub(crate) use tally::RunTally;

use std::path::PathBuf;
use std::{fmt, io};

/// How much of a log is kept.
///
/// ```
/// assert_eq!(astragal_report::Limits::default().samples, 50_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many samples of all properties together.
    pub samples: usize,
    /// How many bytes they may take together.
    pub bytes: usize,
    /// Of how many samples of a property the whole line is kept, besides failures.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { samples: 50_000, bytes: 64 << 20, lines: 2_000 }
    }
}

/// A line that could not be read.
///
/// ```
/// use astragal_report::Problem;
///
/// let problem = Problem { file: "a.jsonl".into(), line: 3, what: "the line is not UTF-8".into() };
/// assert_eq!(problem.to_string(), "a.jsonl:3: the line is not UTF-8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// Why nothing could be read at all.
///
/// ```
/// let error = astragal_report::ReadError::Missing("target/astragal".into());
/// assert_eq!(error.to_string(), "there is no log at target/astragal");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A path does not exist, or matches no file.
    Missing(PathBuf),
    /// A file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// There are files, but no line of them can be read.
    Empty(Vec<Problem>),
    /// Results of cargo-mutants that cannot be understood.
    Mutants(PathBuf, String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Missing(path) => write!(f, "there is no log at {}", path.display()),
            ReadError::Unreadable(path, error) => write!(f, "{} cannot be read: {error}", path.display()),
            ReadError::Empty(problems) => match problems.first() {
                None => f.write_str("the log is empty"),
                Some(first) => write!(f, "no line of the log can be read; the first problem is {first}"),
            },
            ReadError::Mutants(path, what) => write!(f, "{}: {what}", path.display()),
        }
    }
}

impl std::error::Error for ReadError {}
