//! The bias of random numbers toward what finds bugs: boundaries, small magnitudes, values drawn before.
//!
//! A decision for each number would cost more than the number (the branch mispredicts). So the source has a *mood* that
//! lasts for some draws, and a list has one of its own:
//!
//! - *plain*: uniform numbers, until the stretch ends; or all of them nearer to the origin, by one order of magnitude;
//! - *mixed*: now and then a special: a boundary, a neighbor of a boundary or of the origin, a power of two, or an
//!   earlier number again, exactly or nearly. A countdown says when the next is due;
//! - *few*: all numbers of a case are among a few next to the origin, those in lists too, so that many are equal.
//!
//! A case begins in a mood of its own, which is chosen before anything is drawn, so that even a single number is a special in
//! about one case of five. What the shares come to is tested in `tests/quality`.

use std::hint::black_box;

use super::Reject;
use super::calm::Calm;
use super::limits::Limits;
use super::rng::{Rng, reduce};
use super::special::{gap, special};

/// The specials of a mood that lasts as long as its list.
const ALL: u32 = u32::MAX;

/// How random numbers are drawn at the moment, beside what is in [`Calm`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mood {
    kind: Kind,
    /// How many specials are left, or [`ALL`] of a list.
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

impl Default for Mood {
    #[inline(always)]
    fn default() -> Mood {
        Mood::PLAIN
    }
}

impl Mood {
    const PLAIN: Mood = Mood { kind: Kind::Plain, left: 0 };

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
        let next = Calm::new(gap(rng) * apart, 0);
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

/// One of sixteen ways to begin, each equally likely. A table, since a random branch would be mispredicted each time.
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

/// Chance as it draws numbers at the moment: random words, the mood, and the countdown until the next decision.
pub(crate) struct Moody<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) calm: &'a mut Calm,
    pub(super) mood: &'a mut Mood,
}

impl Moody<'_> {
    /// A number that is due to be other than plain.
    #[inline]
    pub(super) fn number(&mut self, limits: &mut Limits, max: u64, origin: u64) -> Result<u64, Reject> {
        if !self.mood.is_mixed() {
            // A case that never ends is cut off here: plain numbers are not counted one by one.
            limits.spend(128)?;
            self.begin_stretch();
            if self.calm.take() {
                return Ok(self.calm.near(reduce(self.rng.word(), max), max, origin));
            }
        }
        Ok(self.special(max, origin))
    }

    /// A special number.
    #[inline(always)]
    pub(super) fn special(&mut self, max: u64, origin: u64) -> u64 {
        self.rng.word();
        *self.calm = self.mood.after_special(self.rng);
        special(self.rng, max, origin)
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    #[inline]
    pub(super) fn is_special(&mut self) -> bool {
        if self.calm.take() {
            return false;
        }
        if !self.mood.is_mixed() {
            self.begin_stretch();
            if self.calm.take() {
                return false;
            }
        }
        self.rng.word();
        *self.calm = self.mood.after_special(self.rng);
        true
    }

    /// Begins the next stretch of numbers.
    #[inline]
    fn begin_stretch(&mut self) {
        let (mood, calm) = begin(&OF_STRETCH, self.rng.word());
        if self.mood.kind == Kind::Few {
            *self.calm = self.calm.again(FEW.calm);
        } else {
            (*self.mood, *self.calm) = (mood, calm);
        }
    }

    /// Begins a list, which has a mood of its own, unless all numbers of the case are among a few.
    #[inline(always)]
    pub(super) fn begin_list(&mut self) -> OuterMood {
        let (mut mood, mut calm) = begin(&OF_LIST, self.rng.word());
        if self.mood.kind == Kind::Few {
            (mood, calm) = (*self.mood, self.calm.again(LIST));
        }
        self.replace(mood, calm)
    }

    /// Begins a part whose mood depends on the next word alone, whatever the case is like.
    pub(super) fn begin_part(&mut self) -> OuterMood {
        let word = self.rng.word();
        let (mood, calm) = if word >> 56 & 15 == 0 {
            (FEW.mood, FEW.calm.with(word, FEW.mask).again(LIST))
        } else {
            begin(&OF_LIST, word)
        };
        self.replace(mood, calm)
    }

    /// From here on, until the list ends, numbers are plain.
    pub(crate) fn calm_down(&mut self) {
        self.replace(Mood::PLAIN, LIST);
    }

    #[inline(always)]
    fn replace(&mut self, mood: Mood, calm: Calm) -> OuterMood {
        OuterMood { mood: std::mem::replace(self.mood, mood), calm: std::mem::replace(self.calm, calm) }
    }

    /// Ends a list, or a part.
    #[inline(always)]
    pub(super) fn end(&mut self, outer: OuterMood) {
        (*self.mood, *self.calm) = (outer.mood, outer.calm);
    }

    /// Up to `most` numbers in a row that need no decision between them, taken off the countdown. Returns how many.
    #[inline(always)]
    pub(super) fn stretch(&mut self, most: usize) -> usize {
        if let Mood { kind: Kind::Mixed, left: ALL } = self.mood {
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
        (max, origin): (u64, u64),
        value: &impl Fn(u64) -> T,
    ) {
        if let Mood { kind: Kind::Mixed, left: ALL } = self.mood {
            let mut at = self.calm.draws() as usize;
            while at < values.len() {
                let rng = start.after(at as u64 + 1);
                values[at] = value(special(&rng, max, origin));
                at += 1 + gap(&rng) as usize;
            }
            *self.calm = Calm::new((at - values.len()) as u64, 0);
        }
    }
}
