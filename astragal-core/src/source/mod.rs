//! What a generator sees: one concrete [`Source`] of choices, whoever decides.
//!
//! A passing test case is the common one, and it costs what its random words cost: the source draws *values* and turns
//! them into choices only when somebody watches (a recorder, or a producer that decides in place of chance). One
//! counter, `calm`, is both the countdown of the edge bias and the mode check: a source that is watched keeps it at
//! zero, so the fast path is a single branch.
//!
//! What the fast path needs stands in the source itself; all else is in a core behind a pointer. So a loop of draws that
//! the compiler has inlined keeps the random state in registers, and hands it to the core only when something is due.

mod advice;
mod bulk;
mod bytes;
mod calm;
mod core;
mod forced;
mod late;
mod looks;
mod mood;
mod odds;
mod producer;
mod recursion;
mod refused;
mod reject;
mod replan;
mod replay;
mod rng;
mod seeded;
mod size;
mod stack;
mod steering;
#[cfg_attr(not(feature = "count"), allow(dead_code))]
mod tape;
mod trail;
mod zigzag;

use std::borrow::Cow;

use self::calm::Calm;
use self::core::Core;
use crate::choices::{ByteReader, Choices, Mark as Written, Writer};
use crate::generator::Gen;
use crate::space::{Branches, Plan};
pub(crate) use advice::Adviser;
pub use late::{Late, OnDemand, Unseen};
pub(crate) use looks::Look;
pub use looks::Looks;
pub(crate) use mood::OuterMood;
pub(crate) use odds::Advised;
pub use odds::Next;
pub use producer::Producer;
pub(crate) use recursion::{MOST_ARMS, Returns, Turn, comes_back, comes_back_by};
pub use refused::{Catcher, Refused};
pub(crate) use refused::{catch, throw};
pub use reject::{GaveUp, Place, Reason, Reject};
pub(crate) use replay::Replay;
pub use rng::Rng;
use rng::reduce;
pub(crate) use rng::{mix, scale};
pub(crate) use size::length_cap;
pub use size::{Growth, Node, Share};
pub use stack::deep;
pub(crate) use stack::{StackGuard, TOO_DEEP};
use steering::Place as Followed;
pub(crate) use steering::Step;
#[cfg(feature = "count")]
pub(crate) use tape::Tape;
pub(crate) use trail::{At, Branch, Trail};
pub(crate) use zigzag::{from_choice, from_wide_choice, to_choice, to_wide_choice};

/// How many choices one random case may make before it is cut off.
pub(crate) const LIMIT: u64 = 1 << 24;
/// The size of a case unless somebody says otherwise.
pub(crate) const DEFAULT_SIZE: u32 = 100;

/// Answers a generator's questions: the next number below a bound, the next branch, whether there is room to grow.
///
/// ```
/// use astragal::prelude::*;
///
/// // A generator in direct style: draw, decide, draw again.
/// let sorted_pair = from_fn(|src| {
///     let low = src.draw(0..100u32)?;
///     let high = src.draw(low..=100)?;
///     Ok((low, high))
/// });
/// let (low, high) = sorted_pair.sample(42);
/// assert!(low <= high);
/// ```
pub struct Source {
    rng: Rng,
    /// Plain draws left on the fast path. Always none while `watched`.
    calm: Calm,
    size: u32,
    /// Whether a recorder or a producer must see every choice.
    watched: bool,
    /// Whether a pick is not just drawn by its plan: `watched`, or there are other lots.
    busy: bool,
    stack: StackGuard,
    core: Box<Core>,
}

/// A place in a run of a source to which it can go back, to try a part again.
#[derive(Clone, Copy)]
pub(crate) struct Retry {
    size: u32,
    written: Option<Written>,
    followed: Option<Followed>,
    turns: usize,
}

impl Source {
    /// Random choices, a function of the seed alone.
    pub fn random(seed: u64) -> Source {
        let mut source = Source {
            rng: Rng::new(mix(seed)),
            calm: Calm::NONE,
            size: DEFAULT_SIZE,
            watched: false,
            busy: false,
            stack: StackGuard::here(),
            core: Box::default(),
        };
        source.begin_case();
        source
    }

    /// Begins another random case in place, which spares the set-up: as [`random`](Source::random), at the same size.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let mut src = Source::random(1);
    /// let _ = src.draw(any::<u64>());
    /// src.restart(2);
    /// assert_eq!(src.draw(any::<u64>()), Source::random(2).draw(any::<u64>()));
    /// ```
    // In a debug build what is called is as fast as this crate is optimised, and what is inlined is not.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn restart(&mut self, seed: u64) {
        self.rng = Rng::new(mix(seed));
        self.stack = StackGuard::here();
        if self.busy || self.core.reason.is_some() {
            self.forget_all();
        }
        self.core.restart();
        self.begin_case();
    }

    /// Apart, so that to begin another case is a few instructions where nobody watched and nothing was refused.
    #[cold]
    #[inline(never)]
    fn forget_all(&mut self) {
        *self.core = Core::default();
        self.watched = false;
        self.busy = false;
    }

    /// The word before the first one says in which mood the case begins.
    #[inline(always)]
    fn begin_case(&mut self) {
        (self.core.mood, self.calm) = mood::of_case(self.rng.earlier(0));
    }

    /// The choices of a producer; where it has no opinion, random ones from the seed.
    pub fn produced_by(producer: impl Producer + 'static, seed: u64) -> Source {
        Source::produced_by_boxed(Box::new(producer), seed)
    }

    fn produced_by_boxed(producer: Box<dyn Producer>, seed: u64) -> Source {
        let mut source = Source::random(seed);
        source.core.left = producer.limit();
        source.core.producer = Some(producer);
        source.watch();
        source
    }

    /// The choices of a sequence. Spans realign; what is missing reads as zero; too large a number is clamped.
    ///
    /// A sequence without any span is read straight through.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::Choices;
    ///
    /// let mut src = Source::replay(Choices::from_numbers([2, 7, 1_000_000]));
    /// assert_eq!(src.draw(vec_of(0..10u8, 0..=5)), Ok(vec![7, 9])); // 1,000,000 is clamped
    /// assert_eq!(src.draw(0..10u8), Ok(0)); // nothing is left
    /// ```
    pub fn replay(choices: Choices) -> Source {
        Source::produced_by(Replay::new(choices), 0)
    }

    /// The choices that a fuzzer's byte string spells; when it is used up, zeros. (A length that is too large for the
    /// string is a rejection.)
    ///
    /// [`Choices::to_bytes`] is the inverse, so that a corpus survives the way back.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let digits = vec_of(0..10u8, 0..=5);
    /// let mut src = Source::bytes([2, 7, 4]);
    /// assert_eq!(src.draw(&digits), Ok(vec![7, 4]));
    ///
    /// let (value, choices) = digits.record(1).unwrap();
    /// assert_eq!(Source::bytes(choices.to_bytes()).draw(&digits), Ok(value));
    /// ```
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Source {
        Source::produced_by(bytes::Bytes(ByteReader::new(bytes)), 0)
    }

    /// Writes down every choice from here on. See [`recorded`](Source::recorded).
    pub fn recording(mut self) -> Source {
        self.watch();
        self.core.recorder = Some(Writer::default());
        self.core.late = None;
        self
    }

    /// Leaves the fast path.
    fn watch(&mut self) {
        self.synced(Core::watch);
        self.watched = true;
        self.busy = true;
    }

    /// Goes back to the fast path.
    fn unwatch(&mut self) {
        self.synced(Core::unwatch);
        self.watched = false;
        self.busy = self.core.replanned.is_some();
    }

    /// Lets the core work with the random state.
    #[inline(always)]
    fn synced<R>(&mut self, work: impl FnOnce(&mut Core) -> R) -> R {
        self.core.rng = self.rng.clone();
        self.core.calm = self.calm;
        let result = work(&mut self.core);
        self.rng = self.core.rng.clone();
        self.calm = self.core.calm;
        result
    }

    /// Draws a value. Both `src.draw(0..10)` and `src.draw(&generator)` work.
    #[inline(always)]
    pub fn draw<G: Gen>(&mut self, generator: G) -> Result<G::Value, Reject> {
        generator.draw(self)
    }

    /// A number from 0 to `max`, of which `origin` is the simplest, then its neighbours above and below.
    ///
    /// This is the one question behind every integer: the number is the offset of a value in its range.
    #[inline(always)]
    pub fn offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if self.calm.take() {
            return Ok(self.calm.near(reduce(self.rng.word(), max), max, origin));
        }
        apart(self.due_offset(max, origin))
    }

    /// One choice from 0 to `max` behind a value with a random distribution of its own.
    ///
    /// At random the value is drawn directly, by `random`, and becomes a choice only if somebody watches; otherwise
    /// the choice is given and `decode` makes the value.
    #[inline(always)]
    pub fn leaf<T>(
        &mut self,
        max: u64,
        random: impl FnOnce(&mut Source) -> T,
        encode: impl FnOnce(&T) -> u64,
        decode: impl FnOnce(u64) -> T,
    ) -> Result<T, Reject> {
        if !self.watched {
            return Ok(random(self));
        }
        match self.given(max) {
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
    #[inline(always)]
    pub fn number(&mut self, max: u64) -> Result<u64, Reject> {
        if !self.watched {
            return Ok(if max == 0 { 0 } else { self.steer(max) });
        }
        apart(self.number_watched(max))
    }

    /// Apart, since recursive generators are as fast as their code is short.
    #[cold]
    #[inline(never)]
    fn number_watched(&mut self, max: u64) -> Result<u64, Reject> {
        self.synced(|core| core.number(max))
    }

    /// What the producer chooses here, recorded; `None` if chance decides.
    #[inline]
    pub(crate) fn given(&mut self, max: u64) -> Result<Option<u64>, Reject> {
        self.synced(|core| core.given(max))
    }

    /// Records a choice that chance made.
    #[inline]
    pub(crate) fn wrote(&mut self, choice: u64, max: u64) {
        self.core.wrote(choice, max);
    }

    /// Whether the number that is drawn now is to be a special one. For leaves with specials of their own.
    #[inline]
    pub(crate) fn is_special(&mut self) -> bool {
        if self.calm.take() { false } else { self.synced(Core::is_special) }
    }

    /// Chooses a branch. What is recorded is the branch, not the lottery ticket; weights and size only steer.
    #[inline(always)]
    pub fn pick(&mut self, plan: &Plan) -> Result<usize, Reject> {
        if !self.busy {
            return Ok(plan.draw(&mut self.rng, self.size));
        }
        self.pick_busy(plan)
    }

    /// As [`pick`](Source::pick), for branches that need no plan since none of them is recursive.
    #[inline(always)]
    pub fn pick_among(&mut self, site: &'static str, branches: &impl Branches) -> Result<usize, Reject> {
        if !self.watched {
            return Ok(branches.lot(&mut self.rng));
        }
        apart(self.synced(|core| core.pick_among(site, branches)))
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

    /// A random number from 0 to `max` for a decision that only steers: it is no choice, and nothing records it.
    #[inline(always)]
    pub fn steer(&mut self, max: u64) -> u64 {
        self.rng.up_to(max)
    }

    /// The random word that was drawn last, for what its lower bits can decide.
    #[inline(always)]
    pub(crate) fn last_word(&self) -> u64 {
        self.rng.earlier(0)
    }

    /// Whether somebody else than chance decides.
    #[inline(always)]
    pub(crate) fn is_given(&self) -> bool {
        self.watched && (self.core.producer.is_some() || !self.core.forced.is_empty())
    }

    /// Whether what steers chance must be asked for the elements of the list that is drawn now, one by one.
    #[inline(always)]
    pub(crate) fn is_steered(&self) -> bool {
        self.watched && self.core.steering.as_ref().is_some_and(|steering| steering.sees_elements())
    }

    /// Whether a plan decides what is drawn here.
    #[inline]
    pub(crate) fn is_planned(&self) -> bool {
        self.watched && self.core.steering.as_ref().is_some_and(|steering| steering.size().is_some())
    }

    /// Whether a plan decides a pick that is made here, or somebody who knows how often its branches are to be taken.
    #[inline]
    pub(crate) fn is_decided(&self, site: &str) -> bool {
        self.is_planned() || (self.watched && self.core.steering.as_ref().is_some_and(|it| it.is_decided(site)))
    }

    /// Whether a recorder or a producer must see every choice. If not, spans need not be opened.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Gives up this value: what was drawn does not fit.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let even = from_fn(|src| {
    ///     let n = src.draw(0..100u8)?;
    ///     if n % 2 == 1 { return Err(src.reject()) }
    ///     Ok(n)
    /// });
    /// assert_eq!(even.sample(5) % 2, 0);
    /// ```
    #[track_caller]
    #[inline]
    pub fn reject(&mut self) -> Reject {
        self.reject_at(Place::here(), 1)
    }

    #[inline]
    pub(crate) fn reject_at(&mut self, place: Place, tries: u32) -> Reject {
        self.core.reason = Some(Reason::Condition { place, tries });
        Reject(())
    }

    /// Gives up because the generator was put together wrongly. It is never a counterexample.
    #[cold]
    pub fn misuse(&mut self, place: Option<Place>, message: impl Into<Cow<'static, str>>) -> Reject {
        self.core.reason = Some(Reason::Usage { place, message: message.into() });
        Reject(())
    }

    /// About how many choices a random case has made. Where nobody watches they are counted by the stretch.
    pub(crate) fn spent(&self) -> u64 {
        LIMIT.saturating_sub(self.core.left)
    }

    /// Why the last draw gave no value.
    pub fn reason(&self) -> Option<&Reason> {
        self.core.reason.as_ref()
    }

    /// Draws until there is some value: a condition, which stands where this is called, refuses the others.
    #[track_caller]
    pub fn such_that<T>(
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
            if self.is_given() || self.core.tries == 0 {
                return Err(self.reject_at(place, tries));
            }
            self.core.tries -= 1;
            tries += 1;
            self.rewind(start);
        }
    }

    /// Where to go back to if the part that begins here is to be tried again.
    #[inline]
    pub(crate) fn retry_point(&self) -> Retry {
        Retry {
            size: self.size,
            written: self.core.recorder.as_ref().map(Writer::mark),
            followed: self.core.steering.as_ref().map(|steering| steering.place()),
            turns: self.turns(),
        }
    }

    /// Forgets what was drawn since: a retry steers, and leaves no trace.
    #[inline]
    pub(crate) fn rewind(&mut self, to: Retry) {
        self.size = to.size;
        self.forget_turns(to.turns);
        if let (Some(recorder), Some(mark)) = (&mut self.core.recorder, to.written) {
            recorder.rewind(mark);
        }
        if let (Some(steering), Some(place)) = (&mut self.core.steering, to.followed) {
            steering.go_back(place);
        }
    }

    /// Where the next choice will be written, if a recorder runs.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        if self.watched { self.core.recorder.as_ref().map_or(0, Writer::len) } else { 0 }
    }

    /// Corrects a length that was recorded before its elements were known.
    pub(crate) fn amend(&mut self, at: usize, choice: u64) {
        if at == usize::MAX {
            self.core.impossible = Some(Place::here()); // the length was forced
            return;
        }
        if let Some(recorder) = &mut self.core.recorder {
            recorder.amend(at, choice);
        }
    }
}

/// The same result. But where a rejection is passed on, as by `?`, it goes its own way from here, and who draws without being
/// watched need not ask whether there was one. It is said to be rare as well: a compiler that takes each question for even odds
/// thinks that little code comes to its end, and does not inline what is there.
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
