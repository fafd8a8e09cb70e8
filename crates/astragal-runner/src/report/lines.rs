//! Lines of the user's code that tell failing cases from passing ones.

/// Lines that every failing case of a run executed and no passing one.
///
/// It is a statement about the cases that were run, of which it says how many there were: those of the search, and those that were tried to
/// shrink and to explain the failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailingLines {
    /// The lines: by file as seen from the workspace, in order.
    pub files: Vec<(String, Vec<u32>)>,
    /// How many cases failed in this way.
    pub failing: u64,
    /// How many cases passed.
    pub passing: u64,
}
