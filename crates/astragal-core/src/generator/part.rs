//! What macros demand of a generator that the user wrote: that it is one, makes the right values, and has the powers it needs.
//!
//! A mistake is one error of the compiler. If the generator has what is demanded, [`Part`] has the method and returns it. If not,
//! the method is found on [`Lacking`], whose bound is the error, and a [`StandIn`] with all powers is returned, so that the
//! code that follows adds no errors of its own.

use std::marker::PhantomData;
use std::ops::Deref;

use super::reflect::{Back, Mismatch, Reflect};
use super::{Closed, Draw};
use crate::source::{Reject, Source};

/// A generator of type `G` where one of values of type `T` is needed.
pub struct Part<T, G>(Lacking<T, G>);

/// The same, of a generator that lacks what is demanded.
pub struct Lacking<T, G>(PhantomData<(T, G)>);

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
        Part(Lacking(PhantomData))
    }
}

impl<T, G> Deref for Part<T, G> {
    type Target = Lacking<T, G>;

    fn deref(&self) -> &Lacking<T, G> {
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

impl<T, G> Lacking<T, G> {
    /// Is not a generator, or of other values.
    pub fn must_draw(&self, _: G) -> StandIn<T>
    where
        G: Draw<Value: MadeAs<T>>,
    {
        StandIn(PhantomData)
    }

    /// Does not run backwards.
    pub fn must_reflect(&self, _: G) -> StandIn<T>
    where
        G: Reflect,
    {
        StandIn(PhantomData)
    }

    /// Does not run backwards, which is an error elsewhere.
    pub fn if_it_reflects(&self, _: G) -> StandIn<T> {
        StandIn(PhantomData)
    }

    /// Is not closed.
    pub fn must_be_closed(&self, _: G) -> StandIn<T>
    where
        G: Closed,
    {
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
