//! A generator and a shrinker of a user: the way through the shrinker is drawn as choices.

use super::own_steps::LABEL;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Closed, Draw, Gen};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// How many values of a shrinker are tried: it may give infinitely many, and any number must parse in finite time.
pub(super) const CANDIDATES: u64 = u16::MAX as u64;

/// See [`Shrinking::shrink_with`](super::Shrinking::shrink_with).
///
/// Its span holds what the generator draws and then a span of steps: each number takes that one of the shrinker's values,
/// counted from 1, and 0 ends. Chance takes no step, so a case that is not watched costs nothing more.
#[derive(Clone, Copy, Debug)]
pub struct ShrinkWith<G, F> {
    inner: G,
    shrinker: F,
}

impl<G, F> ShrinkWith<G, F> {
    pub(super) fn new(inner: G, shrinker: F) -> ShrinkWith<G, F> {
        ShrinkWith { inner, shrinker }
    }
}

impl<I: IntoIterator<Item = G::Value>, G: Draw, F: Fn(&G::Value) -> I> ShrinkWith<G, F> {
    fn draw_watched(&self, src: &mut Source) -> Result<G::Value, Reject> {
        src.open("shrink_with");
        let mut value = self.inner.draw(src)?;
        src.open(LABEL);
        while let Some(simpler) = self.draw_step(&value, src)? {
            value = simpler;
        }
        src.close();
        src.close();
        Ok(value)
    }

    /// The value that the next step leads to; nothing at the end of the steps.
    fn draw_step(&self, from: &G::Value, src: &mut Source) -> Result<Option<G::Value>, Reject> {
        let at = src.position();
        let step = src.leaf(CANDIDATES, |_| 0, |&step| step, |choice| choice)?;
        let Some(index) = step.checked_sub(1) else { return Ok(None) };
        let simpler = (self.shrinker)(from).into_iter().nth(index as usize);
        if simpler.is_none() {
            src.amend(at, 0); // there are fewer: the step is not taken, and what was understood is the end
        }
        Ok(simpler)
    }
}

impl<I: IntoIterator<Item = G::Value>, G: Draw, F: Fn(&G::Value) -> I> Draw for ShrinkWith<G, F> {
    type Value = G::Value;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_watched() { self.draw_watched(src) } else { self.inner.draw(src) }
    }

    #[inline(always)]
    fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<G::Value>, Reject> {
        if !src.is_watched() {
            return self.inner.draw_vec(src, count);
        }
        (0..count).map(|_| self.draw_watched(src)).collect()
    }

    /// The steps are a choice with only one value, unless a step is asked for.
    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let parts = vec![self.inner.describe(sketch), sketch.number(0)];
        sketch.add(Shape::Product(parts))
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.inner.growth()
    }
}

impl<I: IntoIterator<Item = G::Value>, G: Reflect, F: Fn(&G::Value) -> I> Reflect for ShrinkWith<G, F> {
    /// Without a step: a value that a way through the shrinker led to becomes one that was drawn as it is.
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.unlisted();
        back.span("shrink_with", |back| {
            back.part(&self.inner, value)?;
            back.span(LABEL, |back| {
                back.put(0, CANDIDATES);
                Ok(())
            })
        })
    }
}

impl<I: IntoIterator<Item = G::Value>, G: Closed, F: Fn(&G::Value) -> I> Closed for ShrinkWith<G, F> {}

impl<G, F> Gen for ShrinkWith<G, F> where Self: Draw {}
