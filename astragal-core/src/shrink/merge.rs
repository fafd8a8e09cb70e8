//! Joins lists that stand side by side.

use super::edit::{By, Edit};
use super::search::Search;
use super::shape::{are_alike, level, list};
use crate::choices::{Choices, Unit};

/// All lists in a list, else two neighbours; and the elements of a list outside of lists go to the next of its kind.
pub(super) fn lists(search: &mut Search<'_>) {
    let mut span = None;
    while span.is_none_or(|span| span < search.spans()) {
        let best = search.best();
        match span.and_then(|span| list(&best, span)) {
            Some(outer) => {
                let count = outer.elements.len();
                if !join(search, span, 0, count) && count > 2 {
                    (0..count - 1).rev().for_each(|at| {
                        join(search, span, at, 2);
                    });
                }
            }
            None => hand_on(search, span),
        }
        span = Some(span.map_or(0, |span| span + 1));
    }
}

/// What stands in a list of lists, so many from one on, becomes one list.
fn join(search: &mut Search<'_>, span: Option<usize>, from: usize, count: usize) -> bool {
    let best = search.best();
    let Some(outer) = span.and_then(|span| list(&best, span)) else { return false };
    let Some(joined) = outer.elements.get(from..from + count) else { return false };
    if count < 2 || outer.spare < count - 1 {
        return false;
    }
    let mut edit = Edit::new(&best);
    if !append(&mut edit, &best, joined[0], &joined[1..]) {
        return false;
    }
    edit.number(outer.length, best.items[outer.length].value - (count as u64 - 1));
    joined[1..].iter().for_each(|&unit| {
        edit.delete(unit);
    });
    search.attempt(edit.made())
}

/// The elements of other lists follow those of the first.
fn append(edit: &mut Edit<'_>, of: &Choices, to: Unit, others: &[Unit]) -> bool {
    let Some((length, own)) = parts(of, to) else { return false };
    let mut more = Vec::new();
    for &other in others {
        let Some((_, elements)) = parts(of, other) else { return false };
        if !are_alike(of, to, other) {
            return false;
        }
        more.extend(elements);
    }
    let last = own.last().copied().unwrap_or(Unit::Choice(length));
    edit.number(length, of.items[length].value + more.len() as u64);
    more.insert(0, last);
    edit.replace(last, By::Units(more));
    true
}

/// The length and the elements of a list that may be empty.
fn parts(of: &Choices, unit: Unit) -> Option<(usize, Vec<Unit>)> {
    let Unit::Span(span) = unit else { return None };
    let mut units = of.units_of(span);
    let Some(Unit::Choice(length)) = units.next() else { return None };
    let elements: Vec<Unit> = units.collect();
    let is_list =
        of.items[length].max > 0 && of.pick_at(length).is_none() && of.items[length].value <= elements.len() as u64;
    is_list.then_some((length, elements))
}

/// The elements of a list are added to the next list of its kind at the same level, before the elements of that.
fn hand_on(search: &mut Search<'_>, span: Option<usize>) {
    let mut at = 0;
    loop {
        let best = search.best();
        if span.is_some_and(|span| span >= best.spans.len()) {
            return;
        }
        let units = level(&best, span);
        let Some(&giver) = units.get(at) else { return };
        at += 1;
        let taker = units[at..].iter().copied().find(|&unit| are_alike(&best, giver, unit));
        let (Some((length, own)), Some(taker)) = (parts(&best, giver), taker) else { continue };
        let Some((taker_length, _)) = parts(&best, taker) else { continue };
        if own.is_empty() || best.items[length].value < own.len() as u64 {
            continue;
        }
        let mut edit = Edit::new(&best);
        edit.number(length, 0).number(taker_length, best.items[taker_length].value + own.len() as u64);
        own.iter().for_each(|&unit| {
            edit.delete(unit);
        });
        let mut moved = vec![Unit::Choice(taker_length)];
        moved.extend(own);
        edit.replace(Unit::Choice(taker_length), By::Units(moved));
        search.attempt(edit.made());
    }
}
