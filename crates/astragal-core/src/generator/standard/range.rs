//! Ranges as values, and bounds of ranges.

use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::sum::Labels;
use crate::generator::forward::like_its_parts;
use crate::generator::pointer::{Wrapped, Wrapper, wrappers};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Any, Arbitrary, Closed, Draw};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

wrappers! {
    RangeFrom<T>, wrap: |start| RangeFrom { start }, look: |range| range.start;
    RangeTo<T>, wrap: |end| RangeTo { end }, look: |range| range.end;
    RangeToInclusive<T>, wrap: |end| RangeToInclusive { end }, look: |range| range.end;
}

/// A range with a start and an end.
pub trait Ends {
    /// What it goes from and to.
    type End;

    /// Makes a range, which is empty if the end is before the start.
    fn from_ends(start: Self::End, end: Self::End) -> Self;

    /// Its start and its end.
    fn ends(&self) -> (&Self::End, &Self::End);
}

impl<T> Ends for Range<T> {
    type End = T;

    fn from_ends(start: T, end: T) -> Self {
        start..end
    }

    fn ends(&self) -> (&T, &T) {
        (&self.start, &self.end)
    }
}

impl<T> Ends for RangeInclusive<T> {
    type End = T;

    fn from_ends(start: T, end: T) -> Self {
        start..=end
    }

    fn ends(&self) -> (&T, &T) {
        (self.start(), self.end())
    }
}

/// Ranges as values, a pair of ends in any order: `any::<Range<T>>()` and `any::<RangeInclusive<T>>()`.
pub struct RangeOf<R, G> {
    end: G,
    range: PhantomData<fn() -> R>,
}

like_its_parts!(RangeOf<R; G> { end, range });

impl<R: Ends, G: Draw<Value = R::End>> Draw for RangeOf<R, G> {
    type Value = R;

    fn draw(&self, src: &mut Source) -> Result<R, Reject> {
        let (start, end) = (&self.end, &self.end).draw(src)?;
        Ok(R::from_ends(start, end))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        (&self.end, &self.end).describe(sketch)
    }

    fn growth(&self) -> Growth {
        self.end.growth()
    }
}

impl<R: Ends, G: Reflect<Value = R::End>> Reflect for RangeOf<R, G> {
    fn reflect(&self, value: &R, back: &mut Back) -> Result<(), Mismatch> {
        let (start, end) = value.ends();
        back.span("tuple", |back| {
            back.part(&self.end, start)?;
            back.part(&self.end, end).map(drop)
        })
    }
}

impl<R: Ends, G: Closed + Draw<Value = R::End>> Closed for RangeOf<R, G> {}

macro_rules! any_range {
    ($($range:ident)+) => {$(
        impl<T: Arbitrary> Arbitrary for $range<T> {
            type Gen = RangeOf<$range<T>, Any<T>>;

            fn any() -> Self::Gen {
                RangeOf { end: T::any(), range: PhantomData }
            }
        }
    )+};
}

any_range!(Range RangeInclusive);

/// Bounds of ranges, of which `Unbounded` is the simplest: `any::<Bound<T>>()`.
#[derive(Clone, Copy, Debug)]
pub struct BoundOf<G>(G);

const BOUND: &str = "bound";

impl<G: Draw> BoundOf<G> {
    fn labels(bounded: u32) -> Labels<3> {
        Labels([("Unbounded", 1), ("Included", bounded), ("Excluded", bounded)])
    }
}

impl<G: Draw> Draw for BoundOf<G> {
    type Value = Bound<G::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        let ends = self.0.growth() == Growth::Recursive && src.steering_size() == 0;
        Self::labels(u32::from(!ends)).draw(src, BOUND, |src, arm| {
            Ok(match arm {
                0 => Bound::Unbounded,
                1 => Bound::Included(self.0.draw(src)?),
                _ => Bound::Excluded(self.0.draw(src)?),
            })
        })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let (none, end) = (sketch.add(Shape::Unit), self.0.describe(sketch));
        Self::labels(1).describe(sketch, BOUND, [none, end, end])
    }

    fn growth(&self) -> Growth {
        self.0.growth()
    }
}

impl<G: Reflect> Reflect for BoundOf<G> {
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        let (arm, end) = match value {
            Bound::Unbounded => (0, None),
            Bound::Included(end) => (1, Some(end)),
            Bound::Excluded(end) => (2, Some(end)),
        };
        Self::labels(1).reflect(back, BOUND, arm, |back| end.map_or(Ok(()), |end| back.part(&self.0, end).map(drop)))
    }
}

impl<G: Closed> Closed for BoundOf<G> {}

impl<T: Arbitrary> Arbitrary for Bound<T> {
    type Gen = BoundOf<Any<T>>;

    fn any() -> Self::Gen {
        BoundOf(T::any())
    }
}
