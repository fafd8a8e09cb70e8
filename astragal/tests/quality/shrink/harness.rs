//! A challenge: a generator, a property that fails, and what the simplest failing value is.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use astragal::prelude::*;
use astragal::{Judge, Judgement, Shrinker};

/// How many cases a seed may take to find a failure.
const CASES: u64 = 20_000;

/// What shrinking made of the failure that one seed found.
pub struct Outcome {
    pub value: String,
    pub smallest: bool,
    pub evaluations: u64,
    pub draws: u64,
    pub time: Duration,
    pub finished: bool,
}

/// See the module.
pub struct Challenge {
    pub name: &'static str,
    /// How many evaluations shrinking may take, on the average over the seeds.
    pub evaluations: u64,
    /// Finds a failure from a seed and shrinks it.
    pub run: Box<dyn Fn(u64) -> Option<Outcome>>,
}

/// Draws from one generator and runs one property.
pub struct Property<'a, G, F> {
    pub generator: &'a G,
    pub fails: F,
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Judge for Property<'_, G, F> {
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
pub fn find<G: Gen>(generator: &G, seed: u64, fails: impl Fn(&G::Value) -> bool) -> Option<Choices> {
    (0..CASES).find_map(|case| {
        let sized = generator.at_size(1 + (case / 10).min(99) as u32);
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(case);
        let value = sized.try_sample(seed).ok()?;
        if fails(&value) { sized.record(seed).ok().map(|(_, choices)| choices) } else { None }
    })
}

pub fn challenge<G>(
    name: &'static str,
    evaluations: u64,
    generator: G,
    fails: fn(&G::Value) -> bool,
    is_smallest: fn(&G::Value) -> bool,
) -> Challenge
where
    G: Gen<Value: Debug> + 'static,
{
    let run = move |seed| {
        let found = find(&generator, seed, fails)?;
        let start = Instant::now();
        let shrunk = Shrinker::new(found).run(&mut Property { generator: &generator, fails });
        let time = start.elapsed();
        let value = generator.replay(&shrunk.choices).ok()?;
        Some(Outcome {
            smallest: is_smallest(&value),
            value: format!("{value:?}"),
            evaluations: shrunk.evaluations,
            draws: shrunk.draws,
            time,
            finished: shrunk.finished,
        })
    };
    Challenge { name, evaluations, run: Box::new(run) }
}

/// Asserts that from every seed shrinking ends at one and the same smallest value, in few evaluations.
#[track_caller]
pub fn meet(challenge: &Challenge, seeds: u64) {
    let name = challenge.name;
    let outcomes: Vec<Outcome> =
        (0..seeds).map(|seed| (challenge.run)(seed).unwrap_or_else(|| panic!("{name}: not found, seed {seed}"))).collect();
    for (seed, outcome) in outcomes.iter().enumerate() {
        assert!(outcome.finished, "{name}, seed {seed}: no limit was set");
        assert!(outcome.smallest, "{name}, seed {seed}: {}", outcome.value);
        assert_eq!(outcome.value, outcomes[0].value, "{name}, seed {seed}");
    }
    let mean = outcomes.iter().map(|outcome| outcome.evaluations).sum::<u64>() / seeds;
    assert!(mean <= challenge.evaluations, "{name}: {mean} evaluations");
}
