//! Structured growth as the thesis on it has it: integers, records, lists and natural numbers from start values and steps.

use super::compare;
use super::counts::as_figure;
use super::search::at_random;
use crate::report::{OURS, Report};
use astragal::prelude::*;
use astragal::shapes::{ByHand, Grow, Growing};
use astragal::shapes::{Grown, grow, grown};
use std::fmt::Debug;

/// At most this many values are grown.
const GROWN: usize = 10_000;
/// What it prints, and what follows from what it defines.
const THESIS: &str = "thesis";
const DEFINITION: &str = "definition";

/// A record as in its listing 24.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct MyRecord {
    a: bool,
    b: i64,
}

pub(super) fn run(report: &mut Report) {
    values(report, "grow: the tree of 0", &integers(&[0]), (&[0, 1, -1, 2, 3, -2, -3], THESIS));
    let starts = &[-1, 0, 1, -2, -3, 2, 3, -6, -4, -9, 6, 4, 9];
    values(report, "grow: integers", &integers(&[-1, 0, 1]), (starts, DEFINITION));
    let naturals = integers(&[-1, 0, 1]).take_when(|n| *n >= 0);
    values(report, "grow: natural numbers", &naturals, (&[0, 1, 2, 3, 6, 4, 9, 7], DEFINITION));

    let row = "grow: no integer is 5";
    let path = until(report, row, "tests", &integers(&[2]), |n| *n != 5);
    compare(report, row, "path_as_published", as_figure(path == "2 -> 6 -> 5 (seed, *3, dec)"), (1.0, THESIS));
    at_random(report, row, any::<i64>(), |n| *n != 5);

    let row = "grow: no record is true, 3";
    let holds = |record: &MyRecord| !record.a || record.b != 3;
    until(report, row, "tests", &records(), holds);
    until(report, row, "tests_by_type", &grown(any::<MyRecord>()), holds);
    at_random(report, row, any::<MyRecord>(), holds);

    let row = "grow: no list sums to 3";
    let holds = |list: &Vec<i64>| list.iter().fold(0, |sum: i64, n| sum.wrapping_add(*n)) != 3;
    until(report, row, "tests", &lists(), holds);
    until(report, row, "tests_by_type", &grown(any::<Vec<i64>>()), holds);
    at_random(report, row, any::<Vec<i64>>(), holds);

    let row = "grow: the midpoint is in range";
    let holds = |(low, high): &(i32, i32)| low.checked_add(*high).is_some();
    until(report, row, "tests_by_type", &grown(any::<(i32, i32)>()), holds);
    at_random(report, row, any::<(i32, i32)>(), holds);
}

/// The integers of its listing 20, from given start values.
fn integers<'a>(starts: &[i64]) -> Growing<ByHand<'a, i64>> {
    grow(starts.to_vec()).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3)
}

/// The records of its listing 24: all start values of both fields, and one field grows at a time.
fn records<'a>() -> Growing<ByHand<'a, MyRecord>> {
    let starts = [false, true].into_iter().flat_map(|a| [-1, 0, 1].map(|b| MyRecord { a, b }));
    grow(starts)
        .step("a = not", |record| MyRecord { a: !record.a, ..*record })
        .step("b = inc", |record| MyRecord { b: record.b + 1, ..*record })
        .step("b = dec", |record| MyRecord { b: record.b - 1, ..*record })
        .step("b = *3", |record| MyRecord { b: record.b * 3, ..*record })
}

/// The lists of its listing 25: each start value is added, and each element grows.
fn lists<'a>() -> Growing<ByHand<'a, Vec<i64>>> {
    fn each(list: &[i64], step: fn(i64) -> i64) -> Vec<Vec<i64>> {
        let stepped = |at: usize| list.iter().enumerate().map(|(n, &x)| if n == at { step(x) } else { x }).collect();
        (0..list.len()).map(stepped).collect()
    }
    grow([vec![]])
        .steps("add", |list: &Vec<i64>| [-1, 0, 1].map(|n| [list.as_slice(), &[n]].concat()))
        .steps("inc", |list| each(list, |n| n + 1))
        .steps("dec", |list| each(list, |n| n - 1))
        .steps("*3", |list| each(list, |n| n * 3))
}

/// Whether the first values that grow are those.
fn values(report: &mut Report, row: &str, growing: &Growing<ByHand<'_, i64>>, (first, source): (&[i64], &str)) {
    let are_equal = growing.breadth_first().take(first.len()).map(Grown::into_value).eq(first.iter().copied());
    compare(report, row, "values_match", as_figure(are_equal), (1.0, source));
}

/// Grows values until one does not fit, and says how it was reached.
fn until<P: Grow<Value: Debug>>(
    report: &mut Report,
    row: &str,
    metric: &str,
    growing: &Growing<P>,
    holds: impl Fn(&P::Value) -> bool,
) -> String {
    let mut tests = 0.0;
    let found = growing.breadth_first().take(GROWN).find(|value| {
        tests += 1.0;
        !holds(value)
    });
    report.add(row, metric, OURS, tests);
    let path = found.map_or("none".into(), |value| format!("{value:?}"));
    report.note(row, &format!("{metric}: {path}"));
    path
}
