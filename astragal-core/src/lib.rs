//! The library behind `astragal`: choices, sources, generators, spaces.
//!
//! **A generator is a parser of choices.** This crate is all of it but the derive, so that it compiles while the derive
//! does; use it through `astragal`. To understand the code, read `choices/mod.rs`, the waist; then `source/mod.rs`, what a
//! generator sees; then `generator/mod.rs`, what a generator is; then `space/mod.rs`, what is known of it before it runs.

#![forbid(unsafe_code)]
// In a build without optimisation `?` converts the error step by step; `match` costs nothing.
#![allow(clippy::question_mark)]

mod choices;
mod generator;
pub mod laws;
mod mutate;
mod reflect;
mod rose;
mod shrink;
mod source;
mod space;

pub use choices::{ByteReader, Choice, Choices, Label, Mark, ParseError, Pick, Span, Unit, Units, Writer};
pub use generator::*;
pub use mutate::Mutator;
pub use reflect::{Back, Mismatch, Reflect};
pub use rose::{
    Judging, OwnSteps, Rose, ShrinkWith, Shrinking, Towards, judging, own_order, own_steps, take_own_steps, take_turns,
};
pub use shrink::{Judge, Judgement, Shrinker, Shrunk, Step};
pub use source::{GaveUp, Growth, Node, Place, Producer, Reason, Reject, Rng, Share, Source, deep};
pub use space::{Arm, Branches, ListKind, NodeId, Plan, Shape, Sketch, Space, plan_of};

/// What a test needs, in one import.
pub mod prelude {
    pub use crate::choices::Choices;
    #[cfg(feature = "regex")]
    pub use crate::generator::string_matching;
    pub use crate::generator::{
        Arbitrary, Closed, Combine, FullGen, Gen, any, array_of, btree_map_of, btree_set_of, float, from_fn,
        hash_map_of, hash_set_of, held, int, just, one_of_vec, option_of, permutation_of, recursive, recursive_forward,
        select, sized, string_of, subsequence_of, unique_vec_of, vec_of,
    };
    pub use crate::one_of;
    pub use crate::reflect::Reflect;
    pub use crate::rose::Shrinking;
    pub use crate::source::{Reject, Source};
}

/// What the code that `#[derive(Arbitrary)]` writes refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    /// A file of this library, as panics name it: so that its own are told from those of properties.
    pub const SOURCE: &str = file!();

    pub use crate::generator::{Arbitrary, Closed, Combine, Gen, any, just};
    pub use crate::reflect::{Back, Mismatch, Reflect};
    pub use crate::source::{Growth, Node, Reject, Share, Source};
    pub use crate::space::{Arm, NodeId, Plan, Shape, Sketch, Space, plan_of};
}
