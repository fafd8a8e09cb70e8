//! The operations of a [`Mutator`](super::Mutator), each of which makes one new sequence.

use crate::choices::{Choice, Choices, Edit, Interesting, ListSpan, Unit, Writer};
use crate::source::Rng;

/// One way to edit a sequence; nothing if there is no place for it.
pub(super) type Operation = fn(&mut Rng, &Choices) -> Option<Choices>;

pub(super) const OPERATIONS: [Operation; 7] =
    [change_number, copy_number, delete_unit, duplicate_unit, swap_siblings, swap_spans, splice_span];

/// A random index below a length; nothing if the length is 0.
pub(super) fn index(rng: &mut Rng, len: usize) -> Option<usize> {
    Some(rng.up_to(len.checked_sub(1)? as u64) as usize)
}

/// A random one of some things; nothing if there are none.
fn any<T: Copy>(rng: &mut Rng, of: impl IntoIterator<Item = T>) -> Option<T> {
    let all: Vec<T> = of.into_iter().collect();
    index(rng, all.len()).map(|at| all[at])
}

fn any_unit(rng: &mut Rng, of: &Choices) -> Option<Unit> {
    let at = index(rng, of.len() + of.spans.len())?;
    Some(if at < of.len() { Unit::Choice(at) } else { Unit::Span(at - of.len()) })
}

/// What a number becomes, if not a random one.
const INTERESTING: [Interesting; 7] = [
    Interesting::Small(0),
    Interesting::Small(1),
    Interesting::Large(0),
    Interesting::Above(1),
    Interesting::Below(1),
    Interesting::PowerBelow,
    Interesting::PowerAbove,
];

/// A number becomes an extreme, a neighbor, a power of two near it, or random.
fn change_number(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let at = index(rng, of.len())?;
    let choice @ Choice { value, max } = of.items[at];
    let number = match rng.up_to(INTERESTING.len() as u64 + 1) as usize {
        kind if kind < INTERESTING.len() => INTERESTING[kind].instead_of(choice),
        7 => rng.up_to(max),
        _ => rng.up_to(max) >> rng.up_to(63),
    };
    (number != value).then(|| Edit::new().set(at, number).apply(of))
}

/// A number becomes that of another choice with the same bound.
fn copy_number(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let at = index(rng, of.len())?;
    let Choice { value, max } = of.items[at];
    let others = of.items.iter().filter(|other| other.max == max && other.value != value);
    any(rng, others).map(|other| Edit::new().set(at, other.value).apply(of))
}

/// A unit is deleted; of a list, it is removed.
fn delete_unit(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let unit = any_unit(rng, of)?;
    let mut edit = Edit::new();
    match list_of(of, unit) {
        Some((list, at)) => edit.remove(&list, at..at + 1),
        None => edit.delete(unit),
    };
    Some(edit.apply(of))
}

/// A unit is written twice, and the length of the list that it is in is raised, if the list may be longer.
fn duplicate_unit(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let unit = any_unit(rng, of)?;
    let mut edit = Edit::new();
    edit.insert_after(unit, &[unit]);
    if let Some((list, _)) = list_of(of, unit) {
        edit.add(list.length, 1);
    }
    Some(edit.apply(of))
}

/// The list of which a unit is an element, and which of them it is.
fn list_of(of: &Choices, unit: Unit) -> Option<(ListSpan, usize)> {
    let list = of.list(of.parent(unit)?)?;
    let at = list.elements.iter().position(|&element| element == unit)?;
    Some((list, at))
}

/// Two units of the same parent change places.
fn swap_siblings(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let unit = any_unit(rng, of)?;
    let siblings: Vec<Unit> = match of.parent(unit) {
        // The length of a list is none of its elements.
        Some(list) if of.list_len(list).is_some() => of.units_of(list).skip(1).collect(),
        Some(parent) => of.units_of(parent).collect(),
        None => of.units().collect(),
    };
    let one = any(rng, siblings.iter().copied())?;
    let other = any(rng, siblings.iter().copied().filter(|&sibling| sibling != one))?;
    Some(Edit::new().swap(one, other).apply(of))
}

/// Two spans of the same name, neither in the other, change places.
fn swap_spans(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let one = index(rng, of.spans.len())?;
    let other = any(
        rng,
        namesakes(of, one).filter(|&other| !of.holds(one, Unit::Span(other)) && !of.holds(other, Unit::Span(one))),
    )?;
    Some(Edit::new().swap(Unit::Span(one), Unit::Span(other)).apply(of))
}

/// A span is replaced by one of the same name, in it or elsewhere.
fn splice_span(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let old = index(rng, of.spans.len())?;
    let new = any(rng, namesakes(of, old).filter(|&new| !of.holds(new, Unit::Span(old))))?;
    Some(Edit::new().replace(Unit::Span(old), &[Unit::Span(new)]).apply(of))
}

/// A span of `one`, out of those whose name occurs in both, is replaced by a span of that name of `other`.
pub(super) fn transplant(rng: &mut Rng, one: &Choices, shared: &[usize], other: &Choices) -> Option<Choices> {
    let old = any(rng, shared.iter().copied())?;
    let donors = (0..other.spans.len()).filter(|&new| other.spans[new].label == one.spans[old].label);
    let new = any(rng, donors)?;
    Some(Edit::new().splice(Unit::Span(old), other.alone(Unit::Span(new))).apply(one))
}

/// The first units of `one` and, from the same place on, the units of `other`.
///
/// Spans that hold nothing but one span are passed over, or there would be one unit on each side and nothing to join.
pub(super) fn join(rng: &mut Rng, one: &Choices, other: &Choices) -> Choices {
    let mut writer = Writer::default();
    let (mut head, mut tail) = (one.units(), other.units());
    while let Some(span) = only_span(head.clone()) {
        writer.open(one.spans[span].label.clone());
        head = one.units_of(span);
    }
    while let Some(span) = only_span(tail.clone()) {
        tail = other.units_of(span);
    }
    let head_len = head.clone().count();
    let cut = head_len.min(1 + rng.up_to(head_len.saturating_sub(2) as u64) as usize);
    head.take(cut).for_each(|unit| writer.copy(one, unit));
    tail.skip(cut).for_each(|unit| writer.copy(other, unit));
    writer.finish()
}

fn only_span(mut units: impl Iterator<Item = Unit>) -> Option<usize> {
    match (units.next(), units.next()) {
        (Some(Unit::Span(span)), None) => Some(span),
        _ => None,
    }
}

/// The other spans of the same name.
fn namesakes(of: &Choices, span: usize) -> impl Iterator<Item = usize> {
    let name = of.spans[span].label.as_str();
    (0..of.spans.len()).filter(move |&other| other != span && of.spans[other].label.fits(name))
}
