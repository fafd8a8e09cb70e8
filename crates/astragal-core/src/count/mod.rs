//! Spaces counted: how many values there are of each size, which is the i-th, and one of them drawn uniformly.
//!
//! A described generator is a graph ([`Space`]), and a [`Measure`] says what size means. From both come tables of how many
//! values each part has at each size (`table`), and everything else is a walk along the graph that looks into them:
//! from a rank to choices (`unrank`), from choices to a rank (`rank`), from one value's choices to the next (`step`).
//! What comes out is choices, which the generator parses like any others.

mod boltzmann;
mod graph;
mod listing;
mod measure;
mod measured;
mod partial;
mod rank;
mod step;
mod table;
mod total;
mod uniform;
mod unordered;
mod unrank;
mod valid;

pub use boltzmann::Within;
pub use graph::Uncountable;
pub use listing::{Listing, Tiers, Values};
pub use measure::{Measure, Numbers, Rule};
pub use measured::{Count, Measured};
pub use num_bigint::BigUint;
pub use uniform::{Sizes, Uniform};
pub use valid::UniformWhere;

/// In how many ways so many of `among` can be chosen.
fn choose(among: &BigUint, count: usize) -> BigUint {
    if *among < BigUint::from(count) {
        return BigUint::ZERO;
    }
    (0..count).fold(BigUint::from(1u8), |ways, done| ways * (among - done) / (done + 1))
}
