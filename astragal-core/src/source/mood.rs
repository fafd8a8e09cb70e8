//! The bias of random numbers towards what finds bugs: boundaries, small magnitudes, values drawn before.
//!
//! A decision for each number would cost more than the number (the branch mispredicts). So the source has a *mood* that
//! lasts for some draws, and a list has one of its own:
//!
//! - *plain*: uniform numbers, until the stretch ends;
//! - *mixed*: now and then a special: a boundary, a neighbour of a boundary or of the origin, a power of two, or an
//!   earlier number again, exactly or nearly. A counter says when the next is due;
//! - *small*: every number is near the origin, at one order of magnitude;
//! - *few*: all numbers of a case are among a few next to the origin, those in lists too, so that many are equal.
//!
//! A case begins in a mood of its own, so that even a single number is a special in about one case of five. What the
//! shares come to is tested in `tests/quality`.

use std::hint::black_box;

use super::core::Core;
use super::rng::{Rng, reduce};
use super::{Reject, Source};

/// A mood that lasts as long as its list.
const ALL: u32 = u32::MAX;

/// How random numbers are drawn at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mood {
    /// No number was drawn yet.
    Unset,
    /// Uniform until the stretch ends.
    Plain,
    /// Specials among uniform numbers; so many are left, or [`ALL`] of a list.
    Mixed { left: u32 },
    /// Numbers near the origin, so far as [`near`] says; so many are left, or [`ALL`] of a list or a case.
    Small { near: u32, left: u32 },
}

/// The mood outside of a list, to be taken up again after it.
#[derive(Clone, Copy)]
pub(crate) struct OuterMood {
    mood: Mood,
    countdown: u32,
}

/// Numbers in a row that are drawn alike: so many, each from `first` on, to `first + width`.
pub(super) struct Stretch {
    pub(super) count: usize,
    pub(super) first: u64,
    pub(super) width: u64,
}

impl Core {
    /// A number in the mood of the moment, which is due for something else than a plain number.
    pub(super) fn moody(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if let Mood::Unset | Mood::Plain = self.mood {
            // A case that never ends is cut off here: plain numbers are not counted one by one.
            self.spend(128)?;
            self.new_mood();
            if self.take_plain() {
                return Ok(reduce(self.rng.word(), max));
            }
        }
        Ok(match self.mood {
            Mood::Small { near, left } => {
                self.spend(1)?; // a case of such numbers alone must end, too
                self.one_small(near, left);
                let (first, width) = Self::small_window(near, max, origin);
                first + reduce(self.rng.word(), width)
            }
            _ => {
                self.rng.word();
                self.next_special();
                Self::special(&self.rng, max, origin)
            }
        })
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    pub(super) fn is_special(&mut self) -> bool {
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
            Mood::Small { near, left } => {
                self.one_small(near, left);
                false
            }
            _ => {
                self.rng.word();
                self.next_special();
                true
            }
        }
    }

    fn new_mood(&mut self) {
        let word = self.rng.word();
        // What a case begins with matters most: many cases draw but a few numbers. Later, a long run stays cheap.
        let (fewest, plain, mixed) = if let Mood::Unset = self.mood { (1, 6, 14) } else { (0, 13, 15) };
        let lot = word >> 60;
        if lot < fewest {
            self.mood = Mood::Small { near: few(word), left: ALL };
            self.set_countdown(0);
        } else if lot < plain {
            self.be_plain(word);
        } else if lot < mixed {
            self.mood = Mood::Mixed { left: 4 };
            self.set_countdown((word & 1) as u32);
        } else {
            self.mood = Mood::Small { near: (word & 63) as u32, left: 8 };
            self.set_countdown(0);
        }
    }

    /// A small number is drawn.
    #[inline(always)]
    fn one_small(&mut self, near: u32, left: u32) {
        if left != ALL {
            self.mood = if left > 1 { Mood::Small { near, left: left - 1 } } else { Mood::Plain };
        }
    }

    /// A plain stretch of random length begins.
    #[inline(always)]
    fn be_plain(&mut self, word: u64) {
        self.mood = Mood::Plain;
        self.set_countdown(64 + (word & 127) as u32);
    }

    /// A special is drawn, of the word that was drawn last; that word also says when the next one is due.
    fn next_special(&mut self) {
        let Mood::Mixed { left } = self.mood else { return };
        if left > 1 {
            self.mood = Mood::Mixed { left: if left == ALL { ALL } else { left - 1 } };
            self.set_countdown(Self::gap(&self.rng));
        } else {
            self.be_plain(self.rng.earlier(0));
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

    /// The stretch of offsets around the origin that a small number is drawn from: its first, and its width.
    #[inline(always)]
    fn small_window(near: u32, max: u64, origin: u64) -> (u64, u64) {
        let reach = match near {
            0..64 => {
                let magnitude = ((64 - max.leading_zeros()) * (near + 1)).div_ceil(64);
                if magnitude >= 64 { u64::MAX } else { (1 << magnitude) - 1 }
            }
            _ => u64::from(near - 64),
        };
        let below = reach.min(origin);
        (origin - below, below + reach.min(max - origin))
    }

    /// How many plain numbers come before the next special.
    #[inline(always)]
    pub(super) fn gap(rng: &Rng) -> u32 {
        (rng.earlier(0) >> 32 & 15) as u32
    }

    /// The special number of the word that was drawn last. All candidates are computed and one is taken, which costs less
    /// than one mispredicted branch.
    #[inline(always)]
    pub(super) fn special(rng: &Rng, max: u64, origin: u64) -> u64 {
        let word = rng.earlier(0);
        let near = 1 + (word & 3);
        // All ones or none, and kept from the compiler: it would make a branch of it, on a random bit.
        let down = black_box(0u64.wrapping_sub(word >> 2 & 1));
        let either = |up: u64, other: u64| up ^ ((up ^ other) & down);
        let moved = |from: u64, by: u64| either(from.saturating_add(by), from.saturating_sub(by)).min(max);
        // The number before this one as often as any earlier one.
        let back = 1 + (word >> 3 & 15) * (word >> 7 & 1);
        let again = reduce(rng.earlier(back), max);
        // A power of two away from the origin, or next to that.
        let bits = u64::from(64 - max.leading_zeros());
        let exponent = ((word >> 8 & 0xFFFF) * bits) >> 16;
        let power = (1u64 << exponent).wrapping_add(near & 1).wrapping_sub(near & 2);
        let candidates = [
            0,
            max,
            origin,
            moved(origin, 1),
            either(near.min(max), max - near.min(max)),
            moved(origin, power),
            again,
            moved(again, near),
        ];
        candidates[(word >> 61) as usize]
    }
}

/// How far a small number is from the origin: below 64 it is the share, in 64ths, that its magnitude has of the range's
/// bits; from 64 on it is the distance itself, plus 64. Such few numbers are those of a whole case.
#[inline(always)]
fn few(word: u64) -> u32 {
    66 + (word & 7) as u32
}

/// The mood of a list, by a random word, and how many plain numbers come first: it is seldom anything but plain, so that long
/// lists stay cheap.
#[inline(always)]
fn of_list(word: u64) -> (Mood, u32) {
    match word >> 60 {
        0..13 => (Mood::Plain, u32::MAX),
        13..15 => (Mood::Mixed { left: ALL }, (word & 3) as u32),
        _ => (Mood::Small { near: (word & 63) as u32, left: ALL }, 0),
    }
}

impl Source {
    /// Begins a list, which has a mood of its own.
    #[inline(always)]
    pub(super) fn begin_mood(&mut self) -> OuterMood {
        let word = self.rng.word();
        let (mut mood, mut countdown) = of_list(word);
        match self.core.mood {
            // A case that begins with a list may be one of few numbers, by other bits of the same word.
            Mood::Unset if word >> 56 & 15 == 0 => {
                mood = Mood::Small { near: few(word), left: ALL };
                self.core.mood = mood;
                (countdown, *self.countdown()) = (0, 0);
            }
            Mood::Small { near: 64.., .. } => (mood, countdown) = (self.core.mood, 0),
            _ => {}
        }
        let outer = std::mem::replace(&mut self.core.mood, mood);
        OuterMood { mood: outer, countdown: std::mem::replace(self.countdown(), countdown) }
    }

    /// Ends a list.
    #[inline(always)]
    pub(super) fn end_mood(&mut self, outer: OuterMood) {
        self.core.mood = outer.mood;
        *self.countdown() = outer.countdown;
    }

    /// Where plain draws are counted down.
    #[inline(always)]
    fn countdown(&mut self) -> &mut u32 {
        if self.watched { &mut self.core.due } else { &mut self.calm }
    }

    /// Up to `most` numbers in a row that need no decision between them, taken off the countdown.
    #[inline(always)]
    pub(super) fn stretch(&mut self, most: usize, max: u64, origin: u64) -> Stretch {
        if let (Mood::Small { near, left }, false) = (self.core.mood, self.watched) {
            let (first, width) = Core::small_window(near, max, origin);
            if left == ALL {
                return Stretch { count: most, first, width };
            }
            let count = most.min(left as usize);
            let left = left - count as u32;
            self.core.mood = if left > 0 { Mood::Small { near, left } } else { Mood::Plain };
            return Stretch { count, first, width };
        }
        if let (Mood::Mixed { left: ALL }, false) = (self.core.mood, self.watched) {
            return Stretch { count: most, first: 0, width: max }; // and then the specials among them
        }
        let count = most.min(self.calm as usize);
        self.calm = self.calm.wrapping_sub(count as u32);
        Stretch { count, first: 0, width: max }
    }

    /// Puts the specials of a mixed list into a stretch of plain numbers that was drawn from `start` on: every number, plain
    /// or special, is made of one word, so this is the same as to draw one after the other, without a decision for each.
    #[inline(always)]
    pub(super) fn put_specials<T>(
        &mut self,
        values: &mut [T],
        start: &Rng,
        max: u64,
        origin: u64,
        value: &impl Fn(u64) -> T,
    ) {
        if let Mood::Mixed { left: ALL } = self.core.mood {
            let mut at = self.calm as usize;
            while at < values.len() {
                let rng = start.after(at as u64 + 1);
                values[at] = value(Core::special(&rng, max, origin));
                at += 1 + Core::gap(&rng) as usize;
            }
            self.calm = (at - values.len()) as u32;
        }
    }
}
