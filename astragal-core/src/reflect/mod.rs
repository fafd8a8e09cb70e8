//! Backwards: from a value to the choices that make it.
//!
//! Reflection is direct style. What follows a draw depends on the value that is taken apart, never on which trace made
//! it, so a product reflects part by part. What runs backwards is written once ([`Reflect::reflect`], over a [`Back`]); what
//! is wanted of it is the [`Back`]'s business: the first trace, all of them, or a value for the holes of a partial one.

mod back;
mod backwards;
mod chance;
mod forest;
pub(crate) mod holes;
mod key;
mod memory;
mod mismatch;
mod near;
mod partial;
mod shrinking;
mod traces;

pub use back::Back;
pub use backwards::Backwards;
pub use chance::Chance;
pub use key::Key;
pub use mismatch::Mismatch;
pub use near::Near;
pub use partial::Incomplete;
pub use shrinking::{NotShrunk, ShrunkValue};
pub use traces::{Overlap, Traces};

use crate::choices::Choices;
use crate::generator::Gen;

/// A generator that also runs backwards: it finds the choices that make a value, even one that it never made itself.
///
/// Size plays no part in it: a value larger than any that chance would draw reflects as well.
///
/// Whoever implements it takes parts apart with [`Back::part`], tries alternatives with [`Back::any_of`], and says with
/// [`Back::made`] which values were made on the way: then all that can be done with it works.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not run backwards",
    label = "cannot find the choices that make a value",
    note = "closures run forwards only: write a `#[generator]` function in place of `from_fn`, `iso(there, back)` in place of `map`, `then_focus(back, next)` in place of `and_then`",
    note = "in `#[derive(Arbitrary)]`, write `#[arbitrary(opaque)]` on the field, or `opaque = ..` in place of `with = ..`: the type is then drawn, but not run backwards"
)]
pub trait Reflect: Gen {
    /// Takes a value apart into the choices that make it.
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch>;
}

/// Runs a generator backwards: see [`Gen::choices_of`].
pub(crate) fn choices_of<G: Reflect + ?Sized>(generator: &G, value: &G::Value) -> Result<Choices, Mismatch> {
    let mut back = Back::first();
    let outcome = generator.reflect(value, &mut back);
    back.finish(outcome)
}
