//! Replaces a span by another of its name: one that is nested in it, with its numbers or with others, or a simpler one elsewhere.

use super::search::Search;
use super::shape::shortlex;
use crate::choices::{Choices, Edit, Unit};

/// How many descendants of one span are tried.
const LIMIT: usize = 24;

/// How many candidates with other numbers are tried.
const RENUMBERED: usize = 64;

/// A value of this many levels is deep.
const DEEP: usize = 8;

/// Each span by its nearest descendants of the same name first. From one that succeeds it goes on.
pub(super) fn nested(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
        plunge(search, span);
        let best = search.best();
        let candidates = namesakes_inside(&best, span).into_iter().map(|inner| replaced(&best, span, inner));
        if !search.first_of(candidates) {
            span += 1;
        }
    }
}

/// Down a deep value by halves, always into the largest part.
fn plunge(search: &mut Search<'_>, span: usize) {
    let mut levels = usize::MAX;
    loop {
        let best = search.best();
        let path = heavy_path(&best, span);
        levels = levels.min(path.len() / 2);
        if levels < DEEP / 2 {
            return;
        }
        if !search.attempt(replaced(&best, span, path[levels - 1])) {
            levels /= 2;
        }
    }
}

/// The largest of the nearest descendants of the same name, the largest of its, and so on.
fn heavy_path(of: &Choices, span: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut outer = span;
    while let Some(inner) = ring(of, outer).max_by_key(|&inner| of.spans[inner].range().len()) {
        path.push(inner);
        outer = inner;
    }
    path
}

/// The nearest descendants of the same name.
fn ring(of: &Choices, outer: usize) -> impl Iterator<Item = usize> + '_ {
    let mut at = outer + 1;
    std::iter::from_fn(move || {
        while at < of.spans[outer].next as usize {
            if of.spans[at].label == of.spans[outer].label {
                let found = at;
                at = of.spans[at].next as usize;
                return Some(found);
            }
            at += 1;
        }
        None
    })
}

fn replaced(of: &Choices, span: usize, by: usize) -> Choices {
    Edit::new().replace(Unit::Span(span), &[Unit::Span(by)]).apply_unnamed(of)
}

/// The descendants with the name of a span, ring by ring.
fn namesakes_inside(of: &Choices, span: usize) -> Vec<usize> {
    let mut found: Vec<usize> = ring(of, span).collect();
    let mut done = 0;
    while done < found.len() && found.len() < LIMIT {
        found.extend(ring(of, found[done]));
        done += 1;
    }
    found.truncate(LIMIT);
    found
}

/// Each span by one of its nearest descendants, the first number of which is another: where it was, the outer value may have
/// been a bound from which it was counted, and where it comes to there may be no such bound, or one on the other side.
pub(super) fn renumbered(search: &mut Search<'_>) {
    let (mut span, mut tried) = (0, 0);
    while span < search.spans() && tried < RENUMBERED {
        let best = search.best();
        let candidates: Vec<Choices> = ring(&best, span).flat_map(|inner| recounted(&best, span, inner)).collect();
        tried += candidates.len();
        if !search.first_of(candidates) {
            span += 1;
        }
    }
}

/// Counted from further away, from the middle, or as far as it goes.
fn recounted(of: &Choices, span: usize, by: usize) -> Vec<Choices> {
    let first = |span: usize| {
        of.units_of(span).find_map(|unit| match unit {
            Unit::Choice(at) if of.pick_at(at).is_none() => Some(at),
            _ => None,
        })
    };
    let (Some(outer), Some(inner)) = (first(span), first(by)) else { return Vec::new() };
    let sum = of.items[inner].value.saturating_add(of.items[outer].value);
    let twice = sum.saturating_mul(2);
    let to = |value: u64| Edit::new().set(inner, value).replace(Unit::Span(span), &[Unit::Span(by)]).apply_unnamed(of);
    [sum, twice.saturating_sub(1), twice, u64::MAX].map(to).into()
}

/// Each span by the simplest other of its name.
pub(super) fn elsewhere(search: &mut Search<'_>) {
    let mut span = 0;
    while span < search.spans() {
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
