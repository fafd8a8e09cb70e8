//! Lines of code: which of them the samples ran, and their texts.

use serde::Serialize;

/// Which lines of code were run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// The files.
    pub files: Vec<String>,
    /// For each file the index of its text in [`Model::sources`](crate::Model::sources); null if there is none.
    pub texts: Vec<Option<u32>>,
    /// The hashes of the files' texts, if the log has them.
    #[serde(skip)]
    pub hashes: Vec<Option<String>>,
    /// Index of the file, line.
    pub lines: Vec<[u32; 2]>,
    /// Whether `lines` are all lines of these files that have code, run or not.
    pub is_whole: bool,
    /// The different sets of lines, as indices into `lines`.
    pub sets: Vec<Vec<u32>>,
    /// For each sample the index of its set; null if it has none.
    pub set: Vec<Option<u32>>,
    /// Lines that all failing cases ran and no passing one: one entry for each way to fail, or one for all.
    pub suspicious: Vec<Suspicious>,
}

/// Lines that all failing cases ran and no passing one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Suspicious {
    /// Indices of lines.
    pub lines: Vec<u32>,
    /// How many cases failed.
    pub failing: u64,
    /// How many cases passed.
    pub passing: u64,
}

/// The text of a source file, around the lines that were run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Source {
    /// Its name, as seen from the workspace.
    pub file: String,
    /// Lines that follow each other: the number of the first, and their texts.
    pub stretches: Vec<(u32, Vec<String>)>,
}
