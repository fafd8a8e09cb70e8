//! Moves: from a valid value to another one that may be valid too.

use super::analogy::by_analogy;
use super::known::Known;
use super::odds::{Odds, cell};
use super::outline::{Number, Outline};
use super::pools::{Spot, Stretch, drawn, labelled, number_key, pairs};
use super::prompt::end_of_span;
use super::script::{Token, push_close, push_number, push_open, read};
use astragal_core::Choice;
use astragal_core::Interesting;
use astragal_core::Rng;

/// How many moves are considered at most to make one.
const THOUGHTS: u32 = 16;

/// One time in this many a list gets another element, however seldom that was valid before.
const DARING: u64 = 4;

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value that has nothing to do with others.
    Fresh,
    /// Another part, from a place with the same choices around it.
    SamePlace,
    /// Another part, from places with some of these choices around it.
    LikePlace,
    /// Another part of the same label.
    AnyPart,
    /// A number moves up or down.
    Step,
    /// A number that was in such a place.
    OtherNumber,
    /// A span gets other parts, and mostly one other number too.
    Recombine,
    /// A list gets another element.
    Insert,
    /// A list has one element less, or two in another order.
    Rearrange,
}

const KINDS: [Kind; 8] = [
    Kind::SamePlace,
    Kind::LikePlace,
    Kind::AnyPart,
    Kind::Step,
    Kind::OtherNumber,
    Kind::Recombine,
    Kind::Insert,
    Kind::Rearrange,
];

/// A move that was made: of what kind, at which part or number, and the cell of its odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    kind: Kind,
    at: usize,
    pub(super) cell: usize,
}

/// A valid value, and what can be done with it.
pub(super) struct Moves<'a> {
    pub(super) known: &'a Known,
    pub(super) odds: &'a Odds,
    pub(super) script: &'a [u32],
    pub(super) outline: &'a Outline,
}

impl Moves<'_> {
    /// Writes another script. Gives the move that was made; `None` if none was found.
    pub(super) fn propose(&self, rng: &mut Rng, into: &mut Vec<u32>) -> Option<Move> {
        for _ in 0..THOUGHTS {
            let kind = KINDS[rng.below(KINDS.len() as u64) as usize];
            let at = match kind {
                Kind::Step | Kind::OtherNumber => rng.below(self.outline.numbers.len().max(1) as u64),
                Kind::Recombine if rng.below(2) == 0 => 1 + u64::from(self.outline.parts.len() > 2 && self.has_shell()),
                _ => 1 + rng.below(self.outline.parts.len().max(2) as u64 - 1),
            } as usize;
            let at = if self.known.lazy.is_some() { self.around_lazy(kind, at) } else { at };
            let Some(cell) = self.cell(kind, at) else { continue };
            // A longer list is seldom valid at once, and then it leads to all that are longer still.
            let is_daring = kind == Kind::Insert && rng.below(DARING) == 0;
            if (is_daring || self.odds.accept(cell, rng)) && self.make(kind, at, rng, into) {
                return Some(Move { kind, at, cell });
            }
        }
        None
    }

    /// The span of a lazy part holds nothing but the part, so both are one: it is the outer one that has a place among choices,
    /// and the inner one that has choices.
    fn around_lazy(&self, kind: Kind, at: usize) -> usize {
        let is_lazy = |at: usize| self.outline.parts.get(at).is_some_and(|part| Some(part.label) == self.known.lazy);
        match kind {
            Kind::Step | Kind::OtherNumber => at,
            Kind::SamePlace | Kind::LikePlace | Kind::AnyPart => {
                let parent = self.outline.parts.get(at).map_or(0, |part| part.parent as usize);
                if is_lazy(parent) { parent } else { at }
            }
            _ => at + usize::from(is_lazy(at)),
        }
    }

    /// Whether the outermost span holds nothing but another one.
    fn has_shell(&self) -> bool {
        self.outline.parts.get(1).is_some_and(|part| part.numbers == 0 && part.spans == 1)
    }

    /// The same kind of move at the same place, with other parts or numbers.
    pub(super) fn again(&self, last: Move, rng: &mut Rng, into: &mut Vec<u32>) -> Option<Move> {
        self.make(last.kind, last.at, rng, into).then_some(last)
    }

    /// The cell of a move, if it can be made there.
    fn cell(&self, kind: Kind, at: usize) -> Option<usize> {
        let place = match kind {
            Kind::Step | Kind::OtherNumber => {
                let number = self.outline.numbers.get(at)?;
                (self.outline.parts[number.part as usize].label, number.ordinal)
            }
            Kind::Recombine => {
                let part = self.outline.parts.get(at)?;
                (part.spans > 0).then_some((part.label, u32::from(part.parent == 0)))?
            }
            Kind::Insert | Kind::Rearrange => {
                let part = self.outline.length(at).filter(|length| length.value > 0).map(|_| self.outline.parts[at])?;
                (part.label, u32::from(part.parent == 0))
            }
            _ => {
                // A part that was never forced cannot be what is wrong, or right.
                let part = self.outline.parts.get(at).filter(|part| !part.is_open)?;
                (self.outline.parts[part.parent as usize].label, part.ordinal)
            }
        };
        Some(cell(kind as u64, u64::from(place.0) << 32 | u64::from(place.1.min(8))))
    }

    /// Makes a move. Whether it came to something.
    fn make(&self, kind: Kind, at: usize, rng: &mut Rng, into: &mut Vec<u32>) -> bool {
        let made = match kind {
            Kind::Step | Kind::OtherNumber => self.change_number(kind, at, rng, into),
            Kind::Recombine => self.recombine(at, rng, into),
            Kind::Insert | Kind::Rearrange => self.elements(kind, at, rng, into),
            _ => self.change_part(kind, at, rng, into),
        };
        made.is_some()
    }

    /// Puts another part in the place of one.
    fn change_part(&self, kind: Kind, at: usize, rng: &mut Rng, into: &mut Vec<u32>) -> Option<()> {
        let part = self.outline.parts.get(at)?;
        let pools = &self.known.pools;
        let other = match kind {
            Kind::AnyPart if rng.below(4) == 0 => pools.any(drawn(part.label), rng),
            Kind::AnyPart => pools.any(labelled(part.label), rng),
            Kind::SamePlace => pools.any(Spot::of(self.outline, part).full, rng),
            _ => pools.fitting(&Spot::of(self.outline, part), rng),
        };
        self.splice(part.start, part.end, self.known.script(other?), into).then_some(())
    }

    fn change_number(&self, kind: Kind, at: usize, rng: &mut Rng, into: &mut Vec<u32>) -> Option<()> {
        let number = self.outline.numbers.get(at)?;
        let other = self.other_number(kind, number, rng)?;
        if other == number.value {
            return None;
        }
        into.clear();
        into.extend_from_slice(&self.script[..number.start as usize]);
        push_number(into, other);
        into.extend_from_slice(&self.script[number.end as usize..]);
        Some(())
    }

    fn other_number(&self, kind: Kind, number: &Number, rng: &mut Rng) -> Option<u64> {
        if kind == Kind::Step {
            return Some(step(number.value, rng));
        }
        let part = number.part as usize;
        let first = self.outline.own(part).next().map_or(0, |first| first.value);
        let key = number_key(self.outline.parts[part].label, number.ordinal, first);
        self.read_number(self.known.pools.any(key, rng)?)
    }

    fn read_number(&self, stretch: Stretch) -> Option<u64> {
        match read(self.known.script(stretch), 0) {
            Some((Token::Number(number), _)) => Some(number),
            _ => None,
        }
    }

    /// Gives a span other parts that fit its choices, after one of these was changed.
    fn recombine(&self, at: usize, rng: &mut Rng, into: &mut Vec<u32>) -> Option<()> {
        let part = self.outline.parts.get(at)?;
        let changed = match (part.numbers, rng.below(4)) {
            (0, _) | (_, 0) => None,
            (count, way) => {
                let number = self.outline.own(at).nth(rng.below(u64::from(count)) as usize)?;
                let kind = if way == 1 { Kind::OtherNumber } else { Kind::Step };
                Some((number.ordinal, self.other_number(kind, number, rng)?))
            }
        };
        let value_of = |number: &Number| match changed {
            Some((ordinal, value)) if ordinal == number.ordinal => value,
            _ => number.value,
        };
        into.clear();
        into.extend_from_slice(&self.script[..part.start as usize]);
        push_open(into, part.label);
        let (mut place, mut numbers, mut ordinal) = (part.start as usize + 1, self.outline.own(at), 0);
        let end = part.end as usize - 1;
        while place < end {
            let (token, next) = read(self.script, place)?;
            place = next;
            match token {
                Token::Number(_) => push_number(into, value_of(numbers.next()?)),
                Token::Unseen | Token::Close => return None,
                Token::Open(_) => {
                    let (start, after) = (place - 1, end_of_span(self.script, place));
                    place = after;
                    let spot = Spot::new(part.label, ordinal, self.outline.own(at).map(value_of));
                    ordinal += 1;
                    let pools = &self.known.pools;
                    let other = match rng.below(8) {
                        0..=3 => None,
                        4 | 5 => pools.any(labelled(label_at(self.script, start)), rng),
                        6 => pools.any(spot.full, rng).or_else(|| pools.fitting(&spot, rng)),
                        _ => pools.fitting(&spot, rng),
                    };
                    into.extend_from_slice(other.map_or(&self.script[start..after], |other| self.known.script(other)));
                }
            }
        }
        push_close(into);
        into.extend_from_slice(&self.script[part.end as usize..]);
        Some(())
    }

    /// Adds, removes or swaps elements of what looks like a list: a length, and just that many units.
    fn elements(&self, kind: Kind, at: usize, rng: &mut Rng, into: &mut Vec<u32>) -> Option<()> {
        let length = self.outline.own(at).next()?;
        // The last element has only one neighbor to fit.
        let is_last = kind == Kind::Insert && rng.below(2) == 0;
        let chosen = if is_last { length.value - 1 } else { rng.below(length.value) };
        let start = self.after_units(length.end as usize, chosen)?;
        let end = self.after_units(start, 1)?;
        let element = &self.script[start..end];
        let made;
        let (count, kept, added, rest) = match (kind, rng.below(3)) {
            (Kind::Insert, 0) => (length.value + 1, element, element, end),
            (Kind::Insert, _) => {
                let Some((Token::Open(label), _)) = read(self.script, start) else { return None };
                let other = |key, rng: &mut Rng| self.known.pools.any(key, rng).map(|other| self.known.script(other));
                made = match rng.below(4) {
                    0 => other(labelled(label), rng)?.to_vec(),
                    1 => other(drawn(label), rng)?.to_vec(),
                    _ => match other(pairs(label), rng) {
                        Some(pair) => by_analogy(pair, element, rng),
                        None => other(drawn(label), rng)?.to_vec(),
                    },
                };
                (length.value + 1, element, &made[..], end)
            }
            (_, 0) => (length.value - 1, &[][..], &[][..], end),
            _ if chosen + 1 < length.value => {
                let next = self.after_units(end, 1)?;
                (length.value, &self.script[end..next], element, next)
            }
            _ => return None,
        };
        into.clear();
        into.extend_from_slice(&self.script[..length.start as usize]);
        push_number(into, count);
        into.extend_from_slice(&self.script[length.end as usize..start]);
        into.extend_from_slice(kept);
        into.extend_from_slice(added);
        into.extend_from_slice(&self.script[rest..]);
        Some(())
    }

    /// Where this many units end that begin at a place.
    fn after_units(&self, mut at: usize, units: u64) -> Option<usize> {
        for _ in 0..units {
            let (token, next) = read(self.script, at)?;
            at = if matches!(token, Token::Number(_) | Token::Unseen) { next } else { end_of_span(self.script, next) };
        }
        Some(at)
    }

    /// Whether it is another script then.
    fn splice(&self, start: u32, end: u32, other: &[u32], into: &mut Vec<u32>) -> bool {
        let (start, end) = (start as usize, end as usize);
        if &self.script[start..end] == other {
            return false;
        }
        into.clear();
        into.extend_from_slice(&self.script[..start]);
        into.extend_from_slice(other);
        into.extend_from_slice(&self.script[end..]);
        true
    }
}

fn label_at(script: &[u32], at: usize) -> u32 {
    match read(script, at) {
        Some((Token::Open(label), _)) => label,
        _ => 0,
    }
}

/// A number nearby, where near is of any order of magnitude.
fn step(number: u64, rng: &mut Rng) -> u64 {
    let bits = u64::from(64 - number.leading_zeros());
    let scale = rng.below((bits + 1).min(64));
    let by = 1 + rng.below(1 << scale.min(62));
    let kind = if rng.word() & 1 == 0 { Interesting::Above(by) } else { Interesting::Below(by) };
    // The script does not know the bound.
    kind.instead_of(Choice { value: number, max: u64::MAX })
}
