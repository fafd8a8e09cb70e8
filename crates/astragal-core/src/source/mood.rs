//! The bias of random numbers towards what finds bugs: boundaries, small magnitudes, values drawn before.
//!
//! A decision for each number would cost more than the number (the branch mispredicts). So the source has a *mood* that
//! lasts for some draws, and a list has one of its own:
//!
//! - *plain*: uniform numbers, until the stretch ends; or all of them nearer to the origin, by one order of magnitude;
//! - *mixed*: now and then a special: a boundary, a neighbour of a boundary or of the origin, a power of two, or an
//!   earlier number again, exactly or nearly. A countdown says when the next is due;
//! - *few*: all numbers of a case are among a few next to the origin, those in lists too, so that many are equal.
//!
//! A case begins in a mood of its own, which is chosen before anything is drawn, so that even a single number is a special in
//! about one case of five. What the shares come to is tested in `tests/quality`.

use std::hint::black_box;

use super::calm::Calm;
use super::core::Core;
use super::rng::{Rng, reduce};
use super::{Reject, Source};

/// The specials of a mood that lasts as long as its list.
const ALL: u32 = u32::MAX;

/// How random numbers are drawn at the moment, beside what is in [`Calm`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    kind: Kind,
    /// So many specials are left, or [`ALL`] of a list.
    left: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No specials.
    Plain,
    /// Specials among plain numbers.
    Mixed,
    /// No specials, and this for the whole case.
    Few,
}

impl Mood {
    pub(super) const PLAIN: Mood = Mood { kind: Kind::Plain, left: 0 };

    /// Whether there are specials.
    #[inline(always)]
    pub(super) fn is_mixed(self) -> bool {
        self.kind == Kind::Mixed
    }

    /// A special is drawn, of the word that was drawn last; that word also says when the next one is due, which is returned.
    #[inline(always)]
    fn after_special(&mut self, rng: &Rng) -> Calm {
        let (is_last, is_list) = (self.left == 1, self.left == ALL);
        self.left = self.left.wrapping_sub(u32::from(!is_list));
        // Every other time they are next to each other: some bugs take two, such as the least number divided by -1.
        let apart = u64::from(is_list) | (rng.earlier(0) >> 36 & 1);
        let next = Calm::new(Core::gap(rng) * apart, 0);
        let plain = PLAIN.calm.with(rng.earlier(0), PLAIN.mask);
        // Kept from the compiler: it would make a branch of it, which is guessed wrongly every other time.
        let at = black_box(usize::from(is_last));
        self.kind = [Kind::Mixed, Kind::Plain][at & 1];
        [next, plain][at & 1]
    }
}

/// How a mood begins. The bits of a random word that are in a mask are added to what is there for all.
#[derive(Clone, Copy)]
struct Opening {
    mood: Mood,
    calm: Calm,
    mask: Calm,
}

const fn opening(kind: Kind, left: u32, calm: Calm, mask: Calm) -> Opening {
    Opening { mood: Mood { kind, left }, calm, mask }
}

/// One of sixteen ways to begin, each equally likely. A table, since what is random would be a mispredicted branch each time.
type Lots = [Opening; 16];

/// A plain stretch is of a random length.
const PLAIN: Opening = opening(Kind::Plain, 0, Calm::new(64, 0), Calm::new(127, 0));
/// Some numbers of any order of magnitude.
const SMALL: Opening = opening(Kind::Plain, 0, Calm::new(8, 0), Calm::new(0, 63));
/// Numbers among four or eight.
const FEW: Opening = opening(Kind::Few, 0, Calm::new(128, 61), Calm::new(0, 1));
/// Two specials, the first of which is due at once or after one number. (That there is one matters most, and each is a
/// mispredicted branch.)
const MIXED: Opening = opening(Kind::Mixed, 2, Calm::new(0, 0), Calm::new(1, 0));
/// What a case begins with matters most: many cases draw but a few numbers.
static OF_CASE: Lots = {
    let mut lots = [PLAIN; 16];
    lots[0] = FEW;
    let mut at = 6;
    while at < 16 {
        lots[at] = if at < 14 { MIXED } else { SMALL };
        at += 1;
    }
    lots
};
/// Later, a long run stays cheap.
static OF_STRETCH: Lots = {
    let mut lots = [PLAIN; 16];
    lots[11] = MIXED;
    lots[12] = MIXED;
    lots[13] = MIXED;
    lots[14] = MIXED;
    lots[15] = SMALL;
    lots
};
/// A list keeps its mood, but for those without end: each is to be cut off at last.
const LIST: Calm = Calm::new(1 << 20, 0);
/// A list is seldom anything but plain, so that long lists stay cheap.
static OF_LIST: Lots = {
    let mut lots = [opening(Kind::Plain, 0, LIST, Calm::new(0, 0)); 16];
    lots[13] = opening(Kind::Mixed, ALL, Calm::new(0, 0), Calm::new(3, 0));
    lots[14] = lots[13];
    lots[15] = opening(Kind::Plain, 0, LIST, Calm::new(0, 63));
    lots
};

/// A mood by a random word, and what comes first.
#[inline(always)]
fn begin(lots: &Lots, word: u64) -> (Mood, Calm) {
    let opening = &lots[(word >> 60) as usize];
    (opening.mood, opening.calm.with(word, opening.mask))
}

/// The mood of a case, by a random word, and what comes first.
#[inline(always)]
pub(super) fn of_case(word: u64) -> (Mood, Calm) {
    begin(&OF_CASE, word)
}

/// The mood outside of a list, to be taken up again after it.
#[derive(Clone, Copy)]
pub(crate) struct OuterMood {
    mood: Mood,
    calm: Calm,
}

impl Core {
    /// A number in the mood of the moment, which is due for something else than a plain number.
    pub(super) fn moody(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if self.mood.kind != Kind::Mixed {
            // A case that never ends is cut off here: plain numbers are not counted one by one.
            self.spend(128)?;
            self.new_mood();
            let calm = self.countdown();
            if calm.take() {
                let calm = *calm;
                return Ok(calm.near(reduce(self.rng.word(), max), max, origin));
            }
        }
        self.rng.word();
        *self.countdown() = self.mood.after_special(&self.rng);
        Ok(Self::special(&self.rng, max, origin))
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    pub(super) fn is_special(&mut self) -> bool {
        if self.countdown().take() {
            return false;
        }
        if !self.watched {
            self.left = self.left.saturating_sub(if self.mood.is_mixed() { 16 } else { 128 });
        }
        if self.mood.kind != Kind::Mixed {
            self.new_mood();
            if self.countdown().take() {
                return false;
            }
        }
        self.rng.word();
        *self.countdown() = self.mood.after_special(&self.rng);
        true
    }

    fn new_mood(&mut self) {
        let (mood, calm) = begin(&OF_STRETCH, self.rng.word());
        if self.mood.kind == Kind::Few {
            *self.countdown() = self.countdown().again(FEW.calm);
        } else {
            self.mood = mood;
            *self.countdown() = calm;
        }
    }

    /// What plain draws are counted down in.
    #[inline(always)]
    pub(super) fn countdown(&mut self) -> &mut Calm {
        if self.watched { &mut self.due } else { &mut self.calm }
    }

    /// How many plain numbers come before the next special.
    #[inline(always)]
    fn gap(rng: &Rng) -> u64 {
        rng.earlier(0) >> 32 & 15
    }

    /// The special number of the word that was drawn last: a place in the range, and a step away from it. What they may be is
    /// computed and one of each is taken, which costs less than one mispredicted branch.
    #[inline(always)]
    pub(super) fn special(rng: &Rng, max: u64, origin: u64) -> u64 {
        let word = rng.earlier(0);
        // All ones or none, and kept from the compiler: it would make a branch of it, on a random bit.
        let down = black_box(0u64.wrapping_sub(word >> 2 & 1));
        // The number before this one as often as any earlier one.
        let back = 1 + (word >> 3 & 15) * (word >> 7 & 1);
        let again = reduce(rng.earlier(back), max);
        let near = 1 + (word & 3);
        // A power of two, or next to that.
        let bits = u64::from(64 - max.leading_zeros());
        let exponent = ((word >> 8 & 0xFFFF) * bits) >> 16;
        let power = (1u64 << exponent).wrapping_add(near & 1).wrapping_sub(near & 2);
        // Eight kinds, a digit each, the first one last.
        let nth = |digits: u32| (digits >> (word >> 61 << 2) & 7) as usize;
        let place = [0, max, origin, again, max & down][nth(0x3324_2210).min(4)];
        let step = [0, 1, near, power][nth(0x2032_1000) & 3];
        let (up, lower) = (place.saturating_add(step), place.saturating_sub(step));
        (up ^ ((up ^ lower) & down)).min(max)
    }
}

impl Source {
    /// A number that is due for something else than a plain one. Apart: the code around is laid out for those that are plain.
    #[cold]
    #[inline(never)]
    pub(super) fn due_offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        // Next to all of them are specials. The random state stays where it is, since what is drawn next waits for it.
        if self.core.mood.is_mixed() && !self.watched {
            self.core.spend(16)?;
            self.rng.word();
            self.calm = self.core.mood.after_special(&self.rng);
            return Ok(Core::special(&self.rng, max, origin));
        }
        self.synced(|core| core.offset(max, origin))
    }

    /// Begins a list, which has a mood of its own, unless all numbers of the case are among a few.
    #[inline(always)]
    pub(super) fn begin_mood(&mut self) -> OuterMood {
        let (mut mood, mut calm) = begin(&OF_LIST, self.rng.word());
        if self.core.mood.kind == Kind::Few {
            (mood, calm) = (self.core.mood, self.countdown().again(LIST));
        }
        self.in_mood(mood, calm)
    }

    /// Begins a part whose mood is up to the next word alone, whatever the case is like.
    pub(super) fn begin_own_mood(&mut self) -> OuterMood {
        let word = self.rng.word();
        let (mood, calm) = if word >> 56 & 15 == 0 {
            (FEW.mood, FEW.calm.with(word, FEW.mask).again(LIST))
        } else {
            begin(&OF_LIST, word)
        };
        self.in_mood(mood, calm)
    }

    /// From here on, until the list ends, numbers are plain.
    pub(crate) fn calm_down(&mut self) {
        self.in_mood(Mood::PLAIN, LIST);
    }

    #[inline(always)]
    fn in_mood(&mut self, mood: Mood, calm: Calm) -> OuterMood {
        let outer = std::mem::replace(&mut self.core.mood, mood);
        OuterMood { mood: outer, calm: std::mem::replace(self.countdown(), calm) }
    }

    /// Ends a list.
    #[inline(always)]
    pub(super) fn end_mood(&mut self, outer: OuterMood) {
        self.core.mood = outer.mood;
        *self.countdown() = outer.calm;
    }

    /// What plain draws are counted down in.
    #[inline(always)]
    pub(super) fn countdown(&mut self) -> &mut Calm {
        if self.watched { &mut self.core.due } else { &mut self.calm }
    }

    /// Up to `most` numbers in a row that need no decision between them, taken off the countdown: how many.
    #[inline(always)]
    pub(super) fn stretch(&mut self, most: usize) -> usize {
        if let Mood { kind: Kind::Mixed, left: ALL } = self.core.mood {
            return most; // and then the specials among them
        }
        self.calm.take_up_to(most)
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
        if let Mood { kind: Kind::Mixed, left: ALL } = self.core.mood {
            let mut at = self.calm.draws() as usize;
            while at < values.len() {
                let rng = start.after(at as u64 + 1);
                values[at] = value(Core::special(&rng, max, origin));
                at += 1 + Core::gap(&rng) as usize;
            }
            self.calm = Calm::new((at - values.len()) as u64, 0);
        }
    }
}
