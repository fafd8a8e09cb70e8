//! The last resort: all tiny sequences of a recursive type in order, up to a limit.
//!
//! A tree can be a local minimum that no single rewrite leaves. While it is tiny, trying every smaller tree is cheap.

use super::search::Search;
use super::shape::leaves;
use crate::choices::{Choice, Choices};

/// Longer sequences are not tiny.
const LENGTH: usize = 16;
/// How many draws, and how many runs of the property.
const DRAWS: u64 = 500;
const EVALUATIONS: u64 = 100;

/// Sequences without spans are read straight through. So the next one in order is a prefix of what was drawn from the last
/// one, with its last number raised; zeros follow. No leaf is larger than those of the best.
pub(super) fn enumerate(search: &mut Search<'_>) {
    let best = search.best();
    if best.len() > LENGTH || !is_recursive(&best) {
        return;
    }
    let most = leaves(&best).into_iter().map(|at| best.items[at].value).max().unwrap_or(0);
    let (draws, evaluations) = (search.draws(), search.evaluations());
    let mut next = Choices::default();
    while search.draws() - draws < DRAWS && search.evaluations() - evaluations < EVALUATIONS {
        let (succeeded, drawn) = search.attempt_and_see(&next);
        let Some(drawn) = drawn else { return }; // rejected: what the next one is cannot be known
        // What comes later in this order than the best is simpler only if it is shorter, and deleting was tried.
        if succeeded || drawn.by_numbers(&best).is_gt() {
            return;
        }
        // If a prefix takes more choices than the best even with zeros after it, what follows it takes no less.
        let from = if drawn.len() > best.len() { next.len().min(drawn.len()) } else { drawn.len() };
        let is_pick = |at: usize| drawn.pick_at(at).is_some();
        let bound = |at: usize, choice: &Choice| if is_pick(at) { choice.max } else { choice.max.min(most) };
        let raised = (0..from).rev().find(|&at| drawn.items[at].value < bound(at, &drawn.items[at]));
        let Some(raised) = raised else { return };
        let numbers = drawn.numbers().take(raised).chain([drawn.items[raised].value + 1]);
        next = Choices::from_numbers(numbers);
    }
}

/// Whether a span is nested in one of its name. (Lists in lists are not recursion.)
fn is_recursive(of: &Choices) -> bool {
    (0..of.spans.len()).filter(|&outer| of.list_len(outer).is_none()).any(|outer| {
        let inner = &of.spans[outer + 1..of.spans[outer].next as usize];
        inner.iter().any(|span| span.label == of.spans[outer].label)
    })
}
