//! Ranges are generators: of integers, floats, characters and durations.
//!
//! They are so by one generic implementation, so that a literal takes its type from where the value goes:
//! `let n: u8 = src.draw(0..10)?`.

use std::ops::{Range, RangeInclusive};

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Reject, Source};
use crate::space::{NodeId, Sketch};

/// A type whose ranges are generators.
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` is not a generator",
    note = "ranges of integers, floats, characters and durations are"
)]
pub trait Ranged: Clone {
    /// What a range is turned into when it is drawn from.
    type Gen: Reflect<Value = Self> + Closed;

    /// The values from the start to before the end.
    fn half_open(range: Range<Self>) -> Self::Gen;

    /// The values from the start to the end.
    fn inclusive(range: RangeInclusive<Self>) -> Self::Gen;
}

macro_rules! range_generators {
    ($($range:ident $through:ident)+) => {$(
        impl<T: Ranged> Draw for $range<T> {
            type Value = T;

            #[inline(always)]
            fn draw(&self, src: &mut Source) -> Result<T, Reject> {
                T::$through(self.clone()).draw(src)
            }

            #[inline(always)]
            fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<T>, Reject> {
                T::$through(self.clone()).draw_vec(src, count)
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                T::$through(self.clone()).describe(sketch)
            }
        }

        impl<T: Ranged> Reflect for $range<T> {
            fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
                T::$through(self.clone()).reflect(value, back)
            }
        }

        impl<T: Ranged> Closed for $range<T> {}
    )+};
}

range_generators!(Range half_open RangeInclusive inclusive);
