//! Takes a part out of an element of a list and makes it an element of another list; the rest of the old element goes.

use super::edit::{By, Edit};
use super::search::Search;
use super::shape::are_alike;
use crate::choices::{Choices, Unit};

/// So many moves are tried.
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

/// Each part of each element of a list, in each other list where it could stand.
fn lifted(of: &Choices, span: usize, most: usize) -> Vec<Choices> {
    let mut candidates = Vec::new();
    let Some((length, elements)) = list(of, span) else { return candidates };
    for &element in &elements {
        let Unit::Span(wrap) = element else { continue };
        for part in of.units_of(wrap).filter(|unit| matches!(unit, Unit::Span(_))) {
            for taker in homes(of, span, wrap, part) {
                if candidates.len() == most {
                    return candidates;
                }
                let mut edit = Edit::new(of);
                edit.number(length, elements.len() as u64 - 1).delete(element);
                edit.number(taker, of.items[taker].value + 1);
                edit.replace(Unit::Choice(taker), By::Units(vec![Unit::Choice(taker), part]));
                candidates.push(edit.made());
            }
        }
    }
    candidates
}

/// The lengths of the other lists that have room and whose elements are such parts. Of an empty one nobody knows what its
/// elements are, so it may be one: if it is not, the part is not read.
fn homes(of: &Choices, own: usize, wrap: usize, part: Unit) -> Vec<usize> {
    let inside = wrap..of.spans[wrap].next as usize;
    let takes = |span: usize| {
        let (length, elements) = list(of, span)?;
        let has_room = of.items[length].value < of.items[length].max;
        (has_room && elements.iter().all(|&element| are_alike(of, element, part))).then_some(length)
    };
    (0..of.spans.len()).filter(|span| *span != own && !inside.contains(span)).filter_map(takes).collect()
}

/// The length and the elements of a list, which may be empty.
fn list(of: &Choices, span: usize) -> Option<(usize, Vec<Unit>)> {
    of.list_len(span)?;
    let mut units = of.units_of(span);
    let Some(Unit::Choice(length)) = units.next() else { return None };
    Some((length, units.collect()))
}
