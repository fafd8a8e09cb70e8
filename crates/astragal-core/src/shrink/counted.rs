//! Deletes or joins rounds of loops that are written by hand: a count, and then what each round draws, all at one level.
//!
//! Where a round begins is not recorded. But if the count is lowered and the value drawn again, the choices that are no
//! longer taken show it. Where that does not help, every place is tried: a cut in the wrong place takes more choices than
//! there are, or fewer, and then the property is not run.

use std::ops::Range;

use super::search::Search;
use super::shape::{level, levels};
use crate::choices::{Choices, Edit, Unit};

/// A round draws up to this many units, where the number cannot be found out.
const WIDTH: usize = 3;
/// How many numbers of a level are considered as the count.
const COUNTS: usize = 16;
/// And how many where nothing can be drawn without a run of the property.
const UNSEEN_COUNTS: usize = 2;
/// How many numbers are examined.
const LOOKS: usize = 256;
/// Up to this many rounds, it is found out where they begin.
const ROUNDS: u64 = 256;
/// About how many runs are for other counts than the first.
const RUNS: u64 = 100;
/// How many numbers, and about how many draws, are for loops that may be joined.
const NUMBERS: usize = 12;
const JOINTS: u64 = 400;

/// At each level that is not a list: some rounds go, and the count is lowered by as many.
pub(super) fn rounds(search: &mut Search<'_>) {
    let counts = if search.can_look() { COUNTS } else { UNSEEN_COUNTS };
    at_counts(search, 0..counts);
}

/// The same for the numbers that were omitted, since each of them costs runs.
pub(super) fn other_rounds(search: &mut Search<'_>) {
    if !search.can_look() {
        at_counts(search, UNSEEN_COUNTS..COUNTS);
    }
}

/// At each level, those of the numbers that may count.
fn at_counts(search: &mut Search<'_>, which: Range<usize>) {
    let most = search.evaluations() + RUNS;
    let (mut next, mut looks) = (0, 0);
    while let Some(span) = levels(&search.best()).nth(next) {
        if search.is_over() || which.start > 0 && search.evaluations() >= most {
            return;
        }
        let (mut at, mut found) = (0, 0);
        while let Some(count) = next_count(&search.best(), span, at).filter(|_| found < which.end) {
            at = count + 1;
            looks += 1;
            if looks > LOOKS {
                return;
            }
            if search.can_look() && !counts(search, span, count) {
                continue;
            }
            if which.contains(&found) {
                let rounds = found_rounds(search, span, count);
                rounds.into_iter().for_each(|rounds| delete(search, span, count, &rounds));
                (1..=WIDTH).for_each(|width| shorten(search, span, count, width));
            }
            found += 1;
        }
        next += 1;
    }
}

/// A loop in a loop: what a later one counts is counted by an earlier one instead, and there is one round fewer around them.
pub(super) fn joined(search: &mut Search<'_>) {
    let most = search.draws() + JOINTS;
    let mut next = 0;
    while let Some(span) = levels(&search.best()).nth(next).filter(|_| search.can_look()) {
        let best = search.best();
        let mut at = 0;
        while let Some(outer) = next_count(&best, span, at).filter(|_| search.draws() < most) {
            at = outer + 1;
            if counts(search, span, outer) && joints(&best, span, outer).any(|joint| search.attempt_whole(&joint)) {
                break;
            }
        }
        next += 1;
    }
}

/// Each two numbers after the outer count as if they counted rounds.
fn joints(of: &Choices, span: Option<usize>, outer: usize) -> impl Iterator<Item = Choices> + '_ {
    let units = level(of, span);
    let numbers: Vec<usize> = (outer..units.len())
        .filter(|&at| may_count(of, &units, at))
        .filter_map(|at| if let Unit::Choice(number) = units[at] { Some(number) } else { None })
        .take(NUMBERS)
        .collect();
    let value = |number: usize| of.items[number].value;
    let count = numbers.len();
    let pairs = (1..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)));
    pairs.map(move |(one, other)| {
        let (outer, one, other) = (numbers[0], numbers[one], numbers[other]);
        let mut edit = Edit::new();
        edit.set(outer, value(outer) - 1).set(one, value(one) + value(other));
        edit.delete(Unit::Choice(other)).apply_unnamed(of)
    })
}

/// A number of a level that may count what follows it there, by its index among the units of the level; the first from an
/// index on.
fn next_count(of: &Choices, span: Option<usize>, from: usize) -> Option<usize> {
    if span.is_some_and(|span| span >= of.spans.len() || of.shrinkable_list(span, 0).is_some()) {
        return None;
    }
    let units = level(of, span);
    (from..units.len()).find(|&at| may_count(of, &units, at))
}

fn may_count(of: &Choices, units: &[Unit], at: usize) -> bool {
    match units[at] {
        Unit::Choice(number) => {
            let value = of.items[number].value;
            let is_flag = of.items[number].max == 1 || of.pick_at(number).is_some();
            0 < value && value < (units.len() - at) as u64 && !is_flag
        }
        Unit::Span(_) => false,
    }
}

/// The number at an index of a level, and the units of that.
fn number_at(of: &Choices, span: Option<usize>, at: usize) -> Option<(usize, Vec<Unit>)> {
    if span.is_some_and(|span| span >= of.spans.len()) {
        return None;
    }
    let units = level(of, span);
    match units.get(at) {
        Some(&Unit::Choice(number)) => Some((number, units)),
        _ => None,
    }
}

/// How many units the level has if the number is this low.
fn units_with(search: &mut Search<'_>, span: Option<usize>, at: usize, value: u64) -> Option<usize> {
    let best = search.best();
    let (number, _) = number_at(&best, span, at)?;
    let drawn = search.look(&Edit::new().set(number, value).apply_unnamed(&best))?;
    span.is_none_or(|span| span < drawn.spans.len()).then(|| level(&drawn, span).len())
}

/// Whether there are other units than before if the number is one less. If not, it counts nothing.
fn counts(search: &mut Search<'_>, span: Option<usize>, at: usize) -> bool {
    let best = search.best();
    let Some((number, units)) = number_at(&best, span, at) else { return false };
    units_with(search, span, at, best.items[number].value - 1).is_some_and(|count| count != units.len())
}

/// Where the rounds begin and end, by how many units one more round takes. Either nothing follows the loop, or it follows the
/// count at once.
fn found_rounds(search: &mut Search<'_>, span: Option<usize>, at: usize) -> Vec<Vec<Range<usize>>> {
    let best = search.best();
    let Some((number, units)) = number_at(&best, span, at) else { return Vec::new() };
    let value = best.items[number].value;
    if value > ROUNDS || !search.can_look() {
        return Vec::new();
    }
    let mut ends: Vec<usize> = (0..value).map_while(|value| units_with(search, span, at, value)).collect();
    ends.push(units.len());
    if ends.len() as u64 <= value || ends[0] <= at || ends.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Vec::new();
    }
    let after = ends[0] - (at + 1);
    let rounds = |after: usize| ends.windows(2).map(|pair| pair[0] - after..pair[1] - after).collect();
    let mut all = vec![rounds(0)];
    if after > 0 {
        all.push(rounds(after));
    }
    all
}

/// All rounds; else from the end on, twice as many after a success and half as many after a failure.
fn delete(search: &mut Search<'_>, span: Option<usize>, at: usize, rounds: &[Range<usize>]) {
    let (mut end, mut chunk) = (rounds.len(), usize::MAX);
    loop {
        chunk = chunk.min(end);
        let best = search.best();
        let Some((number, units)) = number_at(&best, span, at) else { return };
        let value = best.items[number].value;
        if chunk == 0 || value < chunk as u64 || units.len() < rounds[end - 1].end {
            return;
        }
        let gone = &units[rounds[end - chunk].start..rounds[end - 1].end];
        if search.attempt_whole(&without(&best, number, chunk, gone)) {
            end -= chunk;
            chunk *= 2;
        } else if chunk == 1 {
            end -= 1;
        } else {
            chunk /= 2;
        }
    }
}

/// Likewise, if all rounds have `width` units, but it is unknown where they begin.
fn shorten(search: &mut Search<'_>, span: Option<usize>, at: usize, width: usize) {
    let (mut end, mut rounds) = (usize::MAX, usize::MAX);
    loop {
        let best = search.best();
        let Some((number, units)) = number_at(&best, span, at) else { return };
        end = end.min(units.len());
        let value = best.items[number].value;
        rounds = rounds.min((end - (at + 1).min(end)) / width).min(usize::try_from(value).unwrap_or(usize::MAX));
        if rounds == 0 {
            return;
        }
        if search.attempt_whole(&without(&best, number, rounds, &units[end - rounds * width..end])) {
            end -= rounds * width;
            rounds *= 2;
        } else if rounds == 1 {
            end -= 1;
        } else {
            rounds /= 2;
        }
    }
}

/// A sequence without the units of some rounds.
fn without(of: &Choices, count: usize, rounds: usize, units: &[Unit]) -> Choices {
    let mut edit = Edit::new();
    edit.set(count, of.items[count].value - rounds as u64);
    for &unit in units {
        edit.delete(unit);
    }
    edit.apply_unnamed(of)
}
