//! Which parts of a failing case may be replaced, one at a time: any other value there fails too.

use std::collections::VecDeque;

use astragal_core::{Choices, Edit, Unit};

use super::fit::{Content, Hole};
use super::other::Part;
use super::place::{self, Place, Sort};
use super::trial::{Outcome, Trials};
use super::{elements, texts, witness};
use crate::report::{Drawn, groups_of};

/// How many other values must fail before a part is worth more trials, and how many are tried to find them.
const ENOUGH: usize = 5;
const TRIES: usize = 20;
/// How many must fail where many elements are replaced at once.
const ENOUGH_OF_RUN: usize = 10;
/// A text of no more letters than this is tried as often as that, with letters of every kind.
const SHORT_TEXT: usize = 4;
/// How often something else may change with a part before it is given up.
const ELSEWHERE: usize = 3;
/// The share of the evaluations, in percent, that is left to look for edges and to try parts together.
pub(super) const FOR_LATER: usize = 50;
/// To lists of more elements, others are added only at the start and at the end.
const LONGEST: usize = 12;

/// A part that may be replaced, and where it is shown.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    pub(super) part: Part,
    pub(super) place: Place,
    /// What it may be, if not everything.
    pub(super) bounds: Option<Bounds>,
}

/// The numbers for which a case fails, as they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Bounds {
    pub(super) fn contain(&self, number: i128) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }
}

impl Loose {
    /// The hole that it is in the text of its value.
    pub(super) fn hole(&self, drawn: &[Drawn]) -> Hole {
        let text = &drawn[self.place.value()].text;
        let is_text = |range: &std::ops::Range<usize>| is_within_literal(text, range);
        match (&self.place, &self.bounds) {
            (Place::Stretch { whole: range, .. }, bounds) => {
                let content = match bounds {
                    Some(bounds) => Content::Number(bounds.clone()),
                    None if *range == (0..text.len()) => Content::Whole,
                    None if is_text(range) => Content::LetterRun(1),
                    None => Content::Item,
                };
                Hole { range: range.clone(), content }
            }
            (Place::Run { range, count, .. }, _) => {
                let content = if is_text(range) { Content::LetterRun(*count) } else { Content::Run(*count) };
                Hole { range: range.clone(), content }
            }
            (Place::Point { at, is_last, .. }, _) => {
                let range = *at..*at;
                let content = match is_text(&range) {
                    true => Content::Letters,
                    false => Content::Items { is_last: *is_last },
                };
                Hole { range, content }
            }
        }
    }
}

/// Whether a stretch is between the quotes of a literal.
pub(super) fn is_within_literal(text: &str, range: &std::ops::Range<usize>) -> bool {
    groups_of(text).iter().any(|group| group.is_quoted && group.surrounds(range))
}

/// What was found when each part was replaced for itself.
pub(super) struct Found {
    /// The parts that may be anything, and the lists to which anything may be added.
    pub(super) loose: Vec<Loose>,
    /// The numbers that matter.
    pub(super) numbers: Vec<usize>,
    /// How many parts there was no budget for.
    pub(super) untried: usize,
}

/// Replaces each part for itself.
pub(super) fn find(trials: &mut Trials<'_>) -> Found {
    let base = trials.base;
    let mut loose = Vec::new();
    let mut numbers = Vec::new();
    // From outside: what is within a part that does not matter does not matter either.
    let mut waiting: VecDeque<Unit> = base.units().collect();
    while trials.budget.leaves(FOR_LATER) {
        let Some(unit) = waiting.pop_front() else { break };
        let part = Part::of(unit);
        match (vary(trials, &part), unit) {
            (Some(others), _) => {
                let place = place::of_part(&trials.drawn, &others, sort_of(base, &part));
                loose.extend(place.and_then(|place| own(trials, part, place)));
            }
            (None, Unit::Span(span)) => {
                let is_list = matches!(base.units_of(span).next(), Some(Unit::Choice(at)) if trials.is_length(at));
                let looked = elements::look(trials, span, is_list);
                loose.extend(looked.loose);
                waiting.extend(looked.single);
                if is_list {
                    loose.extend(gaps(trials, span));
                }
            }
            (None, Unit::Choice(at)) => numbers.push(at),
        }
    }
    let is_choice = |unit: &&Unit| match unit {
        Unit::Choice(at) => base.items()[*at].max > 0,
        Unit::Span(span) => base.items()[base.spans()[*span].range()].iter().any(|choice| choice.max > 0),
    };
    let untried = waiting.iter().filter(is_choice).count();
    Found { loose: without_repetition(trials, loose), numbers, untried }
}

fn sort_of(base: &Choices, part: &Part) -> Sort {
    match *part {
        Part::Number(at) if texts::is_letter(base, at) => Sort::Letter,
        Part::Number(_) => Sort::Number,
        _ => Sort::Other,
    }
}

/// A part that may be anything, if what is seen in its place is this part alone.
pub(super) fn own(trials: &mut Trials<'_>, part: Part, place: Place) -> Option<Loose> {
    let loose = Loose { part, place, bounds: None };
    let mut holes: Vec<Vec<Hole>> = trials.drawn.iter().map(|_| Vec::new()).collect();
    holes[loose.place.value()].push(loose.hole(&trials.drawn));
    witness::is_own(trials, &[&loose.part], &holes).then_some(loose)
}

/// To add elements on both sides of one that may be anything is to add them on one side.
fn without_repetition(trials: &Trials<'_>, mut loose: Vec<Loose>) -> Vec<Loose> {
    let base = trials.base;
    let parts: Vec<Part> = loose.iter().map(|loose| loose.part.clone()).collect();
    let is_free = |list: usize, element: usize| {
        parts.iter().any(|part| match part {
            Part::Run { span, units } => *span == list && units.contains(&element),
            part => base.units_of(list).nth(element).map(Part::of).as_ref() == Some(part),
        })
    };
    loose.retain(|loose| match loose.part {
        Part::Gap { list, after } => {
            // The next gap to which there are only elements that may be anything.
            let next = parts.iter().filter_map(|part| match part {
                Part::Gap { list: other, after: next } if *other == list && *next > after => Some(*next),
                _ => None,
            });
            !next.min().is_some_and(|next| (after + 1..=next).all(|element| is_free(list, element)))
        }
        _ => true,
    });
    loose
}

/// The cases with other values for a part, if all of them fail.
pub(super) fn vary(trials: &mut Trials<'_>, part: &Part) -> Option<Vec<Vec<Drawn>>> {
    if matches!(part, Part::Gap { .. }) {
        return screen(trials, part, usize::MAX);
    }
    let items = &trials.base.items()[part.range(trials.base)];
    if items.iter().all(|choice| choice.max == 0) {
        return None;
    }
    // A part of few values, such as a `bool`, is free if all others fail.
    let few = items
        .iter()
        .map(|choice| choice.max)
        .fold(1, |product: u64, max| product.saturating_mul(max.saturating_add(1)));
    screen(trials, part, usize::try_from(few - 1).unwrap_or(usize::MAX).max(1))
}

/// The cases with other values for a part, of which there are at most this many, if all of them fail.
fn screen(trials: &mut Trials<'_>, part: &Part, most: usize) -> Option<Vec<Vec<Drawn>>> {
    let mut seen: Vec<Vec<Drawn>> = Vec::new();
    let mut elsewhere = 0;
    let enough = match part {
        Part::Run { .. } => ENOUGH_OF_RUN,
        part if is_of_short_text(trials.base, part) => TRIES,
        _ => ENOUGH,
    };
    // A number has no others than these; a span may have other parts than those that are there.
    let enough = if matches!(part, Part::Number(_)) { enough.min(most) } else { enough };
    for attempt in 0..TRIES {
        let mut edits = Edit::new();
        trials.put_other(part, attempt, &mut edits);
        match trials.run(&edits) {
            Outcome::Fails(ran) if !same_texts(&ran.drawn, &trials.drawn) && !seen.contains(&ran.drawn) => {
                seen.push(ran.drawn);
            }
            Outcome::Fails(_) | Outcome::Rejected => {}
            Outcome::Elsewhere => elsewhere += 1,
            Outcome::Passes | Outcome::Spent => return None,
        }
        if seen.len() == enough || (seen.is_empty() && elsewhere == ELSEWHERE) {
            break;
        }
    }
    (seen.len() >= ENOUGH.min(most)).then_some(seen)
}

fn is_of_short_text(base: &Choices, part: &Part) -> bool {
    match *part {
        Part::Span(span) | Part::Gap { list: span, .. } => {
            texts::is_text(base, span) && base.spans()[span].range().len() <= 1 + SHORT_TEXT
        }
        Part::Number(_) | Part::Run { .. } | Part::OneOf { .. } => false,
    }
}

/// The places of a list to which anything may be added.
fn gaps(trials: &mut Trials<'_>, list: usize) -> Vec<Loose> {
    let elements = trials.base.units_of(list).count() - 1;
    if elements == 0 {
        return Vec::new();
    }
    let mut loose = Vec::new();
    // The end first: where nothing can be added, there is no list.
    for after in (0..=elements).rev().filter(|&after| elements <= LONGEST || after == 0 || after == elements) {
        let part = Part::Gap { list, after };
        let Some(others) = vary(trials, &part) else { continue };
        let place = place::of_gap(&trials.drawn, &others, elements, after);
        loose.extend(place.and_then(|place| own(trials, part, place)));
    }
    loose.reverse();
    loose
}

pub(super) fn same_texts(one: &[Drawn], other: &[Drawn]) -> bool {
    one.iter().map(|drawn| &drawn.text).eq(other.iter().map(|drawn| &drawn.text))
}
