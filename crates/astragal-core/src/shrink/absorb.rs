//! Deletes an element that is a number and has another one make up for it.

use super::search::Search;
use crate::choices::{Choices, Edit, Unit};

/// An element that is a number goes, and another of its list takes over what it was: as a sum, or as much as possible.
pub(super) fn elements(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
        let mut at = usize::MAX;
        while let Some(list) = search.best().shrinkable_list(span, 0) {
            at = at.min(list.elements.len());
            if at == 0 || list.spare == 0 {
                break;
            }
            at -= 1;
            let neighbor = if at > 0 { at - 1 } else { 1 };
            let best = search.best();
            let number = |element: usize| list.elements.get(element).and_then(|&unit| number(&best, unit));
            let (Some(goes), Some(stays)) = (number(at), number(neighbor)) else { break };
            let (gone, kept) = (best.items[goes].value, best.items[stays]);
            if gone == 0 {
                continue;
            }
            let sums =
                [signed_sum(gone, kept.value), gone.saturating_add(kept.value), kept.max].map(|sum| sum.min(kept.max));
            search.first_of(sums.map(|sum| {
                let mut edit = Edit::new();
                edit.remove(&list, at..at + 1).set(stays, sum).apply_unnamed(&best)
            }));
        }
        span += 1;
    }
}

/// The choice of an element that is a number, also if there is a name around it.
fn number(of: &Choices, element: Unit) -> Option<usize> {
    match element {
        Unit::Choice(at) => Some(at),
        Unit::Span(span) => (of.spans[span].range().len() == 1).then_some(of.spans[span].start as usize),
    }
}

/// The sum of two numbers that represent 0, 1, -1, 2, -2 and so on.
fn signed_sum(one: u64, other: u64) -> u64 {
    let sum = signed(one) + signed(other);
    let sum = if sum > 0 { 2 * sum - 1 } else { -2 * sum };
    u64::try_from(sum).unwrap_or(u64::MAX)
}

fn signed(number: u64) -> i128 {
    let half = i128::from(number.div_ceil(2));
    if number % 2 == 1 { half } else { -half }
}
