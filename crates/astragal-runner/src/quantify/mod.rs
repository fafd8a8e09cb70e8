//! Quantifiers inside properties, `exists`, `exists_unique` and `for_all`; all counterexamples up to a bound; results by size; values that
//! lead to a place; how well properties fit, and which there might be.
//!
//! They search the values of a closed generator, smallest first, and say how many they searched. A case that fails must fail again
//! when it is run again, alone, on another thread or in another process. So how far they search is fixed, with one exception:
//! `exists` searches further with every random case of a check. Before a case fails because no witness was found, it is run again
//! with the full search; a case that is run alone has the full search too.

mod answer;
mod conjecture;
mod counterexamples;
mod fit;
mod reach;
mod results;
mod search;

pub use answer::{Existence, Searched, Universal};
pub use conjecture::{Callable, Comparable, Equation, Equations, Kind, Signature};
pub use counterexamples::{Counterexamples, counterexamples, holds};
pub use fit::{Conjecture, Fit, Mutant, Specification, Unsatisfied};
pub use reach::{Reached, reach};
pub use results::{ResultTier, Results, results};

use astragal_core::Closed;

use crate::config::Exhaustive;
use crate::property::context;
use search::Search;

/// How far to look unless it is set. A failing case is run thousands of times while it is made smaller, and
/// a search that finds nothing looks at all of these.
const USUAL: Exhaustive = Exhaustive::First(FIRST);
const FIRST: u64 = 1_000;
/// By how much `exists` looks further from one random case to the next, and how far at most.
const STEP: u64 = 4;
const MOST: u64 = 5_000;

/// Searches for a value for which a predicate holds: a witness.
///
/// It searches the first 1,000 values of the generator, smallest first (see `Enumerate::iter`), up to the first witness. In a
/// property it searches further with every random case, up to 5,000 values, and always that far before a case fails. [`among`]
/// changes how many. **That none is found says nothing about values that were not searched**, unless
/// [all values](Searched::is_all) were: the answer says which. A value that `assume!` rejects in the predicate, or
/// that a filter rejects, is not a witness.
///
/// A predicate returns a `bool` or another quantifier. A property may return a quantifier: it fails if nothing is found, and
/// says what was searched.
///
/// ```
/// use astragal::spaces::exists;
/// use astragal::prelude::*;
///
/// // Every byte has a negative.
/// let report = astragal::Check::new().seed(1).run(any::<u8>(), |a| exists(any::<u8>(), |b| a.wrapping_add(b) == 0));
/// assert_eq!(report.verdict, astragal::report::Verdict::PassedExhaustively);
///
/// let root = exists(any::<i32>(), |n| n * n == 49);
/// assert_eq!((root.is_found(), root.witness()), (true, Some(&7)));
/// assert_eq!(exists(any::<u8>(), |n| n.wrapping_mul(2) == 7).to_string(), "no witness among all 256 values");
/// ```
///
/// For two values at once, ask for a pair: `exists((any::<u8>(), any::<u8>()), |(a, b)| ..)` finds small pairs soon, while
/// one `exists` inside another searches a thousand values for each outer value without a partner.
///
/// In a property, a generator that cannot be enumerated is a usage error, not a counterexample. Elsewhere it is a panic.
#[track_caller]
pub fn exists<G, P, R>(generator: G, predicate: P) -> Existence<G::Value>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Into<bool>,
{
    among(Exhaustive::Auto).exists(generator, predicate)
}

/// Checks whether a predicate holds for exactly one value. Values that are equal are one.
///
/// It looks at the first 1,000 values of the generator or up to the second witness; [`among`] changes how many. That there is
/// no other is known only within what was searched. See [`exists`] for the rest.
///
/// ```
/// use astragal::spaces::exists_unique;
/// use astragal::prelude::*;
///
/// assert!(exists_unique(any::<u8>(), |n| n.wrapping_add(1) == 0).is_found());
/// assert_eq!(exists_unique(any::<i32>(), |n| n * n == 9).to_string(), "two witnesses: 3 and -3");
/// ```
#[track_caller]
pub fn exists_unique<G, P, R>(generator: G, predicate: P) -> Existence<G::Value>
where
    G: Closed<Value: PartialEq>,
    P: Fn(G::Value) -> R,
    R: Into<bool>,
{
    among(Exhaustive::Auto).exists_unique(generator, predicate)
}

/// Checks whether a predicate holds for all values.
///
/// It looks at the first 1,000 values of the generator or up to the first counterexample; [`among`] changes how many. That it
/// holds is known only within what was searched, unless [all values](Searched::is_all) were. A value that `assume!` rejects
/// in the predicate does not count; if all that were searched are rejected, and there are others, then nothing is known and
/// it does not hold. See [`exists`] for the rest.
///
/// ```
/// use astragal::spaces::{exists, for_all};
/// use astragal::prelude::*;
///
/// // Quantifiers nest: every number has a larger one, and none is the largest.
/// assert!(for_all(0..100u32, |a| exists(any::<u32>(), |b| a < b)).holds());
/// assert!(!exists(0..100u32, |a| for_all(any::<u32>(), |b| a >= b)).is_found());
///
/// let doubled = for_all(any::<u8>(), |n| n.checked_mul(2).is_some());
/// assert_eq!(doubled.counterexample(), Some(&128));
/// assert_eq!(for_all(any::<bool>(), |b| b | !b).to_string(), "no counterexample among all 2 values");
/// ```
#[track_caller]
pub fn for_all<G, P, R>(generator: G, predicate: P) -> Universal<G::Value>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Into<bool>,
{
    among(Exhaustive::Auto).for_all(generator, predicate)
}

/// All values up to a bound that a predicate holds for, smallest first.
///
/// The bound is how many values are searched, or their largest [size or depth](Exhaustive); [`Exhaustive::Auto`] is the
/// first 1,000. See [`counterexamples`] for those that it does not hold for.
///
/// ```
/// use astragal::prelude::*;
///
/// let roots: Vec<i32> = astragal::spaces::witnesses(any::<i32>(), 100, |n| n * n == 9).collect();
/// assert_eq!(roots, [3, -3]);
/// ```
#[track_caller]
pub fn witnesses<G, P, R>(generator: G, bound: impl Into<Exhaustive>, predicate: P) -> impl Iterator<Item = G::Value>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Into<bool>,
{
    let mut search = Search::new(generator, among(bound).bound());
    std::iter::from_fn(move || search.next_where(true, &predicate))
}

/// Quantifiers with a bound of their own: how many values they look at, or the largest [size or depth](Exhaustive) of them.
///
/// ```
/// use astragal::config::Exhaustive;
/// use astragal::prelude::*;
///
/// let few = astragal::spaces::among(200).exists(any::<u32>(), |n| n == 1_000);
/// assert_eq!(few.to_string(), "no witness among the first 200 values, all up to size 199");
///
/// let small = astragal::spaces::among(Exhaustive::Size(3)).for_all(any::<Vec<bool>>(), |list| list.len() < 4);
/// assert_eq!(small.to_string(), "no counterexample among the first 15 values, all up to size 3");
/// ```
pub fn among(bound: impl Into<Exhaustive>) -> Among {
    Among(bound.into())
}

/// Quantifiers with a bound of their own. See [`among`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Among(Exhaustive);

impl Among {
    /// As the function [`exists`].
    #[track_caller]
    pub fn exists<G, P, R>(self, generator: G, predicate: P) -> Existence<G::Value>
    where
        G: Closed,
        P: Fn(G::Value) -> R,
        R: Into<bool>,
    {
        let reach = match self.0 {
            Exhaustive::Auto => Some(context::reach(FIRST, STEP, MOST)),
            _ => None,
        };
        let mut search = Search::new(generator, reach.map_or(self.0, Exhaustive::First));
        let witness = search.next_where(true, &predicate);
        let searched = search.searched();
        if witness.is_none() && !searched.is_all() && reach.is_some_and(|reach| reach < MOST) {
            context::searched_narrowly();
        }
        Existence::of(witness.into_iter().collect(), searched)
    }

    /// As the function [`exists_unique`].
    #[track_caller]
    pub fn exists_unique<G, P, R>(self, generator: G, predicate: P) -> Existence<G::Value>
    where
        G: Closed<Value: PartialEq>,
        P: Fn(G::Value) -> R,
        R: Into<bool>,
    {
        let mut search = Search::new(generator, self.bound());
        let mut witnesses = Vec::new();
        while let Some(witness) = search.next_where(true, &predicate) {
            // Where arms of a sum overlap, a value is enumerated more than once.
            if !witnesses.contains(&witness) {
                witnesses.push(witness);
            }
            if witnesses.len() > 1 {
                break;
            }
        }
        Existence::of_one(witnesses, search.searched())
    }

    /// As the function [`for_all`].
    #[track_caller]
    pub fn for_all<G, P, R>(self, generator: G, predicate: P) -> Universal<G::Value>
    where
        G: Closed,
        P: Fn(G::Value) -> R,
        R: Into<bool>,
    {
        let mut search = Search::new(generator, self.bound());
        let counterexample = search.next_where(false, &predicate);
        Universal::of(counterexample, search.searched())
    }

    fn bound(self) -> Exhaustive {
        if self.0 == Exhaustive::Auto { USUAL } else { self.0 }
    }
}
