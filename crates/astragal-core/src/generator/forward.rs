//! Passing on what another generator says: references to it, and what is made of it.

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// A reference to a generator is one too.
macro_rules! forward_gen {
    ($(<$($life:lifetime,)? $g:ident> $pointer:ty),+ $(,)?) => {$(
        impl<$($life,)? $g: Draw + ?Sized> Draw for $pointer {
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

/// Methods of a generator that say what the one in a field says: `pass_on!(inner: growth, has_closures);`.
#[doc(hidden)]
#[macro_export]
macro_rules! pass_on {
    (@describe $inner:ident) => {
        fn describe(&self, sketch: &mut $crate::Sketch) -> $crate::NodeId {
            self.$inner.describe(sketch)
        }
    };
    (@growth $inner:ident) => {
        #[inline(always)]
        fn growth(&self) -> $crate::Growth {
            self.$inner.growth()
        }
    };
    (@has_closures $inner:ident) => {
        #[inline(always)]
        fn has_closures(&self) -> bool {
            self.$inner.has_closures()
        }
    };
    ($inner:ident: $($method:ident),+) => {
        $($crate::pass_on!(@$method $inner);)+
    };
}
pub(crate) use crate::pass_on;

/// A generator is copied, cloned and shown as its parts are, whatever may be done with the type of its values, which is but a
/// name in it: `like_its_parts!(ListOf<C; G> { element, length, list });`.
macro_rules! like_its_parts {
    ($type:ident<$name:ident; $($generator:ident),+> { $($part:ident),+ }) => {
        impl<$name, $($generator: Copy),+> Copy for $type<$name, $($generator),+> {}

        impl<$name, $($generator: Clone),+> Clone for $type<$name, $($generator),+> {
            fn clone(&self) -> Self {
                $type { $($part: self.$part.clone()),+ }
            }
        }

        impl<$name, $($generator: std::fmt::Debug),+> std::fmt::Debug for $type<$name, $($generator),+> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type))$(.field(stringify!($part), &self.$part))+.finish()
            }
        }
    };
}
pub(crate) use like_its_parts;

/// A generator that only changes the chances of the one in it has its other powers: backwards it is that one.
#[doc(hidden)]
#[macro_export]
macro_rules! same_values {
    ($($type:ident),+) => {$(
        impl<G: $crate::Reflect> $crate::Reflect for $type<G> {
            fn reflect(
                &self,
                value: &G::Value,
                back: &mut $crate::Back,
            ) -> Result<(), $crate::Mismatch> {
                self.generator.reflect(value, back)
            }
        }

        impl<G: $crate::Closed> $crate::Closed for $type<G> {}
        impl<G: $crate::Draw> $crate::Gen for $type<G> {}
    )+};
}
pub(crate) use crate::same_values;
