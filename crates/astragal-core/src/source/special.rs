//! The special numbers of random drawing: boundaries, neighbors, powers of two, earlier numbers again.
//!
//! They are not those of `choices/interesting`, which replace a choice that was made: here is none yet, a
//! number is an offset in its range and not a distance from the simplest, earlier ones are random words and not recorded, and
//! one is drawn in a few instructions without a branch.

use std::hint::black_box;

use super::rng::{Rng, reduce};

/// How many plain numbers come before the next special.
#[inline(always)]
pub(super) fn gap(rng: &Rng) -> u64 {
    rng.earlier(0) >> 32 & 15
}

/// The special number of the word that was drawn last: a place in the range, and a step away from it. What they may be is
/// computed and one of each is taken, which costs less than one mispredicted branch.
#[inline(always)]
pub(super) fn special(rng: &Rng, max: u64, origin: u64) -> u64 {
    let word = rng.earlier(0);
    // All ones or none, and kept from the compiler: it would make a branch of it, on a random bit.
    let down = black_box(0u64.wrapping_sub(word >> 2 & 1));
    // The number before this one as often as any earlier one.
    let back = 1 + (word >> 3 & 15) * (word >> 7 & 1);
    let again = reduce(rng.earlier(back), max);
    let near = 1 + (word & 3);
    // A power of two, or next to that.
    let bits = u64::from(64 - max.leading_zeros());
    let exponent = ((word >> 8 & 0xFFFF) * bits) >> 16;
    let power = (1u64 << exponent).wrapping_add(near & 1).wrapping_sub(near & 2);
    // Eight kinds, a digit each, the first one last.
    let nth = |digits: u32| (digits >> (word >> 61 << 2) & 7) as usize;
    let place = [0, max, origin, again, max & down][nth(0x3324_2210).min(4)];
    let step = [0, 1, near, power][nth(0x2032_1000) & 3];
    let (up, lower) = (place.saturating_add(step), place.saturating_sub(step));
    (up ^ ((up ^ lower) & down)).min(max)
}
