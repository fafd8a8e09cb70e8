//! The demands of macros on a generator that the user wrote: that it is one, makes the right values, and has the powers it needs.
//!
//! A mistake is one compile error. If the generator has what is demanded, [`Part`] has the method and returns it. If not,
//! the method is found on [`Lacking`], whose bound is the error, and a [`StandIn`] with all powers is returned, so that the
//! code that follows adds no errors of its own.

use std::marker::PhantomData;
use std::ops::Deref;

use super::reflect::{Back, Mismatch, Reflect};
use super::{Closed, Draw};
use crate::source::{Reject, Source};

/// A generator of type `G` where one of values of type `T` is needed.
pub struct Part<T, G>(Lacking<T>, PhantomData<G>);

/// The same, where the generator lacks what is demanded. Only the methods name its type, so that the compiler points at it.
pub struct Lacking<T>(PhantomData<T>);

/// Takes the place of a generator that lacks something, in code that does not compile.
pub struct StandIn<T>(PhantomData<T>);

/// A value of just this type. A value of another type is the mistake of its generator.
#[diagnostic::on_unimplemented(
    message = "this generator makes values of type `{Self}`, but `{T}` is needed here",
    label = "makes `{Self}`",
    note = "the values of a generator are changed by `.map(..)`, or by `.iso(there, back)`"
)]
pub trait MadeAs<T> {}

impl<T> MadeAs<T> for T {}

impl<T, G> Part<T, G> {
    /// What is demanded of a generator.
    #[inline(always)]
    pub fn of(_: &G) -> Part<T, G> {
        Part(Lacking(PhantomData), PhantomData)
    }
}

impl<T, G> Deref for Part<T, G> {
    type Target = Lacking<T>;

    fn deref(&self) -> &Lacking<T> {
        &self.0
    }
}

impl<T, G: Draw<Value = T>> Part<T, G> {
    /// Demands that it makes these values.
    #[inline(always)]
    pub fn must_draw(self, generator: G) -> G {
        generator
    }
}

impl<T, G: Reflect> Part<T, G> {
    /// Demands that it runs backwards.
    #[inline(always)]
    pub fn must_reflect(self, generator: G) -> G {
        generator
    }

    /// Goes on only if it runs backwards, where that is demanded elsewhere.
    #[inline(always)]
    pub fn if_it_reflects(self, generator: G) -> G {
        generator
    }
}

impl<T, G: Closed> Part<T, G> {
    /// Demands that its space is closed.
    #[inline(always)]
    pub fn must_be_closed(self, generator: G) -> G {
        generator
    }
}

impl<T> Lacking<T> {
    /// Is not a generator, or of other values.
    pub fn must_draw<G: Draw<Value: MadeAs<T>>>(&self, _: G) -> StandIn<T> {
        StandIn(PhantomData)
    }

    /// Does not run backwards.
    pub fn must_reflect<G: Reflect>(&self, _: G) -> StandIn<T> {
        StandIn(PhantomData)
    }

    /// Does not run backwards, which is an error elsewhere.
    pub fn if_it_reflects<G>(&self, _: G) -> StandIn<T> {
        StandIn(PhantomData)
    }

    /// Is not closed.
    pub fn must_be_closed<G: Closed>(&self, _: G) -> StandIn<T> {
        StandIn(PhantomData)
    }
}

impl<T> Draw for StandIn<T> {
    type Value = T;

    fn draw(&self, _: &mut Source) -> Result<T, Reject> {
        unreachable!("a generator that lacks something does not compile")
    }
}

impl<T> Reflect for StandIn<T> {
    fn reflect(&self, _: &T, _: &mut Back) -> Result<(), Mismatch> {
        unreachable!("a generator that lacks something does not compile")
    }
}

impl<T> Closed for StandIn<T> {}
