//! The methods that are compared: drawing and rejecting, choice gradients, and guided search.

use super::budget::{Budget, Outcome, Run};
use super::diversity::Sample;
use super::subjects::Spelling;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::Rng;
use std::collections::HashSet;
use std::hash::Hash;

/// What valid values are, and how large one is.
pub(super) struct Rules<T> {
    pub(super) is_valid: fn(&T) -> bool,
    pub(super) size: fn(&T) -> usize,
    pub(super) spell: fn(&T, &mut Spelling),
}

impl<T> Rules<T> {
    fn outcome(&self, found: &HashSet<T>, run: Run) -> Outcome {
        let mut sizes = Vec::new();
        found.iter().for_each(|value| count(&mut sizes, (self.size)(value)));
        let mut sample = Sample::new();
        if matches!(run.budget, Budget::Calls(_)) {
            // A set has no order of its own.
            let spelt = found.iter().map(|value| {
                let mut spelling = Spelling::default();
                (self.spell)(value, &mut spelling);
                ((self.size)(value), spelling)
            });
            let mut spelt: Vec<(usize, Spelling)> = spelt.collect();
            spelt.sort_unstable();
            spelt.into_iter().for_each(|(size, spelling)| sample.offer(size, |into| *into = spelling));
        }
        Outcome { unique: found.len() as f64, sizes, calls: run.calls, curve: run.curve, sample }
    }
}

/// Draws values and keeps those that are valid.
pub(super) fn rejection<T: Hash + Eq>(
    generator: &impl Gen<Value = T>,
    rules: &Rules<T>,
    budget: Budget,
    seed: u64,
) -> Outcome {
    let mut run = Run::start(budget, 1 << 13);
    let (mut found, mut src, mut seeds) = (HashSet::new(), Source::random(seed), Rng::new(seed));
    while run.goes_on(found.len()) {
        src.restart(seeds.word());
        let value = src.try_draw(generator).expect("these generators reject nothing");
        run.calls += 1;
        if (rules.is_valid)(&value) {
            found.insert(value);
        }
    }
    rules.outcome(&found, run)
}

/// Guided search.
pub(super) fn guided<T>(generator: &impl Gen<Value = T>, rules: &Rules<T>, budget: Budget, seed: u64) -> Outcome {
    let guided = generator.filter(rules.is_valid).guided();
    let mut search = Some(guided.search(seed));
    searched(rules, budget, |until, found| {
        let mut stretch = search.take().expect("it is put back").calls_at_most(until);
        stretch.by_ref().for_each(|(value, _)| found(value));
        search.insert(stretch).calls()
    })
}

/// Choice gradients.
pub(super) fn gradients<T>(
    generator: &impl Gen<Value = T>,
    rules: &Rules<T>,
    samples: u32,
    budget: Budget,
    seed: u64,
) -> Outcome {
    let gradients = generator.filter(rules.is_valid).gradients(samples);
    let mut search = Some(gradients.search(seed));
    searched(rules, budget, |until, found| {
        let mut stretch = search.take().expect("it is put back").calls_at_most(until);
        stretch.by_ref().for_each(|(value, _)| found(value));
        search.insert(stretch).calls()
    })
}

/// A search that never gives a value twice (which the tests check), so nothing is left to do but to count. `go_on` continues it up
/// to a number of calls, and says how many there were.
fn searched<T>(rules: &Rules<T>, budget: Budget, mut go_on: impl FnMut(u64, &mut dyn FnMut(T)) -> u64) -> Outcome {
    /// Calls between two looks at the clock, also where nothing is found any more.
    const STRETCH: u64 = 1 << 10;
    let mut run = Run::start(budget, 1);
    let (mut unique, mut sizes) = (0, Vec::new());
    let (mut sample, is_sampled) = (Sample::new(), matches!(budget, Budget::Calls(_)));
    while run.goes_on(unique) {
        let until = match budget {
            Budget::Calls(calls) => calls.min(run.calls + STRETCH),
            Budget::Seconds(_) => run.calls + STRETCH,
        };
        run.calls = go_on(until, &mut |value| {
            unique += 1;
            let size = (rules.size)(&value);
            count(&mut sizes, size);
            if is_sampled {
                sample.offer(size, |into| (rules.spell)(&value, into));
            }
        });
        if run.calls < until {
            break; // it has given up
        }
    }
    Outcome { unique: unique as f64, sizes, calls: run.calls, curve: run.curve, sample }
}

/// Counts a value by its size.
fn count(sizes: &mut Vec<u64>, size: usize) {
    if sizes.len() <= size {
        sizes.resize(size + 1, 0);
    }
    sizes[size] += 1;
}
