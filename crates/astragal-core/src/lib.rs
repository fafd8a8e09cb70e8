//! The pure part of `astragal`: choices, sources, generators, spaces, shrinking. No input or output, no property.
//!
//! **A generator is a parser of choices.** Use this crate through `astragal`. To understand the code, read `choices/mod.rs`,
//! the waist; then `source/mod.rs`, what a generator sees; then `generator/mod.rs`, what a generator is; then `space/mod.rs`,
//! what is known of it before it runs. What follows can be read in any order: `shrink/mod.rs`, how a failing case gets small;
//! `count/mod.rs`, values enumerated by size; `tree/mod.rs`, all paths of a generator of which nothing is known;
//! `strategy/mod.rs`, whole values planned before they are drawn.

#![forbid(unsafe_code)]
// In a build without optimisation `?` converts the error step by step; `match` costs nothing.
#![allow(clippy::question_mark)]

mod backwards;
mod choices;
mod count;
mod generator;
mod holes;
mod mutate;
mod order;
mod rose;
mod shrink;
mod source;
mod space;
mod strategy;
mod text;
mod tree;

pub use backwards::{Backwards, Near, NotShrunk, ShrunkValue};
pub use choices::{
    ByteReader, Choice, Choices, Edit, Interesting, Label, ListSpan, Mark, ParseError, Pick, PickInContext,
    ReplayToken, Span, Unit, Units, Writer,
};
pub use count::{Listing, Measure, Numbers, Rule, Tiers, Uncountable, Values};
pub use generator::reflect::{Back, Chance, Estimate, Incomplete, Key, Mismatch, Overlap, Reflect, Traces};
pub use generator::{
    AndThen, Any, Arbitrary, ArbitraryWith, Arms, ArrayOf, AtSize, Bool, BoundOf, BoxedGen, BySize, Chars, Closed,
    ClosedArms, Cons, Derivative, Distinct, Draw, Durations, DurationsBetween, EitherOf, End, Ends, Filter, FilterMap,
    Float, Focus, FromFn, FullGen, FullPower, Fun, FunOf, Gen, Held, Index, Int, IntoChars, IntoLength, IntoParams,
    Ipv4, Ipv6, Iso, Just, Keyed, KeyedOf, Lazy, LazyList, LazyListIter, LazyListOf, LazyOf, List, ListOf, Listed, Map,
    Me, OneOf, OptionOf, Permutation, RangeOf, Ranged, Recursive, ReflectArms, ResultOf, Select, SetOf, SharedParams,
    Sides, StringOf, Subsequence, TextAs, ThenFocus, TryFromFn, Usual, VecOf, Wrapped,
};
pub use generator::{
    any, any_with, array_of, btree_map_of, btree_set_of, float, from_fn, fun_of, hash_map_of, hash_set_of, held,
    held_ranges, int, just, lazy, lazy_list_of, listed, one_of_vec, option_of, permutation_of, plan_of, recursive,
    result_of, select, sized, string_of, subsequence_of, tiered, try_from_fn, unique_vec_of, vec_of,
};
pub use holes::{Hole, Partial, Places, Weighting};
pub use mutate::Mutator;
pub use rose::{
    Judging, OwnSteps, Rose, ShrinkWith, Shrinking, Towards, judging, own_order, own_steps, take_own_steps, take_turns,
};
pub use shrink::{Judge, Judgement, Shrinker, Shrunk, Step};
pub use source::{
    Branches, GaveUp, Growth, LazyPart, LazyParts, LazySource, Length, NamedParts, Next, Node, OnDemand, Place, Plan,
    Producer, Reason, Reject, Rng, Share, Source, Unseen, deep,
};
pub use space::{Arm, Call, ListKind, NodeId, Outline, Rest, Shape, Sketch, Space};
pub use strategy::{By, Plans, Strategy, agata};
pub use tree::{Counterexample, Explored, Leaves, Paths, exhaustively};

/// What `astragal` and the code that `#[derive(Arbitrary)]` writes refer to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    /// A file of this library, as panics name it: so that its own are told from those of properties.
    pub const SOURCE: &str = file!();

    pub use crate::choices::{Entry, Follower, Journal, Written};
    pub use crate::generator::part::Part;
    pub use crate::generator::reflect::{Back, Mismatch, Reflect};
    pub use crate::generator::string::LABEL as TEXT;
    pub use crate::generator::{
        Arbitrary, ArbitraryWith, Closed, DefaultParams, Draw, Gen, SharedParams, any, any_with, from_fn, just,
        try_from_fn,
    };
    pub use crate::generator::{plan_of, seeds_of_sample};
    pub use crate::order::{sort_by, sort_by_key};
    pub use crate::source::Plan;
    pub use crate::source::{
        Catcher, Growth, Looks, Node, REJECTED, Reject, Share, Source, ThrownReject, take_signs, words_since,
    };
    pub use crate::space::{Arm, NodeId, Shape, Sketch, Space};
    pub use crate::text::{InFull, debug_text, is_cut, shortened, written as text_written};

    /// What `#[generator]`, `partial!` and `built!` refer to.
    pub mod written {
        pub use crate::generator::built::{Built, built, part};
        pub use crate::generator::just;
        pub use crate::generator::path::*;
        pub use crate::generator::reflect::Key;
        pub use crate::generator::reflect::holes::*;
        pub use crate::generator::written::*;
        pub use crate::space::Call;
    }
}

/// What the other crates of the library are built on. Not for use by hand.
#[doc(hidden)]
pub mod support {
    pub use crate::choices::{LABEL_LIMIT, Name, WIDE, check_version, excerpt, governs, read_label};
    pub use crate::count::graph::{Graph, Node as CountedNode};
    pub use crate::count::listing::at_size;
    pub use crate::count::number::{Few, Number};
    pub use crate::count::rank::Parsed;
    pub use crate::count::table::Table;
    pub use crate::count::unrank::put;
    pub use crate::generator::reflect::{OpenSpan, all_traces_of, choices_of, trace_of};
    pub use crate::generator::{LAZY, record_at, write_changed};
    pub use crate::order::sort_by_key;
    pub use crate::source::{
        Advised, Adviser, At, Branch, DEFAULT_SIZE, Decider, DrawnList, Identity, LIMIT, Line, Lots, Replanned, Replay,
        Scale, Trail, UNNAMED, catch, length_cap, mix, tickets,
    };
    pub use crate::space::Plain;
    pub use crate::tree::Price;
    pub use crate::{pass_on, same_values};
}
