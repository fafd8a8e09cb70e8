//! Floats: one choice, the index in the order of simplicity.
//!
//! A range has the choices of the whole line. A choice represents the same float there if that is in the range,
//! so that simple floats stay simple; any other choice counts floats from the end of the range.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

use super::float_order::{F32, F64, Format};
use super::{Arbitrary, Closed, Draw, Ranged};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Line, Place, Reject, Scale, Source};
use crate::space::{NodeId, Shape, Sketch};

/// Floats of a range, or of the whole line. See [`float`].
#[derive(Clone, Copy, Debug)]
pub struct Float<T> {
    /// The ends, both included and finite.
    low: T,
    high: T,
    /// Which infinities there are, positive and negative.
    infinite: [bool; 2],
    nan: bool,
    place: Option<Place>,
    /// The end of an empty range that was written without it, `5.0..5.0`: then `high` is NaN.
    end: Option<T>,
}

/// Floats of a range. With `any::<f64>()` it is the whole line, with infinities and NaN.
///
/// A plain range is a generator too. Zero is the simplest float, then come 1, -1, 2, .., then fractions with few binary
/// places. A range from `0.0` holds no `-0.0`. At random a range is mostly uniform; the whole line has all magnitudes, and
/// none of its values, NaN included, is more than one in twenty.
///
/// ```
/// use astragal::prelude::*;
///
/// assert!((0.5..1.0f64).contains(&(0.5..1.0).sample(1)));
/// assert_eq!(float(-2.5..=2.5f64).simplest().unwrap(), 0.0);
/// assert!(any::<f64>().finite().sample(3).is_finite());
///
/// let reading = float(0.0..=100.0f32).nan(true); // a sensor that may fail
/// assert!(reading.choices_of(&f32::NAN).is_ok());
/// assert!(reading.choices_of(&-1.0).is_err());
/// ```
#[track_caller]
pub fn float<T>(range: impl Into<Float<T>>) -> Float<T> {
    Float { place: Some(Place::here()), ..range.into() }
}

impl<T> Float<T> {
    /// Only numbers: no infinity and no NaN.
    pub fn finite(self) -> Float<T> {
        self.nan(false).infinite(false)
    }

    /// Whether NaN is among the values. There is one: the payload of a NaN says nothing.
    pub fn nan(self, allowed: bool) -> Float<T> {
        Float { nan: allowed, ..self }
    }

    /// Whether the infinities are among the values.
    pub fn infinite(self, allowed: bool) -> Float<T> {
        Float { infinite: [allowed; 2], ..self }
    }
}

impl<T: Debug> Float<T> {
    #[cold]
    fn misuse(&self, src: &mut Source) -> Reject {
        src.no_value(self.place, self.empty())
    }

    fn empty(&self) -> String {
        let range = match &self.end {
            Some(end) => format!("{:?}..{end:?}", self.low),
            None => format!("{:?}..={:?}", self.low, self.high),
        };
        format!("no number is in {range}: the range is empty")
    }
}

/// The values of a generator as bits: a stretch of the line, and what there is besides.
struct Values {
    format: Format,
    low: u64,
    high: u64,
    infinite: [bool; 2],
    nan: bool,
}

impl Values {
    fn extras(&self) -> u64 {
        u64::from(self.infinite[0]) + u64::from(self.infinite[1]) + u64::from(self.nan)
    }

    fn max(&self) -> u64 {
        self.format.finite_count() - 1 + self.extras()
    }

    /// The index, in the order of simplicity, of an infinity or NaN.
    fn extra(&self, mut nth: u64) -> u64 {
        for (at, present) in self.infinite.into_iter().enumerate() {
            if present && nth == 0 {
                return self.format.finite_count() + at as u64;
            }
            nth = nth.wrapping_sub(u64::from(present));
        }
        self.format.finite_count() + 2
    }

    fn encode(&self, bits: u64) -> Option<u64> {
        let (index, numbers) = (self.format.index(bits), self.format.finite_count());
        if index >= numbers {
            let nth = (0..self.extras()).find(|&nth| self.extra(nth) == index)?;
            return Some(numbers + nth);
        }
        (self.low..=self.high).contains(&self.format.place(bits)).then_some(index)
    }

    /// The finite values as places on a line, on which they are near to each other.
    fn line(&self, (place, choice): LineOf) -> Line {
        Line { place, choice, low: self.low, high: self.high, reach: self.format.quarter() }
    }

    fn decode(&self, choice: u64) -> u64 {
        if choice >= self.format.finite_count() {
            return self.format.at(self.extra(choice - self.format.finite_count()));
        }
        let bits = self.format.at(choice);
        if (self.low..=self.high).contains(&self.format.place(bits)) {
            return bits;
        }
        let nth = choice % (self.high - self.low + 1);
        let zero = self.format.place(0);
        let from_low = self.low.abs_diff(zero) <= self.high.abs_diff(zero);
        self.format.at_place(if from_low { self.low + nth } else { self.high - nth })
    }
}

/// From a choice to a place on the line, and back.
type LineOf = (fn(u64) -> Option<u64>, fn(u64) -> u64);

const F32_LINE: LineOf = (|choice| place(F32, choice), |place| F32.index(F32.at_place(place)));
const F64_LINE: LineOf = (|choice| place(F64, choice), |place| F64.index(F64.at_place(place)));

/// The place of a finite float other than zero, which is near to nothing: between it and any other there are far too many.
fn place(format: Format, choice: u64) -> Option<u64> {
    (0 < choice && choice + 1 < format.finite_count()).then(|| format.place(format.at(choice)))
}

/// Floats that are special wherever they are allowed, besides the ends of the range and what is next to them.
const SPECIALS: [f64; 8] = [0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 9_007_199_254_740_992.0, 16_777_217.0];

/// A float of simple form or of middling magnitude, from a random word: numbers as people write them.
fn everyday(word: u64) -> f64 {
    let sign = if word & 4 == 0 { 1.0 } else { -1.0 };
    let magnitude = match word & 3 {
        // An integer of up to 32 bits.
        0 => ((word >> 32) >> (word >> 3 & 31)) as f64,
        // A byte divided or multiplied by a power of two: few binary places.
        1 => (word >> 56) as f64 * f64::from_bits((1023 - 16 + (word >> 3 & 31)) << 52),
        // The unit interval.
        _ => unit(word),
    };
    sign * magnitude
}

/// From 0 to just below 1.
#[inline(always)]
fn unit(word: u64) -> f64 {
    (word >> 11) as f64 * (f64::EPSILON / 2.0)
}

impl<T: Ranged<Gen = Float<T>>> From<Range<T>> for Float<T> {
    fn from(range: Range<T>) -> Float<T> {
        T::half_open(range)
    }
}

impl<T: Ranged<Gen = Float<T>>> From<RangeInclusive<T>> for Float<T> {
    fn from(range: RangeInclusive<T>) -> Float<T> {
        T::inclusive(range)
    }
}

macro_rules! floats {
    ($($type:ident, $format:ident, $line:ident;)+) => {$(
        impl Ranged for $type {
            type Gen = Float<$type>;

            fn half_open(range: Range<$type>) -> Float<$type> {
                if range.start.is_nan() || range.end.is_nan() || range.start >= range.end {
                    // An empty range, which drawing reports.
                    let empty = <$type as Ranged>::inclusive(range.start..=$type::NAN);
                    return Float { end: Some(range.end), ..empty };
                }
                let end = if range.end == 0.0 { -0.0 } else { range.end };
                let below = |end: $type| from_bits::$type($format.at_place($format.place(end.to_bits().into()) - 1));
                // No number is below the smallest float: an empty range, which drawing reports.
                let has_below = end > $type::MIN;
                <$type as Ranged>::inclusive(range.start..=if has_below { below(end) } else { $type::NAN })
            }

            fn inclusive(range: RangeInclusive<$type>) -> Float<$type> {
                let (start, end) = range.into_inner();
                let infinite = [end == $type::INFINITY, start == $type::NEG_INFINITY];
                Float {
                    low: if infinite[1] { $type::MIN } else { start },
                    // As an end, zero is the upper one of the two.
                    high: if infinite[0] { $type::MAX } else if end == 0.0 { 0.0 } else { end },
                    infinite,
                    nan: false,
                    place: None,
                    end: None,
                }
            }
        }

        impl Arbitrary for $type {
            type Gen = Float<$type>;

            /// All floats, with both zeros, the infinities and NaN (which is at most one of twenty).
            #[inline(always)]
            fn any() -> Float<$type> {
                Float { low: $type::MIN, high: $type::MAX, infinite: [true; 2], nan: true, place: None, end: None }
            }
        }

        impl Float<$type> {
            #[inline(always)]
            fn is_whole(&self) -> bool {
                self.low == $type::MIN && self.high == $type::MAX
            }

            #[inline(always)]
            fn is_sound(&self) -> bool {
                self.low <= self.high && self.low.is_finite() && self.high.is_finite()
            }

            fn values(&self) -> Values {
                Values {
                    format: $format,
                    low: $format.place(self.low.to_bits().into()),
                    high: $format.place(self.high.to_bits().into()),
                    infinite: self.infinite,
                    nan: self.nan,
                }
            }

            /// A number if it is in the range.
            #[inline(always)]
            fn within(&self, number: $type) -> Option<$type> {
                let place = |number: $type| $format.place(number.to_bits().into());
                (place(self.low) <= place(number) && place(number) <= place(self.high)).then_some(number)
            }

            /// On the whole line all magnitudes and forms; in a range mostly uniform.
            #[inline]
            fn random(&self, src: &mut Source) -> $type {
                if src.is_special() {
                    return self.special(src);
                }
                let word = src.steer(u64::MAX);
                if self.is_whole() {
                    return if word & 3 == 3 { self.on_the_line(src) } else { everyday(word) as $type };
                }
                if word & 7 == 7 {
                    return self.on_the_line(src);
                }
                let (low, width) = (self.low, self.high - self.low);
                let share = unit(word) as $type;
                let number = if width.is_finite() { low + width * share } else { low * (1.0 - share) + self.high * share };
                self.within(number).unwrap_or(self.high) // rounding may lead past the end
            }

            /// Every float equally often, so that every magnitude is as likely as any other.
            fn on_the_line(&self, src: &mut Source) -> $type {
                let Values { low, high, .. } = self.values();
                from_bits::$type($format.at_place(low + src.steer(high - low)))
            }

            #[inline(never)]
            fn special(&self, src: &mut Source) -> $type {
                let values = self.values();
                let kind = src.steer(23);
                let whole = |from_zero: u64| match (self.low > 0.0, self.high < 0.0) {
                    (true, _) => self.low.ceil() + from_zero as $type,
                    (_, true) => self.high.floor() - from_zero as $type,
                    _ => from_zero as $type - 8.0,
                };
                let candidate = match kind {
                    0..=1 => self.low,
                    2..=3 => self.high,
                    4 => from_bits::$type($format.at_place((values.low + 1).min(values.high))),
                    5 => from_bits::$type($format.at_place((values.high - 1).max(values.low))),
                    6 => $type::EPSILON,
                    7 => $type::MIN_POSITIVE,
                    8 => from_bits::$type(1 + src.steer(3)),
                    9..=11 if kind - 9 < values.extras() => {
                        return from_bits::$type($format.at(values.extra(kind - 9)));
                    }
                    12..=19 => SPECIALS[kind as usize - 12] as $type,
                    _ => whole(src.steer(15)),
                };
                self.within(candidate).unwrap_or_else(|| self.on_the_line(src))
            }
        }

        impl Draw for Float<$type> {
            type Value = $type;

            #[inline]
            fn draw(&self, src: &mut Source) -> Result<$type, Reject> {
                if !self.is_sound() {
                    return Err(self.misuse(src));
                }
                if !src.is_watched() {
                    return Ok(self.random(src));
                }
                let values = self.values();
                src.leaf_on(
                    values.max(),
                    Scale::Line(&values.line($line)),
                    |src| self.random(src),
                    |number| values.encode(number.to_bits().into()).unwrap_or_default(),
                    |choice| from_bits::$type(values.decode(choice)),
                )
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                let of = sketch.number(self.values().max());
                // In a range several choices represent the same float.
                if self.is_whole() { of } else { sketch.add(Shape::Mapped { of }) }
            }
        }

        impl Reflect for Float<$type> {
            fn reflect(&self, value: &$type, back: &mut Back) -> Result<(), Mismatch> {
                if !self.is_sound() {
                    return Err(back.mismatch(self.empty()));
                }
                let values = self.values();
                match values.encode(value.to_bits().into()) {
                    Some(choice) => {
                        if !self.is_whole() {
                            back.unlisted(); // choices outside the range represent other floats in it
                        }
                        back.put(choice, values.max());
                    }
                    None => {
                        return Err(back.mismatch(format_args!("{value:?} is not in {:?}..={:?}", self.low, self.high)));
                    }
                }
                Ok(())
            }
        }

        impl Closed for Float<$type> {}
    )+};
}

/// Floats from bits in the low end of a word.
mod from_bits {
    pub(super) const fn f64(bits: u64) -> f64 {
        f64::from_bits(bits)
    }

    pub(super) const fn f32(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
}

floats! {
    f64, F64, F64_LINE;
    f32, F32, F32_LINE;
}
