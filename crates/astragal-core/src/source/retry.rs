//! Giving up a value, and why; trying a part of it again.

use std::borrow::Cow;

use super::steering::Place as Followed;
use super::{LIMIT, Place, Reason, Reject, Source};
use crate::choices::Mark as Written;

/// A place in a run of a source to which it can go back, to try a part again.
#[derive(Clone, Copy)]
pub struct Retry {
    size: u32,
    written: Option<Written>,
    followed: Option<Followed>,
    turns: usize,
}

impl Source {
    /// A rejection of what was drawn so far, for implementors of [`Draw`](crate::Draw): `return Err(src.rejection())`.
    ///
    /// In plain code, [`reject`](Source::reject).
    #[track_caller]
    #[inline]
    pub fn rejection(&mut self) -> Reject {
        self.reject_at(Place::here(), 1)
    }

    #[inline]
    #[doc(hidden)]
    pub fn reject_at(&mut self, place: Place, tries: u32) -> Reject {
        self.core.limits.reject(Reason::Condition { place, tries })
    }

    /// Gives up because a part was rejected, for a reason that was thrown.
    #[doc(hidden)]
    #[cold]
    pub fn reject_for(&mut self, reason: Reason) -> Reject {
        self.core.limits.reject(reason)
    }

    /// Gives up because the generator is misconfigured. It is never a counterexample.
    #[cold]
    pub fn misuse(&mut self, place: Option<Place>, message: impl Into<Cow<'static, str>>) -> Reject {
        self.core.limits.reject(Reason::Usage { place, message: message.into() })
    }

    /// Gives up because a generator has no value at all: an empty range, nothing to select from. That is a usage error, unless
    /// the generator [depends](Source::try_draw_dependent) on earlier values.
    #[cold]
    #[doc(hidden)]
    pub fn no_value(&mut self, place: Option<Place>, message: impl Into<Cow<'static, str>>) -> Reject {
        match self.core.limits.dependent {
            Some(place) => self.reject_at(place, 1),
            None => self.misuse(place, message),
        }
    }

    /// As [`try_draw_dependent`](Source::try_draw_dependent), for a caller that draws in another way.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn dependent<T>(&mut self, draw: impl FnOnce(&mut Source) -> Result<T, Reject>) -> Result<T, Reject> {
        let around = self.core.limits.dependent.replace(Place::here());
        let drawn = draw(self);
        self.core.limits.dependent = around;
        drawn
    }

    /// There was no value for the caller. If that is a usage error whose place is unknown, its place is this call.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub fn rejected_here(&mut self) -> Reject {
        if let Some(Reason::Usage { place: place @ None, .. }) = &mut self.core.limits.reason {
            *place = Some(Place::here());
        }
        Reject(())
    }

    /// About how many choices a random case has made. Where they are not seen they are counted by the stretch.
    pub(crate) fn spent(&self) -> u64 {
        LIMIT.saturating_sub(self.core.limits.left)
    }

    /// Why the last draw gave no value.
    pub fn reason(&self) -> Option<&Reason> {
        self.core.limits.reason.as_ref()
    }

    /// Draws until there is some value: a condition, which is where this is called, rejects the others.
    #[track_caller]
    pub fn draw_until<T>(
        &mut self,
        mut draw: impl FnMut(&mut Source) -> Result<Option<T>, Reject>,
    ) -> Result<T, Reject> {
        let place = Place::here();
        let start = self.retry_point();
        let mut tries = 1;
        loop {
            if let Some(value) = draw(self)? {
                return Ok(value);
            }
            if self.is_given() || !self.core.limits.try_again() {
                return Err(self.reject_at(place, tries));
            }
            tries += 1;
            self.rewind(start);
        }
    }

    /// Where to go back to if the part that begins here is to be tried again.
    #[inline]
    #[doc(hidden)]
    pub fn retry_point(&self) -> Retry {
        Retry {
            size: self.size,
            written: self.core.recorder.mark(),
            followed: self.core.deciders.steering.as_ref().map(|steering| steering.place()),
            turns: self.core.recursions.turns(),
        }
    }

    /// Forgets what was drawn since: a retry steers, and leaves no trace.
    #[inline]
    #[doc(hidden)]
    pub fn rewind(&mut self, to: Retry) {
        self.size = to.size;
        self.core.recursions.forget_turns(to.turns);
        self.core.recorder.rewind(to.written);
        if let (Some(steering), Some(place)) = (&mut self.core.deciders.steering, to.followed) {
            steering.go_back(place);
        }
    }
}
