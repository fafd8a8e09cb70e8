//! Runs a generator forwards: by chance, along given choices or bytes, and to see what is chosen and how likely.

use super::Draw;
use crate::choices::Choices;
use crate::generator::reflect::Chance;
use crate::source::{GaveUp, LIMIT, Next, Odds, Reason, Source, mix};

/// How often a generator is asked for a sample before it gives up.
const CASES: u32 = 1_000;
/// How many choices it may make for that in all: one that draws without end is found out in a few cases, not in a thousand.
const CHOICES: u64 = 2 * LIMIT;

/// See [`Draw::try_sample`].
pub(super) fn sampled<G: Draw + ?Sized>(generator: &G, seed: u64) -> Result<G::Value, GaveUp> {
    case(generator, seed, Source::random).map(|(value, _)| value)
}

/// See [`Draw::record`].
pub(super) fn recorded<G: Draw + ?Sized>(generator: &G, seed: u64) -> Result<(G::Value, Choices), GaveUp> {
    case(generator, seed, |seed| Source::random(seed).recording()).map(|(value, mut src)| (value, src.recorded()))
}

/// As [`Draw::record`], at another size.
pub fn record_at<G: Draw + ?Sized>(generator: &G, seed: u64, size: u32) -> Result<(G::Value, Choices), GaveUp> {
    let source = |seed| {
        let mut src = Source::random(seed).recording();
        src.set_size(size);
        src
    };
    case(generator, seed, source).map(|(value, mut src)| (value, src.recorded()))
}

/// See [`Draw::replay_and_record`].
pub(super) fn replayed<G: Draw + ?Sized>(generator: &G, choices: &Choices) -> Result<(G::Value, Choices), GaveUp> {
    let mut src = Source::replay(choices.clone()).recording();
    match generator.draw(&mut src) {
        Ok(value) => Ok((value, src.recorded())),
        Err(_) => Err(gave_up(&src, 1)),
    }
}

/// See [`Draw::parse_bytes`].
pub(super) fn parsed<G: Draw + ?Sized>(generator: &G, bytes: &[u8]) -> Result<G::Value, GaveUp> {
    let mut src = Source::bytes(bytes);
    generator.draw(&mut src).map_err(|_| gave_up(&src, 1))
}

/// See [`Draw::choices_at`].
pub(super) fn next_after<G: Draw + ?Sized>(generator: &G, prefix: &[u64]) -> Result<Option<Next>, GaveUp> {
    match Odds::next_after(prefix, |src| generator.draw(src)) {
        (Some(next), ..) => Ok(Some(next)),
        (None, true, _) => Ok(None),
        (None, false, src) => Err(gave_up(&src, 1)),
    }
}

/// See [`Draw::plain_chance_of`].
pub(super) fn chance<G: Draw + ?Sized>(generator: &G, choices: &Choices) -> Result<Chance, GaveUp> {
    match Odds::log2_chances(choices, |src| generator.draw(src)) {
        Ok((each, is_biased)) => Ok(Chance::new(generator, each.iter().sum(), is_biased, true)),
        Err(src) => Err(gave_up(&src, 1)),
    }
}

/// The seeds that are tried for a sample of a seed, one after the other, until one of them gives a value.
pub fn seeds_of_sample(seed: u64) -> impl Iterator<Item = u64> {
    (0..CASES).map(move |tried| seed_of_try(seed, tried))
}

fn seed_of_try(seed: u64, tried: u32) -> u64 {
    if tried == 0 { seed } else { mix(seed ^ u64::from(tried) << 32) }
}

/// Runs cases until one gives a value.
fn case<G: Draw + ?Sized>(
    generator: &G,
    seed: u64,
    source: impl Fn(u64) -> Source,
) -> Result<(G::Value, Source), GaveUp> {
    let mut tried = 0;
    let mut spent = 0;
    loop {
        let mut src = source(seed_of_try(seed, tried));
        if let Ok(value) = generator.draw(&mut src) {
            return Ok((value, src));
        }
        tried += 1;
        spent += src.spent();
        if tried == CASES || spent > CHOICES || matches!(src.reason(), Some(Reason::Usage { .. })) {
            return Err(gave_up(&src, tried));
        }
    }
}

fn gave_up(src: &Source, cases: u32) -> GaveUp {
    GaveUp { reason: src.reason().cloned().unwrap_or(Reason::Overrun), cases }
}
