//! What one case may take before it is cut off, and why it has no value.
//!
//! What is given (a replay, a fuzzer's bytes) may ask for anything. So the choices of a case are bounded, room for a list is made as its
//! elements come, and what lists take that no choices pay for is bounded too ([`Limits::make_room`]). A random case that draws without
//! end is cut off after some millions of numbers, lists or texts; picks alone are not counted, since each would cost.

use super::{LIMIT, Place, Reason, Reject};

/// How often conditions inside each other may be tried in one case. (Each by itself, it would be a power.)
const TRIES: u32 = 100;
/// How many bytes the lists of a replay may take, and how many more for each of its choices.
const ROOM: u64 = 1 << 28;
const ROOM_EACH: u64 = 64;
/// What an element counts at least, in bytes: that limits how many there are, whatever they are.
const NOTHING: usize = 16;

/// See the module.
pub(super) struct Limits {
    /// Choices left before the case is cut off.
    pub(super) left: u64,
    /// How many bytes the lists of a replay may still take.
    room: u64,
    /// Tries left for conditions inside each other.
    tries: u32,
    pub(super) reason: Option<Reason>,
    /// Where a generator was made of earlier values, while it draws. See
    /// [`Source::try_draw_dependent`](super::Source::try_draw_dependent).
    pub(super) dependent: Option<Place>,
    /// Where a choice was forced that is not possible.
    pub(super) impossible: Option<Place>,
}

impl Default for Limits {
    #[inline]
    fn default() -> Limits {
        Limits { left: LIMIT, room: 0, tries: TRIES, reason: None, dependent: None, impossible: None }
    }
}

impl Limits {
    /// Begins another random case, if nothing was rejected in the one before.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.left = LIMIT;
        self.tries = TRIES;
        self.dependent = None;
    }

    /// Counts choices against what one case may make.
    #[inline]
    pub(super) fn spend(&mut self, choices: u64) -> Result<(), Reject> {
        if choices > self.left {
            return Err(self.overrun());
        }
        self.left -= choices;
        Ok(())
    }

    /// Counts one more try of a condition; false if there are too many.
    #[inline]
    pub(super) fn try_again(&mut self) -> bool {
        let may_try = self.tries > 0;
        self.tries -= u32::from(may_try);
        may_try
    }

    /// Limits the lists of a replay by the memory that they take.
    pub(super) fn give_room(&mut self) {
        self.room = ROOM.saturating_add(ROOM_EACH.saturating_mul(self.left));
    }

    /// Makes room for a list whose length was given, and may be far too large.
    ///
    /// A producer that tries everything has no time for lists that are longer than the choices that are left. A recorded case
    /// may have such lists, of elements that take no choices.
    #[inline]
    pub(super) fn make_room(&mut self, length: usize, bytes: usize) -> Result<(), Reject> {
        if self.room == 0 {
            let is_too_long = length as u64 > self.left && (bytes > 0 || length as u64 > LIMIT);
            return if is_too_long { Err(self.overrun()) } else { Ok(()) };
        }
        let taken = (length as u64).saturating_mul(bytes.max(NOTHING) as u64);
        if taken > self.room {
            return Err(self.overrun());
        }
        self.room -= taken;
        Ok(())
    }

    /// The case is cut off.
    #[cold]
    pub(super) fn overrun(&mut self) -> Reject {
        self.reject(match self.impossible {
            None => Reason::Overrun,
            Some(place) => Reason::Condition { place, tries: 1 },
        })
    }

    /// A choice was forced that is not possible: nothing more is drawn.
    #[inline]
    pub(super) fn forbid(&mut self, place: Place) {
        self.impossible = Some(place);
        self.left = 0;
    }

    /// The value is rejected.
    #[inline]
    pub(super) fn reject(&mut self, reason: Reason) -> Reject {
        self.reason = Some(reason);
        Reject(())
    }
}
