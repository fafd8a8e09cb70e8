//! Joins lists that are side by side.

use super::search::Search;
use super::shape::level;
use crate::choices::{Choices, Edit, ListSpan, Unit};

/// All lists in a list, else two neighbors; and the elements of a list outside of lists go to the next of its kind.
pub(super) fn lists(search: &mut Search<'_>) {
    let mut span = None;
    while span.is_none_or(|span| span < search.spans()) {
        let best = search.best();
        match span.and_then(|span| best.shrinkable_list(span, 0)) {
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

/// In a list of lists, `count` lists from one on become one list.
fn join(search: &mut Search<'_>, span: Option<usize>, from: usize, count: usize) -> bool {
    let best = search.best();
    let Some(outer) = span.and_then(|span| best.shrinkable_list(span, 0)) else { return false };
    let Some(joined) = outer.elements.get(from..from + count) else { return false };
    if count < 2 || outer.spare < count - 1 {
        return false;
    }
    let mut edit = Edit::new();
    if !append(&mut edit, &best, joined[0], &joined[1..]) {
        return false;
    }
    search.attempt(edit.remove(&outer, from + 1..from + count).apply_unnamed(&best))
}

/// The elements of other lists follow those of the first.
fn append(edit: &mut Edit, of: &Choices, to: Unit, others: &[Unit]) -> bool {
    let Some(first) = list(of, to) else { return false };
    let mut more = Vec::new();
    for &other in others {
        let Some(list) = list(of, other) else { return false };
        if !of.are_alike(to, other) {
            return false;
        }
        more.extend(list.elements);
    }
    let last = first.elements.last().copied().unwrap_or(Unit::Choice(first.length));
    edit.add(first.length, more.len() as i64).insert_after(last, &more);
    true
}

/// A unit as a list that may be empty.
fn list(of: &Choices, unit: Unit) -> Option<ListSpan> {
    let Unit::Span(span) = unit else { return None };
    of.list_with_minimum(span).filter(|list| of.items[list.length].max > 0)
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
        let taker = units[at..].iter().copied().find(|&unit| best.are_alike(giver, unit));
        let (Some(own), Some(taker)) = (list(&best, giver), taker) else { continue };
        let Some(ListSpan { length, .. }) = list(&best, taker) else { continue };
        if own.elements.is_empty() || own.spare < own.elements.len() {
            continue;
        }
        let mut edit = Edit::new();
        edit.remove(&own, 0..own.spare).add(length, own.spare as i64).insert_after(Unit::Choice(length), &own.elements);
        search.attempt(edit.apply_unnamed(&best));
    }
}
