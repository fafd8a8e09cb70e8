//! Property-based testing in which **a generator is a parser of choices**. Write down once how a value is built from choices;
//! random testing, enumeration by size, uniform sampling, shrinking, replay, mutation, fuzzing and running backwards from a
//! value are ways to produce or rewrite those choices.
//!
//! ```
//! use astragal::prelude::*;
//!
//! #[property]
//! fn sorting_keeps_the_length(list: Vec<i32>) {
//!     let mut sorted = list.clone();
//!     sorted.sort();
//!     assert_eq!(sorted.len(), list.len());
//! }
//! ```
//!
//! A property is a test with arguments, which are drawn. By default 1,000 cases are run, for at most 10 seconds. A failing case is
//! shrunk by rewriting its choices, explained, printed, and stored beside the test, to be run first from then on. `cargo test --
//! --nocapture` shows the statistics of a passing property.
//!
//! # Where to look
//!
//! | you want | see |
//! | --- | --- |
//! | a property as a test; one that draws while it runs | [`property`](macro@property); [`check`] |
//! | a report in place of a panic | [`Check`], [`Report`], [`report`] |
//! | to reject a case, to note, count or score something about it | [`assume!`], [`note!`], [`collect!`], [`classify!`], [`cover!`], [`target!`] |
//! | settings in the attribute, `astragal.toml` or the environment | [`config`] |
//! | to be told of every case | [`observe`] |
//! | to ask a test binary for its properties | [`protocol`] |
//!
//! # Generators
//!
//! Ranges, `any::<T>()` and tuples of generators are generators; [`generators`] has the others. [`derive@Arbitrary`] writes the
//! generator of a type. In code there are two ways: [`from_fn`](generators::from_fn), and functions under
//! [`generator`](macro@generator), which also run backwards. A function that makes a generator returns `impl Gen<Value = T>`.
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
//! ```text
//!   producers: who decides?   random  planned  enumerated  guided  replay  bytes (fuzzer)  yours
//!                                  \      \       |          |      |      /        /
//!                                   v      v      v          v      v     v        v
//!   the waist                 -------------------- choices --------------------   numbers below a bound,
//!                                   ^      ^                   |      |           nested spans, labels
//!                                  /       |                   v      v
//!   what is built?          reflect      edits          generators: primitives, combinators,
//!                       value -> choices               #[derive(Arbitrary)], #[generator], closures
//! ```
//!
//! # What else choices are good for
//!
//! | you want | see |
//! | --- | --- |
//! | all values, smallest first; how many there are; the n-th; each equally likely | [`spaces`] |
//! | "there is" and "for all" inside a property | [`spaces::exists`], [`spaces::for_all`] |
//! | whether properties specify a function, and which of them add nothing | [`spaces::Specification`] |
//! | equations that seem to hold of functions, to be made properties | [`spaces::conjecture!`] |
//! | a value that leads the code to a place, or to know that none does | [`reach!`], [`spaces::reach()`] |
//! | whole values planned before they are drawn: their size, their shape, their constructors | [`shapes`] |
//! | values like given examples; values that meet a condition which chance hardly ever meets; numbers set from outside | [`learn`] |
//! | the choices of a value that was never drawn: to shrink, mutate or complete it | [`backwards`] |
//! | to steer shrinking | [`shrink`] |
//! | to write, edit and store choices | [`choices`], [`store`] |
//! | to write a producer or a generator type of your own, and to check it | [`source`], [`Draw`], [`laws`] |
//!
//! # Features
//!
//! | feature | brings | by default |
//! | --- | --- | --- |
//! | `derive` | [`property`](macro@property), [`derive@Arbitrary`], [`generator`](macro@generator), [`built!`], [`partial!`] | yes |
//! | `config-file` | settings in `astragal.toml` | yes |
//! | `regex` | [`string_matching`](generators::string_matching), patterns in attributes | |
//! | `interrupt` | Ctrl-C while shrinking: the best case so far is kept and shown | |
//! | `spaces` | all values by size: most of [`spaces`] | |
//! | `shapes` | frequencies, holey generators, growth: most of [`shapes`] | |
//! | `learn` | [`learn`] | |
//! | `laws` | [`laws`] | |
//! | `coverage` | the lines that each case ran, with `cargo astragal test --coverage`: [`observe`](observe#code-coverage) | |
//! | `full` | everything but `coverage` | |

#![forbid(unsafe_code)]
// What is named above is there with all features.
#![cfg_attr(not(feature = "full"), allow(rustdoc::broken_intra_doc_links))]

pub use astragal_core::{Arbitrary, Choices, Closed, Draw, Gen, Reflect, Reject, Source, any, one_of};
#[cfg(feature = "laws")]
pub use astragal_laws as laws;
#[cfg(feature = "derive")]
pub use astragal_macros::{Arbitrary, built, generator, partial, property};
pub use astragal_runner::{
    Case, Check, Config, Outcome, Report, check, check_with, config, observe, protocol, statistics,
};
pub use astragal_runner::{assume, classify, collect, cover, note, reach, target};

/// What a test needs, in one import.
pub mod prelude {
    pub use astragal_core::{Arbitrary, Closed, Gen, Reflect};
    pub use astragal_core::{Backwards as _, Draw as _, Shrinking as _};
    pub use astragal_core::{
        any, float, from_fn, hash_map_of, int, just, one_of, option_of, recursive, select, string_of, vec_of,
    };
    #[cfg(feature = "learn")]
    pub use astragal_learn::{Guiding as _, Tuning as _};
    #[cfg(feature = "derive")]
    pub use astragal_macros::{Arbitrary, generator, property};
    #[cfg(feature = "regex")]
    pub use astragal_regex::string_matching;
    pub use astragal_runner::{assume, check, classify, collect, cover, note, target};
    #[cfg(feature = "shapes")]
    pub use astragal_shapes::Shaping as _;
    #[cfg(feature = "spaces")]
    pub use astragal_spaces::Enumerate as _;
}

/// Generators: the functions that make them, and the types of generators and values.
pub mod generators {
    pub use astragal_core::{
        AndThen, Any, ArbitraryWith, ArrayOf, AtSize, Bool, BoundOf, BoxedGen, BySize, Chars, Derivative, Distinct,
        Durations, DurationsBetween, EitherOf, Ends, Filter, FilterMap, Float, Focus, FromFn, FullGen, FullPower, Fun,
        FunOf, Held, Index, Int, IntoChars, IntoLength, IntoParams, Ipv4, Ipv6, Iso, Just, Keyed, KeyedOf, Lazy,
        LazyList, LazyListIter, LazyListOf, LazyOf, List, ListOf, Listed, Map, Me, OneOf, OptionOf, Permutation,
        RangeOf, Ranged, Recursive, ResultOf, Select, SetOf, SharedParams, Sides, StringOf, Subsequence, TextAs,
        ThenFocus, Usual, VecOf, Wrapped,
    };
    pub use astragal_core::{
        any, any_with, array_of, btree_map_of, btree_set_of, float, from_fn, fun_of, hash_map_of, hash_set_of, held,
        int, just, lazy, lazy_list_of, listed, one_of, one_of_vec, option_of, permutation_of, recursive, result_of,
        select, sized, string_of, subsequence_of, tiered, unique_vec_of, vec_of,
    };
    #[cfg(feature = "regex")]
    pub use astragal_regex::{PatternError, StringMatching, string_matching, try_string_matching};
}

/// Grammars: texts drawn from a grammar and taken apart again, and parsers tested by them.
///
/// A grammar is written in LBNF or EBNF: [`grammar!`](grammar::grammar!) makes a file part of the program,
/// [`Grammar::load`](grammar::Grammar::load) reads one. [`Language`](grammar::Language) is a generator of its trees, and
/// [`subset`](grammar::subset), [`same`](grammar::same), [`round_trip`](grammar::round_trip), [`negative`](grammar::negative)
/// are properties of parsers; [`equal`](grammar::equal) compares two grammars. `cargo astragal grammar` has all that for commands.
///
/// ```
/// use astragal::Check;
/// use astragal::grammar::{Grammar, Language, subset};
///
/// let lists = r#" List. Value ::= "[" [Value] "]" ; Number. Value ::= Integer ; separator nonempty Value "," ; "#;
/// let lists = Language::new(Grammar::from_lbnf("lists", lists).unwrap().grammar).unwrap();
/// // A parser with a bug: it takes no more than two levels.
/// let parser = |text: &str| !text.contains("[[[");
/// let report = Check::new().seed(1).run(lists.clone(), subset(&lists, parser));
/// assert!(report.to_string().contains("text: [[[0]]]"), "{report}");
/// ```
///
/// As a test, with the grammar in a file beside `Cargo.toml`:
///
/// ```no_run
/// # mod tests {
/// use std::sync::Arc;
///
/// use astragal::grammar::{Fault, Language, NearMiss, Tree, grammar, negative, subset};
/// use astragal::prelude::*;
///
/// # macro_rules! grammar { ($path:literal) => { &Arc::new(astragal::grammar::Builder::new($path).finish()) } }
/// # fn parse(text: &str) -> Result<(), String> { Err(text.into()) }
/// fn lists() -> Language {
///     Language::new(Arc::clone(grammar!("lists.cf"))).unwrap()
/// }
///
/// #[property]
/// fn the_parser_takes_every_text(#[from(lists())] tree: Tree) -> Result<(), Fault> {
///     subset(&lists(), parse)(tree)
/// }
///
/// #[property]
/// fn the_parser_rejects_near_misses(#[from(lists().near_misses())] miss: NearMiss) -> Result<(), Fault> {
///     negative(parse)(miss)
/// }
/// # }
/// ```
#[cfg(feature = "grammar")]
pub mod grammar {
    pub use astragal_grammar::{
        Ambiguity, Answer, Begun, Builder, Category, CategoryId, CharSet, Command, CommandError, Comment, Compared,
        Definition, Effort, Fault, Forest, Grammar, GrammarError, GrammarErrors, Item, Label, Language, LanguageError,
        Layout, Leaf, LexError, Lexeme, Lexer, Lexis, LexisError, Loaded, NearMiss, NearMisses, Node, Oracle, Parser,
        Regex, Rule, RuleId, Said, Sameness, Spaces, Spacing, Step, Syntax, SyntaxError, SyntaxProblem, Term, Terminal,
        TerminalId, TextError, Texts, Token, TokenId, Tree, TreeWriter, Trees, Warning, equal, grammar, known,
        negative, round_trip, same, subset, superset,
    };
}

/// Choices: what is recorded, stored, compared, edited and replayed.
pub mod choices {
    pub use astragal_core::{
        ByteReader, Choice, Choices, Edit, Interesting, Label, ListSpan, Mark, Mutator, ParseError, Pick,
        PickInContext, ReplayToken, Span, Unit, Units, Writer,
    };
}

/// Sources: what a generator asks, and producers, which answer in place of chance.
pub mod source {
    pub use astragal_core::{
        Branches, GaveUp, Growth, LazyPart, LazyParts, LazySource, Length, NamedParts, Next, Node, OnDemand, Place,
        Plan, Producer, Reason, Reject, Rng, Share, Source, Unseen, deep, plan_of,
    };
}

/// Backwards: from a value to the choices that make it.
pub mod backwards {
    pub use astragal_core::{
        Back, Backwards, Chance, Estimate, Incomplete, Key, Mismatch, Near, NotShrunk, Overlap, Reflect, ShrunkValue,
        Traces,
    };
    #[cfg(feature = "derive")]
    pub use astragal_macros::{built, partial};
}

/// Shrinking: failing cases made small by edits of their choices, and shrinkers of your own.
pub mod shrink {
    pub use astragal_core::{
        Judge, Judgement, Judging, OwnSteps, Rose, ShrinkWith, Shrinker, Shrinking, Shrunk, Step, Towards, held_ranges,
        judging, own_order, own_steps, take_own_steps, take_turns,
    };
}

/// All values of a generator: its space, described before it runs; values enumerated by size. With the feature `spaces`, counted,
/// ranked and drawn uniformly; "there is" and "for all" inside a property; whether properties specify a function, and which
/// equations might; and values that lead the code under test to a place.
pub mod spaces {
    pub use astragal_core::{
        Arm, Counterexample, Explored, Leaves, ListKind, Listing, Measure, NodeId, Numbers, Outline, Paths, Rule,
        Shape, Sketch, Space, Tiers, Uncountable, Values, exhaustively,
    };
    #[cfg(feature = "spaces")]
    pub use astragal_runner::places::{Reached, reach};
    #[cfg(feature = "spaces")]
    pub use astragal_runner::{
        Among, Conjecture, Counterexamples, Equation, Equations, Existence, Fit, Mutant, ResultTier, Results, Searched,
        Signature, Specification, Universal, Unsatisfied, among, conjecture, counterexamples, exists, exists_unique,
        for_all, holds, results, witnesses,
    };
    #[cfg(feature = "spaces")]
    pub use astragal_spaces::{BigUint, Count, Enumerate, Measured, Sizes, Uniform, UniformWhere, Within};
}

/// Which values are drawn: strategies that plan whole values. With the feature `shapes`, frequencies of constructors, trees that grow
/// hole by hole, and values that grow step by step.
pub mod shapes {
    pub use astragal_core::{By, Hole, Partial, Places, Plans, Strategy, Weighting, agata};
    #[cfg(feature = "shapes")]
    pub use astragal_shapes::{
        Both, BreadthFirst, ByChoices, ByFunctions, ByHand, Children, ClosedHoles, Conflict, Either, FirstGrown,
        Frequencies, FrequencyError, Frequent, Grow, Growing, Grown, Holes, Holey, Lists, MapGrowth, NamedStep, Pairs,
        PartEdit, Shaping, Sprout, Unbuild, Walk, WayBack, grow, grown, holey,
    };
}

/// Chances that are learned: from examples, or from a condition that chance hardly ever meets; and parameters, numbers that are set from
/// outside. What is learned or set for a property is in a file beside its test: see [`Weights`](learn::Weights).
#[cfg(feature = "learn")]
pub mod learn {
    pub use astragal_learn::{
        Context, CountedAs, GradientSearch, Gradients, Guided, Guiding, Learned, Search, Tuned, Tuning, Untuned,
        Weights,
    };
    pub use astragal_runner::{Parameter, ParameterNumber, Parameterized, parameter};
}

/// What a run came to, as data.
pub mod report {
    pub use astragal_runner::{
        Always, Complaint, Domain, Drawn, Effort, Efforts, Elsewhere, EnumeratedCases, FailingLines, Failure, Found,
        Guidance, Note, Now, Origin, ParameterInForce, Problem, ReadBy, RejectedBy, Rejection, Report, Reread, Sample,
        Score, ShrinkRun, SourceCode, Statistics, Stored, StrayPanic, Style, Variable, Verdict,
    };
}

/// Regressions and weights beside the test, and the scratch area for the next run.
pub mod store {
    pub use astragal_runner::{Entry, Loaded, Regressions, Running, Saved, Scratch, Warning, WeightsFile};
    #[doc(hidden)]
    pub use astragal_runner::{LOG_IS_INCOMPLETE, can_log};
}

/// What the code that macros write refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use astragal_core::__private::*;
    #[cfg(feature = "regex")]
    pub use astragal_regex::{StringMatching, string_matching};
    pub use astragal_runner::__private::*;
}

/// The first example of the README compiles.
#[cfg(all(doctest, feature = "derive", feature = "spaces"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
