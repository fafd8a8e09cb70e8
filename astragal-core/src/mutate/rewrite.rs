//! Rewrites of a sequence that keep it well formed: units replaced, swapped, or with another number.

use crate::choices::{Choice, Choices, Label, Pick, Unit, rewritten};

/// Whether a span is nested in another.
pub(super) fn contains(of: &Choices, outer: usize, inner: usize) -> bool {
    outer < inner && inner < of.spans[outer].next as usize
}

/// The innermost span around a unit.
pub(super) fn parent(of: &Choices, unit: Unit) -> Option<usize> {
    (0..of.spans.len()).rev().find(|&span| holds(of, span, unit))
}

/// Whether a unit is nested in a span, at any depth.
fn holds(of: &Choices, span: usize, unit: Unit) -> bool {
    match unit {
        Unit::Choice(at) => of.spans[span].range().contains(&at),
        Unit::Span(at) => contains(of, span, at),
    }
}

/// The sequence with another number at one choice.
pub(super) fn with_number(of: &Choices, at: usize, number: u64) -> Choices {
    let mut made = of.clone();
    made.items[at].value = number;
    if let Ok(pick) = made.picks.binary_search_by_key(&at, Pick::at) {
        // The old branch was not taken, and only the generator knows the name of the new one.
        made.picks[pick].branch = Label::default();
    }
    made
}

/// The sequence with another length of the list of which a unit is an element, as far as the bound of the length
/// allows; the same sequence if the unit is none.
pub(super) fn with_list_length(of: &Choices, element: Unit, change: fn(u64) -> u64) -> Choices {
    let list = parent(of, element).filter(|&parent| of.list_len(parent).is_some());
    match list.and_then(|list| of.units_of(list).next()) {
        Some(Unit::Choice(length)) if element != Unit::Choice(length) => {
            let Choice { value, max } = of.items[length];
            with_number(of, length, change(value).min(max))
        }
        _ => of.clone(),
    }
}

/// A unit, and what takes its place: units of the same or of another sequence.
pub(super) struct Replacement<'a> {
    pub(super) at: Unit,
    pub(super) from: &'a Choices,
    pub(super) by: &'a [Unit],
}

/// The sequence with some units replaced, none of which is nested in another.
pub(super) fn replace(of: &Choices, replacements: &[Replacement<'_>]) -> Choices {
    rewritten(of, |writer, unit| {
        if let Some(found) = replacements.iter().find(|replacement| replacement.at == unit) {
            found.by.iter().for_each(|&new| writer.copy(found.from, new));
            return None;
        }
        match unit {
            Unit::Span(span) if replacements.iter().any(|replacement| holds(of, span, replacement.at)) => Some(span),
            _ => {
                writer.copy(of, unit);
                None
            }
        }
    })
}

pub(super) fn swap(of: &Choices, one: Unit, other: Unit) -> Choices {
    let first = Replacement { at: one, from: of, by: &[other] };
    let second = Replacement { at: other, from: of, by: &[one] };
    replace(of, &[first, second])
}
