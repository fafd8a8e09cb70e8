//! Other values for a part: boundaries first, then what random cases have in such a place, then near ones and any.

use astragal_core::{Choice, Choices, Label, Rng, Unit};

use super::edit::{Edits, alone};
use super::trial::Trials;

/// A part of a case that may be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A number: the index of its choice.
    Number(usize),
    /// A span.
    Span(usize),
    /// Any elements, added to a list after so many of its own.
    Gap { list: usize, after: usize },
    /// One of these numbers at a choice; whether these are all there are in their range.
    OneOf { choice: usize, numbers: Vec<u64>, is_all: bool },
}

impl Part {
    pub(super) fn of(unit: Unit) -> Part {
        match unit {
            Unit::Choice(at) => Part::Number(at),
            Unit::Span(span) => Part::Span(span),
        }
    }
}

/// So many elements are added to a list at once.
const ADDED: [usize; 8] = [1, 2, 1, 3, 2, 5, 8, 13];

impl Trials<'_> {
    /// Puts another value for a part into the edits.
    pub(super) fn put_other(&mut self, part: &Part, attempt: usize, edits: &mut Edits) {
        match part {
            Part::Number(at) => {
                let number = other_number(&mut self.rng, self.base, self.base.items()[*at], attempt);
                edits.numbers.insert(*at, number);
            }
            Part::OneOf { choice, numbers, .. } => {
                let at = self.rng.up_to(numbers.len() as u64 - 1) as usize;
                edits.numbers.insert(*choice, numbers[at]);
            }
            Part::Span(span) => {
                let other = self.other_span(*span, attempt);
                edits.spans.insert(*span, other);
            }
            Part::Gap { list, after } => {
                let added = self.added(*list, attempt);
                if !added.is_empty() {
                    edits.gaps.insert((*list, *after), added);
                }
            }
        }
    }

    fn other_span(&mut self, span: usize, attempt: usize) -> Choices {
        let own = alone(self.base, Unit::Span(span));
        if attempt == 0 {
            return own.with_numbers(|_, _| 0);
        }
        let found = if attempt % 4 == 3 { None } else { self.found_in_pool(span) };
        // What was found is taken as it is, or as a start.
        match found {
            Some(found) if attempt % 2 == 1 => found,
            found => {
                let (rng, base) = (&mut self.rng, self.base);
                let of = found.unwrap_or(own);
                // Not every number, so that what depends on two of them is met as well.
                of.with_numbers(|_, choice| if rng.up_to(2) == 0 { choice.value } else { near(rng, base, *choice) })
            }
        }
    }

    /// What a random case has in the place of a span, or where there is a span of this name.
    fn found_in_pool(&mut self, span: usize) -> Option<Choices> {
        self.draw_pool();
        if !self.alike.contains_key(&span) {
            let alike = alike(self.base, span, self.pool());
            self.alike.insert(span, alike);
        }
        let alike = &self.alike[&span];
        let last = alike.len().checked_sub(1)?;
        let (case, found) = alike[self.rng.up_to(last as u64) as usize];
        Some(alone(&self.pool()[case], Unit::Span(found)))
    }

    /// Elements to be added to a list, as many as it may still take.
    fn added(&mut self, list: usize, attempt: usize) -> Vec<Choices> {
        let mut units = self.base.units_of(list);
        let room = match units.next() {
            Some(Unit::Choice(length)) => self.base.items()[length].max - self.base.items()[length].value,
            _ => 0,
        };
        let own: Vec<Unit> = units.collect();
        let Some(last) = own.len().checked_sub(1) else { return Vec::new() };
        let count = ADDED[attempt % ADDED.len()].min(usize::try_from(room).unwrap_or(usize::MAX));
        (0..count)
            .map(|_| {
                let model = own[self.rng.up_to(last as u64) as usize];
                // An element that is there already, now and then: many bugs need two that are equal.
                match model {
                    _ if self.rng.up_to(3) == 0 => alone(self.base, model),
                    Unit::Choice(at) => {
                        let choice = self.base.items()[at];
                        let step = 4 + self.rng.up_to(1) as usize;
                        let number = other_number(&mut self.rng, self.base, choice, step);
                        alone(self.base, model).with_numbers(|_, _| number)
                    }
                    Unit::Span(span) => {
                        let attempt = self.rng.up_to(7) as usize;
                        self.other_span(span, attempt)
                    }
                }
            })
            .collect()
    }
}

/// Another number: boundaries and neighbours first, then any.
fn other_number(rng: &mut Rng, base: &Choices, choice: Choice, attempt: usize) -> u64 {
    match attempt {
        0 => choice.max.min(choice.value.saturating_add(1)),
        1 => choice.value.saturating_sub(1),
        2 => choice.max,
        3 => 0,
        _ if attempt % 2 == 0 => near(rng, base, choice),
        _ => rng.up_to(choice.max),
    }
}

/// A number that is worth a try: a neighbour, one that stands elsewhere, a power of two, one near the bound.
fn near(rng: &mut Rng, base: &Choices, choice: Choice) -> u64 {
    let Choice { value, max } = choice;
    let number = match rng.up_to(4) {
        0 => value.saturating_add(rng.up_to(9)),
        1 => value.saturating_sub(rng.up_to(9)),
        2 => base.items()[rng.up_to(base.len() as u64 - 1) as usize].value,
        3 => 1 << rng.up_to(u64::from(max.max(1).ilog2().min(16))),
        _ => rng.up_to(max.min(100)),
    };
    number.min(max)
}

/// The spans of other cases that fit in the place of one: those in the same place, or else all of the same name.
fn alike(base: &Choices, span: usize, pool: &[Choices]) -> Vec<(usize, usize)> {
    let wanted = places(base).swap_remove(span);
    let mut same_place = Vec::new();
    let mut same_name = Vec::new();
    for (case, choices) in pool.iter().enumerate() {
        for (at, place) in places(choices).into_iter().enumerate() {
            if choices.spans()[at].label() == base.spans()[span].label() {
                let fitting = if place == wanted { &mut same_place } else { &mut same_name };
                fitting.push((case, at));
            }
        }
    }
    if same_place.is_empty() { same_name } else { same_place }
}

/// For each span, the name of the one around it, and its number in there.
fn places(of: &Choices) -> Vec<(Option<&Label>, usize)> {
    let mut places = vec![(None, 0); of.spans().len()];
    let outermost = of.units().enumerate();
    let nested = (0..of.spans().len())
        .flat_map(|around| of.units_of(around).enumerate().map(move |(at, unit)| (Some(around), at, unit)));
    for (around, at, unit) in outermost.map(|(at, unit)| (None, at, unit)).chain(nested) {
        if let Unit::Span(span) = unit {
            let around = around.map(|around| of.spans()[around].label());
            // The elements of a list are all alike.
            places[span] = (around, if around.is_some_and(|around| around.as_str() == "vec") { 0 } else { at });
        }
    }
    places
}
