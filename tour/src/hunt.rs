//! The hunt for a counterexample: random cases until some fail, and a small reducer.
//!
//! Both see only choices, never the values: what they do with one generator, they do with every other.

use astragal::prelude::*;
use astragal::{Choices, Mutator};

/// How many cases are run at most.
const CASES: u64 = 10_000;

/// How many failing cases are made small. Some end in a dead end; the best result counts.
const FAILURES: usize = 4;

/// After how many edits without success a failing case counts as small.
const PATIENCE: u32 = 5_000;

/// A case in which a property does not hold, as it was found and as small as it became.
#[derive(Debug)]
pub struct Counterexample<T> {
    /// The seed of the first case that failed: the case is its seed.
    pub seed: u64,
    /// What was drawn there.
    pub found: T,
    /// The choices that made it.
    pub found_choices: Choices,
    /// The smallest failing value.
    pub value: T,
    /// The choices that make it.
    pub choices: Choices,
    /// How the property fails for it.
    pub failure: String,
}

/// Looks for a value for which a property does not hold; nothing if it holds in all cases.
pub fn hunt<G: Gen>(
    generator: &G,
    property: impl Fn(&G::Value) -> Result<(), String>,
) -> Option<Counterexample<G::Value>> {
    let fails = |value: &G::Value| property(value).is_err();
    // Passing cases are drawn without a recorder, which makes them cheap. A failing one is drawn again with it.
    let mut seeds = (0..CASES).filter(|&seed| fails(&generator.sample(seed))).take(FAILURES).peekable();
    let first = *seeds.peek()?;
    let (found, found_choices) = generator.record(first).ok()?;
    let reduced = seeds.filter_map(|seed| Some(reduce(generator, fails, generator.record(seed).ok()?.1)));
    let choices = reduced.min_by(Choices::shortlex)?;
    let value = generator.replay(&choices).ok()?;
    let failure = property(&value).err()?;
    Some(Counterexample { seed: first, found, found_choices, value, choices, failure })
}

/// Makes a failing sequence smaller: edit it, replay it, and go on from it if it is simpler and still fails.
pub fn reduce<G: Gen>(generator: &G, fails: impl Fn(&G::Value) -> bool, start: Choices) -> Choices {
    let mut mutator = Mutator::new(0);
    let mut best = start;
    let mut in_vain = 0;
    while in_vain < PATIENCE {
        in_vain += 1;
        let edited = mutator.mutate(&best);
        // What the generator understood has no numbers that nobody asks for.
        let Ok((value, understood)) = generator.replay_and_record(&edited) else { continue };
        if understood.shortlex(&best).is_lt() && fails(&value) {
            best = understood;
            in_vain = 0;
        }
    }
    best
}
