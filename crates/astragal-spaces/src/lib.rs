//! All values of a generator: counted, indexed, ranked, and drawn uniformly by size. Big integers are needed here alone.
//!
//! A described generator is a graph (`Space`), and a `Measure` says what size means; from both comes a table of how many
//! values each part has at each size (`astragal-core`, `count`). Start with `measured.rs`: everything is a walk along the graph
//! that looks into the table. `boltzmann/mod.rs` draws values of millions of parts, for which nothing is counted;
//! `valid.rs` draws uniformly among those that meet a condition.

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

mod boltzmann;
mod enumerate;
mod measured;
mod partial;
mod uniform;
mod valid;

pub use boltzmann::Within;
pub use enumerate::Enumerate;
pub use measured::{Count, Measured};
pub use num_bigint::BigUint;
pub use uniform::{Sizes, Uniform};
pub use valid::UniformWhere;

/// The table of a graph, with counts of any size.
type Table = astragal_core::support::Table<BigUint>;
