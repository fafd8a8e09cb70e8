//! The tree of choices: a generator is run again and again, each time along another path.
//!
//! At each choice the tree has a branch for each number. A path is known only by walking it: a run is given the first
//! numbers and reads zeros after them, and what it asked for on the way says where else it could have gone. So nothing
//! need be known of the generator, which may be a closure.
//!
//! [`Leaves`] enumerates the values at the leaves. [`Paths`] walks the tree of the choices that a *property* asks for: what it
//! never forces is not a choice, so one run settles all values that differ only there. [`exhaustively`] runs a property
//! along these paths.

mod exhaustively;
mod leaves;
mod paths;
mod walk;

pub use exhaustively::{Counterexample, Explored, exhaustively};
pub use leaves::Leaves;
pub use leaves::Price;
pub use paths::Paths;
