//! Generators whose type is hidden: forwards only, or with every power.

use std::fmt;
use std::rc::Rc;

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// Every power at once: forwards, backwards, and a closed space.
pub trait FullPower: Reflect + Closed {}

impl<G: Reflect + Closed + ?Sized> FullPower for G {}

macro_rules! hidden {
    ($(#[$doc:meta])* $name:ident, $power:ident) => {
        $(#[$doc])*
        pub struct $name<'a, T>(Rc<dyn $power<Value = T> + 'a>);

        impl<'a, T> $name<'a, T> {
            /// Hides the type of a generator.
            pub fn new(generator: impl $power<Value = T> + 'a) -> Self {
                $name(Rc::new(generator))
            }
        }

        impl<T> Clone for $name<'_, T> {
            fn clone(&self) -> Self {
                $name(Rc::clone(&self.0))
            }
        }

        impl<T> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl<T> Draw for $name<'_, T> {
            type Value = T;

            fn draw(&self, src: &mut Source) -> Result<T, Reject> {
                self.0.draw(src)
            }

            fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<T>, Reject> {
                self.0.draw_vec(src, count)
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                self.0.describe(sketch)
            }

            fn growth(&self) -> Growth {
                self.0.growth()
            }

            fn has_closures(&self) -> bool {
                self.0.has_closures()
            }
        }
    };
}

hidden! {
    /// A generator whose type is hidden; it runs forwards. See [`Gen::boxed`](super::Gen::boxed).
    BoxedGen, Draw
}

hidden! {
    /// A generator whose type is hidden, with every power. See [`Gen::full`](super::Gen::full).
    FullGen, FullPower
}

impl<T> Reflect for FullGen<'_, T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        self.0.reflect(value, back)
    }
}

impl<T> Closed for FullGen<'_, T> {}
