//! Backwards, the trait [`Reflect`]: from a value to the choices that make it.
//!
//! Reflection is direct style. What follows a draw depends on the value that is taken apart, never on which trace made
//! it, so a product reflects part by part. What runs backwards is written once ([`Reflect::reflect`], over a [`Back`]); what
//! is wanted of it is the [`Back`]'s business: the first trace, all of them, or a value for the holes of a partial one.

mod back;
mod chance;
mod cover;
mod estimate;
mod forest;
pub(crate) mod holes;
mod key;
mod memory;
mod mismatch;
mod partial;
mod projection;
mod traces;

pub use back::{Back, OpenSpan};
pub use chance::Chance;
pub(crate) use chance::chance;
pub use estimate::Estimate;
pub(crate) use estimate::estimate;
pub use key::Key;
pub use mismatch::Mismatch;
pub use partial::Incomplete;
pub(crate) use partial::complete;
pub use traces::{Overlap, Traces};

pub use projection::{all_traces_of, choices_of, trace_of};
pub(crate) use projection::{projected, traces};

use super::Draw;

/// A generator that also runs backwards: it finds the choices that make a value, even one that it never made itself.
///
/// Size plays no part in it: a value larger than any that chance would draw reflects as well.
///
/// An implementation takes parts apart with [`Back::part`], tries alternatives with [`Back::any_of`], and says with
/// [`Back::made`] which values were made on the way: then all that can be done with it works.
///
/// It must reject a value that [`draw`](Draw::draw) cannot make. The methods that run a generator backwards replay what
/// it found and compare the result (`PartialEq`), so a mistake here is an error and never another value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not run backwards",
    label = "cannot find the choices that make a value",
    note = "closures run forwards only: write a `#[generator]` function in place of `from_fn`, `iso(there, back)` in place of `map`, `then_focus(back, next)` in place of `and_then`",
    note = "a function that returns a generator says what it can do: `-> impl Gen<Value = T> + Reflect + Closed`",
    note = "in `#[derive(Arbitrary)]`, add `forwards` to the field, as in `#[arbitrary(with = .., forwards)]`: then the type does not run backwards either; if the generator is not `Closed`, write `opaque`, or `opaque = ..` in place of `with = ..`"
)]
pub trait Reflect: Draw {
    /// Takes a value apart into the choices that make it.
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch>;
}
