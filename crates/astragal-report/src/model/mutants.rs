//! Which mutants the properties kill, as data.

use serde::Serialize;

/// Mutants, and which property kills which.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mutants {
    /// The mutants, survivors first.
    pub mutants: Vec<Mutant>,
    /// The names of the tests.
    pub properties: Vec<String>,
    /// Index of a mutant, index of a property that kills it, cases to the kill if known.
    pub kills: Vec<(u32, u32, Option<u64>)>,
    /// Indices of properties that kill no mutant.
    pub useless: Vec<u32>,
}

/// One change of the sources.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mutant {
    /// What tells it from all others: the name of its log.
    pub id: String,
    /// What it changes: "replace f -> bool with true".
    pub name: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The change, as a diff.
    pub diff: String,
    /// `killed`, `survived`, `timeout` or `unviable`.
    pub status: String,
}
