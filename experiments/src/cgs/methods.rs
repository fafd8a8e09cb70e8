//! The methods that are compared: drawing and rejecting, choice gradients as published, and guided search.

use super::budget::{Budget, Outcome, Run};
use super::diversity::Sample;
use super::subjects::Spelling;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::{Producer, Rng};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::hash::Hash;
use std::rc::Rc;

/// A source is reused for this many samples.
const SAMPLES: u32 = 1 << 12;

/// What valid values are, and how large one is.
pub(super) struct Rules<T> {
    pub(super) is_valid: fn(&T) -> bool,
    pub(super) size: fn(&T) -> usize,
    pub(super) spell: fn(&T, &mut Spelling),
}

impl<T> Rules<T> {
    fn outcome(&self, found: &HashSet<T>, run: Run) -> Outcome {
        let total: usize = found.iter().map(self.size).sum();
        let size = total as f64 / found.len().max(1) as f64;
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
        Outcome { unique: found.len() as f64, size, calls: run.calls, curve: run.curve, sample }
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

/// Guided search. It never gives a value twice (which the tests check), so nothing is left to do but to count.
pub(super) fn guided<T>(generator: &impl Gen<Value = T>, rules: &Rules<T>, budget: Budget, seed: u64) -> Outcome {
    /// Calls between two looks at the clock, also where nothing is found any more.
    const STRETCH: u64 = 1 << 10;
    let mut run = Run::start(budget, 1);
    let guided = generator.filter(rules.is_valid).guided();
    let (mut search, mut unique, mut total) = (guided.search(seed), 0, 0);
    let (mut sample, is_sampled) = (Sample::new(), matches!(budget, Budget::Calls(_)));
    while run.goes_on(unique) {
        let until = run.calls + STRETCH;
        search = search.calls_at_most(until);
        for (value, _) in &mut search {
            unique += 1;
            let size = (rules.size)(&value);
            total += size;
            if is_sampled {
                sample.offer(size, |into| (rules.spell)(&value, into));
            }
        }
        run.calls = search.calls();
        if run.calls < until {
            break; // it has given up
        }
    }
    let size = total as f64 / unique.max(1) as f64;
    Outcome { unique: unique as f64, size, calls: run.calls, curve: run.curve, sample }
}

/// The choices that are made already, and what can be chosen next.
#[derive(Default)]
struct Derivative {
    prefix: RefCell<Vec<u64>>,
    at: Cell<usize>,
    bound: Cell<Option<u64>>,
}

impl Derivative {
    fn begin(&self) {
        self.at.set(0);
        self.bound.set(None);
    }
}

/// Draws from a derivative: the prefix is given, all else is left to chance.
struct Forced(Rc<Derivative>);

impl Producer for Forced {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let prefix = self.0.prefix.borrow();
        let at = self.0.at.replace(self.0.at.get() + 1);
        if at == prefix.len() {
            self.0.bound.set(Some(max));
        }
        prefix.get(at).copied()
    }
}

/// Choice gradient sampling, as published (Figure 3.3): at each choice, for each number, `samples` samples of what can become
/// of it; those that are valid are kept, and how many different ones there are is the chance of the number.
pub(super) fn gradients<T: Hash + Eq>(
    generator: &impl Gen<Value = T>,
    rules: &Rules<T>,
    samples: u32,
    budget: Budget,
    seed: u64,
) -> Outcome {
    let mut run = Run::start(budget, 1 << 12);
    let (mut rng, derivative) = (Rng::new(seed), Rc::new(Derivative::default()));
    let mut found = HashSet::new();
    let mut valid = HashSet::new();
    let (mut src, mut uses) = (Source::produced_by(Forced(Rc::clone(&derivative)), rng.word()), 0);
    'all: loop {
        derivative.prefix.borrow_mut().clear();
        loop {
            derivative.begin();
            let value = src.try_draw(generator).expect("these generators reject nothing");
            let Some(bound) = derivative.bound.get() else {
                run.calls += 1;
                if (rules.is_valid)(&value) {
                    found.insert(value);
                }
                break; // nothing is left to choose
            };
            let mut fitness = Vec::new();
            for number in 0..=bound {
                derivative.prefix.borrow_mut().push(number);
                for _ in 0..samples {
                    if !run.goes_on(found.len()) {
                        found.extend(valid);
                        break 'all;
                    }
                    uses += 1;
                    if uses == SAMPLES {
                        uses = 0;
                        src = Source::produced_by(Forced(Rc::clone(&derivative)), rng.word());
                    }
                    derivative.begin();
                    let value = src.try_draw(generator).expect("these generators reject nothing");
                    run.calls += 1;
                    if (rules.is_valid)(&value) {
                        valid.insert(value);
                    }
                }
                derivative.prefix.borrow_mut().pop();
                fitness.push(valid.len() as u64);
                found.extend(valid.drain());
            }
            if fitness.iter().all(|&fitness| fitness == 0) {
                fitness.fill(1); // all weights of these generators
            }
            let mut ticket = rng.up_to(fitness.iter().sum::<u64>() - 1);
            let chosen = fitness.iter().position(|&fitness| {
                let is_here = ticket < fitness;
                ticket = ticket.wrapping_sub(fitness);
                is_here
            });
            derivative.prefix.borrow_mut().push(chosen.expect("a ticket is below their sum") as u64);
        }
    }
    rules.outcome(&found, run)
}
