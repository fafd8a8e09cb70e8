//! Puts what is simpler first: units side by side, and spans of one name wherever they are.

use super::search::Search;
use super::shape::{shortlex, siblings as units_of};
use crate::choices::{Choices, Edit, Unit};
use crate::order::sort_by;

/// How many pairs of spans are tried.
const PAIRS: usize = 400;

/// Sorts the units of a level that are alike; if that fails, neighbors change places.
pub(super) fn siblings(search: &mut Search<'_>) {
    let mut span = None;
    while span.is_none_or(|span| span < search.spans()) {
        let best = search.best();
        if !sort(search, &best, &units_of(&best, span)) {
            swap_neighbours(search, span);
        }
        span = Some(span.map_or(0, |span| span + 1));
    }
}

/// Sorts what is alike. Whether that changes nothing, or succeeded.
fn sort(search: &mut Search<'_>, best: &Choices, units: &[Unit]) -> bool {
    let mut edit = Edit::new();
    let mut changes = false;
    let mut done = vec![false; units.len()];
    for first in 0..units.len() {
        if done[first] {
            continue;
        }
        let places: Vec<usize> = (first..units.len()).filter(|&at| best.are_alike(units[first], units[at])).collect();
        let mut sorted: Vec<Unit> = places.iter().map(|&at| units[at]).collect();
        sort_by(&mut sorted, |&one, &other| shortlex(best, one, other));
        for (&place, &unit) in places.iter().zip(&sorted) {
            done[place] = true;
            if units[place] != unit {
                edit.replace(units[place], &[unit]);
                changes = true;
            }
        }
    }
    !changes || search.attempt(edit.apply_unnamed(best))
}

fn swap_neighbours(search: &mut Search<'_>, span: Option<usize>) {
    let mut at = 1;
    loop {
        let best = search.best();
        if span.is_some_and(|span| span >= best.spans.len()) {
            return;
        }
        let units = units_of(&best, span);
        let Some(&right) = units.get(at) else { return };
        let earlier = units[..at].iter().rev().copied().find(|&unit| best.are_alike(unit, right));
        let swaps = earlier
            .is_some_and(|left| shortlex(&best, right, left).is_lt() && search.attempt(swapped(&best, left, right)));
        // What moved to the left may move on.
        at = if swaps { (at - 1).max(1) } else { at + 1 };
    }
}

fn swapped(of: &Choices, one: Unit, other: Unit) -> Choices {
    Edit::new().swap(one, other).apply_unnamed(of)
}

/// Spans of one name, neither in the other, change places.
pub(super) fn relocate(search: &mut Search<'_>) {
    let mut pairs = 0;
    let mut one = 0;
    while one < search.spans() {
        let best = search.best();
        let next = best.spans[one].next as usize;
        let others = (next..best.spans.len()).filter(|&other| best.spans[other].label == best.spans[one].label);
        let candidates: Vec<Choices> = others
            .filter(|&other| shortlex(&best, Unit::Span(one), Unit::Span(other)).is_ne())
            .take(PAIRS.saturating_sub(pairs))
            .map(|other| swapped(&best, Unit::Span(one), Unit::Span(other)))
            .collect();
        pairs += candidates.len();
        search.first_of(candidates);
        one += 1;
    }
}
