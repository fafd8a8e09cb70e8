//! Which values are drawn: as often as is said, with an invariant, or grown step by step.
//!
//! `frequencies` computes the weights that make constructors as frequent as one wants; `holey` grows trees hole by hole, with
//! an invariant that holds by construction; `grow` makes values from start values by steps. Strategies, which plan a whole
//! value, are in `astragal-core`, since properties are checked with one; `shaping` has the methods for both.

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

mod frequencies;
mod grow;
mod holey;
mod shaping;

pub use frequencies::{Conflict, Frequencies, FrequencyError, Frequent};
pub use grow::{
    BreadthFirst, ByChoices, ByHand, FirstGrown, Grow, Growing, Grown, Lists, MapGrowth, NamedStep, Pairs, PartEdit,
    Sprout, grow, grown,
};
#[doc(hidden)]
pub use grow::{Sprouting, Try};
pub use holey::{Both, ByFunctions, Children, ClosedHoles, Either, Holes, Holey, Unbuild, Walk, WayBack, holey};
pub use shaping::Shaping;
