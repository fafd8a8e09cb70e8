//! The first choice, made already: what follows is what is left of a value once that was chosen.

use super::core::Core;
use super::{Place, Reject, Source};
use crate::choices::Writer;

impl Core {
    /// The choice that is forced now. It leaves no trace; one that is not possible is found out afterwards.
    #[inline(never)]
    pub(super) fn take_forced(&mut self, max: u64) -> Option<u64> {
        let forced = self.forced.pop()?;
        self.is_impossible |= forced > max;
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
        let was_watched = self.watched;
        self.watch();
        let forced = self.core.forced.len();
        self.core.forced.push(first);
        let drawn = draw(self);
        let left = self.core.forced.len() > forced;
        self.core.forced.truncate(forced);
        let is_impossible = std::mem::take(&mut self.core.is_impossible) || left;
        self.core.is_unwritten = false;
        if !was_watched {
            self.unwatch();
        }
        if is_impossible && drawn.is_ok() { Err(self.reject_at(place, 1)) } else { drawn }
    }
}
