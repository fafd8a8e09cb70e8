//! Other values for a part: boundaries first, then each constructor in turn, what random cases have in such a place, near
//! ones and any.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use astragal_core::{Choice, Choices, Edit, Interesting, Label, Rng, Unit, Units};

use super::texts::{self, is_letter, is_text};
use super::trial::Trials;

/// A part of a case that may be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// A number: the index of its choice.
    Number(usize),
    /// A span.
    Span(usize),
    /// Some consecutive units of a span, all of them at once.
    Run { span: usize, units: Range<usize> },
    /// Any elements, added to a list after this many of its own.
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

    /// The choices that are replaced; of a list that gets longer, its length.
    pub(super) fn range(&self, base: &Choices) -> Range<usize> {
        match self {
            Part::Number(at) | Part::OneOf { choice: at, .. } => *at..at + 1,
            Part::Span(span) => base.spans()[*span].range(),
            Part::Run { span, units } => {
                let parts = units_in(base, *span, units).into_iter().map(|unit| Part::of(unit).range(base));
                parts.reduce(|first, last| first.start..last.end).unwrap_or(0..0)
            }
            Part::Gap { list, .. } => {
                let start = base.spans()[*list].range().start;
                start..start + 1
            }
        }
    }
}

fn units_in(base: &Choices, span: usize, units: &Range<usize>) -> Vec<Unit> {
    base.units_of(span).skip(units.start).take(units.len()).collect()
}

/// How many elements are added to a list at once: a few, and now and then more than what is short has room for.
pub(super) const ADDED: [usize; 9] = [1, 2, 1, 3, 5, 1, 40, 2, 13];

/// The largest number that many choices have at once: they may be lengths.
const LARGE: u64 = 255;

/// After this many turns, a number begins with its boundaries again.
const TURNS: usize = 40;

impl Trials<'_> {
    /// Puts another value for a part into the edits.
    pub(super) fn put_other(&mut self, part: &Part, attempt: usize, edits: &mut Edit) {
        match part {
            Part::Number(at) if is_letter(self.base, *at) => {
                let turn = self.next_turn(part);
                edits.set(*at, texts::letter(turn, self.base.items()[*at].max));
            }
            Part::Number(at) => {
                let turn = self.next_turn(part);
                let number = other_number(&mut self.rng, self.base, self.base.items()[*at], turn);
                edits.set(*at, number);
            }
            Part::OneOf { choice, numbers, .. } => {
                let at = self.rng.up_to(numbers.len() as u64 - 1) as usize;
                edits.set(*choice, numbers[at]);
            }
            Part::Span(span) => {
                let other = self.other_span(*span, attempt);
                edits.splice(Unit::Span(*span), other);
            }
            Part::Run { span, units } => self.put_other_run(*span, units, attempt, edits),
            Part::Gap { list, after } => {
                let added = match is_text(self.base, *list) {
                    true => self.added_letters(*list, *after, room(self.base, *list)),
                    false => self.added(*list, attempt),
                };
                if let Some(list) = self.base.list_with_minimum(*list).filter(|_| !added.is_empty()) {
                    edits.insert(&list, *after, added);
                }
            }
        }
    }

    /// Other values for many units: first the same boundary for all of them, then each of another kind, of all units or of one
    /// in three.
    fn put_other_run(&mut self, span: usize, units: &Range<usize>, attempt: usize, edits: &mut Edit) {
        // The simplest, the last, and the neighbors: see `other_number`.
        const TOGETHER: [usize; 4] = [3, 2, 1, 0];
        let units = units_in(self.base, span, units);
        let together = TOGETHER.get(attempt).copied();
        let always = self.rng.up_to(units.len() as u64 - 1) as usize;
        for (at, &unit) in units.iter().enumerate() {
            if together.is_none() && attempt % 3 == 2 && at != always && self.rng.up_to(2) > 0 {
                continue;
            }
            let turn = together.unwrap_or_else(|| self.rng.up_to(TURNS as u64 - 1) as usize);
            match unit {
                Unit::Choice(choice) if is_letter(self.base, choice) => {
                    edits.set(choice, texts::letter(turn, self.base.items()[choice].max));
                }
                Unit::Choice(choice) => {
                    let number = other_number(&mut self.rng, self.base, self.base.items()[choice], turn);
                    edits.set(choice, number);
                }
                Unit::Span(span) => {
                    let own = self.base.alone(Unit::Span(span));
                    let other = match together {
                        Some(3) => own.with_numbers(|_, _| 0),
                        Some(2) => own.with_numbers(|_, choice| choice.max.min(LARGE)),
                        _ => self.other_span(span, turn),
                    };
                    edits.splice(Unit::Span(span), other);
                }
            }
        }
    }

    fn other_span(&mut self, span: usize, attempt: usize) -> Choices {
        if is_text(self.base, span) {
            return self.other_text(span);
        }
        let own = self.base.alone(Unit::Span(span));
        let other = match attempt % 8 {
            0 if attempt == 0 => Some(own.with_numbers(|_, _| 0)),
            1 | 5 => self.other_constructor(span),
            3 => self.with_other_text(span),
            7 => None,
            4 => return self.found_in_pool(span).unwrap_or(own),
            _ => self.found_in_pool(span).map(|found| self.near(&found)),
        };
        other.unwrap_or_else(|| self.near(&own))
    }

    /// Numbers near those that are there. Not every number, so that what depends on two of them is met as well.
    fn near(&mut self, of: &Choices) -> Choices {
        let (rng, base) = (&mut self.rng, self.base);
        of.with_numbers(|_, choice| match rng.up_to(2) {
            0 => choice.value,
            _ if choice.max == texts::LAST => texts::letter(rng.up_to(texts::LAST) as usize, choice.max),
            _ => near(rng, base, *choice),
        })
    }

    /// The constructor whose turn it is, as random cases have it, or else around what is there; or what random cases
    /// have, if there is but one.
    fn other_constructor(&mut self, span: usize) -> Option<Choices> {
        let first = self.base.spans()[span].range().start;
        if self.base.pick_at(first).is_none() {
            return self.found_in_pool(span);
        }
        let branch = self.next_turn(&Part::Span(span)) as u64 % (self.base.items()[first].max + 1);
        let found = self.alike(span);
        let begins = |case: &Choices, span: usize| case.items()[case.spans()[span].range().start].value;
        let of_branch: Vec<(usize, usize)> =
            found.iter().copied().filter(|&(case, span)| begins(&self.pool()[case], span) == branch).collect();
        match of_branch.len().checked_sub(1) {
            Some(last) => {
                let (case, found) = of_branch[self.rng.up_to(last as u64) as usize];
                Some(self.pool()[case].alone(Unit::Span(found)))
            }
            None => {
                let own = self.base.alone(Unit::Span(span));
                Some(own.with_numbers(|item, choice| if item == 0 { branch } else { choice.value }))
            }
        }
    }

    /// The same with another text, if there is one in it.
    fn with_other_text(&mut self, span: usize) -> Option<Choices> {
        let range = self.base.spans()[span].range();
        let within = self.base.spans().iter().enumerate().skip(span + 1);
        let within = within.take_while(|(_, inner)| inner.range().start < range.end).map(|(inner, _)| inner);
        let texts: Vec<usize> = within.filter(|&inner| is_text(self.base, inner)).collect();
        let last = texts.len().checked_sub(1)?;
        let text = texts[self.rng.up_to(last as u64) as usize];
        let mut edits = Edit::new();
        edits.splice(Unit::Span(text), self.other_text(text));
        // What comes before a text begins where it did.
        Some(edits.apply(self.base).alone(Unit::Span(span)))
    }

    /// What a random case has in the place of a span, or where there is a span of this name.
    pub(super) fn found_in_pool(&mut self, span: usize) -> Option<Choices> {
        let alike = self.alike(span);
        let last = alike.len().checked_sub(1)?;
        let (case, found) = alike[self.rng.up_to(last as u64) as usize];
        Some(self.pool()[case].alone(Unit::Span(found)))
    }

    /// The random cases, and the spans in them, that fit in the place of a span.
    fn alike(&mut self, span: usize) -> Rc<Vec<(usize, usize)>> {
        self.draw_pool();
        let kind = &self.kinds.of_base[span];
        let in_pool = &self.kinds.in_pool;
        in_pool.get(kind).or_else(|| in_pool.get(&kind.any_of_its_name())).cloned().unwrap_or_default()
    }

    /// How often other values for a part were asked for before: each kind of them has its turn.
    pub(super) fn next_turn(&mut self, part: &Part) -> usize {
        let turn = self.turns.entry(part.clone()).or_default();
        *turn += 1;
        *turn - 1
    }

    /// Elements to be added to a list, as many as it may still take.
    fn added(&mut self, list: usize, attempt: usize) -> Vec<Choices> {
        let own: Vec<Unit> = self.base.units_of(list).skip(1).collect();
        let Some(last) = own.len().checked_sub(1) else { return Vec::new() };
        let count = ADDED[attempt % ADDED.len()].min(room(self.base, list));
        (0..count)
            .map(|_| {
                let model = own[self.rng.up_to(last as u64) as usize];
                // An element that is there already, now and then: many bugs need two that are equal.
                match model {
                    _ if self.rng.up_to(3) == 0 => self.base.alone(model),
                    Unit::Choice(at) => {
                        let choice = self.base.items()[at];
                        let turn = self.rng.up_to(TURNS as u64 - 1) as usize;
                        let number = other_number(&mut self.rng, self.base, choice, turn);
                        self.base.alone(model).with_numbers(|_, _| number)
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

/// How many elements may be added to a list.
fn room(base: &Choices, list: usize) -> usize {
    let room = match base.units_of(list).next() {
        Some(Unit::Choice(length)) => base.items()[length].max - base.items()[length].value,
        _ => 0,
    };
    usize::try_from(room).unwrap_or(usize::MAX)
}

/// Another number: boundaries and neighbors first, small ones, then any; and from the start again.
fn other_number(rng: &mut Rng, base: &Choices, choice: Choice, turn: usize) -> u64 {
    let kind = match turn % TURNS {
        0 => Interesting::Above(1),
        1 => Interesting::Below(1),
        2 => Interesting::Large(0),
        3 => Interesting::Small(0),
        4 => Interesting::Above(2),
        5 => Interesting::Below(2),
        6 => Interesting::Large(1),
        // Small ones are of both signs.
        small @ 7..=15 => Interesting::Small(small as u64 - 6),
        turn if turn % 2 == 0 => return near(rng, base, choice),
        _ => Interesting::Small(rng.up_to(choice.max)),
    };
    kind.instead_of(choice)
}

/// A number that is worth a try: a neighbor, one that appears elsewhere, a power of two, one near the bound.
fn near(rng: &mut Rng, base: &Choices, choice: Choice) -> u64 {
    let kind = match rng.up_to(4) {
        0 => Interesting::Above(rng.up_to(9)),
        1 => Interesting::Below(rng.up_to(9)),
        2 => Interesting::Small(base.items()[rng.up_to(base.len() as u64 - 1) as usize].value),
        3 => Interesting::Power(rng.up_to(u64::from(choice.max.max(1).ilog2().min(16))) as u32),
        _ => Interesting::Small(rng.up_to(choice.max.min(100))),
    };
    kind.instead_of(choice)
}

/// What kind of part a span is: its name, that of the span around it, and its number in there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    name: Label,
    around: Option<Label>,
    number: usize,
}

impl Kind {
    /// In place of all kinds with its name.
    fn any_of_its_name(&self) -> Kind {
        Kind { name: self.name.clone(), around: None, number: usize::MAX }
    }
}

/// The random cases, and the spans in them, that fit in the place of a span: those of the same kind, or else all of the same
/// name.
#[derive(Default)]
pub(super) struct Kinds {
    of_base: Vec<Kind>,
    in_pool: HashMap<Kind, Rc<Vec<(usize, usize)>>>,
}

impl Kinds {
    pub(super) fn new(base: &Choices, pool: &[Choices]) -> Kinds {
        let mut in_pool: HashMap<Kind, Rc<Vec<(usize, usize)>>> = HashMap::new();
        for (case, choices) in pool.iter().enumerate() {
            for (span, kind) in kinds(choices).into_iter().enumerate() {
                for kind in [kind.any_of_its_name(), kind] {
                    Rc::make_mut(in_pool.entry(kind).or_default()).push((case, span));
                }
            }
        }
        Kinds { of_base: kinds(base), in_pool }
    }
}

/// The kind of each span.
fn kinds(of: &Choices) -> Vec<Kind> {
    let kind = |span: &astragal_core::Span| Kind { name: span.label().clone(), around: None, number: 0 };
    let mut kinds: Vec<Kind> = of.spans().iter().map(kind).collect();
    let mut place = |units: Units<'_>, around: Option<&Label>| {
        // The elements of a list are all alike.
        let is_list = around.is_some_and(|around| around.as_str() == "vec");
        for (at, unit) in units.enumerate() {
            if let Unit::Span(span) = unit {
                (kinds[span].around, kinds[span].number) = (around.cloned(), if is_list { 0 } else { at });
            }
        }
    };
    place(of.units(), None);
    for (around, span) in of.spans().iter().enumerate() {
        place(of.units_of(around), Some(span.label()));
    }
    kinds
}
