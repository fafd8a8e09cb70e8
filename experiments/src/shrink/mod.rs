//! The experiment `shrink`: the public shrinking challenge, how small the failures are that each library ends with.

mod binheap;
mod calculator;
mod challenge;
mod chaos_theory;
mod hegel;
pub(crate) mod inner;
mod lists;
mod measure;
mod numbers;
mod observer;
mod ours;
mod proptest;
mod quickcheck;

use crate::report::Report;
pub(crate) use challenge::{Challenge, Verdict};
pub(crate) use lists::{Bound5, Distinct, LargeUnionList, NestedLists, Reverse};
pub(crate) use numbers::Difference;

const EXPERIMENT: &str = "shrink";

/// Runs every challenge with every library.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    report.absorb(&inner::printed());
    report
}
