//! A tree that grows where there is a hole, and the weighting that chooses which hole is filled next.
//!
//! `partial` is the tree that grows, `weighting` chooses among its holes, with the help of `index` (holes by a key), `subtrees`
//! (a random walk) and `allotment` (shapes counted by `forests`). Strategies grow the recursions of any type so.

mod allotment;
mod forests;
mod index;
mod partial;
mod subtrees;
mod weighting;

pub use partial::{Hole, Partial, Places};
pub use weighting::Weighting;
