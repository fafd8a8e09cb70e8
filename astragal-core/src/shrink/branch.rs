//! Takes a simpler branch at a pick, with what fits of the parts of the old one.

use super::edit::Edit;
use super::search::Search;
use super::shape::level;
use crate::choices::{Choices, Unit};

/// Up to so many simpler branches are tried; of more, the first.
const BRANCHES: u64 = 8;

/// Each pick, from the first on.
pub(super) fn simpler(search: &mut Search<'_>) {
    let mut span = None;
    while span.is_none_or(|span| span < search.best().spans.len()) {
        let mut unit = 0;
        while span.is_none_or(|span| span < search.best().spans.len()) {
            let best = search.best();
            let units = level(&best, span);
            let Some(pick) = units[unit.min(units.len())..].iter().position(|&unit| is_high_pick(&best, unit)) else {
                break;
            };
            unit += pick;
            search.first_of(candidates(&best, &units, unit));
            unit += 1;
        }
        span = Some(span.map_or(0, |span| span + 1));
    }
}

fn is_high_pick(of: &Choices, unit: Unit) -> bool {
    matches!(unit, Unit::Choice(at) if of.items[at].value > 0 && of.pick_at(at).is_some())
}

/// For each simpler branch: without any of the parts that follow, with all of them, and with all but one.
fn candidates(of: &Choices, units: &[Unit], pick: usize) -> Vec<Choices> {
    let Unit::Choice(at) = units[pick] else { return Vec::new() };
    let parts = &units[pick + 1..];
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
    }
    candidates
}
