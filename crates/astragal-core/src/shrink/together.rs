//! Lowers several numbers together: equal ones, pairs, and one for another.

use super::lower::lower;
use super::minimise::minimise;
use super::search::Search;
use super::shape::{indices, leaves};
use crate::choices::Edit;
use crate::order::sort_by_key;

/// With up to this many numbers every pair is tried; with more, those near each other.
const ALL_PAIRS: usize = 8;
/// Up to here the other does not go to the top: the first is lowered step by step.
const SMALL: u64 = 4;
/// What is near.
const NEAR: usize = 2;

/// Numbers that are equal stay equal: all of them, else those at the same place of their level. (Keys of a map
/// are equal to each other, and to some values by accident.)
pub(super) fn equal(search: &mut Search<'_>) {
    let best = search.best();
    let indices = indices(&best);
    let mut numbers: Vec<(u64, usize, usize)> = leaves(&best)
        .into_iter()
        .map(|at| (best.items[at].value, indices[at], at))
        .filter(|number| number.0 > 0)
        .collect();
    sort_by_key(&mut numbers, |number| *number);
    for group in numbers.chunk_by(|one, other| one.0 == other.0).rev() {
        lower_equal(search, group);
        group.chunk_by(|one, other| one.1 == other.1).for_each(|group| lower_equal(search, group));
    }
}

fn lower_equal(search: &mut Search<'_>, group: &[(u64, usize, usize)]) {
    if group.len() < 2 {
        return;
    }
    let from = group[0].0;
    let places: Vec<usize> = group.iter().map(|number| number.2).collect();
    let place = places.iter().fold(1u64 << 32, |place, &at| place.wrapping_mul(31).wrapping_add(at as u64));
    minimise(search, place, from, |search, value| {
        let best = search.best();
        let mut edit = Edit::new();
        for &at in places.iter().filter(|&&at| at < best.len()) {
            edit.set(at, value.min(best.items[at].value));
        }
        search.attempt(edit.apply_unnamed(&best))
    });
}

/// Two numbers go down by the same amount; or the first, which counts more, goes down and the other up.
pub(super) fn pairs(search: &mut Search<'_>) {
    let places = leaves(&search.best());
    let near = if places.len() <= ALL_PAIRS { ALL_PAIRS } else { NEAR };
    let others = |index: usize| places[index + 1..].iter().take(near);
    for (index, &one) in places.iter().enumerate() {
        if search.is_over() {
            return;
        }
        others(index).for_each(|&other| lower_pair(search, one, other, Way::Down));
    }
    for (index, &one) in places.iter().enumerate() {
        if search.is_over() {
            return;
        }
        // What it can do alone needs no other.
        if goes_down_alone(search, one) {
            lower(search, one);
        }
        for way in [Way::Top, Way::Up] {
            others(index).for_each(|&other| lower_pair(search, one, other, way));
        }
    }
}

fn goes_down_alone(search: &mut Search<'_>, at: usize) -> bool {
    let best = search.best();
    let value = best.items.get(at).map_or(0, |choice| choice.value);
    value > 0 && search.attempt(Edit::new().set(at, value - 1).apply_unnamed(&best))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The other goes down too.
    Down,
    /// The other goes up as far as it can.
    Top,
    /// The other goes up.
    Up,
}

fn lower_pair(search: &mut Search<'_>, one: usize, other: usize, way: Way) {
    let best = search.best();
    let (Some(first), Some(second)) = (best.items.get(one), best.items.get(other)) else { return };
    let most = if way == Way::Down { first.value.min(second.value) } else { first.value };
    // A flag and a number have nothing in common.
    let is_comparable = first.max == second.max || first.max > 1 && second.max > 1;
    let is_small = way == Way::Top && first.value <= SMALL;
    if most == 0 || !is_comparable || is_small || way != Way::Down && second.value == second.max {
        return;
    }
    let by = |search: &mut Search<'_>, from: &crate::Choices, amount: u64| {
        let second = from.items[other];
        let second = match way {
            Way::Down => second.value - amount,
            Way::Top => second.max,
            Way::Up => second.value.saturating_add(amount).min(second.max),
        };
        let changed = Edit::new().set(one, from.items[one].value - amount).set(other, second).apply_unnamed(from);
        search.attempt(changed)
    };
    // A sign of success, before the amount is looked for. Around an origin every other number has the same sign.
    let mut signs = if way == Way::Top { 1..=1 } else { 1..=2.min(most) };
    if signs.any(|amount| by(search, &best, amount)) {
        let best = search.best();
        if best.len() <= other {
            return;
        }
        let (first, second) = (best.items[one].value, best.items[other].value);
        let most = if way == Way::Down { first.min(second) } else { first };
        let place = (one as u64 + 1) << 40 | (other as u64) << 8 | way as u64;
        minimise(search, place, most, |search, left| by(search, &best, most - left));
    } else if way == Way::Up {
        by(search, &best, most);
    }
}
