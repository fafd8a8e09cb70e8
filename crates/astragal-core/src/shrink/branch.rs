//! Takes a simpler branch at a pick, with what fits of the parts of the old one.

use super::search::Search;
use super::shape::level;
use crate::choices::{Choices, Edit, Unit};

/// How many simpler branches are tried: the first ones.
const BRANCHES: u64 = 8;

/// How many parts of parts are tried for each branch.
const PARTS: usize = 24;
/// How many draws for them, and how many runs of the property.
const DRAWS: u64 = 1000;
const EVALUATIONS: u64 = 50;

/// Each pick, from the first on.
pub(super) fn simpler(search: &mut Search<'_>) {
    at_each_pick(search, |search, span, units, pick| {
        search.first_of(candidates(&search.best(), span, units, pick));
    });
}

/// Each pick likewise, with something out of the depth of its parts in place of them all. Whatever does not fit in there costs
/// no run.
pub(super) fn around_part(search: &mut Search<'_>) {
    let (draws, evaluations) = (search.draws(), search.evaluations());
    at_each_pick(search, |search, _, units, pick| {
        if search.draws() - draws < DRAWS && search.evaluations() - evaluations < EVALUATIONS {
            let candidates = lifted(&search.best(), units, pick);
            candidates.iter().any(|candidate| search.attempt_whole(candidate));
        }
    });
}

/// Calls a function with the level of each pick that is not at its first branch, and with its index there.
fn at_each_pick(search: &mut Search<'_>, mut visit: impl FnMut(&mut Search<'_>, Option<usize>, &[Unit], usize)) {
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
            visit(search, span, &units, unit);
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
        let mut bare = Edit::new();
        parts.iter().for_each(|&part| {
            bare.delete(part);
        });
        candidates.push(bare.set(at, branch).apply_unnamed(of));
        candidates.push(Edit::new().set(at, branch).apply_unnamed(of));
        if parts.len() > 1 {
            candidates.extend(parts.iter().map(|&part| Edit::new().set(at, branch).delete(part).apply_unnamed(of)));
        }
        if !wraps.is_empty() {
            let mut bared = Edit::new();
            for (wrap, inner) in &wraps {
                bared.replace(Unit::Span(*wrap), inner);
            }
            candidates.push(bared.set(at, branch).apply_unnamed(of));
        }
        if let [Unit::Choice(first)] = *parts {
            candidates.push(Edit::new().set(at, branch).set(first, 1).apply_unnamed(of));
        }
    }
    candidates
}

/// For each simpler branch: each part of a part, alone.
fn lifted(of: &Choices, units: &[Unit], pick: usize) -> Vec<Choices> {
    let (Unit::Choice(at), [part, rest @ ..]) = (units[pick], &units[pick + 1..]) else { return Vec::new() };
    let deep: Vec<Unit> = units[pick + 1..].iter().flat_map(|&part| parts_within(of, part)).take(PARTS).collect();
    let mut candidates = Vec::new();
    for branch in 0..of.items[at].value.min(BRANCHES) {
        for &inner in &deep {
            let mut edit = Edit::new();
            edit.set(at, branch).replace(*part, &[inner]);
            rest.iter().for_each(|&part| {
                edit.delete(part);
            });
            candidates.push(edit.apply_unnamed(of));
        }
    }
    candidates
}

/// The spans in a part and the numbers above zero, other than lengths and picks.
fn parts_within(of: &Choices, part: Unit) -> Vec<Unit> {
    let Unit::Span(outer) = part else { return Vec::new() };
    let spans = (outer + 1..of.spans[outer].next as usize).map(Unit::Span);
    let is_part = |at: &usize| of.items[*at].value > 0 && of.pick_at(*at).is_none() && !of.is_length(*at);
    spans.chain(of.spans[outer].range().filter(is_part).map(Unit::Choice)).collect()
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
