//! Which values of a number are near to each other: its choices alone do not say, since they are in the order of simplicity.

use super::zigzag::{from_choice, to_choice};

/// How the values behind the choices of a number are ordered.
#[derive(Clone, Copy)]
pub enum Scale<'a> {
    /// Not at all: each is for itself.
    Apart,
    /// From small to large, on both sides of an origin, whose place this is.
    Around(u64),
    /// As the lengths of lists.
    Length,
    /// In classes: the first and the last choice of the class of a choice.
    Classes(&'a dyn Fn(u64) -> (u64, u64)),
    /// On a line of places.
    Line(&'a Line),
}

/// Values that are ordered in another way than their choices are.
pub struct Line {
    /// The place of a choice; `None` if it is not on the line.
    pub place: fn(u64) -> Option<u64>,
    /// The choice at a place.
    pub choice: fn(u64) -> u64,
    /// The ends.
    pub low: u64,
    #[allow(missing_docs)]
    pub high: u64,
    /// How far from a place values are near to it.
    pub reach: u64,
}

impl Scale<'_> {
    /// The place of a choice in the order of the values, and how far from there, on either side, they are near to it.
    pub fn place(&self, choice: u64, max: u64) -> Option<(u64, u64)> {
        let (place, low, high, reach) = match *self {
            Scale::Apart | Scale::Classes(_) => return None,
            Scale::Length => (choice, 0, max, (choice / 4).max(1)),
            Scale::Around(origin) => {
                let place = from_choice(choice, max, origin);
                (place, 0, max, (place.abs_diff(origin) / 4).max(1))
            }
            Scale::Line(line) => ((line.place)(choice)?, line.low, line.high, line.reach),
        };
        let within = (low..=high).contains(&place);
        within.then(|| (place, reach.min(place - low).min(high - place)))
    }

    /// The choice at a place.
    pub fn choice(&self, place: u64, max: u64) -> u64 {
        match *self {
            Scale::Around(origin) => to_choice(place, max, origin),
            Scale::Line(line) => (line.choice)(place),
            _ => place,
        }
    }
}
