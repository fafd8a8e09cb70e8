//! The choices of a value as a script: a flat row of words for numbers and for the spans that open and close.
//!
//! It is what guided search works on. A part of a value is a stretch of its script, so putting a part of one value into
//! another is three copies, and a million values fit into one vector. A lazy part that was never forced is a span that is
//! *open*: it holds one word, which says so.

use std::borrow::Cow;

use astragal_core::support::mix;
use astragal_core::{Choices, Unit};

/// Numbers below this are one word.
const SMALL: u64 = 1 << 30;
/// Before a larger number, which is two words.
const WIDE: u32 = 1 << 30;
const CLOSE: u32 = WIDE + 1;
const UNSEEN: u32 = WIDE + 2;
/// From here on: a lazy part that is written elsewhere, by its number.
const PLACE: u32 = WIDE + 3;
/// With the number of the label in the lower bits.
const OPEN: u32 = 1 << 31;

/// What a script says next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(u64),
    /// A span of this label begins.
    Open(u32),
    Close,
    /// What is here was not forced.
    Unseen,
}

/// The token at a place, and where the next one is.
#[inline]
pub(super) fn read(script: &[u32], at: usize) -> Option<(Token, usize)> {
    let word = *script.get(at)?;
    if word < WIDE {
        return Some((Token::Number(u64::from(word)), at + 1));
    }
    if word >= OPEN {
        return Some((Token::Open(word - OPEN), at + 1));
    }
    if word == CLOSE {
        return Some((Token::Close, at + 1));
    }
    if word >= UNSEEN {
        return Some((Token::Unseen, at + 1));
    }
    let (high, low) = (*script.get(at + 1)?, *script.get(at + 2)?);
    Some((Token::Number(u64::from(high) << 32 | u64::from(low)), at + 3))
}

pub(super) fn push_number(script: &mut Vec<u32>, number: u64) {
    if number < SMALL {
        script.push(number as u32);
    } else {
        script.extend([WIDE, (number >> 32) as u32, number as u32]);
    }
}

pub(super) fn push_open(script: &mut Vec<u32>, label: u32) {
    script.push(OPEN | label);
}

pub(super) fn push_close(script: &mut Vec<u32>) {
    script.push(CLOSE);
}

/// Here is a lazy part.
pub(super) fn push_place(script: &mut Vec<u32>, part: u32) {
    script.push((PLACE + part).min(OPEN - 1));
}

/// Puts lazy parts in their places. Those that are missing are open.
pub(super) fn assemble<'a>(whole: &'a [u32], into: &mut Vec<u32>, part: impl Fn(u32) -> Option<&'a [u32]>) {
    into.clear();
    // Parts nest as deep as lists are long.
    let mut open = vec![(whole, 0)];
    while let Some((script, at)) = open.last_mut() {
        let Some((token, next)) = read(script, *at) else {
            open.pop();
            continue;
        };
        let start = std::mem::replace(at, next);
        match (token, part_at(script[start])) {
            (Token::Unseen, Some(number)) => match part(number) {
                Some(lazy) => open.push((lazy, 0)),
                None => into.push(UNSEEN),
            },
            _ => into.extend_from_slice(&script[start..next]),
        }
    }
}

/// Whether a script has open parts, unless a wide number looks like one.
pub(super) fn may_have_open_parts(script: &[u32]) -> bool {
    script.contains(&UNSEEN)
}

fn part_at(word: u32) -> Option<u32> {
    (PLACE..OPEN).contains(&word).then(|| word - PLACE)
}

/// The numbers of a script, in the order in which the generator asks for them, as a flat sequence.
pub(super) fn choices(script: &[u32]) -> Choices {
    let mut numbers = Vec::with_capacity(script.len());
    let mut at = 0;
    while let Some((token, next)) = read(script, at) {
        at = next;
        if let Token::Number(number) = token {
            numbers.push(number);
        }
    }
    Choices::from_numbers(numbers)
}

/// Scatters two words over one.
#[inline]
pub(super) fn join(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(u128::from(other ^ 0xD1B5_4A32_D192_ED03));
    (product as u64) ^ (product >> 64) as u64
}

/// By what a script, or a part of one, is known again.
pub(super) fn hash(script: &[u32]) -> u64 {
    let mut hash = script.len() as u64;
    for pair in script.chunks(2) {
        let word = u64::from(pair[0]) | u64::from(*pair.get(1).unwrap_or(&0)) << 32;
        hash = join(hash.rotate_left(29), word);
    }
    mix(hash)
}

/// The names of spans, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels(Vec<Cow<'static, str>>);

impl Labels {
    /// The number of a name.
    pub(super) fn number(&mut self, label: &'static str) -> u32 {
        self.find(label).unwrap_or_else(|| self.add(label.into()))
    }

    #[inline]
    pub(super) fn find(&self, label: &str) -> Option<u32> {
        // Mostly it is the very same text, not only an equal one.
        let same = self.0.iter().position(|known| std::ptr::eq(&**known, label));
        same.or_else(|| self.0.iter().position(|known| known == label)).map(|at| at as u32)
    }

    fn add(&mut self, label: Cow<'static, str>) -> u32 {
        self.0.push(label);
        self.0.len() as u32 - 1
    }

    /// Writes recorded choices as a script.
    pub(super) fn script(&mut self, choices: &Choices, script: &mut Vec<u32>) {
        script.clear();
        let mut levels = vec![choices.units()];
        while let Some(level) = levels.last_mut() {
            match level.next() {
                Some(Unit::Choice(at)) => push_number(script, choices.items()[at].value),
                Some(Unit::Span(at)) => {
                    let label = choices.spans()[at].label().as_str();
                    let label = self.find(label).unwrap_or_else(|| self.add(label.to_string().into()));
                    push_open(script, label);
                    levels.push(choices.units_of(at));
                }
                None => {
                    levels.pop();
                    if !levels.is_empty() {
                        push_close(script);
                    }
                }
            }
        }
    }
}
