//! Backwards: from a value to the choices that make it.
//!
//! Reflection is direct style. What follows a draw depends on the value that is taken apart, never on which trace made
//! it, so a product reflects part by part, and at an ambiguous pick the first arm that fits is taken.

use std::fmt;

use crate::choices::{Choices, Label, Writer};
use crate::generator::Gen;
use crate::source::{StackGuard, TOO_DEEP, to_choice};
use crate::space::Plan;

/// A generator that also runs backwards: it finds the choices that make a value, even one that it never made itself.
///
/// Size plays no part in it: a value larger than any that chance would draw reflects as well.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not run backwards",
    label = "cannot find the choices that make a value",
    note = "closures run forwards only: use `iso(there, back)` in place of `map`, and static sums and products in place of `from_fn` and `and_then`",
    note = "in `#[derive(Arbitrary)]`, write `#[arbitrary(opaque)]` on the field, or `opaque = ..` in place of `with = ..`: the type is then drawn, but not run backwards"
)]
pub trait Reflect: Gen {
    /// Takes a value apart into the choices that make it.
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch>;
}

/// Runs a generator backwards: see [`Gen::choices_of`].
pub(crate) fn choices_of<G: Reflect + ?Sized>(generator: &G, value: &G::Value) -> Result<Choices, Mismatch> {
    let mut back = Back::new();
    match generator.reflect(value, &mut back) {
        Ok(()) => Ok(back.writer.finish()),
        Err(mismatch) => Err(back.furthest.unwrap_or(mismatch)),
    }
}

/// What a generator writes to while it runs backwards.
#[derive(Debug)]
pub struct Back {
    writer: Writer,
    path: Vec<&'static str>,
    stack: StackGuard,
    furthest: Option<Mismatch>,
}

impl Back {
    pub(crate) fn new() -> Back {
        Back { writer: Writer::default(), path: Vec::new(), stack: StackGuard::here(), furthest: None }
    }

    /// A choice: a number from 0 to `max`.
    pub fn put(&mut self, value: u64, max: u64) {
        self.writer.put(value, max);
    }

    /// The choice behind [`Source::offset`](crate::Source::offset).
    pub fn put_offset(&mut self, offset: u64, max: u64, origin: u64) {
        self.writer.put(to_choice(offset, max, origin), max);
    }

    /// The branch of a labelled pick, where the value says which it is.
    pub fn put_arm(&mut self, plan: &Plan, arm: usize) {
        let rank = plan.rank(arm);
        self.put_branch(plan.site(), plan.branches()[rank], rank, plan.len());
    }

    /// The branch of a labelled pick by its rank among `count`.
    pub fn put_branch(&mut self, site: &'static str, branch: &'static str, rank: usize, count: usize) {
        self.writer.put_pick(rank as u64, count as u64 - 1, site, branch);
    }

    /// Tries what may fit; if it does not, nothing of it is left.
    pub fn attempt(&mut self, part: impl FnOnce(&mut Back) -> Result<(), Mismatch>) -> Result<(), Mismatch> {
        let (mark, depth) = (self.writer.mark(), self.path.len());
        let outcome = part(self);
        if outcome.is_err() {
            self.writer.rewind(mark);
            self.path.truncate(depth);
        }
        outcome
    }

    /// A part of the value: runs `generator` backwards on it. `Ok(Some(v))` where the part is a hole of a partial value, which
    /// was filled by drawing: go on with `v`.
    pub fn part<G: Reflect + ?Sized>(&mut self, generator: &G, value: &G::Value) -> Result<Option<G::Value>, Mismatch> {
        generator.reflect(value, self).map(|()| None)
    }

    /// Alternatives by rank: the first that fits.
    pub fn any_of(
        &mut self,
        count: usize,
        mut arm: impl FnMut(&mut Back, usize) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        let mut last = None;
        for rank in 0..count {
            match self.attempt(|back| arm(back, rank)) {
                Ok(()) => return Ok(()),
                Err(mismatch) => last = Some(mismatch),
            }
        }
        Err(last.unwrap_or_else(|| self.mismatch("there is no alternative")))
    }

    /// What runs on values that were made on the way back.
    pub fn made<R>(&mut self, part: impl FnOnce(&mut Back) -> R) -> R {
        part(self)
    }

    /// A generator on a value, known by its key.
    pub fn shared<V>(
        &mut self,
        _generator: Key,
        _value: &V,
        part: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        part(self)
    }

    /// A part that takes several choices, as with [`Source::open`](crate::Source::open).
    pub fn span(
        &mut self,
        label: &'static str,
        part: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        self.path.push(label);
        if !self.stack.has_room() {
            return Err(self.mismatch(TOO_DEEP));
        }
        self.writer.open(label);
        part(self)?;
        self.writer.close();
        self.path.pop();
        Ok(())
    }

    /// Writes what `part` writes into a sequence of its own, for parts whose order is not that of the value.
    pub(crate) fn apart(&mut self, part: impl FnOnce(&mut Back) -> Result<(), Mismatch>) -> Result<Choices, Mismatch> {
        let own = std::mem::take(&mut self.writer);
        let outcome = part(self);
        let written = std::mem::replace(&mut self.writer, own);
        outcome.map(|()| written.finish())
    }

    /// Copies all units of a sequence.
    pub(crate) fn copy(&mut self, choices: &Choices) {
        for unit in choices.units() {
            self.writer.copy(choices, unit);
        }
    }

    /// The value does not fit here.
    pub fn mismatch(&mut self, what: impl fmt::Display) -> Mismatch {
        // Deep values have long paths: what is said is where the mismatch is, and how it begins.
        let shown = self.path.len().saturating_sub(8);
        let mut path: String = if shown > 0 { format!(".. {shown} more > ") } else { String::new() };
        path.push_str(&self.path[shown..].join(" > "));
        let mismatch = Mismatch { what: what.to_string(), path: Label::from(path), depth: self.path.len() };
        if self.furthest.as_ref().is_none_or(|furthest| furthest.depth <= mismatch.depth) {
            self.furthest = Some(mismatch.clone());
        }
        mismatch
    }
}

/// What tells generators apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    /// By a type.
    pub fn of<G: 'static + ?Sized>() -> Key {
        Key(0)
    }

    /// And by arguments.
    pub fn with(self, _argument: &(impl std::hash::Hash + ?Sized)) -> Key {
        self
    }
}

/// Why a value is not one that the generator makes: what does not fit, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    what: String,
    path: Label,
    depth: usize,
}

impl Mismatch {
    /// What does not fit as a whole.
    #[cfg(feature = "count")]
    pub(crate) fn at_root(what: &str) -> Mismatch {
        Mismatch { what: what.to_string(), path: Label::from(String::new()), depth: 0 }
    }

    /// What does not fit.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The labels of the spans that lead there.
    pub fn path(&self) -> &str {
        self.path.as_str()
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_missing() { f.write_str(&self.what) } else { write!(f, "at {}: {}", self.path, self.what) }
    }
}

impl std::error::Error for Mismatch {}
