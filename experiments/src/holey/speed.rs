//! How long it takes to draw one of all binary trees of a size, each as likely: by holes, by counting, by Boltzmann.

use super::shape::Shape;
use crate::median::median;
use crate::report::{OURS, Report};
use crate::stopwatch::Stopwatch;
use astragal::Draw;
use astragal::prelude::*;
use astragal::shapes::Weighting;
use astragal::shapes::holey;
use astragal::spaces::Measure;

/// The time is the median of this many.
const TIMES: u64 = 5;

pub(super) fn run(report: &mut Report) {
    // Of about n nodes the longest way down has about 3.5 times the square root of n.
    astragal::source::deep(measure).into_iter().for_each(|(row, ms)| report.add(&row, "ms", OURS, ms));
}

fn measure() -> Vec<(String, f64)> {
    let mut rows = Vec::new();
    for nodes in [1_000, 100_000] {
        let trees = holey(
            (),
            |_, ()| Some(((), [(), ()])),
            |()| Shape::Leaf,
            |(), [left, right]| Shape::Node(Box::new(left), Box::new(right)),
        );
        let trees = trees.exactly(nodes).weighted(Weighting::uniform());
        rows.push((format!("holey_{nodes}"), milliseconds(&trees)));
        let counted = any::<Shape>().measured(Measure::tiers());
        if nodes == 1_000 {
            let trees = counted.uniform(nodes);
            // The first draw does the counting; that is paid once for all trees up to this size.
            let watch = Stopwatch::start();
            let _ = trees.sample(0);
            rows.push((format!("counting_{nodes}_first"), watch.seconds() * 1e3));
            rows.push((format!("counting_{nodes}"), milliseconds(&trees)));
        }
        let trees = counted.within(nodes * 95 / 100..=nodes * 105 / 100);
        rows.push((format!("boltzmann_{nodes}"), milliseconds(&trees)));
    }
    rows
}

fn milliseconds(trees: &impl Draw<Value = Shape>) -> f64 {
    let times = (0..TIMES).map(|seed| {
        let watch = Stopwatch::start();
        let tree = trees.sample(seed);
        let seconds = watch.seconds();
        assert!(matches!(tree, Shape::Node(..)));
        seconds * 1e3
    });
    median(times.collect())
}
