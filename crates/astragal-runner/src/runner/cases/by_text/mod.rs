//! A stored value is found again by its text, whatever has become of the generator.
//!
//! A value cannot be read from its `Debug` text, but a generator is a parser of choices, and whether choices give the stored
//! value is seen by printing what they give. So the search is for choices whose value prints as the stored text. Nothing is known
//! of the generator, be it a closure or not; and what is found is proved, since the texts are equal.
//!
//! The text is read from left to right, in tokens. At the first token that is wrong there are few choices that matter: those
//! that change this token and none before it. Each of them is tried:
//!
//! - with numbers of which the right token may come, judging by what comes of a few others (`guess`);
//! - with as many more as the stored text has parts, or letters, at this place: it may be a length;
//! - with all numbers, if there are few: it may be a branch, or the question whether there are more;
//! - by halving, if tokens go up or down with the choice.
//!
//! The first that brings the texts closer is kept, and the next token follows. If none does, then there are detours: a choice
//! is set to another branch, or next to where halving ended, although nothing is better for it, and the other choices are tried
//! again. A number may be out of reach in one branch and not in the next; or it may be made of two choices.
//!
//! Values are not printed in the order in which they are drawn, so all choices are asked whether they matter, beginning with
//! the one after the last that did.

mod guess;
mod token;

use std::cmp::Ordering;

use astragal_core::{Choice, Choices, Edit};

use crate::store::Entry;
use guess::{Known, guesses};
use token::{Agreement, Kind, Text, Token};

/// A choice of at most this many numbers is tried with all of them.
const FEW: u64 = 128;
/// Its numbers up to this one are tried as branches within which there may be others.
const BRANCHES: u64 = 31;
/// This many numbers that appear elsewhere in the stored text are tried in the place of one.
const SORTED: usize = 4;
/// This many choices are changed for nothing before one that brings the texts closer.
const DETOURS: u32 = 1;

/// How much is done at most to find values. It counts what is done, so that the same is found however fast that is.
pub(super) struct Patience {
    /// How many values are printed.
    pub(super) prints: u32,
    /// How many without coming closer.
    pub(super) in_vain: u32,
    /// How many choices these values are read from.
    pub(super) choices: usize,
}

/// Prints the value of choices: those that were read, and the text; nothing if they have no value.
pub(super) type Print<'a> = &'a mut dyn FnMut(&Choices) -> Option<(Choices, String)>;

/// The choices of a value that prints as the stored text, beginning with some that may be like them.
pub(super) fn found(entry: &Entry, starts: &[&Choices], patience: &mut Patience, print: Print<'_>) -> Option<Choices> {
    let mut search = Search { entry, wanted: Text::new(entry.comment().into()), patience, in_vain: 0, print };
    starts.iter().find_map(|start| search.from(start))
}

/// A value on the way.
struct Reading {
    choices: Choices,
    text: Text,
    agreement: Agreement,
}

struct Search<'a> {
    entry: &'a Entry,
    wanted: Text,
    patience: &'a mut Patience,
    in_vain: u32,
    print: Print<'a>,
}

impl Search<'_> {
    fn from(&mut self, start: &Choices) -> Option<Choices> {
        self.in_vain = 0;
        let mut best = self.read(start)?;
        let mut next = 0;
        while !self.entry.is_text(best.text.as_str()) {
            self.in_vain = 0;
            let (better, changed) = self.closer(&best, next, best.agreement, DETOURS)?;
            (best, next) = (better, changed);
        }
        Some(best.choices)
    }

    /// A value whose text is closer than an agreement; and the choice that made it so.
    fn closer(&mut self, from: &Reading, next: usize, than: Agreement, detours: u32) -> Option<(Reading, usize)> {
        let count = from.choices.len();
        let mut others = Vec::new();
        for at in (next.min(count)..count).chain(0..next.min(count)) {
            if self.is_over() {
                return None;
            }
            if self.matters(from, at, than) {
                match self.set(from, at, than) {
                    Ok(reading) => return Some((reading, at)),
                    Err(numbers) => others.push((at, numbers)),
                }
            }
        }
        let detours = detours.checked_sub(1)?;
        for (at, numbers) in others {
            for number in numbers {
                let Some(reading) = self.with(from, at, number) else { continue };
                if reading.agreement.same >= from.agreement.same {
                    let found = self.closer(&reading, at + 1, than, detours);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    /// Whether a choice changes the first token that is wrong, and none before it.
    fn matters(&mut self, from: &Reading, at: usize, than: Agreement) -> bool {
        let Choice { value, max } = from.choices.items()[at];
        let place = from.agreement.same;
        let steps = [value.checked_add(1), value.checked_sub(1)].into_iter().flatten().chain(self.lengths(from, at));
        let mut reaches_beyond = false;
        for other in steps.filter(|other| *other <= max) {
            let Some(reading) = self.with(from, at, other) else { continue };
            let changed = reading.text.same(&from.text);
            if reading.agreement > than || changed == place {
                return true;
            }
            reaches_beyond |= changed > place;
        }
        // A step may be too small to be seen there: `10.0.0.1`, or `if src.draw(0..10)? < 4`.
        let is_seen = |reading: Reading| reading.text.same(&from.text) <= place;
        reaches_beyond && [max, max / 2].into_iter().any(|far| self.with(from, at, far).is_some_and(is_seen))
    }

    /// The closest text that comes of another number for a choice. If none is closer: numbers with which it is worth to go on.
    fn set(&mut self, from: &Reading, at: usize, than: Agreement) -> Result<Reading, Vec<u64>> {
        let place = from.agreement.same;
        let max = from.choices.items()[at].max;
        // What a number or a letter comes of is known when it has come. A word may be that of several branches.
        let is_plain =
            self.wanted.token(place).is_some_and(|wanted| matches!(wanted.kind, Kind::Number | Kind::Letter));
        let mut best: Option<Reading> = None;
        let mut tried = Vec::new();
        for guess in self.guesses(from, at) {
            if guess > max || tried.contains(&guess) {
                continue;
            }
            tried.push(guess);
            let Some(reading) = self.with(from, at, guess) else { continue };
            let is_closest = reading.agreement > best.as_ref().map_or(than, |best| best.agreement);
            if is_closest {
                // In a set, what is there already is lost.
                let is_whole = reading.agreement.unlike >= from.agreement.unlike;
                if reading.agreement.same > place && is_whole && (is_plain || max >= FEW) {
                    return Ok(reading);
                }
                best = Some(reading);
            }
        }
        match best {
            Some(best) => Ok(best),
            None if max < FEW => Err((0..=max.min(BRANCHES)).collect()),
            None => self.halve(from, at, than),
        }
    }

    /// Numbers for a choice, likely ones first.
    fn guesses(&mut self, from: &Reading, at: usize) -> Vec<u64> {
        let place = from.agreement.same;
        let choice = from.choices.items()[at];
        let mut end = |number| self.with(from, at, number).filter(|reading| reading.agreement.same >= place);
        let (first, second) = (end(0), end(1.min(choice.max)));
        let is_number =
            |reading: &Option<Reading>| token(reading, place).is_some_and(|token| token.kind == Kind::Number);
        let last = if is_number(&first) && is_number(&second) { end(choice.max) } else { None };
        let known = Known {
            first: token(&first, place),
            second: token(&second, place),
            last: token(&last, place),
            max: choice.max,
        };
        let mut numbers = self.wanted.token(place).map_or_else(Vec::new, |wanted| guesses(wanted, &known));
        numbers.extend(self.lengths(from, at));
        numbers.extend([choice.value.saturating_add(1), choice.value.saturating_sub(1), 0, 1]);
        // Sorted values may be made in another order than they are printed.
        let missing = self.wanted.numbers_not_in(&from.text).take(SORTED);
        for missing in missing {
            numbers.extend(guesses(missing, &known));
        }
        if choice.max < FEW {
            numbers.extend(0..=choice.max);
        }
        numbers
    }

    /// What a choice must be if it is the length of something around the first token that is wrong.
    fn lengths(&self, from: &Reading, at: usize) -> Vec<u64> {
        let (place, value) = (from.agreement.same, from.choices.items()[at].value);
        let (wanted, parts) = (self.wanted.parts_around(place), from.text.parts_around(place));
        let pairs = wanted.into_iter().zip(parts).filter(|(wanted, parts)| wanted != parts);
        pairs.filter_map(|(wanted, parts)| value.checked_add(wanted as u64)?.checked_sub(parts as u64)).collect()
    }

    /// Looks for the wanted text where texts go up or down: with all numbers, with the odd ones, with the even ones. If it is not
    /// there: the numbers next to where it would be.
    fn halve(&mut self, from: &Reading, at: usize, than: Agreement) -> Result<Reading, Vec<u64>> {
        let max = from.choices.items()[at].max;
        let mut neighbours = Vec::new();
        for (first, step) in [(0, 1), (1, 2), (0, 2)] {
            let (mut low, mut high) = (0, (max - first) / step);
            let ends = [low, high].map(|end| self.with(from, at, first + step * end).and_then(|end| self.order(&end)));
            let [Some(bottom), Some(top)] = ends else { continue };
            while bottom != top && high - low > 1 {
                let middle = low + (high - low) / 2;
                let Some(reading) = self.with(from, at, first + step * middle) else { break };
                if reading.agreement > than {
                    return Ok(reading);
                }
                match self.order(&reading) {
                    Some(order) if order == bottom => low = middle,
                    Some(_) => high = middle,
                    None => break,
                }
            }
            neighbours.extend([low, high].map(|number| first + step * number));
        }
        Err(neighbours)
    }

    /// Whether the text that comes of a number is below or above the wanted one.
    fn order(&self, reading: &Reading) -> Option<Ordering> {
        let place = reading.agreement.same;
        reading.text.token(place)?.order(self.wanted.token(place)?)
    }

    fn is_over(&self) -> bool {
        let Patience { prints, in_vain, choices } = *self.patience;
        prints == 0 || self.in_vain == in_vain || choices == 0
    }

    fn with(&mut self, from: &Reading, at: usize, number: u64) -> Option<Reading> {
        if self.is_over() {
            return None;
        }
        self.read(&Edit::new().set(at, number).apply(&from.choices))
    }

    fn read(&mut self, choices: &Choices) -> Option<Reading> {
        if self.is_over() {
            return None;
        }
        self.patience.prints -= 1;
        self.in_vain += 1;
        self.patience.choices = self.patience.choices.saturating_sub(choices.len());
        let (choices, text) = (self.print)(choices)?;
        let text = Text::new(Entry::in_one_line(&text));
        let agreement = text.agreement(&self.wanted);
        Some(Reading { choices, text, agreement })
    }
}

fn token(reading: &Option<Reading>, place: usize) -> Option<Token<'_>> {
    reading.as_ref()?.text.token(place)
}
