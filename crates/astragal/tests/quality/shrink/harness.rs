//! A challenge: a generator, a property that fails, and what the simplest failing value is.

use std::fmt::Debug;
use std::rc::Rc;

use astragal::Choices;
use astragal::Draw;
use astragal::prelude::*;
use astragal::shrink::{Judge, Judgement, Shrinker, Shrunk};

/// How many cases a seed may take to find a failure.
const CASES: u64 = 20_000;

/// What shrinking made of one failure.
pub(super) struct Outcome {
    pub(super) value: String,
    pub(super) smallest: bool,
    pub(super) shrunk: Shrunk,
}

/// See the module.
pub(super) struct Challenge {
    pub(super) name: &'static str,
    /// How many evaluations shrinking may take, on the average over the seeds.
    pub(super) evaluations: u64,
    /// Finds a failure from a seed.
    pub(super) find: Box<dyn Fn(u64) -> Option<Choices>>,
    /// Shrinks it.
    pub(super) shrink: Box<dyn Fn(Choices) -> Outcome>,
}

/// Draws from one generator and runs one property.
pub(super) struct Property<'a, G, F> {
    pub(super) generator: &'a G,
    pub(super) fails: F,
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Judge for Property<'_, G, F> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match self.generator.replay_and_record(candidate) {
            Ok((value, drawn)) if worth(&drawn) => {
                if (self.fails)(&value) {
                    Judgement::Fails(drawn)
                } else {
                    Judgement::Passes
                }
            }
            _ => Judgement::Skipped,
        }
    }
}

/// The choices of a failing value, small cases first.
pub(super) fn find<G: Gen>(generator: &G, seed: u64, fails: impl Fn(&G::Value) -> bool) -> Option<Choices> {
    (0..CASES).find_map(|case| {
        let sized = generator.at_size(1 + (case / 10).min(99) as u32);
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(case);
        let value = sized.try_sample(seed).ok()?;
        if fails(&value) { sized.record(seed).ok().map(|(_, choices)| choices) } else { None }
    })
}

pub(super) fn challenge<G>(
    name: &'static str,
    evaluations: u64,
    generator: G,
    fails: fn(&G::Value) -> bool,
    is_smallest: fn(&G::Value) -> bool,
) -> Challenge
where
    G: Gen<Value: Debug> + 'static,
{
    let generator = Rc::new(generator);
    let found_by = Rc::clone(&generator);
    let find = move |seed| find(&found_by, seed, fails);
    let shrink = move |start| {
        let shrunk = Shrinker::new(start).run(&mut Property { generator: &generator, fails });
        let value = generator.replay(&shrunk.choices).expect("what was shrunk is a value");
        Outcome { value: format!("{value:?}"), smallest: is_smallest(&value), shrunk }
    };
    Challenge { name, evaluations, find: Box::new(find), shrink: Box::new(shrink) }
}

/// Asserts that from every seed shrinking ends at one and the same smallest value, in few evaluations.
#[track_caller]
pub(super) fn meet(challenge: &Challenge, seeds: u64) {
    let name = challenge.name;
    let outcome_of = |seed| {
        let found = (challenge.find)(seed).unwrap_or_else(|| panic!("{name}: not found, seed {seed}"));
        (challenge.shrink)(found)
    };
    let outcomes: Vec<Outcome> = (0..seeds).map(outcome_of).collect();
    for (seed, outcome) in outcomes.iter().enumerate() {
        assert!(outcome.shrunk.finished, "{name}, seed {seed}: no limit was set");
        assert!(outcome.smallest, "{name}, seed {seed}: {}", outcome.value);
        assert_eq!(outcome.value, outcomes[0].value, "{name}, seed {seed}");
        assert_eq!(outcome.shrunk.choices, outcomes[0].shrunk.choices, "{name}, seed {seed}: the same value otherwise");
    }
    let mean = outcomes.iter().map(|outcome| outcome.shrunk.evaluations).sum::<u64>() / seeds;
    assert!(mean <= challenge.evaluations, "{name}: {mean} evaluations");
}
