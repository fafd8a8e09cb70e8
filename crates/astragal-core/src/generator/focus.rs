//! Wrapping that can be looked through: a function forwards, a look at the part inside backwards.

use super::forward::pass_on;
use super::{Closed, Draw, Gen};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Reject, Source};

/// See [`Gen::focus`].
#[derive(Clone, Copy, Debug)]
pub struct Focus<G, F, I> {
    pub(super) inner: G,
    pub(super) there: F,
    pub(super) back: I,
}

impl<B, G: Draw, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<&G::Value>> Draw for Focus<G, F, I> {
    type Value = B;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<B, Reject> {
        match self.inner.draw(src) {
            Ok(value) => Ok((self.there)(value)),
            Err(reject) => Err(reject),
        }
    }

    pass_on!(inner: describe, growth, has_closures);
}

impl<B, G: Reflect, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<&G::Value>> Reflect for Focus<G, F, I> {
    fn reflect(&self, value: &B, back: &mut Back) -> Result<(), Mismatch> {
        match (self.back)(value) {
            Some(inner) => back.part(&self.inner, inner).map(drop),
            None => Err(back.mismatch("the way back does not know this value")),
        }
    }
}

impl<B, G: Closed, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<&G::Value>> Closed for Focus<G, F, I> {}
impl<B, G: Draw, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<&G::Value>> Gen for Focus<G, F, I> {}
