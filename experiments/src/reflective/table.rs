//! The table on shrinking: a failing value is found, its choices are thrown away, and it is shrunk by what its generator
//! finds out about it when it runs backwards.

use super::binheap::BinHeap;
use super::bound5::Bound5;
use super::calculator::Calculator;
use super::example::Example;
use super::parser::Parser;
use super::peers::Peers;
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

/// A mean of the paper, and its range: of two standard deviations, cut off at zero.
type Range = [f64; 3];

/// What the paper has. It quotes the figures of Hypothesis.
struct Published {
    reflective: Range,
    hypothesis: Range,
    quickcheck: Range,
    unshrunk: Range,
}

pub(super) fn run(report: &mut Report) {
    let peers = Peers::find();
    row::<BinHeap>(
        report,
        &peers,
        "binheap",
        Published {
            reflective: [9.15, 8.0, 10.3],
            hypothesis: [9.02, 9.01, 9.03],
            quickcheck: [9.14, 8.12, 10.16],
            unshrunk: [14.89, 7.01, 22.77],
        },
    );
    row::<Bound5>(
        report,
        &peers,
        "bound5",
        Published {
            reflective: [3.06, 0.6, 5.52],
            hypothesis: [2.08, 2.07, 2.1],
            quickcheck: [17.75, 0.0, 62.32],
            unshrunk: [131.48, 0.38, 262.59],
        },
    );
    row::<Calculator>(
        report,
        &peers,
        "calculator",
        Published {
            reflective: [5.03, 4.54, 5.52],
            hypothesis: [5.0, 5.0, 5.0],
            quickcheck: [5.07, 4.21, 5.92],
            unshrunk: [13.75, 1.6, 25.9],
        },
    );
    row::<Parser>(
        report,
        &peers,
        "parser",
        Published {
            reflective: [3.7, 2.21, 5.2],
            hypothesis: [3.31, 3.28, 3.34],
            quickcheck: [3.67, 2.69, 4.64],
            unshrunk: [40.04, 0.0, 127.51],
        },
    );
    row::<Reverse>(
        report,
        &peers,
        "reverse",
        Published {
            reflective: [2.0, 2.0, 2.0],
            hypothesis: [2.0, 2.0, 2.0],
            quickcheck: [2.0, 2.0, 2.0],
            unshrunk: [2.67, 0.76, 4.57],
        },
    );
    if let missing @ [_, ..] = &peers.missing()[..] {
        report.note("reverse", &format!("not on this machine, so only quoted: {}", missing.join(", ")));
    }
}

/// The mean, and two standard deviations to either side of it, but not below zero.
fn range(sizes: &[f64]) -> Range {
    let mean = mean(sizes);
    let deviation = (sizes.iter().map(|size| (size - mean).powi(2)).sum::<f64>() / sizes.len() as f64).sqrt();
    [mean, (mean - 2.0 * deviation).max(0.0), mean + 2.0 * deviation]
}

/// Adds a mean and its range.
fn add_range(report: &mut Report, name: &str, what: &str, source: &str, [mean, low, high]: Range) {
    report.add(name, what, source, mean);
    report.add(name, &format!("{what}_low"), source, low);
    report.add(name, &format!("{what}_high"), source, high);
}

fn row<E: Example>(report: &mut Report, peers: &Peers, name: &str, published: Published) {
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
    report.add(name, "found", OURS, sizes.len() as f64);
    let run = [("hypothesis, run", peers.hypothesis(name)), ("quickcheck, run", peers.quickcheck(name))];
    for (source, found) in &run {
        found.iter().for_each(|found| report.add(name, "found", source, found.len() as f64));
    }
    add_range(report, name, "mean_size", OURS, range(&sizes));
    for (source, found) in &run {
        found.iter().for_each(|found| add_range(report, name, "mean_size", source, range(found)));
    }
    add_range(report, name, "mean_size", "hypothesis, quoted", published.hypothesis);
    add_range(report, name, "mean_size", "reflective, quoted", published.reflective);
    add_range(report, name, "mean_size", "quickcheck, quoted", published.quickcheck);
    report.add(name, "largest_size", OURS, sizes.iter().copied().fold(0.0, f64::max));
    add_range(report, name, "unshrunk_size", OURS, range(&unshrunk));
    add_range(report, name, "unshrunk_size", "reflective, quoted", published.unshrunk);
    report.add(name, "evaluations", OURS, mean(&evaluations));
    report.add(name, "distinct", OURS, minima.len() as f64);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_of_two_standard_deviations_and_not_below_zero() {
        assert_eq!(range(&[2.0, 2.0, 2.0]), [2.0, 2.0, 2.0]);
        assert_eq!(range(&[8.0, 12.0]), [10.0, 6.0, 14.0]);
        assert_eq!(range(&[0.0, 4.0]), [2.0, 0.0, 6.0]);
    }

    /// Of a machine without peers the table has what is quoted, and it says so.
    #[test]
    fn peers_that_are_not_there_are_quoted() {
        let mut report = Report::new("reflective");
        let published =
            Published { reflective: [2.0; 3], hypothesis: [2.0; 3], quickcheck: [2.0; 3], unshrunk: [3.0; 3] };
        row::<Reverse>(&mut report, &Peers::none(), "reverse", published);
        let lines = report.tsv();
        assert!(lines.contains("reverse\tmean_size_high\t2.0000\t2.0000\thypothesis, quoted"), "{lines}");
        assert!(!lines.contains(", run"), "{lines}");
        assert_eq!(Peers::none().missing(), ["Hypothesis", "QuickCheck"]);
    }
}
