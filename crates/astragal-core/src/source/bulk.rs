//! Many numbers at once: exactly the choices of as many single draws, in a tight loop.

use std::hint::black_box;

use super::calm::Calm;
use super::rng::{Rng, reduce};
use super::{Reject, Source};

impl Source {
    /// This many values of offsets.
    #[inline(always)]
    pub(crate) fn offsets<T: Copy + Default>(
        &mut self,
        count: usize,
        max: u64,
        origin: u64,
        value: impl Fn(u64) -> T,
    ) -> Result<Vec<T>, Reject> {
        if self.watched {
            if !self.core.deciders.sees_elements() {
                let offsets = self.core.offsets(&mut self.chance.rng, count, (max, origin))?;
                return Ok(values_of(&offsets, value));
            }
            let room = self.core.room_for(count);
            let mut values = Vec::with_capacity(room);
            for _ in 0..count {
                values.push(value(self.core.offset(&mut self.chance.rng, max, origin)?));
            }
            return Ok(values);
        }
        if cfg!(debug_assertions) {
            return self.offsets_unoptimised(count, max, origin, value);
        }
        let mut values = Vec::with_capacity(count);
        while values.len() < count {
            let (from, start) = (values.len(), self.chance.rng.clone());
            let plain = self.moody().stretch(count - from);
            self.chance.rng = append(&mut values, start.clone(), plain, self.chance.calm, (max, origin), &value);
            self.moody().put_specials(&mut values[from..], &start, (max, origin), &value);
            if values.len() < count {
                values.push(value(self.moody_offset(max, origin)?));
            }
        }
        Ok(values)
    }

    /// The same for builds without optimization, in which iterators cost ten times as much as filling a zeroed slice.
    #[inline(always)]
    fn offsets_unoptimised<T: Copy + Default>(
        &mut self,
        count: usize,
        max: u64,
        origin: u64,
        value: impl Fn(u64) -> T,
    ) -> Result<Vec<T>, Reject> {
        let mut values = vec![T::default(); count];
        let slots = &mut values[..];
        let mut at = 0;
        while at < count {
            let (from, start) = (at, self.chance.rng.clone());
            let stop = at.wrapping_add(self.moody().stretch(count.wrapping_sub(at)));
            let (calm, mut rng) = (self.chance.calm, start.clone());
            if !calm.is_plain() {
                while at < stop {
                    slots[at] = value(calm.near(reduce(rng.word(), max), max, origin));
                    at = at.wrapping_add(1);
                }
            } else if max == u64::MAX {
                while at < stop {
                    slots[at] = value(rng.word());
                    at = at.wrapping_add(1);
                }
            } else {
                while at < stop {
                    slots[at] = value(reduce(rng.word(), max));
                    at = at.wrapping_add(1);
                }
            }
            self.chance.rng = rng;
            self.moody().put_specials(&mut slots[from..stop], &start, (max, origin), &value);
            if at < count {
                match self.moody_offset(max, origin) {
                    Ok(offset) => slots[at] = value(offset),
                    Err(reject) => return Err(reject),
                }
                at = at.wrapping_add(1);
            }
        }
        Ok(values)
    }
}

/// The values of offsets, in a loop that is short for every type and costs little without optimization.
#[inline(always)]
fn values_of<T: Copy + Default>(offsets: &[u64], value: impl Fn(u64) -> T) -> Vec<T> {
    let mut values = vec![T::default(); offsets.len()];
    let slots = &mut values[..];
    let mut at = 0;
    while at < offsets.len() {
        slots[at] = value(offsets[at]);
        at = at.wrapping_add(1);
    }
    values
}

/// Appends a stretch of random values; returns the random state after it.
///
/// A function of its own, so that the loop has the registers to itself. The `black_box` costs nothing and keeps the
/// compiler from vectorizing the loop, which makes it slower: a wide multiplication does not vectorize.
#[inline(never)]
pub(super) fn append<T>(
    values: &mut Vec<T>,
    mut rng: Rng,
    count: usize,
    calm: Calm,
    (max, origin): (u64, u64),
    value: impl Fn(u64) -> T,
) -> Rng {
    if cfg!(debug_assertions) {
        // Without optimization a loop is faster than an iterator, and it is compiled faster.
        for _ in 0..count {
            values.push(value(calm.near(reduce(rng.word(), max), max, origin)));
        }
        return rng;
    }
    if !calm.is_plain() {
        values.extend((0..count).map(|_| value(calm.near(reduce(rng.word(), max), max, origin))));
    } else if max == u64::MAX {
        values.extend((0..count).map(|_| {
            black_box(());
            value(rng.word())
        }));
    } else {
        values.extend((0..count).map(|_| {
            black_box(());
            value(reduce(rng.word(), max))
        }));
    }
    rng
}
