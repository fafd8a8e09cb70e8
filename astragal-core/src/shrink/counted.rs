//! Deletes units of a loop that is written by hand: a count, and then what each round draws, all at one level.

use super::edit::Edit;
use super::search::Search;
use super::shape::{level, levels, list};
use crate::choices::{Choices, Unit};

/// A round draws up to so many units.
const WIDTH: usize = 3;
/// So many numbers of a level are taken into account as the count.
const COUNTS: usize = 2;

/// At each level that is no list: some rounds go, and the count is lowered by as many.
pub(super) fn rounds(search: &mut Search<'_>) {
    let mut next = 0;
    while let Some(span) = levels(&search.best()).nth(next) {
        if search.is_over() {
            return;
        }
        for which in 0..COUNTS {
            (1..=WIDTH).for_each(|width| shorten(search, span, which, width));
        }
        next += 1;
    }
}

/// All rounds; else from the end on, twice as many after a success and half as many after a failure.
fn shorten(search: &mut Search<'_>, span: Option<usize>, which: usize, width: usize) {
    let (mut end, mut rounds) = (usize::MAX, usize::MAX);
    loop {
        let best = search.best();
        let Some((at, units)) = count(&best, span, which) else { return };
        let Unit::Choice(number) = units[at] else { return };
        end = end.min(units.len());
        let value = best.items[number].value;
        rounds = rounds.min((end - (at + 1).min(end)) / width).min(usize::try_from(value).unwrap_or(usize::MAX));
        if rounds == 0 {
            return;
        }
        let mut edit = Edit::new(&best);
        edit.number(number, value - rounds as u64);
        for &unit in &units[end - rounds * width..end] {
            edit.delete(unit);
        }
        if search.attempt(edit.made()) {
            end -= rounds * width;
            rounds *= 2;
        } else if rounds == 1 {
            end -= 1;
        } else {
            rounds /= 2;
        }
    }
}

/// A number of a level that may count what follows it there, by its index among the units of the level.
fn count(of: &Choices, span: Option<usize>, which: usize) -> Option<(usize, Vec<Unit>)> {
    if span.is_some_and(|span| span >= of.spans.len() || list(of, span).is_some()) {
        return None;
    }
    let units = level(of, span);
    let may_count = |&at: &usize| match units[at] {
        Unit::Choice(number) => {
            let value = of.items[number].value;
            let is_flag = of.items[number].max == 1 || of.pick_at(number).is_some();
            0 < value && value < (units.len() - at) as u64 && !is_flag
        }
        Unit::Span(_) => false,
    };
    let at = (0..units.len()).filter(may_count).nth(which)?;
    Some((at, units))
}
