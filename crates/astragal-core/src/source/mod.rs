//! What a generator sees: one concrete [`Source`] of choices, whatever decides about them.
//!
//! A passing test case is the common one, and it costs what its random words cost: the source draws *values* and turns
//! them into choices only where they are seen (by a recorder, or a producer that decides in place of chance). One
//! counter, `calm`, is both the countdown of the edge bias and the mode check: a source whose choices are seen keeps it at
//! zero, so the fast path is a single branch.
//!
//! What the fast path needs is in the source itself: [`Chance`](chance), the size, and what may be on the stack. All else is in
//! a [`Core`](core) behind a pointer, which is a few structs that own their state:
//!
//! ```text
//!   Source ── Chance    random words, and how many numbers come before the next decision
//!      └───── Core ┬─── Mood        the bias towards boundaries, small numbers and repeated ones
//!                  ├─── Limits      what a case may take, and why it has no value
//!                  ├─── Deciders    a forced choice, a producer, a plan or advice; other lots; the account of chances
//!                  ├─── Recorder    what was chosen, and the places of lazy parts
//!                  ├─── Looks       which lazy parts are forced
//!                  └─── Recursions  picks of closures that turn out to contain themselves
//! ```

mod advice;
mod begin;
mod bulk;
mod bytes;
mod calm;
mod chance;
mod core;
mod decided;
mod deciders;
mod following;
mod identity;
mod lazy;
mod lazy_parts;
mod length;
mod limits;
mod list;
mod looks;
mod lots;
mod mood;
mod odds;
mod plan;
mod producer;
mod recorder;
mod recursion;
mod reject;
mod replay;
mod retry;
mod rng;
mod scale;
mod seeded;
mod size;
mod slots;
mod special;
mod stack;
mod steering;
mod tape;
mod thrown;
mod trail;
mod zigzag;

use self::chance::Chance;
use self::core::Core;
use crate::choices::Label;
pub use advice::Adviser;
pub use begin::words_since;
pub use decided::Decider;
pub(crate) use following::Step;
pub use identity::Identity;
pub use lazy::LazySource;
pub use lazy_parts::{LazyPart, LazyParts, OnDemand};
pub use length::Length;
pub(crate) use length::Written;
pub use length::length_cap;
pub use list::List as DrawnList;
pub(crate) use looks::Look;
pub use looks::Looks;
pub(crate) use lots::Lottery;
pub use lots::{Lots, Replanned, tickets};
pub use odds::Advised;
pub use odds::Next;
pub(crate) use odds::Odds;
pub(crate) use plan::Open;
pub use plan::{Branches, Plan};
pub use producer::{NamedParts, Producer};
pub(crate) use recursion::{MOST_ARMS, Returns, Turn, comes_back, comes_back_by};
pub use reject::{GaveUp, Place, REJECTED, Reason, Reject};
pub use replay::Replay;
pub use rng::Rng;
pub use rng::mix;
use rng::reduce;
pub use scale::{Line, Scale};
pub use size::{Growth, Node, Share};
pub use slots::Unseen;
pub use stack::deep;
pub(crate) use stack::{StackGuard, too_deep};
pub(crate) use tape::Tape;
pub use thrown::catch;
pub use thrown::{Catcher, ThrownReject, take_signs};
pub(crate) use thrown::{throw, try_out};
pub use trail::{At, Branch, Trail, UNNAMED};
pub(crate) use zigzag::{from_choice, from_wide_choice, to_choice, to_wide_choice};

/// How many choices one random case may make before it is cut off.
pub const LIMIT: u64 = 1 << 24;
/// The size of a case unless it is set.
pub const DEFAULT_SIZE: u32 = 100;

/// Answers a generator's questions: the next number below a bound, the next branch, whether there is room to grow.
///
/// ```
/// use astragal::prelude::*;
///
/// // A generator in direct style: draw, decide, draw again.
/// let sorted_pair = from_fn(|src| {
///     let low = src.draw(0..100u32);
///     let high = src.draw(low..=100);
///     (low, high)
/// });
/// let (low, high) = sorted_pair.sample(42);
/// assert!(low <= high);
/// ```
pub struct Source {
    chance: Chance,
    size: u32,
    /// Whether a recorder, a producer or what steers chance must see every choice.
    watched: bool,
    /// Whether a pick is not just drawn by its plan: `watched`, or there are other lots.
    busy: bool,
    stack: StackGuard,
    core: Box<Core>,
}

impl Source {
    /// Leaves the fast path: from here on every choice is seen.
    fn watch(&mut self) {
        if !self.watched {
            self.core.due = std::mem::take(&mut self.chance.calm);
        }
        self.watched = true;
        self.busy = true;
    }

    /// Goes back to the fast path and resumes the rest of the mood.
    fn unwatch(&mut self) {
        self.chance.calm = std::mem::take(&mut self.core.due);
        self.watched = false;
        self.busy = self.core.deciders.lots.is_some();
    }

    /// A number from 0 to `max`, of which `origin` is the simplest, then its neighbors above and below.
    ///
    /// This is the one question behind every integer: the number is the offset of a value in its range.
    #[inline(always)]
    pub fn offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if self.chance.calm.take() {
            return Ok(self.chance.calm.near(reduce(self.chance.rng.word(), max), max, origin));
        }
        apart(self.due_offset(max, origin))
    }

    /// A number from 0 to `max`, of which those of a class are near to each other.
    #[inline(always)]
    pub(crate) fn offset_in_classes(&mut self, max: u64, classes: &dyn Fn(u64) -> (u64, u64)) -> Result<u64, Reject> {
        if self.chance.calm.take() {
            return Ok(self.chance.calm.near(reduce(self.chance.rng.word(), max), max, 0));
        }
        apart(self.due_offset_in_classes(max, classes))
    }

    /// One choice from 0 to `max` behind a value with a random distribution of its own.
    ///
    /// At random the value is drawn directly, by `random`, and becomes a choice only if choices are seen; otherwise
    /// the choice is given and `decode` makes the value.
    #[inline(always)]
    pub fn leaf<T>(
        &mut self,
        max: u64,
        random: impl FnOnce(&mut Source) -> T,
        encode: impl FnOnce(&T) -> u64,
        decode: impl FnOnce(u64) -> T,
    ) -> Result<T, Reject> {
        self.leaf_on(max, Scale::Apart, random, encode, decode)
    }

    /// As [`leaf`](Source::leaf), for values that are near to each other on a scale.
    #[inline(always)]
    pub(crate) fn leaf_on<T>(
        &mut self,
        max: u64,
        scale: Scale<'_>,
        random: impl FnOnce(&mut Source) -> T,
        encode: impl FnOnce(&T) -> u64,
        decode: impl FnOnce(u64) -> T,
    ) -> Result<T, Reject> {
        if !self.watched {
            return Ok(random(self));
        }
        match self.core.given(&mut self.chance.rng, max, scale) {
            Err(reject) => Err(reject),
            Ok(Some(choice)) => Ok(decode(choice)),
            Ok(None) => {
                let value = random(self);
                self.wrote(encode(&value), max);
                Ok(value)
            }
        }
    }

    /// A choice from 0 to `max`, at random each equally likely: for what has no magnitude, such as a position.
    ///
    /// In plain code, [`number`](Source::number).
    #[inline(always)]
    pub fn try_number(&mut self, max: u64) -> Result<u64, Reject> {
        if !self.watched {
            return Ok(if max == 0 { 0 } else { self.steer(max) });
        }
        apart(self.number_watched(max))
    }

    /// Apart, since recursive generators are as fast as their code is short.
    #[cold]
    #[inline(never)]
    fn number_watched(&mut self, max: u64) -> Result<u64, Reject> {
        self.core.number(&mut self.chance.rng, max)
    }

    /// What the producer chooses here, recorded; `None` if chance decides.
    #[inline]
    #[doc(hidden)]
    pub fn given(&mut self, max: u64) -> Result<Option<u64>, Reject> {
        self.core.given(&mut self.chance.rng, max, Scale::Apart)
    }

    /// As [`given`](Source::given), for values that are near to each other on a scale.
    pub(crate) fn given_on(&mut self, max: u64, scale: Scale<'_>) -> Result<Option<u64>, Reject> {
        self.core.given(&mut self.chance.rng, max, scale)
    }

    /// Records a choice that chance made.
    #[inline]
    #[doc(hidden)]
    pub fn wrote(&mut self, choice: u64, max: u64) {
        self.core.wrote(choice, max);
    }

    /// As [`wrote`](Source::wrote), with the name of what was chosen.
    #[doc(hidden)]
    pub fn wrote_named(&mut self, choice: u64, max: u64, site: &'static str, branch: Label) {
        self.core.recorder.put_pick(choice, max, site, branch);
    }

    /// Chooses a branch. The branch is recorded, not the lottery ticket; weights and size only steer.
    #[inline(always)]
    pub fn pick(&mut self, plan: &Plan) -> Result<usize, Reject> {
        if !self.busy {
            return Ok(plan.draw(&mut self.chance.rng, self.size));
        }
        self.pick_busy(plan)
    }

    /// As [`pick`](Source::pick), for branches that need no plan since none of them is recursive.
    #[inline(always)]
    pub fn pick_among(&mut self, site: &'static str, branches: &impl Branches) -> Result<usize, Reject> {
        if !self.watched {
            return Ok(branches.lot(&mut self.chance.rng));
        }
        apart(self.pick_among_watched(site, branches))
    }

    #[cold]
    #[inline(never)]
    fn pick_among_watched(&mut self, site: &'static str, branches: &dyn Branches) -> Result<usize, Reject> {
        self.core.pick_among(&mut self.chance.rng, site, branches)
    }

    /// A branch that was decided already: it is recorded like any other.
    pub(crate) fn picked(&mut self, site: &'static str, branches: &impl Branches, arm: usize) -> Result<(), Reject> {
        if self.watched { self.core.picked(site, branches, arm) } else { Ok(()) }
    }

    /// A part of the value that takes several choices begins; [`close`](Source::close) ends it.
    #[inline(always)]
    pub fn open(&mut self, label: &'static str) {
        if self.watched {
            self.core.open(label);
        }
    }

    /// The part that was opened last ends. Not needed on the way out with a rejection.
    #[inline(always)]
    pub fn close(&mut self) {
        if self.watched {
            self.core.close();
        }
    }

    /// Whether every choice is seen, by a recorder or a producer. If not, spans need not be opened.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Where the next choice will be written, if a recorder runs.
    #[inline(always)]
    #[doc(hidden)]
    pub fn position(&self) -> usize {
        if self.watched { self.core.recorder.position() } else { 0 }
    }

    /// Corrects a length that was recorded before its elements were known.
    #[doc(hidden)]
    pub fn amend(&mut self, at: usize, choice: u64) {
        if at == usize::MAX {
            self.core.limits.impossible = Some(Place::here()); // the length was forced
            return;
        }
        self.core.recorder.amend(at, choice);
    }
}

/// The same result. But where a rejection is passed on, as by `?`, it goes its own way from here, and code that draws without
/// being watched need not check for one. It is marked as rare too: a compiler that takes each branch for even odds assumes
/// that little code reaches its end, and does not inline what is there.
#[inline(always)]
#[allow(clippy::needless_match)]
fn apart<T>(result: Result<T, Reject>) -> Result<T, Reject> {
    match result {
        Ok(value) => Ok(value),
        Err(reject) => {
            rarely();
            Err(reject)
        }
    }
}

/// Says that what comes here is rare.
#[cold]
#[inline(never)]
fn rarely() {}
