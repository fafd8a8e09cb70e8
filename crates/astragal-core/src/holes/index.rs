//! Holes by a key, such as their depth: so that one of them is chosen without looking at all of them.

use super::partial::{Hole, Spot, State};
use crate::source::Rng;

/// What holes are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// Nothing.
    None,
    Depth,
    Left,
    Right,
}

impl Key {
    fn of(self, spot: &Spot) -> usize {
        match self {
            Key::None => 0,
            Key::Depth => spot.depth as usize,
            Key::Left => spot.lefts as usize,
            Key::Right => spot.rights as usize,
        }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Index {
    key: Key,
    buckets: Vec<Vec<Hole>>,
    /// For each place, its position in its bucket.
    at: Vec<u32>,
    /// All buckets before this one are empty. Since no key is smaller than that of the parent, they remain so.
    lowest: usize,
    holes: usize,
}

impl Index {
    pub(super) fn new(key: Key, spots: &[Spot]) -> Index {
        let mut index = Index { key, buckets: Vec::new(), at: Vec::new(), lowest: 0, holes: 0 };
        index.extend(spots);
        index
    }

    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// Takes up the places that are new.
    pub(super) fn extend(&mut self, spots: &[Spot]) {
        for (at, spot) in spots.iter().enumerate().skip(self.at.len()) {
            if spot.state != State::Hole {
                self.at.push(0);
                continue;
            }
            let key = self.key.of(spot);
            if key >= self.buckets.len() {
                self.buckets.resize_with(key + 1, Vec::new);
            }
            self.at.push(self.buckets[key].len() as u32);
            self.buckets[key].push(Hole(at as u32));
            self.holes += 1;
        }
    }

    /// It is not a hole any more.
    pub(super) fn remove(&mut self, spots: &[Spot], hole: Hole) {
        let bucket = &mut self.buckets[self.key.of(&spots[hole.index()])];
        let at = self.at[hole.index()];
        bucket.swap_remove(at as usize);
        if let Some(moved) = bucket.get(at as usize) {
            self.at[moved.index()] = at;
        }
        self.holes -= 1;
    }

    /// A hole, where each is `base` times as likely as one whose key is less by one. (0 and infinity are bases too.)
    pub(super) fn choose(&mut self, base: f64, rng: &mut Rng) -> Option<Hole> {
        while self.buckets.last().is_some_and(Vec::is_empty) {
            self.buckets.pop();
        }
        while self.buckets.get(self.lowest).is_some_and(Vec::is_empty) {
            self.lowest += 1;
        }
        let buckets = self.buckets.get(self.lowest..)?;
        // From the likeliest holes on. Weights are relative to theirs, so that nothing overflows.
        if base > 1.0 {
            self.choose_from(buckets.iter().rev(), 1.0 / base, rng)
        } else {
            self.choose_from(buckets.iter(), base, rng)
        }
    }

    fn choose_from<'a>(
        &self,
        buckets: impl Iterator<Item = &'a Vec<Hole>> + Clone,
        factor: f64,
        rng: &mut Rng,
    ) -> Option<Hole> {
        let (mut total, mut weight, mut used) = (0.0, 1.0, 0);
        for bucket in buckets.clone() {
            total += weight * bucket.len() as f64;
            used += 1;
            weight *= factor;
            if weight * (self.holes as f64) < total * NEVER {
                break; // all that follows is less likely together than a random number can tell
            }
        }
        let mut ticket = unit(rng) * total;
        let mut weight = 1.0;
        let mut last = None;
        for bucket in buckets.take(used) {
            let share = weight * bucket.len() as f64;
            if ticket < share {
                return bucket.get((ticket / weight) as usize).or(bucket.last()).copied();
            }
            last = bucket.last().copied().or(last);
            ticket -= share;
            weight *= factor;
        }
        last // what was lost by rounding
    }
}

/// Anything less likely than this does not happen: 2 to the power of -60.
const NEVER: f64 = 1.0 / (1u64 << 60) as f64;

/// A random number from 0 to below 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1u64 << 53) as f64
}
