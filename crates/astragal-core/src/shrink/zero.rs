//! Makes parts as simple as they can be at one stroke.

use super::search::Search;
use super::shape::leaves;
use crate::choices::{Choices, Edit};

/// The simplest value of all; and the same shape with nothing but zeros in it.
pub(super) fn all(search: &mut Search<'_>) {
    search.attempt(Choices::default());
    let best = search.best();
    let mut edit = Edit::new();
    for at in leaves(&best) {
        edit.set(at, 0);
    }
    search.attempt(edit.apply_unnamed(&best));
}

/// Each span, outermost first, as the simplest of its kind. What is inside of one that went needs no attempt.
pub(super) fn spans(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
        let best = search.best();
        let outer = &best.spans[span];
        if best.items[outer.range()].iter().any(|choice| choice.value > 0) {
            search.attempt(Edit::new().blank(&best, span).apply_unnamed(&best));
        }
        span += 1;
    }
}

/// The leaves, as many at a time as possible.
pub(super) fn numbers(search: &mut Search<'_>) {
    let is_above_zero = |of: &Choices, at: usize| of.items[at].value > 0;
    let best = search.best();
    let mut left: Vec<usize> = leaves(&best).into_iter().filter(|&at| is_above_zero(&best, at)).collect();
    let mut chunk = left.len();
    while !left.is_empty() && !search.is_over() {
        chunk = chunk.clamp(1, left.len());
        let best = search.best();
        let mut edit = Edit::new();
        for &at in left[left.len() - chunk..].iter().filter(|&&at| at < best.len()) {
            edit.set(at, 0);
        }
        if search.attempt(edit.apply_unnamed(&best)) {
            left.truncate(left.len() - chunk);
            chunk *= 2;
        } else if chunk == 1 {
            left.pop();
        } else {
            chunk /= 2;
        }
    }
}
