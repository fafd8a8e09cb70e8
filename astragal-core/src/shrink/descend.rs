//! Replaces a span by another of its name: one that is nested in it, or a simpler one elsewhere.

use super::edit::{By, Edit};
use super::search::Search;
use super::shape::shortlex;
use crate::choices::{Choices, Unit};

/// So many descendants of one span are tried.
const LIMIT: usize = 24;

/// Each span by its nearest descendants of the same name first. From one that succeeds it goes on.
pub(super) fn nested(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.best().spans.len() {
        let best = search.best();
        let candidates = namesakes_inside(&best, span).into_iter().map(|inner| replaced(&best, span, inner));
        if search.first_of(candidates).is_none() {
            span += 1;
        }
    }
}

fn replaced(of: &Choices, span: usize, by: usize) -> Choices {
    Edit::new(of).replace(Unit::Span(span), By::Units(vec![Unit::Span(by)])).made()
}

/// The descendants with the name of a span, ring by ring.
fn namesakes_inside(of: &Choices, span: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut ring = vec![span];
    while !ring.is_empty() && found.len() < LIMIT {
        let mut next_ring = Vec::new();
        for outer in ring {
            let mut at = outer + 1;
            while at < of.spans[outer].next as usize {
                if of.spans[at].label == of.spans[span].label {
                    next_ring.push(at);
                    at = of.spans[at].next as usize;
                } else {
                    at += 1;
                }
            }
        }
        found.extend_from_slice(&next_ring);
        ring = next_ring;
    }
    found.truncate(LIMIT);
    found
}

/// Each span by the simplest other of its name.
pub(super) fn elsewhere(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.best().spans.len() {
        let best = search.best();
        let label = &best.spans[span].label;
        let simplest = (0..best.spans.len())
            .filter(|&other| best.spans[other].label == *label)
            .min_by(|&one, &other| shortlex(&best, Unit::Span(one), Unit::Span(other)));
        if let Some(other) = simplest {
            let is_simpler = shortlex(&best, Unit::Span(other), Unit::Span(span)).is_lt();
            if is_simpler {
                search.attempt(replaced(&best, span, other));
            }
        }
        span += 1;
    }
}
