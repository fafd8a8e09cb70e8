//! What a pass can see in a sequence: levels, leaves, the order of units.

use std::cmp::Ordering;

use crate::choices::{Choices, Unit};

/// The units directly in a span, or the outermost ones.
pub(super) fn level(of: &Choices, span: Option<usize>) -> Vec<Unit> {
    match span {
        Some(span) => of.units_of(span).collect(),
        None => of.units().collect(),
    }
}

/// The units of a level without the length of a list.
pub(super) fn siblings(of: &Choices, span: Option<usize>) -> Vec<Unit> {
    let is_list = span.is_some_and(|span| of.list_len(span).is_some() || of.shrinkable_list(span, 0).is_some());
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
