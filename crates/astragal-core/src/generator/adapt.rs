//! Generators made from another one by a function: map, iso, filter_map, and_then.

use std::any::type_name;

use super::filter::retry;
use super::forward::pass_on;
use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// See [`Gen::map`](super::Gen::map).
#[derive(Clone, Copy, Debug)]
pub struct Map<G, F> {
    pub(super) inner: G,
    pub(super) function: F,
}

impl<B, G: Draw, F: Fn(G::Value) -> B> Draw for Map<G, F> {
    type Value = B;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<B, Reject> {
        match self.inner.draw(src) {
            Ok(value) => Ok((self.function)(value)),
            Err(reject) => Err(reject),
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.inner.describe(sketch);
        sketch.add(Shape::Mapped { of })
    }

    pass_on!(inner: growth, has_closures);
}

impl<B, G: Closed, F: Fn(G::Value) -> B> Closed for Map<G, F> {}

/// See [`Gen::iso`](super::Gen::iso).
#[derive(Clone, Copy, Debug)]
pub struct Iso<G, F, I> {
    pub(super) inner: G,
    pub(super) there: F,
    pub(super) back: I,
}

impl<G, F, I> Iso<G, F, I> {
    /// As [`Gen::iso`](super::Gen::iso), where the type must be named.
    pub(crate) const fn new(inner: G, there: F, back: I) -> Iso<G, F, I> {
        Iso { inner, there, back }
    }
}

impl<B, G: Draw, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<G::Value>> Draw for Iso<G, F, I> {
    type Value = B;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<B, Reject> {
        match self.inner.draw(src) {
            Ok(value) => Ok((self.there)(value)),
            Err(reject) => Err(reject),
        }
    }

    pass_on!(inner: describe, growth, has_closures);
}

impl<B, G: Reflect, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<G::Value>> Reflect for Iso<G, F, I> {
    fn reflect(&self, value: &B, back: &mut Back) -> Result<(), Mismatch> {
        match (self.back)(value) {
            Some(inner) => back.made(|back| back.part(&self.inner, &inner)).map(drop),
            None => Err(back.mismatch("the way back does not know this value")),
        }
    }
}

impl<B, G: Closed, F: Fn(G::Value) -> B, I: Fn(&B) -> Option<G::Value>> Closed for Iso<G, F, I> {}

/// See [`Gen::filter_map`](super::Gen::filter_map).
#[derive(Clone, Copy, Debug)]
pub struct FilterMap<G, F> {
    pub(super) inner: G,
    pub(super) function: F,
    pub(super) place: Place,
}

impl<B, G: Draw, F: Fn(G::Value) -> Option<B>> Draw for FilterMap<G, F> {
    type Value = B;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<B, Reject> {
        retry(src, self.place, |src| Ok((self.function)(self.inner.draw(src)?)))
    }

    pass_on!(inner: growth, has_closures);
}

/// A value, and then one of the generator that is made of it: what is called `S`.
#[inline(always)]
fn draw_both<S, G: Draw, H: Draw>(
    first: &G,
    next: impl Fn(G::Value) -> H,
    src: &mut Source,
) -> Result<H::Value, Reject> {
    src.open("and_then");
    let first = first.draw(src)?;
    src.rest_may_be_opaque(type_name::<S>());
    let value = next(first).draw(src)?;
    src.close();
    Ok(value)
}

/// The space of what comes first, and then something that depends on it.
fn describe_both<S, G: Draw, H: Draw>(first: &G, next: impl Fn(G::Value) -> H, sketch: &mut Sketch) -> NodeId {
    let part = first.describe(sketch);
    sketch.family(type_name::<S>(), part, |sketch, choices| match first.draw(sketch.reading(choices)) {
        Ok(value) => {
            let next = next(value).describe(sketch);
            Some(sketch.add(Shape::Product(vec![next])))
        }
        Err(_) => sketch.no_value(),
    })
}

/// See [`Gen::and_then`](super::Gen::and_then).
#[derive(Clone, Copy, Debug)]
pub struct AndThen<G, F> {
    pub(super) inner: G,
    pub(super) next: F,
}

impl<G: Draw, H: Draw, F: Fn(G::Value) -> H> Draw for AndThen<G, F> {
    type Value = H::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<H::Value, Reject> {
        src.has_room()?; // what follows may be this again
        draw_both::<Self, G, H>(&self.inner, &self.next, src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        describe_both::<Self, G, H>(&self.inner, &self.next, sketch)
    }

    pass_on!(inner: growth);

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

impl<G: Closed, H: Closed, F: Fn(G::Value) -> H> Closed for AndThen<G, F> {}

/// See [`Gen::then_focus`](super::Gen::then_focus).
#[derive(Clone, Copy, Debug)]
pub struct ThenFocus<G, I, F> {
    pub(super) inner: G,
    pub(super) focus: I,
    pub(super) next: F,
}

impl<G: Draw, H: Draw, I, F: Fn(G::Value) -> H> Draw for ThenFocus<G, I, F> {
    type Value = H::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<H::Value, Reject> {
        draw_both::<Self, G, H>(&self.inner, &self.next, src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        describe_both::<Self, G, H>(&self.inner, &self.next, sketch)
    }

    pass_on!(inner: growth);

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

impl<G: Reflect, H: Reflect, I: Fn(&H::Value) -> Option<G::Value>, F: Fn(G::Value) -> H> Reflect
    for ThenFocus<G, I, F>
{
    fn reflect(&self, value: &H::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.span("and_then", |back| match (self.focus)(value) {
            Some(first) => {
                back.made(|back| back.part(&self.inner, &first))?;
                let next = (self.next)(first);
                // The generator is gone afterwards, so nothing is remembered of what it says.
                back.made(|back| back.part(&next, value)).map(drop)
            }
            None => Err(back.mismatch("the focus does not find the value that was drawn first")),
        })
    }
}

impl<G: Closed, H: Closed, I: Fn(&H::Value) -> Option<G::Value>, F: Fn(G::Value) -> H> Closed for ThenFocus<G, I, F> {}
