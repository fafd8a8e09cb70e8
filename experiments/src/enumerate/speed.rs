//! How fast values are enumerated, counted, indexed and drawn uniformly, and in how much memory.

use super::types::{Expr, Rank, Shape, Suit};
use super::{TARGET, compare};
use crate::alloc::peak;
use crate::median::median_of;
use crate::report::{OURS, Report};
use crate::stopwatch::Stopwatch;
use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure, Measured};
use std::hint::black_box;

/// How often each is measured; the median counts.
const ROUNDS: usize = 11;
/// Work that takes microseconds is repeated this many times in each round.
const REPEATED: usize = 20;
/// The size of the values that are counted, indexed and drawn.
const SIZE: usize = 1_000;

pub(super) fn run(report: &mut Report) {
    let lists = any::<Vec<bool>>().measured(Measure::tiers());
    values_per_second(report, "Vec<bool> to 14", 5e6, || lists.up_to(14).map(black_box).count());
    let cards = any::<(Suit, Rank, Suit, Rank)>().measured(Measure::tiers());
    values_per_second(report, "tuples of enums", 5e6, || (0..20).map(|_| cards.iter().map(black_box).count()).sum());
    let exprs = any::<Expr>().measured(Measure::tiers());
    values_per_second(report, "Expr", 1e6, || exprs.iter().take(50_000).map(black_box).count());
    memory(report);
    large_expr(report);
    large_shape(report);
}

fn values_per_second(report: &mut Report, row: &str, target: f64, mut list: impl FnMut() -> usize) {
    let rate = median_of(ROUNDS, || {
        let started = Stopwatch::start();
        let enumerated = list();
        enumerated as f64 / started.seconds()
    });
    compare(report, row, "values_per_s", rate.round(), (target, TARGET));
}

fn memory(report: &mut Report) {
    peak_bytes(report, "Vec<bool> of 20", any::<Vec<bool>>(), 20);
    peak_bytes(report, "Expr of size 24", any::<Expr>(), 24);
}

/// The peak memory does not depend on how many values are enumerated.
fn peak_bytes<G: Gen + Closed>(report: &mut Report, row: &str, generator: G, size: usize) {
    let values = generator.measured(Measure::tiers());
    values.count(size);
    let peak_of = |count: usize| {
        let (enumerated, bytes) = peak(|| values.of_size(size).take(count).map(black_box).count());
        assert_eq!(enumerated, count, "{row}");
        bytes as f64
    };
    compare(report, row, "peak_bytes_of_1e6", peak_of(1_000_000), (peak_of(1_000), "of 1e3"));
}

fn large_expr(report: &mut Report) {
    let exprs = counted(report, "Expr to 1,000", any::<Expr>);
    let rank = BigUint::from(10u8).pow(100);
    let value = exprs.nth(&rank).expect("infinitely many");
    assert_eq!(exprs.rank(&value).as_ref(), Ok(&rank));
    microseconds(report, "Expr to 1,000", "nth_us", Some(500.0), |_| exprs.nth(&rank).is_some());
    microseconds(report, "Expr to 1,000", "rank_us", None, |_| exprs.rank(&value).is_ok());
    let uniform = exprs.uniform(SIZE);
    microseconds(report, "Expr to 1,000", "uniform_us", Some(500.0), |seed| uniform.try_sample(seed).is_ok());
}

fn large_shape(report: &mut Report) {
    let shapes = counted(report, "Shape to 1,000", any::<Shape>);
    let rank = shapes.count(SIZE).number() / 3u8;
    let value = shapes.nth_of_size(SIZE, &rank).expect("one of them");
    assert_eq!(shapes.rank_up_to(SIZE, &value).as_ref(), Ok(&rank));
    microseconds(report, "Shape to 1,000", "nth_us", Some(500.0), |_| shapes.nth_of_size(SIZE, &rank).is_some());
    microseconds(report, "Shape to 1,000", "rank_us", None, |_| shapes.rank_up_to(SIZE, &value).is_ok());
    let uniform = shapes.uniform(SIZE);
    microseconds(report, "Shape to 1,000", "uniform_us", Some(500.0), |seed| uniform.try_sample(seed).is_ok());
}

/// Counts all sizes, each time anew.
fn counted<G: Gen + Closed>(report: &mut Report, row: &str, generator: impl Fn() -> G) -> Measured<G> {
    let time = median_of(ROUNDS, || {
        let started = Stopwatch::start();
        black_box(generator().measured(Measure::tiers()).count(SIZE));
        started.seconds() * 1e3
    });
    compare(report, row, "count_ms", time, (200.0, TARGET));
    let values = generator().measured(Measure::tiers());
    values.count(SIZE);
    values
}

fn microseconds(
    report: &mut Report,
    row: &str,
    metric: &str,
    target: Option<f64>,
    mut action: impl FnMut(u64) -> bool,
) {
    let mut seeds = 0..;
    let time = median_of(ROUNDS, || {
        let started = Stopwatch::start();
        for seed in seeds.by_ref().take(REPEATED) {
            assert!(black_box(action(seed)), "{row} {metric}");
        }
        started.seconds() * 1e6 / REPEATED as f64
    });
    report.add(row, metric, OURS, time);
    if let Some(target) = target {
        report.add(row, metric, TARGET, target);
    }
}
