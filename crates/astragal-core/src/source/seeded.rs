//! Parts with a seed of their own, drawn now: whatever was drawn before them, and in whatever order, they are the same.
//!
//! What a recorder sees of such a part is kept aside, so that the parts can be written down in another order than that in
//! which they were drawn.

use super::calm::Calm;
use super::{Reject, Rng, Source, mix};
use crate::choices::Writer;

impl Source {
    /// Draws a part from a seed of its own, at a size. If choices are recorded, those of the part come back too, for
    /// [`write_down`](Source::write_down).
    ///
    /// Parts of one family have a mood in common, as the elements of a list have.
    #[doc(hidden)]
    pub fn seeded<T>(
        &mut self,
        family: u64,
        seed: u64,
        size: u32,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<(T, Option<Writer>), Reject> {
        let outer_rng = std::mem::replace(&mut self.chance.rng, Rng::new(family));
        let mut moody = self.moody();
        let outer_mood = moody.begin_part();
        *moody.rng = Rng::new(mix(seed));
        if moody.mood.is_mixed() {
            // Which of the numbers are special is up to each part.
            *moody.calm = Calm::new(moody.rng.word() & 3, 0);
        }
        let outer_size = self.set_size(size);
        let outer_written = self.core.recorder.set_aside();
        let drawn = draw(self);
        let written = self.core.recorder.resume(outer_written);
        self.set_size(outer_size);
        self.moody().end(outer_mood);
        self.chance.rng = outer_rng;
        drawn.map(|drawn| (drawn, written))
    }

    /// Writes down what was recorded of a part, here.
    #[doc(hidden)]
    pub fn write_down(&mut self, part: Writer) {
        self.core.recorder.append(part);
    }

    /// Whether a value may have this many parts; otherwise the case is cut off.
    #[doc(hidden)]
    pub fn afford(&mut self, parts: u64) -> Result<(), Reject> {
        if parts > self.core.limits.left { Err(self.core.limits.overrun()) } else { Ok(()) }
    }
}
