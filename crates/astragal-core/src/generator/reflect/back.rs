//! What a generator writes to while it runs backwards, whatever is wanted of it.

use std::any::type_name;
use std::fmt;

use super::forest::{Forest, NodeId, Planting};
use super::memory::{Known, Memory};
use super::partial::Holes;
use super::{Key, Mismatch, Reflect};
use crate::choices::{Choices, Label, Mark, Writer};
use crate::generator::{Draw, record_at};
use crate::source::Plan;
use crate::source::{DEFAULT_SIZE, StackGuard, to_choice, too_deep};

/// What a generator writes to while it runs backwards.
///
/// A generator says what there is: choices, spans, parts, alternatives. Whether the first alternative that fits is taken or
/// all of them, and whether a part is a hole to be filled, is not its business.
#[derive(Debug)]
pub struct Back {
    writer: Writer,
    path: Vec<&'static str>,
    stack: StackGuard,
    furthest: Option<Mismatch>,
    /// Nothing else is tried: the value is too deep, or there is too much to try.
    gave_up: bool,
    memory: Memory,
    /// Where all traces are wanted: what is written in place of one.
    forest: Option<Box<Planting>>,
    /// Where the value has holes.
    holes: Option<Box<Holes>>,
    /// The size at which holes are filled.
    size: u32,
}

/// A span that is not over. See [`Back::open_span`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OpenSpan(usize);

/// A place in a trace to which it can go back.
#[derive(Clone, Copy)]
struct Place {
    written: Mark,
    planted: usize,
    filled: usize,
    depth: usize,
}

/// What is to be remembered of what runs now.
enum Sharing {
    /// It is known already.
    Known(Result<(), Mismatch>),
    /// It is not; with the node for its ways, where all are wanted.
    New(Option<(NodeId, usize)>),
}

impl Back {
    fn new() -> Back {
        Back {
            writer: Writer::with_room(),
            path: Vec::new(),
            stack: StackGuard::here(),
            furthest: None,
            gave_up: false,
            memory: Memory::new(),
            forest: None,
            holes: None,
            size: DEFAULT_SIZE,
        }
    }

    /// For the first trace.
    pub(crate) fn first() -> Back {
        Back::new()
    }

    /// For all traces; at most `budget` nodes.
    pub(super) fn all(budget: usize) -> Back {
        Back { forest: Some(Box::new(Planting::new(budget))), ..Back::new() }
    }

    /// For a value with holes.
    pub(super) fn filling(holes: Holes) -> Back {
        Back { holes: Some(Box::new(holes)), ..Back::new() }
    }

    /// The trace, or the mismatch that was furthest inside the value.
    pub(super) fn finish(self, outcome: Result<(), Mismatch>) -> Result<Choices, Mismatch> {
        match outcome {
            Ok(()) => Ok(self.writer.finish_and_remember()),
            Err(mismatch) => Err(self.furthest.unwrap_or(mismatch)),
        }
    }

    /// All traces.
    pub(super) fn finish_all(self, outcome: Result<(), Mismatch>) -> Result<Forest, Mismatch> {
        let why = self.furthest;
        match (outcome, self.forest) {
            (Err(mismatch), _) => Err(why.unwrap_or(mismatch)),
            (Ok(()), None) => Ok(Forest::default()),
            (Ok(()), Some(planting)) => planting.finish().ok_or_else(|| {
                why.unwrap_or_else(|| Mismatch::at_root("the value is only made of itself, and never of an end"))
            }),
        }
    }

    /// What was filled in.
    pub(super) fn holes(&self) -> Option<&Holes> {
        self.holes.as_deref()
    }

    /// Whether the value has holes: then a condition on the whole says nothing yet. It is judged when they are filled, forwards.
    pub fn has_holes(&self) -> bool {
        self.holes.is_some()
    }

    /// Whether all traces are wanted.
    pub(crate) fn wants_all(&self) -> bool {
        self.forest.is_some()
    }

    /// There are other ways to make what is taken apart now, which are not written.
    pub fn unlisted(&mut self) {
        if let Some(forest) = &mut self.forest {
            forest.unlisted();
        }
    }

    /// A choice: a number from 0 to `max`.
    #[inline]
    pub fn put(&mut self, value: u64, max: u64) {
        match &mut self.forest {
            None => self.writer.put(value, max),
            Some(forest) => forest.put(value, max),
        }
    }

    /// The choice behind [`Source::offset`](crate::Source::offset).
    pub fn put_offset(&mut self, offset: u64, max: u64, origin: u64) {
        self.put(to_choice(offset, max, origin), max);
    }

    /// The branch of a labelled pick, where the value says which it is.
    pub fn put_arm(&mut self, plan: &Plan, arm: usize) {
        let rank = plan.rank(arm);
        self.put_branch(plan.site(), plan.branches()[rank], rank, plan.len());
    }

    /// The branch of a labelled pick by its rank among `count`.
    pub fn put_branch(&mut self, site: &'static str, branch: impl Into<Label>, rank: usize, count: usize) {
        let (rank, max) = (rank as u64, count as u64 - 1);
        match &mut self.forest {
            None => self.writer.put_pick(rank, max, site, branch),
            Some(forest) => forest.put_pick(rank, max, site, branch.into()),
        }
    }

    /// A part of the value: runs `generator` backwards on it. `Ok(Some(v))` where the part is a hole of a partial value, which
    /// was filled by drawing: go on with `v`.
    #[inline]
    pub fn part<G: Reflect + ?Sized>(&mut self, generator: &G, value: &G::Value) -> Result<Option<G::Value>, Mismatch> {
        if self.holes.is_some() {
            if let Some(filled) = self.fill(generator, value)? {
                return Ok(Some(filled));
            }
        }
        match generator.reflect(value, self) {
            Ok(()) => Ok(None),
            Err(mismatch) => Err(mismatch),
        }
    }

    /// Fills a part if it is a hole; `false` if it is none, and is to be taken apart. For values that are taken apart by a loop, not
    /// part by part.
    #[doc(hidden)]
    pub fn fill_hole<V, G: Draw + ?Sized>(&mut self, generator: &G, part: &V) -> Result<bool, Mismatch> {
        if self.holes.is_none() {
            return Ok(false);
        }
        let address = std::ptr::from_ref(part).addr();
        let Some(seed) = self.holes.as_mut().and_then(|holes| holes.open(address, type_name::<V>())) else {
            return Ok(false);
        };
        self.fill_with(generator, seed).map(|_| true)
    }

    /// Draws a value for a hole and copies the choices that it took.
    #[cold]
    fn fill<G: Reflect + ?Sized>(&mut self, generator: &G, value: &G::Value) -> Result<Option<G::Value>, Mismatch> {
        let address = std::ptr::from_ref(value).addr();
        let Some(seed) = self.holes.as_mut().and_then(|holes| holes.open(address, type_name::<G::Value>())) else {
            return Ok(None);
        };
        self.fill_with(generator, seed).map(Some)
    }

    #[cold]
    fn fill_with<G: Draw + ?Sized>(&mut self, generator: &G, seed: u64) -> Result<G::Value, Mismatch> {
        match record_at(generator, seed, self.size) {
            Ok((drawn, choices)) => {
                self.copy(&choices);
                Ok(drawn)
            }
            Err(gave_up) => Err(self.mismatch(format_args!("a hole cannot be filled: {gave_up}"))),
        }
    }

    /// Alternatives by rank: the first that fits, or all of them where all traces are wanted. The closure writes the pick
    /// itself ([`put_branch`](Back::put_branch), [`put_arm`](Back::put_arm)) and then the arm.
    ///
    /// If none fits, the mismatch is that of the last: a caller that knows more replaces it.
    pub fn any_of(
        &mut self,
        count: usize,
        arm: impl FnMut(&mut Back, usize) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        self.any_among(0..count, arm)
    }

    /// As [`any_of`](Back::any_of), for alternatives that are found one after the other: no more of them than are needed.
    #[doc(hidden)]
    pub fn any_among<T>(
        &mut self,
        alternatives: impl IntoIterator<Item = T>,
        mut arm: impl FnMut(&mut Back, T) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        let mut last = None;
        let start = self.place();
        let mut ways = Vec::new();
        for alternative in alternatives {
            match arm(self, alternative) {
                Ok(()) => match &mut self.forest {
                    None => return Ok(()),
                    Some(forest) => {
                        ways.push(forest.gather(start.planted));
                        if !forest.has_room() {
                            forest.unlisted();
                            break;
                        }
                    }
                },
                Err(mismatch) => {
                    self.go_back(start);
                    self.gave_up |= self.forest.as_mut().is_some_and(|forest| !forest.may_fail());
                    if self.gave_up {
                        return Err(mismatch);
                    }
                    last = Some(mismatch);
                }
            }
        }
        match (&mut self.forest, ways.is_empty()) {
            (Some(forest), false) => {
                forest.put_either(ways);
                Ok(())
            }
            _ => Err(last.unwrap_or_else(|| self.mismatch("there is no alternative"))),
        }
    }

    /// Tries what may fit; if it does not, nothing of it is left.
    ///
    /// Of alternatives that are tried with this only one is found: see [`any_of`](Back::any_of).
    pub fn attempt(&mut self, part: impl FnOnce(&mut Back) -> Result<(), Mismatch>) -> Result<(), Mismatch> {
        let start = self.place();
        let outcome = part(self);
        if outcome.is_err() {
            self.go_back(start);
        }
        outcome
    }

    fn place(&self) -> Place {
        Place {
            written: self.writer.mark(),
            planted: self.forest.as_ref().map_or(0, |forest| forest.len()),
            filled: self.holes.as_ref().map_or(0, |holes| holes.filled()),
            depth: self.path.len(),
        }
    }

    fn go_back(&mut self, to: Place) {
        self.writer.rewind(to.written);
        self.path.truncate(to.depth);
        if let Some(forest) = &mut self.forest {
            forest.truncate(to.planted);
        }
        if let Some(holes) = &mut self.holes {
            holes.truncate(to.filled);
        }
    }

    /// Fills holes at another size.
    pub(crate) fn at_size<R>(&mut self, size: u32, part: impl FnOnce(&mut Back) -> R) -> R {
        let outer = std::mem::replace(&mut self.size, size);
        let result = part(self);
        self.size = outer;
        result
    }

    /// A part that takes several choices, as with [`Source::open`](crate::Source::open).
    pub fn span(
        &mut self,
        label: &'static str,
        part: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        self.path.push(label);
        if !self.stack.has_room() {
            return Err(self.too_deep());
        }
        let start = match &self.forest {
            None => {
                self.writer.open(label);
                0
            }
            Some(forest) => forest.len(),
        };
        match part(self) {
            Ok(()) => {
                self.end_span(label, start);
                Ok(())
            }
            Err(mismatch) => Err(mismatch),
        }
    }

    /// Begins a span that [`close_span`](Back::close_span) ends, for a value that is taken apart by a loop: it takes no stack, however
    /// deep it is.
    #[doc(hidden)]
    pub fn open_span(&mut self, label: &'static str) -> OpenSpan {
        self.path.push(label);
        OpenSpan(match &self.forest {
            None => {
                self.writer.open(label);
                0
            }
            Some(forest) => forest.len(),
        })
    }

    /// Ends a span. Not needed on the way out with a mismatch.
    #[doc(hidden)]
    pub fn close_span(&mut self, label: &'static str, span: OpenSpan) {
        self.end_span(label, span.0);
    }

    /// One trace is the only one that is wanted: no other is searched for at such a depth. Of all, some are missing.
    #[cold]
    fn too_deep(&mut self) -> Mismatch {
        self.gave_up |= self.forest.is_none();
        self.unlisted();
        self.mismatch(too_deep())
    }

    #[inline]
    fn end_span(&mut self, label: &'static str, start: usize) {
        match &mut self.forest {
            None => self.writer.close(),
            Some(forest) => forest.put_span(label, start),
        }
        self.path.pop();
    }

    /// Runs `part` on values (or with generators) that were made on the way back and are gone afterwards: nothing about them is
    /// remembered by address. They must be there before `part` begins, and until it ends.
    ///
    /// ```
    /// use astragal::{Draw, Reject, Source};
    /// use astragal::backwards::{Back, Mismatch};
    /// use astragal::prelude::*;
    ///
    /// /// Even numbers, as their halves.
    /// struct Even;
    ///
    /// impl Draw for Even {
    ///     type Value = u32;
    ///     fn draw(&self, src: &mut Source) -> Result<u32, Reject> {
    ///         Ok(src.try_draw(0..1000u32)? * 2)
    ///     }
    /// }
    ///
    /// impl Reflect for Even {
    ///     fn reflect(&self, value: &u32, back: &mut Back) -> Result<(), Mismatch> {
    ///         if value % 2 == 1 {
    ///             return Err(back.mismatch(format_args!("{value} is odd")));
    ///         }
    ///         let half = value / 2;
    ///         back.made(|back| back.part(&(0..1000u32), &half))?;
    ///         Ok(())
    ///     }
    /// }
    ///
    /// assert_eq!(Even.choices_of(&86).unwrap().numbers().collect::<Vec<_>>(), [43]);
    /// ```
    #[inline]
    pub fn made<R>(&mut self, part: impl FnOnce(&mut Back) -> R) -> R {
        self.memory.begin();
        let result = part(self);
        self.memory.end();
        result
    }

    /// A generator on a value, known by its key: overlap is then found by memory instead of by trying everything again, and a
    /// value that is made of itself is infinite overlap.
    ///
    /// Only what contains itself needs it.
    #[inline]
    pub fn shared<V>(
        &mut self,
        generator: Key,
        value: &V,
        part: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        let address = std::ptr::from_ref(value).addr();
        let mut reserved = None;
        // While nothing has failed and one trace is enough, there is nothing to remember.
        if self.forest.is_some() || !self.memory.is_empty() {
            match self.recall(generator, address) {
                Sharing::Known(outcome) => return outcome,
                Sharing::New(node) => reserved = node,
            }
        }
        match part(self) {
            Ok(()) => {
                if let (Some((node, start)), Some(forest)) = (reserved, &mut self.forest) {
                    forest.settle(node, start);
                }
                Ok(())
            }
            Err(mismatch) => Err(self.remember(generator, address, mismatch)),
        }
    }

    /// Remembers that a value does not fit, so that it is not tried again.
    #[cold]
    fn remember(&mut self, generator: Key, address: usize, mismatch: Mismatch) -> Mismatch {
        // A value that was given up, or that has holes, may fit another time.
        if self.holes.is_none() && !self.gave_up {
            self.memory.insert(generator, address, Known::No(mismatch.clone()));
        }
        mismatch
    }

    #[inline(never)]
    fn recall(&mut self, generator: Key, address: usize) -> Sharing {
        match (self.memory.get(generator, address), &mut self.forest) {
            (Some(Known::No(mismatch)), _) => Sharing::Known(Err(mismatch.clone())),
            (Some(&Known::Ways(node)), Some(forest)) => {
                forest.put_node(node);
                Sharing::Known(Ok(()))
            }
            (None, Some(forest)) => {
                let start = forest.len();
                let node = forest.reserve();
                self.memory.insert(generator, address, Known::Ways(node));
                Sharing::New(Some((node, start)))
            }
            (_, None) => Sharing::New(None),
        }
    }

    /// A span of a type that may contain itself: [`shared`](Back::shared) and [`span`](Back::span) in one.
    #[inline]
    pub fn named<T: 'static, V>(
        &mut self,
        label: &'static str,
        value: &V,
        part: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        self.shared(Key::of::<T>(), value, |back| back.span(label, part))
    }

    /// Writes what `part` writes into a sequence of its own, for parts whose order is not that of the value. Only one trace of
    /// it is taken.
    pub(crate) fn apart(&mut self, part: impl FnOnce(&mut Back) -> Result<(), Mismatch>) -> Result<Choices, Mismatch> {
        self.unlisted();
        let forest = self.forest.take();
        let own = std::mem::take(&mut self.writer);
        // A remembered node is not a trace.
        let memory = forest.is_some().then(|| std::mem::replace(&mut self.memory, Memory::new()));
        let outcome = part(self);
        let written = std::mem::replace(&mut self.writer, own);
        self.forest = forest;
        if let Some(memory) = memory {
            self.memory = memory;
        }
        outcome.map(|()| written.finish())
    }

    /// Copies all units of a sequence.
    pub(crate) fn copy(&mut self, choices: &Choices) {
        match &mut self.forest {
            None => choices.units().for_each(|unit| self.writer.copy(choices, unit)),
            Some(forest) => forest.put_trace(choices.clone()),
        }
    }

    /// The value does not fit here.
    pub fn mismatch(&mut self, what: impl fmt::Display) -> Mismatch {
        let mismatch = Mismatch::at(&self.path, what);
        if self.furthest.as_ref().is_none_or(|furthest| furthest.depth() <= mismatch.depth()) {
            self.furthest = Some(mismatch.clone());
        }
        mismatch
    }
}
