//! The countdown of numbers that are drawn without a decision, and how near to the origin they are, in one word.
//!
//! To draw a number is to look at this word, so that numbers of small magnitude cost no more than others: the lower six
//! bits are a shift, of which a machine takes no more than these, and the countdown is above them.

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Calm(u64);

/// One draw of the countdown.
const DRAW: u64 = 64;
const NEAR: u64 = DRAW - 1;
/// Ranges of fewer bits keep about as large a share of them, but this many at least.
const KEPT: u64 = 3;

impl Calm {
    pub(super) const NONE: Calm = Calm(0);

    /// This many draws of numbers that have lost `near` of 64 bits.
    #[inline(always)]
    pub(super) const fn new(draws: u64, near: u64) -> Calm {
        Calm(draws.wrapping_mul(DRAW) | near)
    }

    /// Plus those bits of a random word that are in the mask.
    #[inline(always)]
    pub(super) const fn with(self, word: u64, mask: Calm) -> Calm {
        Calm(self.0.wrapping_add(word & mask.0))
    }

    /// As many draws as another has, as near as here.
    #[inline(always)]
    pub(super) const fn again(self, other: Calm) -> Calm {
        Calm((other.0 & !NEAR) | (self.0 & NEAR))
    }

    /// How many draws are left.
    #[inline(always)]
    pub(super) const fn draws(self) -> u64 {
        self.0 / DRAW
    }

    /// Takes one draw, if there is one.
    #[inline(always)]
    pub(super) const fn take(&mut self) -> bool {
        let is_left = self.0 >= DRAW;
        if is_left {
            self.0 = self.0.wrapping_sub(DRAW);
        }
        is_left
    }

    /// Takes up to `most` draws; returns how many.
    #[inline(always)]
    pub(super) fn take_up_to(&mut self, most: usize) -> usize {
        let count = self.draws().min(most as u64);
        self.0 = self.0.wrapping_sub(count.wrapping_mul(DRAW));
        count as usize
    }

    /// Whether numbers are anywhere in their range.
    #[inline(always)]
    pub(super) const fn is_plain(self) -> bool {
        self.0 & NEAR == 0
    }

    /// An offset from 0 to `max`, brought as near to the origin as is asked for.
    #[inline(always)]
    pub(super) const fn near(self, offset: u64, max: u64, origin: u64) -> u64 {
        // In a range of 64 bits it is just a shift, which costs less than checking whether there is one.
        if max >> 63 == 1 {
            return towards(offset, max, origin, self.0 & NEAR);
        }
        if self.is_plain() { offset } else { towards(offset, max, origin, self.shift(max)) }
    }

    /// By how many bits the offsets of a range are shifted.
    #[inline(always)]
    const fn shift(self, max: u64) -> u64 {
        let bits = 64 - max.leading_zeros() as u64;
        let of_64 = (DRAW - (self.0 & NEAR)) as i64;
        let kept = KEPT as i64 + (((of_64 - KEPT as i64) * bits as i64) >> 6);
        bits.saturating_sub(kept as u64)
    }
}

/// An offset whose distance from the origin has lost some bits.
#[inline(always)]
const fn towards(offset: u64, max: u64, origin: u64, bits: u64) -> u64 {
    if origin == 0 {
        offset >> bits
    } else if origin <= 1 << 63 && max - origin < 1 << 63 {
        (offset.wrapping_sub(origin) as i64 >> bits).wrapping_add(origin as i64) as u64
    } else if offset < origin {
        origin - ((origin - offset) >> bits)
    } else {
        origin + ((offset - origin) >> bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of range, as its last offset and its origin, with some offsets of it.
    fn ranges() -> impl Iterator<Item = (u64, u64, Vec<u64>)> {
        let maxima = [0, 1, 7, 100, 255, u64::from(u32::MAX), (1 << 63) - 1, 1 << 63, u64::MAX - 1, u64::MAX];
        maxima.into_iter().flat_map(|max| {
            let origins = [0, 1.min(max), max / 3, max / 2, max / 2 + max % 2, max - max / 3, max];
            origins.map(|origin| {
                let around = [origin.saturating_sub(1), origin, origin.saturating_add(1).min(max)];
                (max, origin, [&[0, max / 5, max / 4 * 3, max][..], &around].concat())
            })
        })
    }

    #[test]
    fn what_is_brought_near_stays_in_its_range_and_on_its_side() {
        for (max, origin, offsets) in ranges() {
            for near in 0..64 {
                for &offset in &offsets {
                    let brought = Calm::new(5, near).near(offset, max, origin);
                    assert!(brought <= max, "{offset} of {max} around {origin} by {near}: {brought}");
                    assert!(brought.abs_diff(origin) <= offset.abs_diff(origin));
                    assert!(brought == origin || (brought < origin) == (offset < origin));
                }
            }
        }
    }

    #[test]
    fn plain_offsets_stay_where_they_are() {
        for (max, origin, offsets) in ranges() {
            assert!(offsets.iter().all(|&offset| Calm::new(1, 0).near(offset, max, origin) == offset));
        }
    }

    #[test]
    fn few_are_few_in_every_range_and_more_than_one() {
        for (max, origin, _) in ranges().filter(|&(max, ..)| max > 0) {
            for near in [61, 62] {
                let farthest = [0, max].map(|end| Calm::new(1, near).near(end, max, origin).abs_diff(origin));
                assert!((1..=8).contains(&farthest[0].max(farthest[1])), "{farthest:?} of {max} around {origin}");
            }
        }
    }

    #[test]
    fn a_countdown_ends_and_keeps_its_nearness() {
        let mut calm = Calm::new(2, 9);
        assert!(calm.take() && calm.take() && !calm.take());
        assert_eq!((calm.draws(), calm.is_plain()), (0, false));
        assert_eq!(calm.again(Calm::new(3, 0)).draws(), 3);
        assert_eq!(Calm::new(7, 9).take_up_to(5), 5);
    }
}
