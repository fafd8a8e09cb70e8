//! Parts of valid values, by the places where they were.
//!
//! Whether a part fits a place is hardly ever a question of the whole value around it: it is mostly one of the choices next
//! to it, those of the span that it is in. So a part of a valid value is put into a pool for each of these: for
//! all of them together, for each of them alone, and for its label. A place then asks the pool of its own choices; where it
//! is new, it asks for what fits each of its choices alone.
//!
//! In a list it is a question of the element before: whether the next leg of a journey begins where this one ends. So two
//! elements next to each other are a part too, from which others are made by analogy.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::outline::{Outline, Part};
use super::script::join;
use super::seen::Seen;
use astragal_core::Rng;

/// How many parts a pool holds. Later ones replace earlier ones.
const MOST: usize = 1 << 10;
/// How many choices of a span count alone.
pub(super) const ALONE: usize = 6;
/// How many parts are compared to find one that fits a new place.
const LOOKS: usize = 4;

/// A stretch of the common script.
pub(super) type Stretch = (u32, u32);

/// A part in a pool, and its hash.
type Member = (Stretch, u64);

/// Keys are scattered already.
#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _bytes: &[u8]) {}
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

pub(super) type Scattered = BuildHasherDefault<AsItIs>;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Pools {
    pools: HashMap<u64, Vec<Member>, Scattered>,
    members: Seen,
}

/// The place of a span: its label is that of what is there, all else is about the span around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The choices of the span around it, all together.
    pub(super) full: u64,
    /// The first of them.
    first: u64,
    alone: [u64; ALONE],
    count: usize,
}

impl Spot {
    /// The place with this ordinal in a span of a label that has these choices.
    pub(super) fn new(label: u32, ordinal: u32, own: impl Iterator<Item = u64>) -> Spot {
        let place = join(u64::from(label) + 1, u64::from(ordinal));
        let mut spot = Spot { full: join(place, 1), first: 0, alone: [0; ALONE], count: 0 };
        for (ordinal, number) in own.enumerate() {
            spot.full = join(spot.full.rotate_left(17), number);
            match ordinal {
                // Mostly the first choice says which constructor it is. The others say something together with it.
                0 => (spot.alone[0], spot.count) = (spot.full, 1),
                1..=ALONE => {
                    spot.alone[ordinal - 1] = join(join(spot.first, ordinal as u64), number);
                    spot.count = ordinal;
                }
                _ => {}
            }
            if ordinal == 0 {
                spot.first = spot.full;
            }
        }
        spot
    }

    pub(super) fn of(outline: &Outline, part: &Part) -> Spot {
        let parent = part.parent as usize;
        Spot::new(outline.parts[parent].label, part.ordinal, outline.own(parent).map(|number| number.value))
    }

    /// The choices of the span around it, each alone.
    pub(super) fn alone(&self) -> &[u64] {
        &self.alone[..self.count]
    }
}

/// The pool of all parts of a label.
pub(super) fn labelled(label: u32) -> u64 {
    join(u64::from(label), 0x5EED)
}

/// The pool of all parts of a label that were drawn by chance, and never were in a valid value.
pub(super) fn drawn(label: u32) -> u64 {
    join(u64::from(label), 0xD1CE)
}

/// The pool of two parts of a label that were next to each other in a list.
pub(super) fn pairs(label: u32) -> u64 {
    join(u64::from(label), 0xAF7E)
}

/// The pool of the numbers at a place in a span of a label whose first choice is known: mostly, it says which constructor.
pub(super) fn number_key(label: u32, ordinal: u32, first: u64) -> u64 {
    join(join(u64::from(label) + 7, u64::from(ordinal)), if ordinal == 0 { 0 } else { first.wrapping_add(1) })
}

impl Pools {
    /// Adds a part, whose hash is known, to a pool. Whether it is new there.
    pub(super) fn add(&mut self, key: u64, part: u64, stretch: Stretch, rng: &mut Rng) -> bool {
        if !self.members.insert(join(key, part)) {
            return false;
        }
        let pool = self.pools.entry(key).or_default();
        if pool.len() < MOST {
            pool.push((stretch, part));
        } else {
            pool[rng.below(MOST as u64) as usize] = (stretch, part);
        }
        true
    }

    /// Some part of a pool.
    pub(super) fn any(&self, key: u64, rng: &mut Rng) -> Option<Stretch> {
        self.member(key, rng).map(|(stretch, _)| stretch)
    }

    fn member(&self, key: u64, rng: &mut Rng) -> Option<Member> {
        let pool = self.pools.get(&key)?;
        pool.get(rng.below(pool.len() as u64) as usize).copied()
    }

    /// A part that fits as many of the choices around a place as can be found soon.
    pub(super) fn fitting(&self, spot: &Spot, rng: &mut Rng) -> Option<Stretch> {
        let alone = spot.alone();
        if alone.is_empty() {
            return None;
        }
        let mut best = None;
        for _ in 0..LOOKS {
            let key = alone[rng.below(alone.len() as u64) as usize];
            let Some((stretch, part)) = self.member(key, rng) else { continue };
            let fits = alone.iter().filter(|&&key| self.members.contains(join(key, part))).count();
            if best.is_none_or(|(most, _)| fits > most) {
                best = Some((fits, stretch));
                if fits == alone.len() {
                    break;
                }
            }
        }
        best.map(|(_, stretch)| stretch)
    }
}
