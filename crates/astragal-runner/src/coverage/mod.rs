//! Which lines of the user's code a case ran, in a program that counts that: see `astragal-coverage`.
//!
//! The counters are those of the whole process. So in a program that counts, runs take turns, each on one thread.

#[cfg(feature = "coverage")]
mod counted;
#[cfg(not(feature = "coverage"))]
mod uncounted;

/// `is_on`: whether the program counts. `turn`: waits until no other run counts. `begin`: what is counted begins here. `panicked`: a panic
/// begins, and what is run from here on cleans up. `lines`: what was run since, or until the case panicked. `files`: all lines that are
/// counted in some files. `problem`: why no lines are known.
#[cfg(feature = "coverage")]
pub(crate) use counted::{begin, files, is_on, lines, panicked, problem, turn};
#[cfg(not(feature = "coverage"))]
pub(crate) use uncounted::{begin, files, is_on, lines, panicked, problem, turn};

/// When a run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Never: it is inside of a case of another run, whose lines it would take away.
    Inner,
    /// When all that count are over.
    Waits,
    /// If none counts now: the one that counts may be waiting for this one.
    IfFree,
}

/// A file of the user's workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountedFile {
    /// Its name, as seen from the workspace.
    pub(crate) name: String,
    /// The hash of its text (FNV-1a of its bytes), if it is still the one that was compiled.
    pub(crate) hash: Option<u64>,
    /// Its lines that have code in this program.
    pub(crate) lines: Vec<u32>,
}
