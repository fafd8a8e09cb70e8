//! Two parts that occur several times change places wherever they are, so that what is used first has the simplest name.

use super::search::Search;
use super::shape::{indices, leaves, shortlex};
use crate::choices::{Choices, Edit, Unit};
use crate::order::sort_by;

/// How many names of each kind are considered.
const NAMES: usize = 16;
/// How many exchanges are tried.
const EXCHANGES: usize = 64;

/// From each exchange that succeeds it goes on.
pub(super) fn by_first_use(search: &mut Search<'_>) {
    let mut exchanges = 0;
    while exchanges < EXCHANGES && !search.is_over() {
        let candidates = exchanged(&search.best(), EXCHANGES - exchanges);
        exchanges += candidates.len();
        if !search.first_of(candidates) {
            return;
        }
    }
}

/// For each two names of a kind, the simpler one of which is used later: one for the other, everywhere.
fn exchanged(of: &Choices, most: usize) -> Vec<Choices> {
    let mut candidates = Vec::new();
    for kind in kinds(of) {
        let names = names(of, kind);
        for (index, first) in names.iter().enumerate() {
            for later in &names[index + 1..] {
                if candidates.len() == most {
                    return candidates;
                }
                // Where each is used once, they were swapped before.
                if first.len() + later.len() > 2 && shortlex(of, later[0], first[0]).is_lt() {
                    let mut edit = Edit::new();
                    first.iter().for_each(|&unit| put(&mut edit, of, unit, later[0]));
                    later.iter().for_each(|&unit| put(&mut edit, of, unit, first[0]));
                    candidates.push(edit.apply_unnamed(of));
                }
            }
        }
    }
    candidates
}

fn put(edit: &mut Edit, of: &Choices, unit: Unit, by: Unit) {
    match (unit, by) {
        (Unit::Choice(at), Unit::Choice(by)) => edit.set(at, of.items[by].value),
        _ => edit.replace(unit, &[by]),
    };
}

/// Units that may be names: all numbers, those of them at the same place of their level, and the spans of each label
/// that hold nothing but numbers.
fn kinds(of: &Choices) -> Vec<Vec<Unit>> {
    let numbers: Vec<Unit> = leaves(of).into_iter().map(Unit::Choice).collect();
    let flat = (0..of.spans.len()).filter(|&span| of.spans[span].next as usize == span + 1).map(Unit::Span);
    let indices = indices(of);
    let order = |one: &Unit, other: &Unit| match (*one, *other) {
        (Unit::Choice(one), Unit::Choice(other)) => indices[one].cmp(&indices[other]),
        (Unit::Span(one), Unit::Span(other)) => of.spans[one].label.as_str().cmp(of.spans[other].label.as_str()),
        (one, _) => matches!(one, Unit::Span(_)).cmp(&true),
    };
    let mut units: Vec<Unit> = numbers.iter().copied().chain(flat).collect();
    sort_by(&mut units, order);
    let mut kinds = vec![numbers];
    kinds.extend(units.chunk_by(|one, other| order(one, other).is_eq()).map(<[Unit]>::to_vec));
    kinds
}

/// The units of a kind, those together that are equal, in the order of their first use.
fn names(of: &Choices, mut units: Vec<Unit>) -> Vec<Vec<Unit>> {
    sort_by(&mut units, |&one, &other| shortlex(of, one, other));
    let mut names: Vec<Vec<Unit>> =
        units.chunk_by(|&one, &other| shortlex(of, one, other).is_eq()).map(<[Unit]>::to_vec).collect();
    sort_by(&mut names, |one, other| place(of, one[0]).cmp(&place(of, other[0])));
    names.truncate(NAMES);
    names
}

fn place(of: &Choices, unit: Unit) -> usize {
    match unit {
        Unit::Choice(at) => at,
        Unit::Span(span) => of.spans[span].start as usize,
    }
}
