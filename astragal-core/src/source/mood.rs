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
//! A case begins in a mood of its own, which is chosen before anything is drawn, so that even a single number is a special in
//! about one case of five. What the shares come to is tested in `tests/quality`.

use std::hint::black_box;

use super::core::Core;
use super::rng::{Rng, reduce};
use super::{Reject, Source};

/// A mood that lasts as long as its list, or its case.
const ALL: u32 = u32::MAX;

/// How random numbers are drawn at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    kind: Kind,
    /// How far small numbers are from the origin: below 64 it is the share, in 64ths, that their magnitude has of the range's
    /// bits; from 64 on it is the distance itself, plus 64. Such few numbers are those of a whole case.
    near: u32,
    /// So many specials or small numbers are left, or [`ALL`] of a list or a case.
    left: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Uniform until the stretch ends.
    Plain,
    /// Specials among uniform numbers.
    Mixed,
    /// Numbers near the origin.
    Small,
}

impl Mood {
    pub(super) const PLAIN: Mood = Mood { kind: Kind::Plain, near: 0, left: 0 };

    /// Whether there are specials.
    pub(super) fn is_mixed(self) -> bool {
        self.kind == Kind::Mixed
    }

    /// Whether all numbers of the case are among a few.
    #[inline(always)]
    fn is_of_few(self) -> bool {
        self.near >= 64
    }
}

/// How a mood begins. The bits of a random word that are in a mask are added to what is there for all.
#[derive(Clone, Copy)]
struct Opening {
    mood: Mood,
    near: u32,
    plain: u32,
    plain_mask: u32,
}

const fn opening(kind: Kind, near: (u32, u32), left: u32, plain: (u32, u32)) -> Opening {
    Opening { mood: Mood { kind, near: near.0, left }, near: near.1, plain: plain.0, plain_mask: plain.1 }
}

impl Opening {
    #[inline(always)]
    fn by(&self, bits: u32) -> (Mood, u32) {
        let mood = Mood { near: self.mood.near.wrapping_add(bits & self.near), ..self.mood };
        (mood, self.plain.wrapping_add(bits & self.plain_mask))
    }
}

/// One of sixteen ways to begin, each equally likely. A table, since what is random would be a mispredicted branch each time.
type Lots = [Opening; 16];

/// A plain stretch is of a random length.
const PLAIN: Opening = opening(Kind::Plain, (0, 0), 0, (64, 127));
/// All numbers are among a few.
const FEW: Opening = opening(Kind::Small, (66, 7), ALL, (0, 0));
/// What a case begins with matters most: many cases draw but a few numbers.
static OF_CASE: Lots = {
    let mut lots = [PLAIN; 16];
    lots[0] = FEW;
    let mut at = 6;
    while at < 16 {
        lots[at] = match at {
            6..14 => opening(Kind::Mixed, (0, 0), 4, (0, 1)),
            _ => opening(Kind::Small, (0, 63), 8, (0, 0)),
        };
        at += 1;
    }
    lots
};
/// Later, a long run stays cheap.
static OF_STRETCH: Lots = {
    let mut lots = [PLAIN; 16];
    lots[13] = opening(Kind::Mixed, (0, 0), 4, (0, 1));
    lots[14] = lots[13];
    lots[15] = opening(Kind::Small, (0, 63), 8, (0, 0));
    lots
};
/// A list is seldom anything but plain, so that long lists stay cheap.
static OF_LIST: Lots = {
    let mut lots = [opening(Kind::Plain, (0, 0), 0, (u32::MAX, 0)); 16];
    lots[13] = opening(Kind::Mixed, (0, 0), ALL, (0, 3));
    lots[14] = lots[13];
    lots[15] = opening(Kind::Small, (0, 63), ALL, (0, 0));
    lots
};

/// A mood by a random word, and how many plain numbers come first.
#[inline(always)]
fn begin(lots: &Lots, word: u64) -> (Mood, u32) {
    lots[(word >> 60) as usize].by(word as u32)
}

/// The mood of a case, by a random word, and how many plain numbers come first.
#[inline(always)]
pub(super) fn of_case(word: u64) -> (Mood, u32) {
    begin(&OF_CASE, word)
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
        if self.mood.kind == Kind::Plain {
            // A case that never ends is cut off here: plain numbers are not counted one by one.
            self.spend(128)?;
            self.new_mood();
            if self.take_plain() {
                return Ok(reduce(self.rng.word(), max));
            }
        }
        if self.mood.kind == Kind::Small {
            self.spend(1)?; // a case of such numbers alone must end, too
            self.one_small();
            let (first, width) = Self::small_window(self.mood.near, max, origin);
            return Ok(first + reduce(self.rng.word(), width));
        }
        self.rng.word();
        self.next_special();
        Ok(Self::special(&self.rng, max, origin))
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    pub(super) fn is_special(&mut self) -> bool {
        if self.take_plain() {
            return false;
        }
        if self.mood.kind == Kind::Plain {
            self.new_mood();
            if self.take_plain() {
                return false;
            }
        }
        if self.mood.kind == Kind::Small {
            self.one_small();
            return false;
        }
        self.rng.word();
        self.next_special();
        true
    }

    fn new_mood(&mut self) {
        let (mood, plain) = begin(&OF_STRETCH, self.rng.word());
        self.mood = mood;
        self.set_countdown(plain);
    }

    /// A small number is drawn.
    #[inline(always)]
    fn one_small(&mut self) {
        self.some_small(1);
    }

    /// So many small numbers are drawn, which are left.
    #[inline(always)]
    fn some_small(&mut self, count: u32) {
        if self.mood.left != ALL {
            self.mood.left = self.mood.left.wrapping_sub(count);
            if self.mood.left == 0 {
                self.mood.kind = Kind::Plain;
            }
        }
    }

    /// A special is drawn, of the word that was drawn last; that word also says when the next one is due.
    #[inline(always)]
    fn next_special(&mut self) {
        let word = self.rng.earlier(0);
        let is_last = self.mood.left == 1;
        self.mood.left = self.mood.left.wrapping_sub(u32::from(self.mood.left != ALL));
        self.mood.kind = if is_last { Kind::Plain } else { Kind::Mixed };
        self.set_countdown(if is_last { PLAIN.plain + (word as u32 & PLAIN.plain_mask) } else { Self::gap(&self.rng) });
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

impl Source {
    /// Begins a list, which has a mood of its own, unless all numbers of the case are among a few.
    #[inline(always)]
    pub(super) fn begin_mood(&mut self) -> OuterMood {
        let (mut mood, mut countdown) = begin(&OF_LIST, self.rng.word());
        if self.core.mood.is_of_few() {
            (mood, countdown) = (self.core.mood, 0);
        }
        self.in_mood(mood, countdown)
    }

    /// Begins a part whose mood is up to the next word alone, whatever the case is like.
    pub(super) fn begin_own_mood(&mut self) -> OuterMood {
        let word = self.rng.word();
        let (mood, countdown) = if word >> 56 & 15 == 0 { FEW.by(word as u32) } else { begin(&OF_LIST, word) };
        self.in_mood(mood, countdown)
    }

    #[inline(always)]
    fn in_mood(&mut self, mood: Mood, countdown: u32) -> OuterMood {
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
        let Mood { kind, near, left } = self.core.mood;
        if kind == Kind::Small && !self.watched {
            let (first, width) = Core::small_window(near, max, origin);
            let count = most.min(left as usize);
            self.core.some_small(count as u32);
            return Stretch { count, first, width };
        }
        if kind == Kind::Mixed && left == ALL && !self.watched {
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
        if let Mood { kind: Kind::Mixed, left: ALL, .. } = self.core.mood {
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
