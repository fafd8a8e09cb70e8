//! Generators whose choices count under a name of their own, or do not count.

use crate::generator::{Closed, Combine, Gen};
use crate::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// See [`Tuning::counted_as`](super::Tuning::counted_as).
#[derive(Clone, Copy, Debug)]
pub struct CountedAs<G> {
    generator: G,
    name: &'static str,
}

impl<G> CountedAs<G> {
    pub(super) fn new(generator: G, name: &'static str) -> CountedAs<G> {
        CountedAs { generator, name }
    }
}

/// See [`Tuning::untuned`](super::Tuning::untuned).
#[derive(Clone, Copy, Debug)]
pub struct Untuned<G> {
    generator: G,
}

impl<G> Untuned<G> {
    pub(super) fn new(generator: G) -> Untuned<G> {
        Untuned { generator }
    }
}

macro_rules! named {
    ($($type:ident, $name:expr;)+) => {$(
        impl<G: Gen> Gen for $type<G> {
            type Value = G::Value;

            #[inline]
            fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
                let name: fn(&Self) -> Option<&'static str> = $name;
                src.named(name(self), |src| self.generator.draw(src))
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                self.generator.describe(sketch)
            }

            #[inline(always)]
            fn growth(&self) -> Growth {
                self.generator.growth()
            }

            #[inline(always)]
            fn has_closures(&self) -> bool {
                self.generator.has_closures()
            }
        }

        impl<G: Reflect> Reflect for $type<G> {
            fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
                self.generator.reflect(value, back)
            }
        }

        impl<G: Closed> Closed for $type<G> {}
        impl<G: Gen> Combine for $type<G> {}
    )+};
}

named! {
    CountedAs, |this| Some(this.name);
    Untuned, |_| None;
}
