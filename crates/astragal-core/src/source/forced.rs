//! The first choice, made already: what follows is what is left of a value once that was chosen.

use super::core::Core;
use super::{Place, Reject, Source};
use crate::choices::Writer;

impl Core {
    /// The choice that is forced now. It leaves no trace; if it is not possible, nothing more is drawn.
    #[inline(never)]
    pub(super) fn take_forced(&mut self, max: u64) -> Option<u64> {
        let (forced, place) = self.forced.pop()?;
        if forced > max {
            self.impossible = Some(place);
            self.left = 0;
        }
        self.is_unwritten = true;
        Some(forced.min(max))
    }

    /// Where a choice is written, unless it was forced.
    #[inline]
    pub(super) fn writes(&mut self) -> Option<&mut Writer> {
        if std::mem::take(&mut self.is_unwritten) { None } else { self.recorder.as_mut() }
    }
}

impl Source {
    /// Draws something whose first choice is forced, whoever decides about the others. If that is not possible, or if there is
    /// no choice, it is refused.
    pub(crate) fn forced<T>(
        &mut self,
        first: u64,
        place: Place,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        let (forced, left) = (self.core.forced.len(), self.core.left);
        self.core.forced.push((first, place));
        let drawn = self.apart(|src| src.watched_while(draw));
        let is_left = self.core.forced.len() > forced;
        self.core.forced.truncate(forced);
        self.core.is_unwritten = false;
        let is_impossible = self.core.impossible.take().is_some();
        if is_impossible {
            self.core.left = left;
        }
        if (is_impossible || is_left) && drawn.is_ok() { Err(self.reject_at(place, 1)) } else { drawn }
    }
}
