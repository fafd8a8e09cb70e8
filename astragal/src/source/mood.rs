//! The bias of random numbers towards what finds bugs: boundaries, small magnitudes, values drawn before.
//!
//! A decision for each number would cost more than the number (the branch mispredicts). So the source has a *mood* that
//! lasts for some draws, and a list has one of its own:
//!
//! - *plain*: uniform numbers, until the stretch ends;
//! - *mixed*: now and then a special: a boundary, a neighbour of a boundary or of the origin, a power of two, or an
//!   earlier number again, exactly or nearly. A counter says when the next is due;
//! - *small*: every number is near the origin, at one order of magnitude.
//!
//! A case begins in a mood of its own, so that even a single number is a special in about one case of five. What the
//! shares come to is tested in `tests/quality`.

use super::{Reject, Source, rng::reduce};

/// How random numbers are drawn at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mood {
    /// No number was drawn yet.
    Unset,
    /// Uniform until the stretch ends.
    Plain,
    /// Specials among uniform numbers; so many are left.
    Mixed { left: u32 },
    /// Numbers of a magnitude that is this share (in 64ths) of the range's bits; so many are left.
    Small { bits: u32, left: u32 },
}

/// The mood outside of a list, to be taken up again after it.
#[derive(Clone, Copy)]
pub(crate) struct Outer {
    mood: Mood,
    countdown: u32,
}

impl Source {
    /// A number in the mood of the moment, which is due for something else than a plain number.
    pub(super) fn moody(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if let Mood::Unset | Mood::Plain = self.mood {
            // A case that never ends is cut off here: plain numbers are not counted one by one.
            self.spend(64)?;
            self.new_mood();
            if self.take_plain() {
                return Ok(reduce(self.rng.word(), max));
            }
        }
        Ok(match self.mood {
            Mood::Small { bits, left } => {
                self.mood = if left > 1 { Mood::Small { bits, left: left - 1 } } else { Mood::Plain };
                self.small(bits, max, origin)
            }
            _ => {
                self.next_special();
                self.special(max, origin)
            }
        })
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    #[inline]
    pub(crate) fn is_special(&mut self) -> bool {
        if self.take_plain() {
            return false;
        }
        if let Mood::Unset | Mood::Plain = self.mood {
            self.new_mood();
            if self.take_plain() {
                return false;
            }
        }
        match self.mood {
            Mood::Small { bits, left } => {
                self.mood = if left > 1 { Mood::Small { bits, left: left - 1 } } else { Mood::Plain };
                false
            }
            _ => {
                self.next_special();
                true
            }
        }
    }

    /// Begins a list, which has a mood of its own: seldom anything but plain, so that long lists stay cheap.
    #[inline]
    pub(crate) fn begin_list(&mut self) -> Outer {
        let outer = Outer { mood: self.mood, countdown: if self.watched { self.due } else { self.calm } };
        let word = self.rng.word();
        match word >> 60 {
            0..12 => {
                self.mood = Mood::Plain;
                self.set_countdown(u32::MAX);
            }
            12..15 => {
                self.mood = Mood::Mixed { left: u32::MAX };
                self.set_countdown((word & 3) as u32);
            }
            _ => {
                self.mood = Mood::Small { bits: (word & 63) as u32, left: u32::MAX };
                self.set_countdown(0);
            }
        }
        outer
    }

    /// Ends a list.
    #[inline]
    pub(crate) fn end_list(&mut self, outer: Outer) {
        self.mood = outer.mood;
        self.set_countdown(outer.countdown);
    }

    fn new_mood(&mut self) {
        let word = self.rng.word();
        match word >> 60 {
            0..6 => {
                self.mood = Mood::Plain;
                self.set_countdown(32 + (word & 63) as u32);
            }
            6..14 => {
                self.mood = Mood::Mixed { left: 4 };
                self.set_countdown((word & 1) as u32);
            }
            _ => {
                self.mood = Mood::Small { bits: (word & 63) as u32, left: 8 };
                self.set_countdown(0);
            }
        }
    }

    fn next_special(&mut self) {
        let Mood::Mixed { left } = self.mood else { return };
        let gap = (self.rng.word() >> 60) as u32;
        if left > 1 {
            self.mood = Mood::Mixed { left: left - 1 };
            self.set_countdown(gap);
        } else {
            self.mood = Mood::Plain;
            self.set_countdown(0);
        }
    }

    #[inline(always)]
    fn set_countdown(&mut self, draws: u32) {
        if self.watched {
            self.due = draws;
        } else {
            self.calm = draws;
        }
    }

    #[inline(always)]
    fn take_plain(&mut self) -> bool {
        let countdown = if self.watched { &mut self.due } else { &mut self.calm };
        let plain = *countdown > 0;
        *countdown -= u32::from(plain);
        plain
    }

    fn small(&mut self, bits: u32, max: u64, origin: u64) -> u64 {
        let magnitude = ((64 - max.leading_zeros()) * (bits + 1)).div_ceil(64);
        let reach = if magnitude >= 64 { u64::MAX } else { (1 << magnitude) - 1 };
        let word = self.rng.word();
        let (above, below) = (max - origin, origin);
        let up = if above == 0 || below == 0 { below == 0 } else { word & 1 == 0 };
        let distance = reduce(word.rotate_left(32), reach.min(if up { above } else { below }));
        if up { origin + distance } else { origin - distance }
    }

    fn special(&mut self, max: u64, origin: u64) -> u64 {
        let word = self.rng.word();
        let near = 1 + (word >> 8 & 3);
        let up = word & 0x80 == 0;
        let moved = |from: u64, by: u64| {
            if up { from.saturating_add(by).min(max) } else { from.saturating_sub(by) }
        };
        let again = || {
            let back = 1 + (word >> 16 & 15);
            reduce(self.rng.earlier(back), max)
        };
        match word >> 60 {
            0..2 => 0,
            2..4 => max,
            4..6 => origin,
            6 => moved(origin, 1),
            7 => near.min(max),
            8 => max - near.min(max),
            9 | 10 => {
                // A power of two away from the origin, or one more or less than that.
                let power = 1u64 << reduce(word << 20, u64::from(63 - max.leading_zeros().min(63)));
                moved(origin, power.wrapping_add(near % 3).wrapping_sub(1))
            }
            11..14 => again(),
            _ => moved(again(), near),
        }
    }
}
