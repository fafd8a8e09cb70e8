//! Deletes an element and lowers the numbers that point past it.

use super::search::Search;
use super::shape::leaves;
use crate::choices::{Choices, Edit, Unit};

/// How many places that numbers may point past are tried for each element.
const PLACES: usize = 4;

/// Each element of each list. Its place is its index in the list, or else any small number that occurs: handles, for
/// example, are counted apart from the commands that make them.
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
            let best = search.best();
            let numbers = numbers_outside(&best, list.elements[at], list.length);
            let mut places: Vec<u64> = numbers.iter().map(|&number| best.items[number].value - 1).collect();
            places.sort_unstable();
            places.dedup();
            places.retain(|&place| place != at as u64);
            places.truncate(PLACES);
            if numbers.is_empty() {
                continue;
            }
            let candidates: Vec<Choices> = std::iter::once(at as u64)
                .chain(places)
                .map(|place| {
                    let mut edit = Edit::new();
                    edit.remove(&list, at..at + 1);
                    for &number in numbers.iter().filter(|&&number| best.items[number].value > place) {
                        edit.set(number, best.items[number].value - 1);
                    }
                    edit.apply_unnamed(&best)
                })
                .collect();
            search.first_of(candidates);
        }
        span += 1;
    }
}

/// The leaves that may be a position above zero, and are not inside of a unit.
fn numbers_outside(of: &Choices, unit: Unit, length: usize) -> Vec<usize> {
    let inside = match unit {
        Unit::Choice(at) => at..at + 1,
        Unit::Span(span) => of.spans[span].range(),
    };
    let may_point = |number: u64| 0 < number && number <= of.len() as u64;
    let is_outside = |at: &usize| *at != length && !inside.contains(at) && may_point(of.items[*at].value);
    leaves(of).into_iter().filter(is_outside).collect()
}
