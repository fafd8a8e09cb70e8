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
    /// Where the same recorded cases were replayed against each mutant: index of the mutant, index of the property, how many of its
    /// cases kill the mutant, and how many were replayed.
    pub equal: Vec<(u32, u32, u64, u64)>,
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
    /// `killed`, `survived`, `timeout`, `died` (its process did, and no property failed) or `unviable`.
    pub status: String,
    /// Why it does not compile, how its process died, what did not end; empty if nothing is to be said.
    pub why: String,
}
