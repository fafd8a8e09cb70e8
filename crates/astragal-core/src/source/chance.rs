//! What the fast path of random drawing needs: the random words, and how many numbers come before the next decision.
//!
//! What makes it fast, for those who change it:
//!
//! - What is due now and then (the next special number, a limit) is a call out of line, so that recursive generators, which are
//!   as fast as their code is short, stay short.
//! - `draw_vec` draws many numbers at once. It and the begin and end of a list are not inlined: compiled in this crate, they are as fast
//!   as this crate is optimised, which is what the profile line of the README is for.
//! - A copy of what was just written stalls, because the processor cannot forward several small stores to one large load. So values
//!   are put together last, matches are nested, and results are passed on as they are.
//! - In debug builds `match` is cheaper than `?`, `while` than iterators, and a zeroed slice than pushing.

use super::calm::Calm;
use super::mood::Moody;
use super::rng::Rng;
use super::{Reject, Scale, Source};

/// See the module.
pub(super) struct Chance {
    pub(super) rng: Rng,
    /// Plain draws left on the fast path. Always none while choices are seen.
    pub(super) calm: Calm,
}

impl Source {
    /// A random number from 0 to `max` for a decision that only steers: it is not a choice, and is not recorded.
    #[inline(always)]
    pub fn steer(&mut self, max: u64) -> u64 {
        self.chance.rng.up_to(max)
    }

    /// The random word that was drawn last, for what its lower bits can decide.
    #[inline(always)]
    pub(crate) fn last_word(&self) -> u64 {
        self.chance.rng.earlier(0)
    }

    /// A word for a seed: it steers, and nothing records it.
    #[doc(hidden)]
    pub fn word(&mut self) -> u64 {
        self.chance.rng.word()
    }

    /// Chance as it draws numbers at the moment.
    #[inline(always)]
    pub(crate) fn moody(&mut self) -> Moody<'_> {
        let calm = if self.watched { &mut self.core.due } else { &mut self.chance.calm };
        Moody { rng: &mut self.chance.rng, calm, mood: &mut self.core.mood }
    }

    /// A number that is due to be other than plain. Apart: the code around is laid out for those that are plain.
    #[cold]
    #[inline(never)]
    pub(super) fn due_offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if self.watched {
            return self.core.offset(&mut self.chance.rng, max, origin);
        }
        // Next to all of them are specials.
        if self.core.mood.is_mixed() {
            self.core.limits.spend(16)?;
            return Ok(self.moody().special(max, origin));
        }
        self.moody_offset(max, origin)
    }

    /// The same for [`offset_in_classes`](Source::offset_in_classes).
    #[cold]
    #[inline(never)]
    pub(super) fn due_offset_in_classes(
        &mut self,
        max: u64,
        classes: &dyn Fn(u64) -> (u64, u64),
    ) -> Result<u64, Reject> {
        if self.watched {
            return self.core.offset_on(&mut self.chance.rng, (max, 0), Scale::Classes(classes));
        }
        self.due_offset(max, 0)
    }

    /// The same where choices are not seen, and a special is not counted.
    #[inline(never)]
    pub(super) fn moody_offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        let Source { chance, core, .. } = self;
        let mut moody = Moody { rng: &mut chance.rng, calm: &mut chance.calm, mood: &mut core.mood };
        moody.number(&mut core.limits, max, origin)
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    #[inline]
    pub(crate) fn is_special(&mut self) -> bool {
        !self.chance.calm.take() && self.is_due_special()
    }

    /// The same, if it is to be decided.
    #[inline(never)]
    pub(super) fn is_due_special(&mut self) -> bool {
        if !self.watched {
            let limits = &mut self.core.limits;
            limits.left = limits.left.saturating_sub(if self.core.mood.is_mixed() { 16 } else { 128 });
        }
        let is_special = self.moody().is_special();
        if self.core.limits.left == 0 && !self.watched {
            self.watch(); // there is no end of it, and the next draw that is seen is rejected
        }
        is_special
    }
}
