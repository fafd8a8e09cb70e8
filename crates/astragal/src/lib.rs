//! **A generator is a parser of choices.** Write down once how a value is built from choices; random testing,
//! enumeration by size, uniform drawing, shrinking, replay, mutation, fuzzing and running backwards from a value are then
//! ways to produce or rewrite those choices.
//!
//! ```text
//!   producers: who decides?   random  guided  listed  uniform  replay  bytes (fuzzer)  yours
//!                                  \      \      |      |      |      /        /
//!                                   v      v     v      v      v     v        v
//!   the waist                 -------------------- choices --------------------   numbers below a bound,
//!                                   ^      ^                   |      |           nested spans, labels
//!                                  /       |                   v      v
//!   what is built?          reflect      mutate         generators: primitives, combinators,
//!                       value -> choices  shrink        #[derive(Arbitrary)], #[generator], closures
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
//! # Properties
//!
//! A property is a test with arguments, which are drawn. When it fails, the case is made small by rewriting its choices,
//! explained, printed, and stored beside the test, to be run before all others from then on.
//!
//! ```
//! # use astragal::prelude::*;
//! #[property]
//! fn sorting_keeps_the_length(list: Vec<i32>) {
//!     let mut sorted = list.clone();
//!     sorted.sort();
//!     assert_eq!(sorted.len(), list.len());
//! }
//!
//! // As a library: a report comes back, nothing is printed, nothing panics.
//! let report = astragal::Check::new().run(any::<Vec<u8>>(), |list| list.iter().all(|&n| n < 200));
//! assert_eq!(report.failures[0].minimal.drawn[0].text, "[200]");
//! ```
//!
//! | you want | see |
//! | --- | --- |
//! | a property as a test | [`property`](macro@property); drawing while it runs, [`check`] |
//! | a report in place of a panic | [`Check`], [`Report`], [`Verdict`] |
//! | to say something about a case | [`assume!`], [`collect!`], [`classify!`], [`cover!`], [`target!`], [`note!`] |
//! | "there is" and "for all" inside a property; all counterexamples | [`exists`], [`exists_unique`], [`for_all`], [`counterexamples`] |
//! | all cases up to a size, smallest first | the setting `exhaustive`: [`config::Exhaustive`] |
//! | to be told of every case: a log, live progress | [`observe`], [`Check::observed_by`] |
//! | settings, in the attribute, `astragal.toml` or the environment | [`config`] |
//! | to ask a test binary about its properties: list, run, sample, shrink | [`protocol`] |
//! | to keep a part as it was found, or your own shrinker | [`held`], [`Shrinker`], [`ShrinkWith`] |
//!
//! # Values by size
//!
//! What a generator can make is known before it runs, unless a part of it is a closure. So its values can be listed, smallest
//! first, and counted, indexed and drawn uniformly without being listed.
//!
//! ```
//! # #[cfg(feature = "spaces")] {
//! use astragal::prelude::*;
//!
//! assert_eq!(any::<Vec<bool>>().iter().take(3).collect::<Vec<_>>(), [vec![], vec![false], vec![true]]);
//! assert_eq!(any::<Vec<bool>>().count(100).to_string(), "1267650600228229401496703205376"); // 2 to the power of 100
//! assert_eq!(any::<Vec<bool>>().uniform(100).sample(1).len(), 100);
//! # }
//! ```
//!
//! | you want | see |
//! | --- | --- |
//! | all values, or those of a size or a depth | [`Enumerate::iter`], [`Enumerate::tiers`], [`Enumerate::up_to_depth`], [`Enumerate::stripe`] |
//! | how many there are | [`Enumerate::count`] |
//! | the value of a rank, and the rank of a value | [`Enumerate::nth`], [`Enumerate::rank`] |
//! | each value of a size with the same chance | [`Enumerate::uniform`] |
//! | to say what size is | [`Enumerate::measured`], [`Measure`] |
//! | all values of a closure | [`Enumerate::by_choices`], [`Enumerate::by_weight`] |
//! | parts that are drawn when they are looked at | [`Lazy`], [`LazyList`] |
//! | a property on all values, one run for all that differ only in what it never looks at | [`exhaustively`] |
//! | functions | [`Fun`] |
//! | values that grow from start values, step by step | [`grow`], [`grown`] |
//! | trees with an invariant, whose size and shape you choose | [`holey`], [`Weighting`] |
//! | whole values planned before they are drawn: their size, their shape | [`Shaping::by`], [`Strategy`], [`agata`] |
//! | constructors as often as you say | [`Shaping::with_frequencies`] |
//!
//! # Backwards
//!
//! A generator that runs backwards finds the choices that make a value: a bug report, an example from a manual. Derived types do,
//! and so do functions under [`generator`](macro@generator), in which the constructor at the end is also the pattern that takes
//! a value apart.
//!
//! | you want | see |
//! | --- | --- |
//! | to write one | [`generator`](macro@generator), [`built!`]; as combinators [`Gen::iso`], [`Gen::focus`], [`Gen::then_focus`] |
//! | the choices of a value; whether it can be made, and if not why | [`Draw::choices_of`], [`Backwards::can_make`] |
//! | all ways to make it, and how likely it is | [`Backwards::traces`], [`Backwards::plain_probability_of`], [`Backwards::estimated_probability_of`] |
//! | to shrink, change or complete it; values near it | [`Backwards::shrink`], [`Backwards::mutate`], [`Backwards::complete`], [`Backwards::near`] |
//! | values like given ones, or unlike them; that as a file | [`Tuning::like`], [`Tuning::unlike`], [`Weights`] |
//! | values that meet a condition which chance hardly ever meets | [`Guiding::guided`] |
//! | what can follow some choices | [`Draw::choices_at`], [`Enumerate::derivative`], [`Enumerate::language`] |
//! | to check your own | [`laws`] |
//!
//! To use it, import [`prelude`]. `ARCHITECTURE.md` has one line for every crate and for every module.
//!
//! # Features
//!
//! | feature | brings | by default |
//! | --- | --- | --- |
//! | `derive` | [`property`](macro@property), [`derive@Arbitrary`], [`generator`](macro@generator), [`built!`], [`partial!`] | yes |
//! | `config-file` | settings in `astragal.toml` | yes |
//! | `regex` | [`string_matching`] | |
//! | `interrupt` | Ctrl-C while shrinking: the best case so far is kept and shown | |
//! | `spaces` | all values by size: [`Enumerate`], [`Measured`], [`exists`], [`for_all`] | |
//! | `shapes` | [`Shaping`], [`holey`], [`grow`] | |
//! | `learn` | [`Tuning`], [`Guiding`] | |
//! | `laws` | [`laws`] | |
//! | `full` | everything | |

#![forbid(unsafe_code)]
// What is named above is there with all features.
#![cfg_attr(not(feature = "full"), allow(rustdoc::broken_intra_doc_links))]

pub use astragal_core::*;
#[cfg(feature = "laws")]
pub use astragal_laws as laws;
#[cfg(feature = "learn")]
pub use astragal_learn::*;
#[cfg(feature = "derive")]
pub use astragal_macros::{Arbitrary, built, generator, partial, property};
#[cfg(feature = "regex")]
pub use astragal_regex::{PatternError, StringMatching, string_matching};
pub use astragal_runner::*;
#[cfg(feature = "shapes")]
pub use astragal_shapes::*;
#[cfg(feature = "spaces")]
pub use astragal_spaces::*;

// The core has a trait of this name, which is in the prelude.
pub use astragal_runner::Shrinking;

/// What a test needs, in one import.
pub mod prelude {
    pub use astragal_core::prelude::*;
    #[cfg(feature = "learn")]
    pub use astragal_learn::{Guiding as _, Tuning};
    #[cfg(feature = "derive")]
    pub use astragal_macros::{Arbitrary, built, generator, partial, property};
    #[cfg(feature = "regex")]
    pub use astragal_regex::string_matching;
    pub use astragal_runner::{Case, assume, check, classify, collect, cover, note, target};
    #[cfg(feature = "spaces")]
    pub use astragal_runner::{exists, exists_unique, for_all};
    #[cfg(feature = "shapes")]
    pub use astragal_shapes::{Grown, Shaping as _, grow, grown, holey};
    #[cfg(feature = "spaces")]
    pub use astragal_spaces::Enumerate;
}

/// What the code that macros write refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use astragal_core::__private::*;
    pub use astragal_runner::__private::*;
}

/// The first example of the README compiles.
#[cfg(all(doctest, feature = "derive", feature = "spaces"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
