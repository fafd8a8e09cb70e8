//! Passing on what another generator says: references to it, and what is made of it.

use super::{Closed, Gen};
use crate::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// A reference to a generator is one too.
macro_rules! forward_gen {
    ($(<$($life:lifetime,)? $g:ident> $pointer:ty),+ $(,)?) => {$(
        impl<$($life,)? $g: Gen + ?Sized> Gen for $pointer {
            type Value = $g::Value;
            #[inline(always)]
            fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
                (**self).draw(src)
            }
            #[inline(always)]
            fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<Self::Value>, Reject> {
                (**self).draw_vec(src, count)
            }
            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                (**self).describe(sketch)
            }
            #[inline(always)]
            fn growth(&self) -> Growth {
                (**self).growth()
            }
            #[inline(always)]
            fn has_closures(&self) -> bool {
                (**self).has_closures()
            }
        }
        impl<$($life,)? $g: Closed + ?Sized> Closed for $pointer {}
        impl<$($life,)? $g: Reflect + ?Sized> Reflect for $pointer {
            fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
                (**self).reflect(value, back)
            }
        }
    )+};
}
forward_gen!(<'a, G> &'a G, <G> Box<G>, <G> std::rc::Rc<G>, <G> std::sync::Arc<G>);
