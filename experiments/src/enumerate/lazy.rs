//! Sortedness of all lists of up to ten digits: one run for each way to settle it.

use super::{TARGET, compare};
use crate::median::median_of;
use crate::report::Report;
use crate::stopwatch::Stopwatch;
use astragal::generators::{LazyList, lazy_list_of};
use astragal::spaces::exhaustively;

const ROW: &str = "sortedness, lazily";
/// The sorted lists, and the sorted lists that a smaller element follows; of 11,111,111,111 lists.
const RUNS: f64 = 923_781.0;
/// A list takes two choices for each element.
const BOUND: usize = 2 * 10;

fn is_sorted(list: &LazyList<u8>) -> bool {
    let mut last = 0;
    list.iter().all(|element| {
        let rises = last <= **element;
        last = **element;
        rises
    })
}

pub(super) fn run(report: &mut Report) {
    let mut runs = 0;
    let seconds = median_of(3, || {
        let started = Stopwatch::start();
        let searched = exhaustively(lazy_list_of(0..=9u8), BOUND, |list| {
            is_sorted(list);
            true
        });
        runs = searched.expect("a generator that is put together well").runs;
        started.seconds()
    });
    compare(report, ROW, "tests_lazy", runs as f64, (RUNS, "formula"));
    compare(report, ROW, "seconds", seconds, (3.0, TARGET));
}
