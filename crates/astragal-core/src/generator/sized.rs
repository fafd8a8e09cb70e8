//! Generators that look at the size, and at another size.

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// See [`sized`].
#[derive(Clone, Copy, Debug)]
pub struct BySize<F>(F);

/// A generator that depends on the size of the case.
///
/// Size steers chance alone. Where a value is replayed, reflected or described, the function is asked for the generator
/// of the largest size, `u32::MAX`; so what it makes at a smaller size must be a part of what it makes at a larger one.
///
/// ```
/// use astragal::generators::sized;
/// use astragal::prelude::*;
///
/// let lists = sized(|size| vec_of(any::<u8>(), 0..=size as usize));
/// assert!(lists.clone().at_size(3).sample(1).len() <= 3);
/// // A value larger than any run would draw still runs backwards, and replays.
/// let long = vec![7; 10_000];
/// let choices = lists.choices_of(&long).unwrap();
/// assert_eq!(lists.at_size(3).replay(&choices).unwrap(), long);
/// ```
pub fn sized<G: Draw, F: Fn(u32) -> G>(function: F) -> BySize<F> {
    BySize(function)
}

impl<G: Draw, F: Fn(u32) -> G> Draw for BySize<F> {
    type Value = G::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        (self.0)(src.size()).draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        (self.0)(sketch.size()).describe(sketch)
    }

    fn growth(&self) -> Growth {
        (self.0)(u32::MAX).growth().max(Growth::Sized)
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

impl<G: Reflect, F: Fn(u32) -> G> Reflect for BySize<F> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        let generator = (self.0)(u32::MAX);
        back.made(|back| generator.reflect(value, back))
    }
}

impl<G: Closed, F: Fn(u32) -> G> Closed for BySize<F> {}

/// See [`Gen::at_size`](super::Gen::at_size).
#[derive(Clone, Copy, Debug)]
pub struct AtSize<G> {
    pub(super) inner: G,
    pub(super) size: u32,
}

impl<G: Draw> Draw for AtSize<G> {
    type Value = G::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        let outer = src.set_size(self.size);
        let value = self.inner.draw(src);
        src.set_size(outer);
        value
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.at_size(self.size, |sketch| self.inner.describe(sketch))
    }

    /// It takes no share of the size around it.
    #[inline(always)]
    fn growth(&self) -> Growth {
        Growth::Fixed
    }
}

impl<G: Reflect> Reflect for AtSize<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.at_size(self.size, |back| self.inner.reflect(value, back))
    }
}

impl<G: Closed> Closed for AtSize<G> {}
