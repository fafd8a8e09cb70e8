//! A sequence that was made for an earlier version of a generator, put into the shape that the generator has now.
//!
//! Replay realigns spans and branches by label, and numbers by their place. That is not enough where a number was added or
//! removed among others: then what is read shows the shape that is asked for, and the two are laid beside each other, level
//! by level. Spans belong together by label, picks by the name of their site, numbers by their bound. Units then left over in
//! both were moved: the fields of a struct are in another order.

use astragal_core::{Choices, Unit, Writer};

/// How many pairs of units are compared at most in one sequence. The rest is read in order.
const MOST_PAIRS: usize = 1 << 18;

/// Which of several units that fit equally well is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    /// The first ones: new units come after them.
    First,
    /// The last ones: new units come before them.
    Last,
}

/// The stored sequence in another shape. A choice without a counterpart reads as zero.
pub(super) fn realigned(stored: &Choices, shape: &Choices, prefer: Prefer) -> Choices {
    let mut writer = Writer::default();
    let mut room = MOST_PAIRS;
    let mut pairs = |old: Vec<Unit>, new: Vec<Unit>| paired(stored, old, shape, new, prefer, &mut room).into_iter();
    let mut levels = vec![pairs(stored.units().collect(), shape.units().collect())];
    while let Some(level) = levels.last_mut() {
        match level.next() {
            None => {
                levels.pop();
                writer.close();
            }
            Some((Some(old @ Unit::Choice(_)), Some(Unit::Choice(_)) | None) | (Some(old), None)) => {
                writer.copy(stored, old);
            }
            Some((_, Some(Unit::Choice(new)))) => writer.put(0, shape.items()[new].max),
            Some((old, Some(Unit::Span(new)))) => {
                writer.open(shape.spans()[new].label().clone());
                let old = if let Some(Unit::Span(old)) = old { stored.units_of(old).collect() } else { Vec::new() };
                levels.push(pairs(old, shape.units_of(new).collect()));
            }
            Some((None, None)) => {}
        }
    }
    writer.finish()
}

/// How well two units belong together; zero if they do not.
fn likeness(stored: &Choices, old: Unit, shape: &Choices, new: Unit) -> u32 {
    match (old, new) {
        (Unit::Span(old), Unit::Span(new)) => {
            if stored.spans()[old].label() == shape.spans()[new].label() {
                4
            } else {
                1
            }
        }
        (Unit::Choice(old), Unit::Choice(new)) => match (stored.pick_at(old), shape.pick_at(new)) {
            (Some(old), Some(new)) => {
                if old.site == new.site {
                    4
                } else {
                    1
                }
            }
            (None, None) => {
                if stored.items()[old].max == shape.items()[new].max {
                    4
                } else {
                    1
                }
            }
            _ => 0,
        },
        _ => 0,
    }
}

/// The units of a level beside those of the other, so that as many as possible belong together. Those of the stored one that
/// follow all others are kept: a list may yet turn out to be longer.
fn paired(
    stored: &Choices,
    mut old: Vec<Unit>,
    shape: &Choices,
    mut new: Vec<Unit>,
    prefer: Prefer,
    room: &mut usize,
) -> Vec<(Option<Unit>, Option<Unit>)> {
    let is_alike = |old: &Unit, new: &Unit| likeness(stored, *old, shape, *new) == 4;
    let in_order = old.iter().zip(&new).all(|(old, new)| is_alike(old, new)) && old.len() == new.len();
    let left = room.checked_sub(old.len().saturating_mul(new.len()));
    let Some(left) = left.filter(|_| !in_order) else {
        let most = old.len().max(new.len());
        return (0..most).map(|at| (old.get(at).copied(), new.get(at).copied())).collect();
    };
    *room = left;
    if prefer == Prefer::Last {
        old.reverse();
        new.reverse();
    }
    // The best that the rest of both can come to, from the end on.
    let width = new.len() + 1;
    let mut best = vec![0; (old.len() + 1) * width];
    for at in (0..old.len()).rev() {
        for by in (0..new.len()).rev() {
            let like = likeness(stored, old[at], shape, new[by]);
            let together = if like > 0 { like + best[(at + 1) * width + by + 1] } else { 0 };
            best[at * width + by] = together.max(best[(at + 1) * width + by]).max(best[at * width + by + 1]);
        }
    }
    let mut pairs = Vec::new();
    // Those of the stored one that have no counterpart in order, by their places.
    let mut alone = Vec::new();
    let (mut at, mut by) = (0, 0);
    while at < old.len() && by < new.len() {
        let here = best[at * width + by];
        let like = likeness(stored, old[at], shape, new[by]);
        if like > 0 && here == like + best[(at + 1) * width + by + 1] {
            pairs.push((Some(old[at]), Some(new[by])));
            (at, by) = (at + 1, by + 1);
        } else if here == best[at * width + by + 1] {
            pairs.push((None, Some(new[by])));
            by += 1;
        } else {
            alone.push(at);
            at += 1;
        }
    }
    alone.extend(at..old.len());
    pairs.extend(new[by..].iter().map(|new| (None, Some(*new))));
    // What was moved from elsewhere.
    for pair in &mut pairs {
        if let (None, Some(new)) = pair {
            let moved = alone.iter().position(|&place| is_alike(&old[place], new));
            pair.0 = moved.map(|moved| old[alone.remove(moved)]);
        }
    }
    if prefer == Prefer::Last {
        pairs.reverse();
    } else {
        pairs.extend(alone.iter().filter(|&&place| place >= at).map(|&place| (Some(old[place]), None)));
    }
    pairs
}
