//! The experiment `agata`: bugs that show in small values of deeply nested types, and how large the values are that each
//! way of drawing makes of such types. After Duregard, Agata, 2009.

mod contender;
mod file;
pub(crate) mod inner;
mod limited;
mod observer;
mod ours;
mod peers;
mod sizes;
mod subject;
mod tests;

use crate::report::Report;
pub(crate) use file::File;
pub(crate) use subject::{ClassNames, Number, Qsort, Subject};

const EXPERIMENT: &str = "agata";

/// How many tests a run has, and how many runs there are.
const TESTS: u64 = 100;
const RUNS: u64 = 100;

/// The source of figures that were published, of the default generators of Haskell's QuickCheck, of Agata's, and of
/// SmallCheck.
const QUICKCHECK: &str = "published: QuickCheck";
const AGATA: &str = "published: Agata";
const SMALLCHECK: &str = "published: SmallCheck";
/// The source of figures that we set ourselves to reach.
const TARGET: &str = "target";

/// Runs every contender on every subject, and measures how large its values are.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    tests::run(&mut report);
    sizes::run(&mut report);
    report
}
