//! Lists as a source draws them: how long they are, and the mood and the size of their elements.

use super::mood::OuterMood;
use super::{DEFAULT_SIZE, Growth, Length, Reject, Source};

/// A list that is being drawn, and what is to be taken up again after it. See [`Source::begin_list`].
pub(crate) struct List {
    /// How many elements it is to have.
    pub(crate) count: usize,
    /// Where its length was recorded.
    pub(crate) written_at: usize,
    outer_size: u32,
    outer_mood: Option<OuterMood>,
}

impl Source {
    /// The length of a list whose elements take so many bytes. Its bound is that of the range; the size only steers.
    ///
    /// An open range (`max` is `usize::MAX`) follows the size; a list of parts that grow themselves is kept short, so
    /// that they can.
    #[inline(always)]
    pub(crate) fn length(&mut self, min: usize, max: usize, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        if self.watched {
            return self.length_watched(min, max, elements, bytes);
        }
        let cap = length_cap(min, max, elements, self.size);
        let length = min.wrapping_add(self.chance.rng.up_to(cap.wrapping_sub(min) as u64) as usize);
        // Elements are not counted one by one, and may take no choices. Even an empty list is something, if there is no end of
        // them.
        let limits = &mut self.core.limits;
        if length as u64 >= limits.left {
            return Err(limits.overrun());
        }
        limits.left = limits.left.wrapping_sub(length as u64 + 1);
        Ok(length)
    }

    #[inline(never)]
    fn length_watched(&mut self, min: usize, max: usize, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        let bound = (max - min) as u64;
        if let Some(extra) = self.core.given_length(&mut self.chance.rng, bound)? {
            if let Some(odds) = &mut self.core.deciders.odds {
                odds.length(extra, (length_cap(min, max, elements, DEFAULT_SIZE) - min) as u64);
            }
            let length = min + extra as usize;
            return self.core.limits.make_room(length, bytes).map(|()| length);
        }
        let cap = length_cap(min, max, elements, self.size);
        let extra = self.chance.rng.up_to((cap - min) as u64);
        self.wrote(extra, bound);
        let length = min + extra as usize;
        let limits = &mut self.core.limits;
        if length as u64 > limits.left { Err(limits.overrun()) } else { Ok(length) }
    }

    /// A list begins: its span, its length, and what its elements are drawn with. [`end_list`](Source::end_list)
    /// ends it.
    ///
    /// A list of plain elements has a mood of its own. A list of parts that grow divides the size among them; its numbers
    /// are few and far between.
    ///
    /// In a debug build what is called is as fast as this crate is optimised, and what is inlined is not. With
    /// optimisation it is the other way round.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin_list(
        &mut self,
        label: &'static str,
        length: &Length,
        elements: Growth,
        bytes: usize,
    ) -> Result<List, Reject> {
        self.open(label);
        let mut written_at = self.position();
        let forced = if self.watched { self.core.deciders.forced.len() } else { 0 };
        let count = match length.draw(self, elements, bytes) {
            Ok(count) => count,
            Err(reject) => return Err(reject),
        };
        if self.watched && self.core.deciders.forced.len() < forced {
            written_at = usize::MAX; // it was forced, and cannot be corrected
        }
        let outer_size = self.size;
        let outer_mood = if elements == Growth::Fixed {
            Some(self.moody().begin_list())
        } else {
            self.size = self.size.saturating_sub(count as u32).checked_div(count as u32).unwrap_or(0);
            None
        };
        Ok(List { count, written_at, outer_size, outer_mood })
    }

    /// A list ends.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_list(&mut self, list: &List) {
        self.size = list.outer_size;
        if let Some(outer) = list.outer_mood {
            self.moody().end(outer);
        }
        self.close();
    }
}

/// The longest that a random list should be at a size.
#[inline(always)]
pub(crate) fn length_cap(min: usize, max: usize, elements: Growth, size: u32) -> usize {
    let wanted = match elements {
        Growth::Fixed if max == usize::MAX => size.max(SHORT),
        Growth::Fixed => return max,
        Growth::Sized => size.isqrt().wrapping_mul(2).max(SHORT),
        Growth::Recursive => size.isqrt().wrapping_mul(2).min(size),
    };
    (wanted as usize).min(max).max(min) // and no panic where they are in the wrong order: that is said elsewhere
}

/// Lists of plain elements are up to so long even where little size is left, so that a leaf is not always empty.
const SHORT: u32 = 4;
