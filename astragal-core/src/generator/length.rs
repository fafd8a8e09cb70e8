//! How long a collection is: a number, or a range of numbers.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::reflect::{Back, Mismatch};
use crate::source::{Growth, Place, Reject, Source};

/// How long a collection may be: `5`, `0..10`, `1..=9`, `..=20`, or `1..` and `..` without a bound.
///
/// With a bound, all lengths are equally likely. Without one, the length follows the size of the case.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    pub(crate) min: usize,
    /// `usize::MAX` stands for no bound.
    pub(crate) max: usize,
    pub(crate) place: Option<Place>,
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
    pub(crate) fn at(self, place: Place) -> Length {
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

    #[inline(always)]
    pub(crate) fn draw(&self, src: &mut Source, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        if self.min > self.max {
            return Err(self.misuse(src));
        }
        src.length(self.min, self.max, elements, bytes)
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
/// `Into<Length>` would do, but of what is no length the compiler would then say something about `From`.
#[diagnostic::on_unimplemented(
    message = "a length is a `usize` or a range of `usize`, not `{Self}`",
    label = "not a length",
    note = "if it was drawn, did you forget `?`",
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
