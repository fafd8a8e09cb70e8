//! **A generator is a parser of choices.** Write down once how a value is built from choices; random testing, replay,
//! mutation, fuzzing and running backwards from a value are then ways to produce or rewrite those choices.
//!
//! ```text
//!   producers: who decides?        random   replay   bytes (fuzzer)   yours
//!                                      \       |        |        /
//!                                       v      v        v       v
//!   the waist                    ------------- choices --------------   numbers below a bound,
//!                                       ^      ^        |       |       nested spans, labels
//!                                      /       |        v       v
//!   what is built?             reflect      mutate     generators: primitives, combinators,
//!                          value -> choices            #[derive(Arbitrary)], closures
//! ```
//!
//! - A **generator** ([`Gen`]) asks a [`Source`] for choices and builds a value. It never knows who decides.
//! - A **producer** ([`Producer`]) answers. It never knows which value comes out.
//! - [`Choices`] are all that is between them: what is recorded, stored, compared, mutated and replayed.
//!
//! ```
//! use astragal::prelude::*;
//!
//! #[derive(Debug, Clone, PartialEq, Arbitrary)]
//! enum Expr {
//!     Val(i32),
//!     Add(Box<Expr>, Box<Expr>),
//! }
//!
//! // Forwards: the same seed gives the same value.
//! let (expr, choices) = any::<Expr>().record(42).unwrap();
//! // Replayed: the choices are the value.
//! assert_eq!(any::<Expr>().replay(&choices).unwrap(), expr);
//! // Backwards: from a value, even one written by hand, to its choices.
//! let by_hand = Expr::Add(Box::new(Expr::Val(1)), Box::new(Expr::Val(-1)));
//! let found = any::<Expr>().choices_of(&by_hand).unwrap();
//! assert_eq!(found.numbers().collect::<Vec<_>>(), [1, 0, 1, 0, 2]);
//! ```
//!
//! To use it, import [`prelude`]. To understand the code, start with `choices/mod.rs`, then `source/mod.rs`, then
//! `generator/mod.rs`; `ARCHITECTURE.md` has one line for every module.

#![forbid(unsafe_code)]
// In a build without optimisation `?` converts the error step by step; `match` costs nothing.
#![allow(clippy::question_mark)]

mod choices;
mod generator;
pub mod laws;
mod mutate;
mod reflect;
mod source;
mod space;

pub use choices::{ByteReader, Choice, Choices, Label, Mark, ParseError, Pick, Span, Unit, Units, Writer};
pub use generator::*;
pub use mutate::Mutator;
pub use reflect::{Back, Mismatch, Reflect};
pub use source::{GaveUp, Growth, Node, Place, Producer, Reason, Reject, Rng, Share, Source, deep};
pub use space::{Arm, Branches, ListKind, NodeId, Plan, Shape, Sketch, Space, plan_of};

/// What a test needs, in one import.
pub mod prelude {
    pub use crate::choices::Choices;
    #[cfg(feature = "regex")]
    pub use crate::generator::string_matching;
    pub use crate::generator::{
        Arbitrary, Closed, Combine, FullGen, Gen, any, array_of, btree_map_of, btree_set_of, float, from_fn,
        hash_map_of, hash_set_of, int, just, one_of_vec, option_of, permutation_of, recursive, recursive_forward,
        select, sized, string_of, subsequence_of, unique_vec_of, vec_of,
    };
    pub use crate::one_of;
    pub use crate::reflect::Reflect;
    pub use crate::source::{Reject, Source};
    #[cfg(feature = "derive")]
    pub use astragal_macros::Arbitrary;
}

#[cfg(feature = "derive")]
pub use astragal_macros::Arbitrary;

/// What the code that `#[derive(Arbitrary)]` writes refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::generator::{Arbitrary, Closed, Combine, Gen, any, just};
    pub use crate::reflect::{Back, Mismatch, Reflect};
    pub use crate::source::{Growth, Node, Reject, Share, Source};
    pub use crate::space::{Arm, NodeId, Plan, Shape, Sketch, Space, plan_of};
}
