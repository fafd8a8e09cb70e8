//! Spaces counted: how many values there are of each size, which is the i-th, and one of them drawn uniformly.
//!
//! A described generator is a graph ([`Space`]), and a [`Measure`] says what size means. From both come tables of how many
//! values each part has at each size (`table`), and everything else is a walk along the graph that looks into them:
//! from a rank to choices (`unrank`), from choices to a rank (`rank`), from one value's choices to the next (`step`).
//! What comes out is choices, which the generator parses like any others.

pub(crate) mod graph;
pub(crate) mod listing;
pub(crate) mod measure;
pub(crate) mod number;
pub(crate) mod rank;
mod step;
pub(crate) mod table;
mod total;
mod unordered;
pub(crate) mod unrank;

pub use graph::Uncountable;
pub use listing::{Listing, Tiers, Values};
pub use measure::{Measure, Numbers, Rule};
use number::Number;

/// In how many ways `count` of `among` can be chosen.
fn choose<N: Number>(among: &N, count: usize) -> N {
    if *among < N::of(count) {
        return N::ZERO;
    }
    (0..count).fold(N::of(1), |ways, done| ways * (among.clone() - N::of(done)) / N::of(done + 1))
}
