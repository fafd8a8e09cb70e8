//! Deletes elements of a list while a number elsewhere goes down with its length: a width, or an index.

use super::search::Search;
use super::shape::leaves;
use crate::choices::{Choices, Edit};

/// How many numbers before a list, and how many after it, are considered.
const NEAR: usize = 4;
/// After this many runs without success, a list and a number have nothing in common.
const PATIENCE: u64 = 6;
/// And how many runs for all of them.
const RUNS: u64 = 100;

/// Each list with each number near to it. Around an origin every other number has the same sign, so it goes down by one or by
/// two for each element.
pub(super) fn elements(search: &mut Search<'_>) {
    let (mut span, mut steps, mut evaluations) = (0, search.steps(), search.evaluations());
    while span < search.spans() && search.evaluations() - evaluations < RUNS {
        for which in 0..2 * NEAR {
            [1, 2].into_iter().for_each(|step| shorten(search, span, which, step));
        }
        if search.steps() > steps {
            (steps, evaluations) = (search.steps(), search.evaluations());
        }
        span += 1;
    }
}

/// One element, from the end on; after a success twice as many, after a failure half as many.
fn shorten(search: &mut Search<'_>, span: usize, which: usize, step: u64) {
    let (mut end, mut chunk, mut patience) = (usize::MAX, 1, PATIENCE);
    while let Some(list) = search.best().shrinkable_list(span, 0) {
        let best = search.best();
        let Some(number) = number_near(&best, span, which) else { return };
        let value = best.items[number].value;
        end = end.min(list.elements.len());
        chunk = chunk.min(end).min(list.spare).min(usize::try_from(value / step).unwrap_or(usize::MAX));
        if chunk == 0 || patience == 0 || number == list.length {
            return;
        }
        let mut edit = Edit::new();
        edit.remove(&list, end - chunk..end).set(number, value - step * chunk as u64);
        let evaluations = search.evaluations();
        if search.attempt(edit.apply_unnamed(&best)) {
            end -= chunk;
            chunk *= 2;
            patience = PATIENCE;
        } else if chunk == 1 {
            end -= 1;
            patience -= (search.evaluations() - evaluations).min(patience);
        } else {
            chunk /= 2;
        }
    }
}

/// One of the numbers around a span that are not flags, from far before it to far after it. A number that seems to be the length
/// of a list around it is one of them: in `(1, text)` it is not.
fn number_near(of: &Choices, span: usize, which: usize) -> Option<usize> {
    let inside = of.spans[span].range();
    let mut is_near = vec![false; of.len()];
    leaves(of).into_iter().for_each(|at| is_near[at] = true);
    for around in of.spans[..span].iter().filter(|around| around.next as usize > span) {
        is_near[around.start as usize] |= of.pick_at(around.start as usize).is_none();
    }
    let outside: Vec<usize> =
        (0..of.len()).filter(|at| is_near[*at] && !inside.contains(at) && of.items[*at].max > 1).collect();
    let before = outside.partition_point(|&at| at < inside.start);
    outside.get((before + which).checked_sub(NEAR)?).copied()
}
