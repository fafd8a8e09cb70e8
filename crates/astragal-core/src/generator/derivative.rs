//! What is left of a generator once its first choice is made.

use super::{Draw, Gen};
use crate::source::{Growth, Place, Reject, Source};

/// A generator whose first choice is made. See `Enumerate::derivative`.
#[derive(Clone, Copy, Debug)]
pub struct Derivative<G> {
    #[doc(hidden)]
    pub inner: G,
    #[doc(hidden)]
    pub first: u64,
    #[doc(hidden)]
    pub place: Place,
}

impl<G: Draw> Draw for Derivative<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        src.forced(self.first, self.place, |src| self.inner.draw(src))
    }

    fn growth(&self) -> Growth {
        self.inner.growth()
    }

    fn has_closures(&self) -> bool {
        self.inner.has_closures()
    }
}

impl<G: Draw> Gen for Derivative<G> {}
