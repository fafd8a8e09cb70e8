//! The table on shrinking: a failing value is found, its choices are thrown away, and it is shrunk by what its generator
//! finds out about it when it runs backwards.

use super::binheap::BinHeap;
use super::bound5::Bound5;
use super::calculator::Calculator;
use super::example::Example;
use super::parser::Parser;
use super::reverse::Reverse;
use crate::report::{OURS, Report};
use crate::statistics::mean;
use astragal::prelude::*;
use astragal::source::Rng;
use std::collections::BTreeMap;

/// Each with a seed of its own.
const RUNS: u64 = 1_000;
/// A run without a failure ends after this many values.
const TESTS: u32 = 10_000;
/// The sizes go round below this one, at which values are taken apart.
const SIZE: u32 = 30;

/// The means of the paper.
struct Published {
    reflective: f64,
    hypothesis: f64,
    quickcheck: f64,
    unshrunk: f64,
}

pub(super) fn run(report: &mut Report) {
    row::<BinHeap>(
        report,
        "binheap",
        Published { reflective: 9.15, hypothesis: 9.02, quickcheck: 9.14, unshrunk: 14.89 },
    );
    row::<Bound5>(
        report,
        "bound5",
        Published { reflective: 3.06, hypothesis: 2.08, quickcheck: 17.75, unshrunk: 131.48 },
    );
    row::<Calculator>(
        report,
        "calculator",
        Published { reflective: 5.03, hypothesis: 5.0, quickcheck: 5.07, unshrunk: 13.75 },
    );
    row::<Parser>(report, "parser", Published { reflective: 3.7, hypothesis: 3.31, quickcheck: 3.67, unshrunk: 40.04 });
    row::<Reverse>(report, "reverse", Published { reflective: 2.0, hypothesis: 2.0, quickcheck: 2.0, unshrunk: 2.67 });
}

fn row<E: Example>(report: &mut Report, name: &str, published: Published) {
    let (mut unshrunk, mut sizes, mut evaluations) = (Vec::new(), Vec::new(), Vec::new());
    let mut minima: BTreeMap<String, u64> = BTreeMap::new();
    let generator = E::generator(SIZE);
    for value in (0..RUNS).filter_map(failing::<E>) {
        unshrunk.push(E::measure(&value) as f64);
        let shrunk = generator.shrink(&value, E::fails).expect("what was generated can be taken apart, and fails");
        sizes.push(E::measure(&shrunk.value) as f64);
        evaluations.push(shrunk.evaluations as f64);
        *minima.entry(format!("{:?}", shrunk.value)).or_default() += 1;
    }
    let mut add = |metric, source, value| report.add(name, metric, source, value);
    add("found", OURS, sizes.len() as f64);
    add("mean_size", OURS, mean(&sizes));
    add("mean_size", "hypothesis", published.hypothesis);
    add("mean_size", "reflective", published.reflective);
    add("mean_size", "quickcheck", published.quickcheck);
    add("largest_size", OURS, sizes.iter().copied().fold(0.0, f64::max));
    add("unshrunk_size", OURS, mean(&unshrunk));
    add("unshrunk_size", "reflective", published.unshrunk);
    add("evaluations", OURS, mean(&evaluations));
    add("distinct", OURS, minima.len() as f64);
    let mut minima: Vec<_> = minima.into_iter().collect();
    minima.sort_by_key(|minimum| std::cmp::Reverse(minimum.1));
    for (value, times) in minima.iter().take(3) {
        report.note(name, &format!("{times}x {value}"));
    }
}

/// The first failing value of a run, without the choices that made it.
fn failing<E: Example>(run: u64) -> Option<E::Value> {
    let mut rng = Rng::new(run);
    (0..TESTS).map(|test| E::generator(test % SIZE).sample(rng.word())).find(E::fails)
}
