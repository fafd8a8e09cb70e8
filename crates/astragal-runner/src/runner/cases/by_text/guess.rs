//! Which number a choice must be so that a given token comes of it, guessed from what comes of a few others.
//!
//! Most generators turn a choice into a number in one of few ways: up or down from an origin in equal steps, to both sides of
//! it in turn, or by the order of simplicity of floats and characters. What goes on to one side only, after the other has
//! ended, is known by how far the last choice gets.

use astragal_core::{Draw, any};

use super::token::{Token, rank};

/// What came of the choices 0 and 1 and of the last one.
pub(super) struct Known<'a> {
    pub(super) first: Option<Token<'a>>,
    pub(super) second: Option<Token<'a>>,
    pub(super) last: Option<Token<'a>>,
    /// The last choice.
    pub(super) max: u64,
}

/// Choices of which the wanted token may come, likely ones first.
pub(super) fn guesses(wanted: Token<'_>, known: &Known<'_>) -> Vec<u64> {
    let mut guesses = Vec::new();
    if let Some(steps) = steps_to(wanted, known) {
        let reach = known.last.and_then(|last| steps_to(last, known));
        let both = reach.and_then(|reach| known.max.checked_sub(reach)).unwrap_or(0);
        let [odd, even] = [steps.saturating_mul(2).saturating_sub(1), steps.saturating_mul(2)];
        guesses.extend([steps, odd, even, steps.saturating_add(both)]);
    }
    let is_number = |known: Option<Token<'_>>| known.and_then(Token::float).is_some();
    if let Some(number) = wanted.float().filter(|_| is_number(known.first) && is_number(known.second)) {
        let wide = any::<f64>().choices_of(&number);
        let narrow = any::<f32>().choices_of(&(number as f32));
        guesses.extend([wide, narrow].into_iter().flatten().filter_map(|choices| choices.numbers().next()));
    }
    if let (Some(letter), Some(first)) = (wanted.letter(), known.first.and_then(Token::letter)) {
        guesses.extend(rank(letter));
        guesses.extend(rank(letter).zip(rank(first)).map(|(rank, first)| rank.abs_diff(first)));
        guesses.push((letter as u64).abs_diff(first as u64));
    }
    guesses.retain(|guess| *guess <= known.max);
    guesses
}

/// How many steps a number is away from the first, where the second is one step away.
fn steps_to(number: Token<'_>, known: &Known<'_>) -> Option<u64> {
    let (first, second) = (known.first?, known.second?);
    if let (Some(number), Some(first), Some(second)) = (number.whole(), first.whole(), second.whole()) {
        let step = second.abs_diff(first);
        let distance = number.abs_diff(first);
        return if step > 0 && distance % step == 0 { u64::try_from(distance / step).ok() } else { None };
    }
    let (number, first, second) = (number.float()?, first.float()?, second.float()?);
    let steps = ((number - first) / (second - first)).abs().round();
    // A cast of what is not finite, or too large, gives a guess that is merely wrong.
    steps.is_finite().then_some(steps as u64)
}
