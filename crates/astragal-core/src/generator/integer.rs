//! Integers to 64 bits: one choice, the distance from an origin.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

use super::{Arbitrary, Closed, Draw, Ranged};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Place, Reject, Source};
use crate::space::{NodeId, Sketch};

/// Integers of a range. See [`int`].
#[derive(Clone, Copy, Debug)]
pub struct Int<T> {
    pub(super) low: T,
    pub(super) high: T,
    pub(super) origin: T,
    /// Whether it is an empty range that was written without its end, `5..5`. Then `high` is that end, and no origin is in it.
    pub(super) open: bool,
    pub(super) place: Option<Place>,
}

/// Integers of a range, with a chosen origin: the simplest of them, towards which failures shrink.
///
/// A plain range is a generator too; its origin is zero, or the end next to zero.
///
/// Chance is biased towards what finds bugs: about one number in five is a boundary or next to one, near the origin, near
/// a power of two, or an earlier number again, exactly or nearly; and now and then numbers stay small for a while. No value
/// of a large range takes more than one draw in eight. (The bias lasts for stretches of draws: a list is mostly plain.)
///
/// ```
/// use astragal::prelude::*;
///
/// let year = int(1900..=2100).origin(2000);
/// assert_eq!(year.simplest().unwrap(), 2000);
/// assert!((1900..=2100).contains(&year.sample(1)));
/// ```
#[track_caller]
pub fn int<T>(range: impl Into<Int<T>>) -> Int<T> {
    Int { place: Some(Place::here()), ..range.into() }
}

impl<T: PartialOrd> Int<T> {
    /// Sets the simplest value. It must be in the range.
    #[track_caller]
    pub fn origin(self, origin: T) -> Int<T> {
        Int { origin, place: Some(Place::here()), ..self }
    }

    pub(super) fn is_sound(&self) -> bool {
        self.low <= self.origin && self.origin <= self.high
    }
}

impl<T: Debug + PartialOrd> Int<T> {
    // By value: to be borrowed here, every range that is drawn from would have to be in memory.
    #[cold]
    #[inline(never)]
    pub(super) fn misuse(self, src: &mut Source) -> Reject {
        let is_empty = self.open || self.low > self.high;
        misuse(src, self.place, (&self.low, &self.high, self.open), (!is_empty).then_some(&self.origin))
    }
}

/// An empty range, or one in which its origin is not.
fn misuse(
    src: &mut Source,
    place: Option<Place>,
    (low, high, open): (&dyn Debug, &dyn Debug, bool),
    origin: Option<&dyn Debug>,
) -> Reject {
    if let Some(origin) = origin {
        return src.misuse(place, format!("the origin {origin:?} is not in {low:?}..={high:?}"));
    }
    let dots = if open { ".." } else { "..=" };
    src.no_value(place, format!("no integer is in {low:?}{dots}{high:?}: the range is empty"))
}

impl<T: Ranged<Gen = Int<T>>> From<Range<T>> for Int<T> {
    #[inline(always)]
    fn from(range: Range<T>) -> Int<T> {
        T::half_open(range)
    }
}

impl<T: Ranged<Gen = Int<T>>> From<RangeInclusive<T>> for Int<T> {
    #[inline(always)]
    fn from(range: RangeInclusive<T>) -> Int<T> {
        T::inclusive(range)
    }
}

/// The ranges of an integer type, and all its values.
macro_rules! ranges {
    ($($type:ident)+) => {$(
        impl super::Ranged for $type {
            type Gen = Int<$type>;

            #[inline(always)]
            fn half_open(range: std::ops::Range<$type>) -> Int<$type> {
                if range.start < range.end {
                    return <$type as super::Ranged>::inclusive(range.start..=range.end - 1);
                }
                // An empty range, which drawing reports: its origin is not in it.
                let origin = if range.start == $type::MIN { $type::MAX } else { $type::MIN };
                Int { low: range.start, high: range.end, origin, open: true, place: None }
            }

            #[inline(always)]
            fn inclusive(range: std::ops::RangeInclusive<$type>) -> Int<$type> {
                let (low, high) = (*range.start(), *range.end());
                #[allow(unused_comparisons)]
                let origin = if low >= 0 { low } else if high <= 0 { high } else { 0 };
                Int { low, high, origin, open: false, place: None }
            }
        }

        impl Arbitrary for $type {
            type Gen = Int<$type>;

            #[inline(always)]
            fn any() -> Int<$type> {
                Int { low: $type::MIN, high: $type::MAX, origin: 0, open: false, place: None }
            }
        }
    )+};
}
pub(super) use ranges;

macro_rules! integers {
    ($($type:ident)+) => {$(
        impl Int<$type> {
            /// The largest offset, and that of the origin.
            #[inline(always)]
            fn offsets(&self) -> (u64, u64) {
                let from_low = |value: $type| value.wrapping_sub(self.low) as u64 & (u64::MAX >> (64 - $type::BITS));
                (from_low(self.high), from_low(self.origin))
            }
        }

        impl Draw for Int<$type> {
            type Value = $type;

            #[inline(always)]
            fn draw(&self, src: &mut Source) -> Result<$type, Reject> {
                if !self.is_sound() {
                    return Err(self.misuse(src));
                }
                let (max, origin) = self.offsets();
                match src.offset(max, origin) {
                    Ok(offset) => Ok(self.low.wrapping_add(offset as $type)),
                    Err(reject) => Err(reject),
                }
            }

            // Not inlined: compiled here, once, it is as fast as this crate is optimised.
            fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<$type>, Reject> {
                if !self.is_sound() {
                    return Err(self.misuse(src));
                }
                let (max, origin) = self.offsets();
                let low = self.low;
                src.offsets(count, max, origin, #[inline(always)] |offset| low.wrapping_add(offset as $type))
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                let (max, origin) = self.offsets();
                sketch.offset(max.into(), origin.into())
            }
        }

        impl Reflect for Int<$type> {
            fn reflect(&self, value: &$type, back: &mut Back) -> Result<(), Mismatch> {
                if self.open || !(self.low..=self.high).contains(value) {
                    return Err(back.mismatch(format_args!("{value} is not in {}..={}", self.low, self.high)));
                }
                let (max, origin) = self.offsets();
                back.put_offset(value.wrapping_sub(self.low) as u64 & (u64::MAX >> (64 - $type::BITS)), max, origin);
                Ok(())
            }
        }

        impl Closed for Int<$type> {}
    )+};
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
ranges!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
