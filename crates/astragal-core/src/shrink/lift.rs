//! Takes a part out of an element of a list and makes it an element of another list; the rest of the old element goes.

use super::search::Search;
use crate::choices::{Choices, Edit, ListSpan, Unit};

/// How many moves are tried.
const MOVES: usize = 100;

/// Each list, from the first on.
pub(super) fn parts(search: &mut Search<'_>) {
    let mut moves = 0;
    let mut span = 0;
    while span < search.spans() && moves < MOVES {
        let candidates = lifted(&search.best(), span, MOVES - moves);
        moves += candidates.len();
        if !search.first_of(candidates) {
            span += 1;
        }
    }
}

/// Each part of each element of a list, in each other list that could hold it.
fn lifted(of: &Choices, span: usize, most: usize) -> Vec<Choices> {
    let mut candidates = Vec::new();
    let Some(list) = of.list(span) else { return candidates };
    for (at, &element) in list.elements.iter().enumerate() {
        let Unit::Span(wrap) = element else { continue };
        for part in of.units_of(wrap).filter(|unit| matches!(unit, Unit::Span(_))) {
            for taker in homes(of, span, wrap, part) {
                if candidates.len() == most {
                    return candidates;
                }
                let mut edit = Edit::new();
                edit.remove(&list, at..at + 1).add(taker, 1).insert_after(Unit::Choice(taker), &[part]);
                candidates.push(edit.apply_unnamed(of));
            }
        }
    }
    candidates
}

/// The lengths of the other lists that have room and whose elements are such parts. An empty one does not show what its
/// elements are, so it may be one: if it is not, the part is not read.
fn homes(of: &Choices, own: usize, wrap: usize, part: Unit) -> Vec<usize> {
    let inside = wrap..of.spans[wrap].next as usize;
    let takes = |span: usize| {
        let ListSpan { length, elements, .. } = of.list(span)?;
        let has_room = of.items[length].value < of.items[length].max;
        (has_room && elements.iter().all(|&element| of.are_alike(element, part))).then_some(length)
    };
    (0..of.spans.len()).filter(|span| *span != own && !inside.contains(span)).filter_map(takes).collect()
}
