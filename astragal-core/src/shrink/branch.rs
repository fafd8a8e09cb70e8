//! Takes a simpler branch at a pick, with what fits of the parts of the old one.

use super::edit::{By, Edit};
use super::search::Search;
use super::shape::level;
use crate::choices::{Choices, Unit};

/// Up to so many simpler branches are tried; of more, the first.
const BRANCHES: u64 = 8;

/// Each pick, from the first on.
pub(super) fn simpler(search: &mut Search<'_>) {
    let mut span = None;
    while span.is_none_or(|span| span < search.spans()) {
        let mut unit = 0;
        while span.is_none_or(|span| span < search.spans()) {
            let best = search.best();
            let units = level(&best, span);
            let Some(pick) = units[unit.min(units.len())..].iter().position(|&unit| is_high_pick(&best, unit)) else {
                break;
            };
            unit += pick;
            search.first_of(candidates(&best, span, &units, unit));
            unit += 1;
        }
        span = Some(span.map_or(0, |span| span + 1));
    }
}

fn is_high_pick(of: &Choices, unit: Unit) -> bool {
    matches!(unit, Unit::Choice(at) if of.items[at].value > 0 && of.pick_at(at).is_some())
}

/// For each simpler branch: without any of the parts that follow, with all of them, with all but one, with the inner values
/// of the same kind taken out of what wraps them, and as the simplest but one, since it may have to differ from another.
fn candidates(of: &Choices, span: Option<usize>, units: &[Unit], pick: usize) -> Vec<Choices> {
    let Unit::Choice(at) = units[pick] else { return Vec::new() };
    let parts = &units[pick + 1..];
    let wraps = span.map_or(Vec::new(), |span| wrapped(of, span));
    let mut candidates = Vec::new();
    for branch in 0..of.items[at].value.min(BRANCHES) {
        let mut bare = Edit::new(of);
        parts.iter().for_each(|&part| {
            bare.delete(part);
        });
        candidates.push(bare.number(at, branch).made());
        candidates.push(Edit::new(of).number(at, branch).made());
        if parts.len() > 1 {
            candidates.extend(parts.iter().map(|&part| Edit::new(of).number(at, branch).delete(part).made()));
        }
        if !wraps.is_empty() {
            let mut bared = Edit::new(of);
            for (wrap, inner) in &wraps {
                bared.replace(Unit::Span(*wrap), By::Units(inner.clone()));
            }
            candidates.push(bared.number(at, branch).made());
        }
        if let [Unit::Choice(first)] = *parts {
            candidates.push(Edit::new(of).number(at, branch).number(first, 1).made());
        }
    }
    candidates
}

/// The spans, other than lists, directly around the nearest spans with the name of the outer one, and what they wrap.
fn wrapped(of: &Choices, outer: usize) -> Vec<(usize, Vec<Unit>)> {
    let mut wraps = Vec::new();
    let mut at = outer + 1;
    while at < of.spans[outer].next as usize {
        if of.spans[at].label == of.spans[outer].label {
            at = of.spans[at].next as usize;
            continue;
        }
        let is_inner = |unit: &Unit| matches!(unit, Unit::Span(span) if of.spans[*span].label == of.spans[outer].label);
        let inner: Vec<Unit> = of.units_of(at).filter(is_inner).collect();
        if !inner.is_empty() && of.list_len(at).is_none() {
            wraps.push((at, inner));
            at = of.spans[at].next as usize;
        } else {
            at += 1;
        }
    }
    wraps
}
