//! Generators whose choices count under a name of their own, or do not count.

use astragal_core::support::{pass_on, same_values};
use astragal_core::{Draw, Reject, Source};

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
        impl<G: Draw> Draw for $type<G> {
            type Value = G::Value;

            #[inline]
            fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
                let name: fn(&Self) -> Option<&'static str> = $name;
                src.named(name(self), |src| self.generator.draw(src))
            }

            pass_on!(generator: describe, growth, has_closures);
        }

        same_values!($type);
    )+};
}

named! {
    CountedAs, |this| Some(this.name);
    Untuned, |_| None;
}
