//! Other texts for a text: letters of every kind, alone, at its ends, many at once; and no letters.
//!
//! Passing texts among failing ones are seldom found by chance: the empty one, a number, one that begins with a `#`. So
//! each letter that programs tell apart gets its turn, in one place after the other.

use astragal_core::__private::TEXT;
use astragal_core::{Choice, Choices, Draw, Writer, any};

use super::other::{ADDED, Part};
use super::trial::Trials;

/// The bound of the choice of a letter, if it may be any.
pub(super) const LAST: u64 = 0x10_F7FF;

/// Letters that programs tell apart; those first that differ most.
const LETTERS: &str = " 0(Aé\n,a\"-)1_Z/:#.='[]{}<>;\t\\+*&|!?@%$^~`😀9z\0\r5mM\u{a0}ßİ\u{301}\u{feff}\u{2028}";
/// This many letters come first in the order of simplicity: those of ASCII.
const ASCII: u64 = 128;
/// How many ways a letter is put into a text, if it is not alone.
const WAYS: usize = 8;

/// Whether a span is a text.
pub(super) fn is_text(of: &Choices, span: usize) -> bool {
    of.spans()[span].label().as_str() == TEXT
}

/// Whether a choice is a letter.
pub(super) fn is_letter(of: &Choices, choice: usize) -> bool {
    // The innermost span around it is the last of those that begin before it and end after it.
    let before = of.spans().partition_point(|span| span.range().start < choice);
    let around = || of.spans()[..before].iter().rev().find(|span| choice < span.range().end);
    of.items()[choice].max == LAST || around().is_some_and(|span| span.label().as_str() == TEXT)
}

/// The letter whose turn it is, by its rank in a class with this bound.
///
/// The ranks are those in the class of all letters; in another class they are those of others, which differ as much.
pub(super) fn letter(turn: usize, max: u64) -> u64 {
    let letters = LETTERS.chars().count();
    let letter = LETTERS.chars().nth(turn % letters).unwrap_or_default();
    let rank = any::<char>().choices_of(&letter).ok().and_then(|choices| choices.numbers().next()).unwrap_or(0);
    if rank <= max { rank } else { turn as u64 * 37 % (max + 1) }
}

impl Trials<'_> {
    /// Another text for a span that is one.
    pub(super) fn other_text(&mut self, span: usize) -> Choices {
        let turn = self.next_turn(&Part::Span(span));
        let base = self.base;
        let Some((length, own)) = base.items()[base.spans()[span].range()].split_first() else {
            return Choices::default();
        };
        let found = self.found_in_pool(span).unwrap_or_default();
        let found = found.items().get(1..).unwrap_or_default();
        let max = own.first().or(found.first()).map_or(LAST, |letter| letter.max);
        let numbers = |letters: &[Choice]| letters.iter().map(|letter| letter.value).collect::<Vec<u64>>();
        // Every other turn it is alone: then it is also the first, the last, and among others.
        let (is_alone, round) = (turn % 2 == 1, turn / 2);
        let (first, last) = (letter(round, max), letter(7 * round + 3, max));
        let letters: Vec<u64> = match round % WAYS {
            _ if is_alone => vec![first],
            0 => Vec::new(),
            1 => [&[first], &*numbers(own)].concat(),
            2 => [&*numbers(own), &[first]].concat(),
            3 => [&[first], &*numbers(found), &[last]].concat(),
            4 => vec![first; 2 + turn % 3],
            5 => self.elsewhere(span).unwrap_or(vec![first, last]),
            6 => (0..ASCII).map(|rank| (first % ASCII + rank) % ASCII.min(max.saturating_add(1))).collect(),
            _ => numbers(found),
        };
        let least = own.len().saturating_sub(usize::try_from(length.value).unwrap_or(usize::MAX));
        written(*length, least, letters, max)
    }

    /// The letters of another text of the case: many bugs need two that are equal, or that differ.
    fn elsewhere(&mut self, span: usize) -> Option<Vec<u64>> {
        let others: Vec<usize> =
            (0..self.base.spans().len()).filter(|&other| other != span && is_text(self.base, other)).collect();
        let last = others.len().checked_sub(1)?;
        let range = self.base.spans()[others[self.rng.up_to(last as u64) as usize]].range();
        Some(self.base.items()[range].iter().skip(1).map(|letter| letter.value).collect())
    }

    /// Letters to be added to a text, each a sequence of its own: one, or several.
    pub(super) fn added_letters(&mut self, text: usize, after: usize, room: usize) -> Vec<Choices> {
        let turn = self.next_turn(&Part::Gap { list: text, after });
        let base = self.base;
        let own = &base.items()[base.spans()[text].range()][1..];
        let Some(max) = own.first().map(|letter| letter.max) else { return Vec::new() };
        let (is_alone, round) = (turn % 2 == 0, turn / 2);
        let count = if is_alone { 1 } else { ADDED[round % ADDED.len()] };
        let count = count.min(room);
        let mut letters = vec![letter(round, max)];
        for _ in 1..count {
            letters.push(match self.rng.up_to(3) {
                0 => own[self.rng.up_to(own.len() as u64 - 1) as usize].value,
                1 => letter(self.rng.up_to(LAST) as usize, max),
                _ => self.rng.up_to(max.min(ASCII - 1)),
            });
        }
        letters.truncate(count);
        let alone = |number: u64| {
            let mut writer = Writer::default();
            writer.put(number, max);
            writer.finish()
        };
        letters.into_iter().map(alone).collect()
    }
}

/// A text of these letters, or as many of them as it may have.
fn written(length: Choice, least: usize, mut letters: Vec<u64>, max: u64) -> Choices {
    letters.truncate(least.saturating_add(usize::try_from(length.max).unwrap_or(usize::MAX)));
    while letters.len() < least {
        letters.push(letters.first().copied().unwrap_or(0));
    }
    let mut writer = Writer::default();
    writer.open(TEXT);
    writer.put((letters.len() - least) as u64, length.max);
    letters.into_iter().for_each(|letter| writer.put(letter, max));
    writer.close();
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_letter_gets_to_every_place() {
        let rounds = LETTERS.chars().count() * WAYS;
        let ways: HashSet<(u64, usize)> = (0..rounds).map(|round| (letter(round, LAST), round % WAYS)).collect();
        assert_eq!(ways.len(), rounds);
    }

    #[test]
    fn what_a_class_has_not_is_another_letter_of_it() {
        let ranks: HashSet<u64> = (0..60).map(|turn| letter(turn, 25)).collect();
        assert!(ranks.len() > 10 && ranks.iter().all(|rank| *rank <= 25));
        assert_eq!(any::<char>().replay(&Choices::from_numbers([letter(2, LAST)])).unwrap(), '(');
        assert_eq!(any::<char>().choices_of(&'a').unwrap().items()[0].max, LAST);
    }
}
