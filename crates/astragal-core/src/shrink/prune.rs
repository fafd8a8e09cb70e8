//! Deletes elements of lists together with their count, and units outside of lists; many at a time if possible.

use super::search::Search;
use super::shape::{level, levels};
use crate::choices::{Choices, Edit, OUTER_LENGTHS};
use crate::order::sort_by_key;

/// How many units side by side are deleted at once outside of lists: a flag and what it announces, for example.
const WIDTHS: std::ops::RangeInclusive<usize> = 1..=3;

/// How many elements side by side go together or not at all: where a length must be even, say.
const TOGETHER: std::ops::RangeInclusive<usize> = 2..=4;
/// After this many failures in a row it is not that.
const PATIENCE: usize = 16;

/// Elements of lists, outermost lists first.
pub(super) fn elements(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
        (0..OUTER_LENGTHS).for_each(|guess| prune(search, span, guess, 1));
        span += 1;
    }
}

/// Elements of lists that go only with their neighbors.
pub(super) fn neighbours(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
        TOGETHER.for_each(|least| prune(search, span, 0, least));
        span += 1;
    }
}

/// All elements; else from the end on, twice as many after a success and half as many after a failure, in multiples of
/// the `least`.
fn prune(search: &mut Search<'_>, span: usize, guess: usize, least: usize) {
    let mut end = usize::MAX;
    let mut chunk = usize::MAX;
    let mut failures = 0;
    while let Some(list) = search.best().shrinkable_list(span, guess) {
        end = end.min(list.elements.len());
        chunk = chunk.min(end).min(list.spare) / least * least;
        if chunk == 0 || (least > 1 && failures == PATIENCE) {
            break;
        }
        let best = search.best();
        if search.attempt(Edit::new().remove(&list, end - chunk..end).apply_unnamed(&best)) {
            end -= chunk;
            chunk *= 2;
            failures = 0;
        } else if chunk == least {
            end -= 1;
            failures += 1;
        } else {
            chunk = chunk / 2 / least * least;
        }
    }
}

/// Units that are not elements of a list: what follows moves up.
pub(super) fn units(search: &mut Search<'_>) {
    for width in WIDTHS {
        let mut span = None;
        while span.is_none_or(|span| span < search.spans()) {
            if span.is_none_or(|span| has_units_to_delete(&search.best(), span)) {
                delete_runs(search, span, width);
            }
            span = Some(span.map_or(0, |span| span + 1));
        }
    }
}

fn has_units_to_delete(of: &Choices, span: usize) -> bool {
    of.items[of.spans[span].range()].iter().any(|choice| choice.value > 0) && of.shrinkable_list(span, 0).is_none()
}

fn delete_runs(search: &mut Search<'_>, span: Option<usize>, width: usize) {
    let mut end = level(&search.best(), span).len();
    while end >= width {
        let best = search.best();
        if span.is_some_and(|span| span >= best.spans.len()) {
            return;
        }
        let units = level(&best, span);
        end = end.min(units.len());
        if end < width {
            return;
        }
        let mut edit = Edit::new();
        for &unit in &units[end - width..end] {
            edit.delete(unit);
        }
        search.attempt(edit.apply_unnamed(&best));
        end -= 1;
    }
}

/// Lists that are equally long lose the same element.
pub(super) fn in_step(search: &mut Search<'_>) {
    let best = search.best();
    let mut lengths: Vec<(usize, usize)> = levels(&best)
        .flatten()
        .filter_map(|span| Some((best.shrinkable_list(span, 0)?.elements.len(), span)))
        .collect();
    sort_by_key(&mut lengths, |length| *length);
    for group in lengths.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
        let spans: Vec<usize> = group.iter().map(|one| one.1).collect();
        (0..OUTER_LENGTHS).for_each(|guess| lose_one_each(search, &spans, guess));
        if spans.len() > 2 {
            spans.windows(2).for_each(|pair| lose_one_each(search, pair, 0));
        }
    }
}

fn lose_one_each(search: &mut Search<'_>, spans: &[usize], guess: usize) {
    let mut at = usize::MAX;
    loop {
        let best = search.best();
        let lists: Option<Vec<_>> = spans.iter().map(|&span| best.shrinkable_list(span, guess)).collect();
        let Some(lists) = lists else { return };
        let count = lists[0].elements.len();
        at = at.min(count);
        let nested =
            spans.iter().any(|&span| spans.iter().any(|&inner| span < inner && inner < best.spans[span].next as usize));
        if at == 0 || nested || lists.iter().any(|list| list.elements.len() != count || list.spare == 0) {
            return;
        }
        at -= 1;
        let mut edit = Edit::new();
        for list in &lists {
            edit.remove(list, at..at + 1);
        }
        search.attempt(edit.apply_unnamed(&best));
    }
}
