//! The library behind `astragal`: choices, sources, generators, spaces, shrinking. Spaces are listed, counted and drawn from
//! uniformly.
//!
//! **A generator is a parser of choices.** This crate is all of it but the derive, so that it compiles while the derive
//! does; use it through `astragal`. To understand the code, read `choices/mod.rs`, the waist; then `source/mod.rs`, what a
//! generator sees; then `generator/mod.rs`, what a generator is; then `space/mod.rs`, what is known of it before it runs.
//! What follows can be read in any order: `count/mod.rs`, values by size; `tree/mod.rs`, all paths of a generator of which
//! nothing is known, and `source/late.rs`, choices that are made when somebody looks; `grow/mod.rs`, from start values step by
//! step; `shrink/mod.rs`, how a failing case gets small.

#![forbid(unsafe_code)]
// In a build without optimisation `?` converts the error step by step; `match` costs nothing.
#![allow(clippy::question_mark)]

mod backwards;
mod choices;
#[cfg(feature = "count")]
mod count;
mod enumerate;
mod frequencies;
mod generator;
mod grow;
mod guided;
mod holey;
pub mod laws;
mod mutate;
mod order;
mod rose;
mod shaping;
mod shrink;
mod source;
mod space;
mod strategy;
mod text;
mod tree;
mod tune;

pub use backwards::{Backwards, Near, NotShrunk, ShrunkValue};
pub use choices::{
    ByteReader, Choice, Choices, Edit, Interesting, Label, ListSpan, Mark, ParseError, Pick, ReplayToken, Span, Unit,
    Units, Writer,
};
#[cfg(feature = "count")]
pub use count::{
    BigUint, Count, Listing, Measure, Measured, Numbers, Rule, Sizes, Tiers, Uncountable, Uniform, UniformWhere,
    Values, Within,
};
pub use enumerate::Enumerate;
pub use frequencies::{Conflict, Frequencies, FrequencyError, Frequent};
pub use generator::reflect::{Back, Chance, Estimate, Incomplete, Key, Mismatch, Overlap, Reflect, Traces};
pub use generator::*;
pub use grow::{BreadthFirst, ByChoices, ByHand, FirstGrown, Grow, Growing, Grown, PartEdit, Sprout, grow, grown};
pub use guided::{Guided, Learnt, Search};
pub use holey::{ByFunctions, Children, Hole, Holes, Holey, Partial, Places, Weighting, holey};
pub use mutate::Mutator;
pub use rose::{
    Judging, OwnSteps, Rose, ShrinkWith, Shrinking, Towards, judging, own_order, own_steps, take_own_steps, take_turns,
};
pub use shaping::Shaping;
pub use shrink::{Judge, Judgement, Shrinker, Shrunk, Step};
pub use source::{
    Branches, GaveUp, Growth, Late, LazyPart, LazyParts, Length, NamedParts, Next, Node, OnDemand, Place, Plan,
    Producer, Reason, Reject, Rng, Share, Source, Unseen, deep,
};
pub use space::{Arm, ListKind, NodeId, Outline, Shape, Sketch, Space};
pub use strategy::{By, Plans, Strategy, agata};
pub use tree::{Counterexample, Explored, Leaves, Paths, exhaustively};
pub use tune::{Context, CountedAs, Tuned, Tuning, Untuned, Weights};

/// What a test needs, in one import.
pub mod prelude {
    pub use crate::backwards::Backwards;
    pub use crate::choices::Choices;
    pub use crate::enumerate::Enumerate;
    pub use crate::generator::reflect::Reflect;
    pub use crate::generator::{
        Arbitrary, Closed, Draw as _, FullGen, Fun, Gen, Lazy, LazyList, any, array_of, btree_map_of, btree_set_of,
        float, from_fn, fun_of, hash_map_of, hash_set_of, held, int, just, lazy, lazy_list_of, one_of_vec, option_of,
        permutation_of, recursive, select, sized, string_of, subsequence_of, unique_vec_of, vec_of,
    };
    pub use crate::grow::{Grown, grow, grown};
    pub use crate::holey::{Weighting, holey};
    pub use crate::one_of;
    pub use crate::rose::Shrinking;
    pub use crate::shaping::Shaping as _;
    pub use crate::source::{Reject, Source};
    pub use crate::tune::Tuning;
}

/// What `astragal` and the code that `#[derive(Arbitrary)]` writes refer to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    /// A file of this library, as panics name it: so that its own are told from those of properties.
    pub const SOURCE: &str = file!();

    pub use crate::choices::{Entry, Follower, Journal, Written};
    pub use crate::generator::reflect::{Back, Mismatch, Reflect};
    #[cfg(feature = "regex")]
    pub use crate::generator::regex::{Pattern, PatternNode};
    pub use crate::generator::string::LABEL as TEXT;
    pub use crate::generator::{Arbitrary, Closed, Draw, Gen, any, just};
    pub use crate::generator::{plan_of, seeds_of_sample};
    pub use crate::order::{sort_by, sort_by_key};
    pub use crate::source::Plan;
    pub use crate::source::{
        Catcher, Growth, Looks, Node, REJECTED, Refused, Reject, Share, Source, take_signs, words_since,
    };
    pub use crate::space::{Arm, NodeId, Shape, Sketch, Space};
    pub use crate::text::{InFull, debug_text, is_cut, shortened, written as text_written};

    /// What `#[generator]`, `partial!` and `built!` refer to.
    pub mod written {
        pub use crate::generator::built::{Built, built, part};
        pub use crate::generator::just;
        pub use crate::generator::reflect::Key;
        pub use crate::generator::reflect::holes::*;
        pub use crate::generator::written::*;
    }
}
