//! What a pass can see in a sequence: levels, lists with the numbers that hold their lengths, leaves.

use std::cmp::Ordering;

use crate::choices::{Choice, Choices, Unit};
use crate::order::sort_by_key;

/// Units that stand side by side, of which the first so many may be deleted if their length is lowered.
pub(super) struct List {
    /// The choice that holds the length, perhaps less a minimum, and perhaps outside of the span.
    pub(super) length: usize,
    /// What it says: so many elements can be deleted.
    pub(super) spare: usize,
    pub(super) elements: Vec<Unit>,
}

/// The units directly in a span, or the outermost ones.
pub(super) fn level(of: &Choices, span: Option<usize>) -> Vec<Unit> {
    match span {
        Some(span) => of.units_of(span).collect(),
        None => of.units().collect(),
    }
}

/// The units of a level without the length of a list.
pub(super) fn siblings(of: &Choices, span: Option<usize>) -> Vec<Unit> {
    let is_list = span.is_some_and(|span| of.list_len(span).is_some() || list(of, span).is_some());
    let mut units = level(of, span);
    if is_list {
        units.remove(0);
    }
    units
}

/// All levels: the outermost, and each span.
pub(super) fn levels(of: &Choices) -> impl Iterator<Item = Option<usize>> + use<> {
    std::iter::once(None).chain((0..of.spans.len()).map(Some))
}

/// Whether units look as if one generator had drawn them all.
pub(super) fn alike(of: &Choices, units: &[Unit]) -> bool {
    units.windows(2).all(|pair| are_alike(of, pair[0], pair[1]))
}

pub(super) fn are_alike(of: &Choices, one: Unit, other: Unit) -> bool {
    match (one, other) {
        (Unit::Choice(one), Unit::Choice(other)) => of.items[one].max == of.items[other].max,
        (Unit::Span(one), Unit::Span(other)) => of.spans[one].label == of.spans[other].label,
        _ => false,
    }
}

/// So many numbers are taken into account as the length of a list that does not hold it.
pub(super) const OUTER_LENGTHS: usize = 3;

/// A span as a list, if it looks like one.
///
/// The waist does not know what a span means. A list is a number and at least so many units that are alike (more, if it
/// has a minimum). If the number has no choice, a generator was asked for just so many: then the length is a number that
/// was drawn before.
pub(super) fn list(of: &Choices, span: usize) -> Option<List> {
    list_by(of, span, 0)
}

/// As [`list`], with another guess at the length if that is not held by the list itself.
pub(super) fn list_by(of: &Choices, span: usize, guess: usize) -> Option<List> {
    if span >= of.spans.len() {
        return None;
    }
    let mut units = of.units_of(span);
    let Some(Unit::Choice(first)) = units.next() else { return None };
    let elements: Vec<Unit> = units.collect();
    if elements.is_empty() || of.pick_at(first).is_some() {
        return None;
    }
    let count = elements.len() as u64;
    let length = match of.items[first].max {
        0 => outer_length(of, span, count, guess)?,
        _ if guess > 0 => return None,
        _ => first,
    };
    let value = of.items[length].value;
    let fits = value == count || 0 < value && value < count && alike(of, &elements);
    fits.then_some(List { length, spare: value as usize, elements })
}

/// A number before a span that may be the count of its elements: the nearer to it, and the nearer to the span, the
/// better. What stands in a list of such lists is none.
fn outer_length(of: &Choices, span: usize, count: u64, guess: usize) -> Option<usize> {
    let is_fixed = |outer: usize| matches!(of.units_of(outer).next(), Some(Unit::Choice(at)) if of.items[at].max == 0);
    let contains = |outer: usize| (of.spans[outer].next as usize) > span;
    let outermost = (0..=span).find(|&outer| contains(outer) && is_fixed(outer)).unwrap_or(span);
    let start = of.spans[outermost].start as usize;
    let may_be = |at: &usize| {
        let Choice { value, max } = of.items[*at];
        0 < value && value <= count && max > 0 && of.pick_at(*at).is_none()
    };
    let mut found: Vec<usize> = (start.saturating_sub(8)..start).rev().filter(may_be).collect();
    sort_by_key(&mut found, |&at| (count - of.items[at].value).min(2));
    found.get(guess).copied()
}

/// The choices that are neither a pick nor the length of a list.
pub(super) fn leaves(of: &Choices) -> Vec<usize> {
    let mut is_leaf = vec![true; of.len()];
    for pick in &of.picks {
        is_leaf[pick.at()] = false;
    }
    for span in 0..of.spans.len() {
        if let Some(Unit::Choice(first)) = of.units_of(span).next() {
            if is_leaf[first] && of.list_len(span).is_some() {
                is_leaf[first] = false;
            }
        }
    }
    (0..of.len()).filter(|&at| is_leaf[at]).collect()
}

/// For each choice, which unit of its level it is.
pub(super) fn indices(of: &Choices) -> Vec<usize> {
    let mut indices = vec![0; of.len()];
    for span in levels(of) {
        for (index, unit) in level(of, span).into_iter().enumerate() {
            if let Unit::Choice(at) = unit {
                indices[at] = index;
            }
        }
    }
    indices
}

/// Whether a choice is the length of a list that has elements.
pub(super) fn is_length(of: &Choices, at: usize) -> bool {
    let first = of.spans.partition_point(|span| (span.start as usize) < at);
    let starts_here = (first..of.spans.len()).take_while(|&span| of.spans[span].start as usize == at);
    starts_here.last().is_some_and(|span| of.list_len(span).is_some())
}

/// The numbers of a unit.
pub(super) fn numbers(of: &Choices, unit: Unit) -> impl ExactSizeIterator<Item = u64> + Clone + '_ {
    let range = match unit {
        Unit::Choice(at) => at..at + 1,
        Unit::Span(at) => of.spans[at].range(),
    };
    of.items[range].iter().map(|choice| choice.value)
}

/// The order of simplicity of two units.
pub(super) fn shortlex(of: &Choices, one: Unit, other: Unit) -> Ordering {
    let (one, other) = (numbers(of, one), numbers(of, other));
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}
