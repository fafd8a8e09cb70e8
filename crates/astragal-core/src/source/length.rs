//! How long a collection is.

use super::{Growth, Place, Reject, Source};

/// How long a collection may be: `5`, `0..10`, `1..=9`, `..=20`, or `1..` and `..` without a bound.
///
/// With a bound, all lengths are equally likely. Without one, the length follows the size of the case.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    pub(crate) min: usize,
    /// `usize::MAX` means no bound.
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
}
