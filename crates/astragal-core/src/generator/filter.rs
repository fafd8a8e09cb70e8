//! Conditions: a few tries, and then a rejection that says where the condition is.

use super::forward::pass_on;
use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// How often a condition is tried before the case is rejected.
pub(super) const TRIES: u32 = 16;

/// See [`Gen::filter`](super::Gen::filter).
#[derive(Clone, Copy, Debug)]
pub struct Filter<G, F> {
    #[doc(hidden)]
    pub inner: G,
    #[doc(hidden)]
    pub condition: F,
    pub(crate) place: Place,
}

/// Draws until a value fits. A retry only steers: what did not fit leaves no trace, so a replay needs one try.
#[inline(always)]
pub(super) fn retry<T>(
    src: &mut Source,
    place: Place,
    mut draw: impl FnMut(&mut Source) -> Result<Option<T>, Reject>,
) -> Result<T, Reject> {
    let tries = if src.is_given() { 1 } else { TRIES };
    let start = src.retry_point();
    let mut tried = 0;
    while tried < tries {
        match draw(src) {
            Ok(Some(value)) => return Ok(value),
            Ok(None) => tried = tried.wrapping_add(1),
            Err(reject) => return Err(reject),
        }
        // The last try is left as it is: it says which choices were rejected.
        if tried < tries {
            src.rewind(start);
        }
    }
    Err(src.reject_at(place, tries))
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Draw for Filter<G, F> {
    type Value = G::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        retry(src, self.place, |src| match self.inner.draw(src) {
            Ok(value) => Ok(if (self.condition)(&value) { Some(value) } else { None }),
            Err(reject) => Err(reject),
        })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.inner.describe(sketch);
        sketch.add(Shape::Filtered { of, place: self.place })
    }

    pass_on!(inner: growth, has_closures);
}

impl<G: Reflect, F: Fn(&G::Value) -> bool> Reflect for Filter<G, F> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        // A value with holes is judged when they are filled.
        if !(self.condition)(value) && !back.has_holes() {
            return Err(back.mismatch(format_args!("the condition at {} does not hold", self.place)));
        }
        self.inner.reflect(value, back)
    }
}

impl<G: Closed, F: Fn(&G::Value) -> bool> Closed for Filter<G, F> {}
