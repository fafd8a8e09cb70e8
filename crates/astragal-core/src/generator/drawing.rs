//! Drawing from a generator: a value, and the parts of a product.

use super::Draw;
use crate::source::{Reject, Share, Source};

impl Source {
    /// Draws a value, or passes on why there is none, for implementors of [`Draw`]: `src.try_draw(0..10)?`.
    ///
    /// In plain code, [`draw`](Source::draw).
    #[inline(always)]
    #[track_caller]
    pub fn try_draw<G: Draw>(&mut self, generator: G) -> Result<G::Value, Reject> {
        match generator.draw(self) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.rejected_here()),
        }
    }

    /// Draws from a generator that was made of earlier values. If it has no value at all, as `0..list.len()` for an empty list,
    /// it is those values that are rejected.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn try_draw_dependent<G: Draw>(&mut self, generator: G) -> Result<G::Value, Reject> {
        match self.dependent(|src| generator.draw(src)) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.rejected_here()),
        }
    }
}

impl Share {
    /// Draws the next part: a recursive one takes its share of the size.
    #[inline(always)]
    pub fn draw<G: Draw>(&mut self, src: &mut Source, part: &G) -> Result<G::Value, Reject> {
        match self.begin_part(src) {
            None => part.draw(src),
            Some(outer) => {
                let value = part.draw(src);
                src.set_size(outer);
                value
            }
        }
    }
}
