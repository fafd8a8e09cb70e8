//! Stored cases that read differently today, since the generator has changed.

use std::path::PathBuf;

/// A stored case that was made by an earlier version of the generator.
///
/// It is read by its labels: those of spans and of branches, and for numbers their bounds. So variants may be added, removed and
/// put in another order, fields may come and go, and bounds may change. If that does not give the stored value again, by its
/// text, then it is one of these.
///
/// If it does not fail either, other choices are searched for whose value has the stored text, whatever the generator makes of
/// them. A failing case found so is one of these too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reread {
    /// The value as it was stored, in one line.
    pub stored: String,
    /// The value as it was read, in one line.
    pub now: String,
    /// By what it was read.
    pub by: ReadBy,
    /// What became of it.
    pub ended: Now,
    /// The file that it is stored in.
    pub file: Option<PathBuf>,
    /// What it is known by in that file: see [`Entry::address`](crate::Entry::address).
    pub address: Option<String>,
}

/// By what a known case was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadBy {
    /// By the labels of its choices; it is another value than the one that was stored.
    Labels,
    /// By its text: it is a value that prints as the stored one did. (Of a very long text only the beginning is stored.)
    Text,
}

/// What a known case does today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// It fails.
    Fails,
    /// It passes.
    Passes,
    /// A filter or an assumption rejects it.
    Rejected,
}
