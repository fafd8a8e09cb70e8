//! Reads logs: streams JSON Lines of Astragal, Hypothesis and others in bounded memory.

use std::fmt;
use std::io::BufRead;
use std::path::PathBuf;

/// What was read from one or more logs.
///
/// ```
/// use astragal_report::Log;
///
/// let text = "{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"passed\"}\nnot JSON\n";
/// let log = Log::from_reader(text.as_bytes(), "a.jsonl")?;
/// assert_eq!(log.broken(), 1);
/// assert_eq!(log.problems()[0].line, 2);
/// # Ok::<(), astragal_report::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Log {
    problems: Vec<Problem>,
    broken: u64,
}

impl Log {
    /// Reads files, the logs of folders, and patterns such as `observed/2026-01-*`.
    pub fn read(paths: &[PathBuf]) -> Result<Log, ReadError> {
        Log::read_within(paths, Limits::default())
    }

    /// Reads like [`Log::read`], with other limits.
    pub fn read_within(_paths: &[PathBuf], _limits: Limits) -> Result<Log, ReadError> {
        todo!()
    }

    /// Reads lines from anywhere; `name` is what problems call them.
    pub fn from_reader(_lines: impl BufRead, _name: &str) -> Result<Log, ReadError> {
        todo!()
    }

    /// The first lines that could not be read, at most 100.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many lines could not be read.
    pub fn broken(&self) -> u64 {
        self.broken
    }
}

/// How much of a log is kept.
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
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A path does not exist, or matches no file.
    Missing(PathBuf),
    /// A file cannot be read.
    Unreadable(PathBuf, std::io::Error),
    /// There are files, but no line of them can be read.
    Empty(Vec<Problem>),
    /// Results of cargo-mutants that cannot be understood.
    Mutants(PathBuf, String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}

impl std::error::Error for ReadError {}
