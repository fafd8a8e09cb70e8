//! Times contenders against each other: interleaved, in rounds, the median of which counts.
//!
//! One build is one layout of the code. In the row `tree` the ratio of two contenders was seen to move by up to 4% when the same
//! functions were linked in another order (`--shuffle-sections` of LLD), so a smaller difference is to be measured over several
//! orders before it is believed.

use super::contender::{Contender, Pass};
use crate::alloc::counting;
use crate::median::median;
use astragal::generators::permutation_of;
use astragal::prelude::*;
use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    rounds: usize,
    /// About the time that each contender is given in each round.
    slice: Duration,
}

impl Effort {
    pub(super) const RELEASE: Self = Self { rounds: 41, slice: Duration::from_millis(30) };
    /// Shorter, as debug builds are slow but their ratios are large.
    pub(super) const DEBUG: Self = Self { rounds: 7, slice: Duration::from_millis(30) };
}

/// What one contender was measured to need.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) ns_per_value: f64,
    pub(super) allocs_per_value: f64,
    pub(super) elements_per_value: f64,
}

/// One reading a contender, in their order.
///
/// Values are counted and measured in separate passes, so that neither the walk through a value
/// nor the counting of allocations is timed.
pub(super) fn measure(contenders: &mut [Contender], effort: Effort) -> Vec<Reading> {
    let mut tallies: Vec<Tally> =
        contenders.iter_mut().map(|contender| Tally::new(values_for(contender, effort.slice))).collect();
    // Another order each time: each contender finds the heap and the caches as the one before has left them.
    let orders = permutation_of((0..contenders.len()).collect::<Vec<_>>());
    for round in 0..effort.rounds {
        for at in orders.sample(round as u64) {
            tallies[at].round(&mut contenders[at]);
        }
    }
    tallies.into_iter().map(Tally::reading).collect()
}

/// About the number of values that the contender generates in `slice`; warms it up as well.
fn values_for(contender: &mut Contender, slice: Duration) -> usize {
    let mut values = 1;
    loop {
        let (pass, elapsed) = timed(contender, values);
        if elapsed * 4 >= slice {
            let per_second = pass.values as f64 / elapsed.as_secs_f64();
            return ((per_second * slice.as_secs_f64()) as usize).max(1);
        }
        values *= 2;
    }
}

fn timed(contender: &mut Contender, values: usize) -> (Pass, Duration) {
    let start = Instant::now();
    let pass = contender.generate(values);
    (pass, start.elapsed())
}

/// The rounds of one contender so far.
struct Tally {
    values_per_round: usize,
    ns_per_value: Vec<f64>,
    counted: Pass,
    allocations: u64,
}

impl Tally {
    fn new(values_per_round: usize) -> Self {
        Self { values_per_round, ns_per_value: Vec::new(), counted: Pass::default(), allocations: 0 }
    }

    fn round(&mut self, contender: &mut Contender) {
        let (pass, elapsed) = timed(contender, self.values_per_round);
        self.ns_per_value.push(elapsed.as_nanos() as f64 / pass.values as f64);
        let (pass, allocations) = counting(|| contender.generate_and_count(self.values_per_round));
        self.counted.values += pass.values;
        self.counted.elements += pass.elements;
        self.allocations += allocations;
    }

    fn reading(self) -> Reading {
        let values = self.counted.values as f64;
        Reading {
            ns_per_value: median(self.ns_per_value),
            allocs_per_value: self.allocations as f64 / values,
            elements_per_value: self.counted.elements as f64 / values,
        }
    }
}
