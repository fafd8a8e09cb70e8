//! Which parts of a failing case may be replaced, one at a time: any other value there fails too.

use std::collections::VecDeque;

use astragal_core::{Choices, Unit};

use super::edit::Edits;
use super::other::Part;
use super::place::{self, Place, Sort};
use super::texts;
use super::trial::{Outcome, Trials};
use crate::report::Drawn;

/// So many other values must fail before a part is worth more trials; so many are tried to find them.
const ENOUGH: usize = 5;
const TRIES: usize = 20;
/// A text of no more letters than this is tried as often as that, with letters of every kind.
const SHORT_TEXT: usize = 4;
/// So often something else may change with a part before it is given up.
const ELSEWHERE: usize = 3;
/// So many evaluations are left to look for edges, and to try parts together.
const FOR_LATER: usize = 250;
/// Lists of more elements are not looked into.
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

/// The parts that may be anything, and the lists to which anything may be added; then the numbers that matter.
pub(super) fn find(trials: &mut Trials<'_>) -> (Vec<Loose>, Vec<usize>) {
    let base = trials.base;
    let mut loose = Vec::new();
    let mut numbers = Vec::new();
    // From outside: what is within a part that does not matter does not matter either.
    let mut waiting: VecDeque<Unit> = base.units().collect();
    while let Some(unit) = waiting.pop_front().filter(|_| trials.leaves(FOR_LATER)) {
        let part = Part::of(unit);
        match (vary(trials, &part), unit) {
            (Some(others), _) => {
                let place = place::of_part(trials.drawn, &others, sort_of(base, &part));
                let place = place.filter(|place| is_seen(trials, &part, place));
                loose.extend(place.map(|place| Loose { part, place, bounds: None }));
            }
            (None, Unit::Span(span)) => {
                waiting.extend(base.units_of(span));
                loose.extend(gaps(trials, span));
            }
            (None, Unit::Choice(at)) => numbers.push(at),
        }
    }
    (without_repetition(trials, loose), numbers)
}

fn sort_of(base: &Choices, part: &Part) -> Sort {
    match *part {
        Part::Number(at) if texts::is_letter(base, at) => Sort::Letter,
        Part::Number(_) => Sort::Number,
        _ => Sort::Other,
    }
}

/// Whether what is seen in a place is this part alone: a number that is a sum of two is not free if one of them is.
pub(super) fn is_seen(trials: &mut Trials<'_>, part: &Part, place: &Place) -> bool {
    let range = match *part {
        Part::Number(at) | Part::OneOf { choice: at, .. } => at..at + 1,
        Part::Span(span) => trials.base.spans()[span].range(),
        Part::Gap { .. } => return true,
    };
    match place {
        Place::Stretch { value, marked, .. } => !trials.is_shared(&range, *value, marked),
        Place::Point { .. } | Place::Words { .. } => true,
    }
}

/// To add elements on both sides of one that may be anything is to add them on one side.
fn without_repetition(trials: &Trials<'_>, mut loose: Vec<Loose>) -> Vec<Loose> {
    let parts: Vec<Part> = loose.iter().map(|loose| loose.part.clone()).collect();
    loose.retain(|loose| match loose.part {
        Part::Gap { list, after } => {
            let element = trials.base.units_of(list).nth(after + 1).map(Part::of);
            let is_repeated = parts.contains(&Part::Gap { list, after: after + 1 });
            !(is_repeated && element.is_some_and(|element| parts.contains(&element)))
        }
        _ => true,
    });
    loose
}

/// The cases with other values for a part, if all of them fail.
fn vary(trials: &mut Trials<'_>, part: &Part) -> Option<Vec<Vec<Drawn>>> {
    let range = match *part {
        Part::Number(at) => at..at + 1,
        Part::Span(span) => trials.base.spans()[span].range(),
        _ => return screen(trials, part, ENOUGH),
    };
    let items = &trials.base.items()[range];
    if items.iter().all(|choice| choice.max == 0) {
        return None;
    }
    // A part of few values, such as a `bool`, is free if all others fail.
    let few = items
        .iter()
        .map(|choice| choice.max)
        .fold(1, |product: u64, max| product.saturating_mul(max.saturating_add(1)));
    let needed = ENOUGH.min(usize::try_from(few - 1).unwrap_or(ENOUGH)).max(1);
    screen(trials, part, needed)
}

fn screen(trials: &mut Trials<'_>, part: &Part, needed: usize) -> Option<Vec<Vec<Drawn>>> {
    let mut seen: Vec<Vec<Drawn>> = Vec::new();
    let mut elsewhere = 0;
    let enough = if is_of_short_text(trials.base, part) { TRIES } else { ENOUGH };
    for attempt in 0..TRIES {
        let mut edits = Edits::default();
        trials.put_other(part, attempt, &mut edits);
        match trials.run(&edits) {
            Outcome::Fails(ran) if !same_texts(&ran.drawn, trials.drawn) && !seen.contains(&ran.drawn) => {
                seen.push(ran.drawn);
            }
            Outcome::Fails(_) | Outcome::Refused => {}
            Outcome::Elsewhere => elsewhere += 1,
            Outcome::Passes | Outcome::Spent => return None,
        }
        if seen.len() == enough || (seen.is_empty() && elsewhere == ELSEWHERE) {
            break;
        }
    }
    (seen.len() >= needed).then_some(seen)
}

fn is_of_short_text(base: &Choices, part: &Part) -> bool {
    match *part {
        Part::Span(span) | Part::Gap { list: span, .. } => {
            texts::is_text(base, span) && base.spans()[span].range().len() <= 1 + SHORT_TEXT
        }
        Part::Number(_) | Part::OneOf { .. } => false,
    }
}

/// The places of a list to which anything may be added.
fn gaps(trials: &mut Trials<'_>, list: usize) -> Vec<Loose> {
    let base = trials.base;
    let mut units = base.units_of(list);
    let is_length = |at: usize| base.items()[at].max > 0 && base.pick_at(at).is_none();
    match units.next() {
        Some(Unit::Choice(at)) if is_length(at) => {}
        _ => return Vec::new(),
    }
    let elements = units.count();
    if elements == 0 || elements > LONGEST {
        return Vec::new();
    }
    let mut loose = Vec::new();
    // The end first: where nothing can be added, there is no list.
    for after in (0..=elements).rev() {
        let part = Part::Gap { list, after };
        if let Some(others) = vary(trials, &part) {
            let place = place::of_gap(trials.drawn, &others, elements, after);
            loose.extend(place.map(|place| Loose { part, place, bounds: None }));
        }
    }
    loose.reverse();
    loose
}

pub(super) fn same_texts(one: &[Drawn], other: &[Drawn]) -> bool {
    one.iter().map(|drawn| &drawn.text).eq(other.iter().map(|drawn| &drawn.text))
}
