//! How long a collection is: a number, or a range of numbers.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::generator::reflect::{Back, Mismatch};
use crate::source::{Length, Written};

impl Length {
    pub(crate) fn reflect(&self, length: usize, back: &mut Back) -> Result<(), Mismatch> {
        if length < self.min || length > self.max {
            return Err(back.mismatch(format_args!("the length {length} is not in {}..={}", self.min, self.max)));
        }
        back.put((length - self.min) as u64, (self.max - self.min) as u64);
        Ok(())
    }
}

/// What can be given as a length.
///
/// `Into<Length>` would do, but for a type that is not a length the compiler would then report a missing `From`.
#[diagnostic::on_unimplemented(
    message = "a length is a `usize` or a range of `usize`, not `{Self}`",
    label = "not a length",
    note = "a drawn length: `let n = src.draw(0..=9usize);`, then `vec_of(generator, n)`",
    note = "the generator of the elements comes first: `vec_of(generator, length)`"
)]
pub trait IntoLength {
    /// The length.
    fn into_length(self) -> Length;
}

impl IntoLength for Length {
    #[inline(always)]
    fn into_length(self) -> Length {
        self
    }
}

impl IntoLength for usize {
    #[inline(always)]
    fn into_length(self) -> Length {
        Length { min: self, max: self, place: None, written: Written::WithEnd }
    }
}

impl IntoLength for RangeInclusive<usize> {
    #[inline(always)]
    fn into_length(self) -> Length {
        Length { min: *self.start(), max: *self.end(), place: None, written: Written::WithEnd }
    }
}

impl IntoLength for Range<usize> {
    #[inline(always)]
    fn into_length(self) -> Length {
        match self.end.checked_sub(1) {
            Some(max) => Length { min: self.start, max, place: None, written: Written::WithoutEnd },
            // Empty, which drawing reports.
            None => Length { min: self.start.saturating_add(1), max: 0, place: None, written: Written::ToZero },
        }
    }
}

impl IntoLength for RangeFrom<usize> {
    fn into_length(self) -> Length {
        Length { min: self.start, ..Length::open() }
    }
}

impl IntoLength for RangeFull {
    #[inline(always)]
    fn into_length(self) -> Length {
        Length::open()
    }
}

impl IntoLength for RangeTo<usize> {
    fn into_length(self) -> Length {
        (0..self.end).into_length()
    }
}

impl IntoLength for RangeToInclusive<usize> {
    fn into_length(self) -> Length {
        (0..=self.end).into_length()
    }
}

macro_rules! from {
    ($($given:ty),+) => {$(
        impl From<$given> for Length {
            #[inline(always)]
            fn from(given: $given) -> Length {
                given.into_length()
            }
        }
    )+};
}

from!(usize, Range<usize>, RangeInclusive<usize>, RangeFrom<usize>, RangeTo<usize>, RangeToInclusive<usize>, RangeFull);
