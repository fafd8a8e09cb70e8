//! How long a collection is.

use super::{DEFAULT_SIZE, Growth, Place, Reject, Scale, Source};

/// How long a collection may be: `5`, `0..10`, `1..=9`, `..=20`, or `1..` and `..` without a bound.
///
/// With a bound, all lengths are equally likely. Without one, the length follows the size of the case.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    #[doc(hidden)]
    pub min: usize,
    /// `usize::MAX` means no bound.
    #[doc(hidden)]
    pub max: usize,
    #[doc(hidden)]
    pub place: Option<Place>,
    pub(crate) written: Written,
}

/// How an empty range of lengths was written: for errors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written {
    /// With its end, `3..=2`; or it is not empty.
    WithEnd,
    /// Without its end, `3..2`, which is one more than the most.
    WithoutEnd,
    /// As `3..0`: the start is one less than the fewest, so that it is empty.
    ToZero,
}

impl Length {
    /// Any length.
    #[inline(always)]
    pub const fn open() -> Length {
        Length { min: 0, max: usize::MAX, place: None, written: Written::WithEnd }
    }

    /// Remembers where the length was written, for errors.
    #[inline(always)]
    #[doc(hidden)]
    pub fn at(self, place: Place) -> Length {
        Length { place: Some(place), ..self }
    }

    /// Whether chance follows the size.
    #[inline(always)]
    pub(crate) fn growth(&self, elements: Growth) -> Growth {
        match elements {
            Growth::Recursive => Growth::Recursive,
            _ if self.max == usize::MAX => Growth::Sized,
            other => other,
        }
    }

    /// The length of a list whose elements take this many bytes. Its bound is that of the range; the size only steers.
    ///
    /// An open range (`max` is `usize::MAX`) follows the size; a list of parts that grow themselves is kept short, so
    /// that they can.
    #[inline(always)]
    #[doc(hidden)]
    pub fn draw(&self, src: &mut Source, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        let (min, max) = (self.min, self.max);
        if min > max {
            return Err(self.misuse(src));
        }
        if src.watched {
            return draw_watched(src, (min, max), elements, bytes);
        }
        let cap = length_cap(min, max, elements, src.size);
        let length = min.wrapping_add(src.chance.rng.up_to(cap.wrapping_sub(min) as u64) as usize);
        // Elements are not counted one by one, and may take no choices. Even an empty list is something, if there is no end of
        // them.
        let limits = &mut src.core.limits;
        if length as u64 >= limits.left {
            return Err(limits.overrun());
        }
        limits.left = limits.left.wrapping_sub(length as u64 + 1);
        Ok(length)
    }

    #[cold]
    fn misuse(&self, src: &mut Source) -> Reject {
        let range = match self.written {
            Written::WithEnd => format!("{}..={}", self.min, self.max),
            Written::WithoutEnd => format!("{}..{}", self.min, self.max.saturating_add(1)),
            Written::ToZero => format!("{}..0", self.min - 1),
        };
        src.no_value(self.place, format!("no length is in {range}: the range is empty"))
    }
}

#[inline(never)]
fn draw_watched(src: &mut Source, (min, max): (usize, usize), elements: Growth, bytes: usize) -> Result<usize, Reject> {
    let bound = (max - min) as u64;
    let core = &mut src.core;
    if let Some(extra) = core.given(&mut src.chance.rng, bound, Scale::Length)? {
        if let Some(odds) = &mut core.deciders.odds {
            odds.length(extra, (length_cap(min, max, elements, DEFAULT_SIZE) - min) as u64);
        }
        let length = min + extra as usize;
        return core.limits.make_room(length, bytes).map(|()| length);
    }
    let cap = length_cap(min, max, elements, src.size);
    let extra = src.chance.rng.up_to((cap - min) as u64);
    core.wrote(extra, bound);
    let length = min + extra as usize;
    if length as u64 > core.limits.left { Err(core.limits.overrun()) } else { Ok(length) }
}

/// The longest that a random list should be at a size.
#[inline(always)]
pub fn length_cap(min: usize, max: usize, elements: Growth, size: u32) -> usize {
    let wanted = match elements {
        Growth::Fixed if max == usize::MAX => size.max(SHORT),
        Growth::Fixed => return max,
        Growth::Sized => size.isqrt().wrapping_mul(2).max(SHORT),
        Growth::Recursive => size.isqrt().wrapping_mul(2).min(size),
    };
    (wanted as usize).min(max).max(min) // and no panic where they are in the wrong order: that is said elsewhere
}

/// Lists of plain elements are up to this long even where little size is left, so that a leaf is not always empty.
const SHORT: u32 = 4;
