//! Generators, which are parsers of choices: the trait [`Gen`], and what it makes of others.
//!
//! [`Draw`] is how they are run, [`Gen`] what is made of them; the modules are what both are implemented for.

mod adapt;
mod arbitrary;
mod arrange;
mod boxed;
pub(crate) mod built;
mod chars;
mod closure;
mod collection;
mod derivative;
mod described;
mod draw;
mod drawing;
mod filter;
mod float;
mod float_order;
mod focus;
pub(crate) mod forward;
mod function;
mod held;
mod index;
mod integer;
mod keyed;
mod lazy;
mod lazy_list;
mod length;
mod list;
mod listed;
mod methods;
mod parameters;
pub(crate) mod part;
pub(crate) mod path;
mod planned;
mod pointer;
mod product;
mod range;
mod recursive;
pub(crate) mod reflect;
mod run;
mod sized;
mod standard;
pub(crate) mod string;
mod sum;
mod value;
pub(crate) mod wide;
pub(crate) mod written;

pub use adapt::{AndThen, FilterMap, Iso, Map, ThenFocus};
pub use arbitrary::{Any, Arbitrary, any};
pub use arrange::{Permutation, Subsequence, permutation_of, subsequence_of};
pub use boxed::{BoxedGen, FullGen, FullPower};
pub use chars::{Chars, IntoChars};
pub use closure::{FromFn, TryFromFn, from_fn, try_from_fn};
pub use collection::{Distinct, btree_map_of, btree_set_of, hash_map_of, hash_set_of, unique_vec_of};
pub use derivative::Derivative;
pub use draw::Draw;
pub use filter::Filter;
pub use float::{Float, float};
pub use focus::Focus;
pub use function::{Fun, FunOf, fun_of, write_changed};
pub use held::{Held, held, held_ranges};
pub use index::Index;
pub use integer::{Int, int};
pub use keyed::{Keyed, KeyedOf, SetOf};
pub use lazy::LAZY;
pub use lazy::{Lazy, LazyOf, Usual, lazy};
pub use lazy_list::{LazyList, LazyListIter, LazyListOf, lazy_list_of};
pub use length::IntoLength;
pub use list::{List, ListOf, VecOf, vec_of};
pub use listed::{Listed, listed, tiered};
#[doc(hidden)]
pub use parameters::DefaultParams;
pub use parameters::{ArbitraryWith, IntoParams, SharedParams, any_with};
pub use planned::plan_of;
pub use pointer::Wrapped;
pub use product::{ArrayOf, array_of};
pub use range::Ranged;
pub use recursive::{Me, Recursive, recursive};
pub use run::record_at;
#[doc(hidden)]
pub use run::seeds_of_sample;
pub use sized::{AtSize, BySize, sized};
pub use standard::{
    Bool, BoundOf, Durations, DurationsBetween, EitherOf, Ends, Ipv4, Ipv6, OptionOf, RangeOf, ResultOf, Sides,
    option_of, result_of,
};
pub use string::{StringOf, TextAs, string_of};
pub use sum::{Arms, ClosedArms, Cons, End, OneOf, ReflectArms, one_of_vec};
pub use value::{Just, Select, just, select};

use crate::source::Place;
#[cfg(doc)]
use crate::source::Source;
use reflect::Reflect;

/// A parser of choices: asks a [`Source`] for choices and builds a value of them.
///
/// A generator never knows who decides: chance, a replay, a fuzzer, a plan. A function that makes one returns
/// `impl Gen<Value = T>`, which has all methods below; `+ Reflect` lets its callers run it backwards, `+ Closed` enumerate it.
///
/// ```
/// use astragal::prelude::*;
///
/// fn points() -> impl Gen<Value = String> {
///     (0..=100u32, 0..=100u32).map(|(x, y)| format!("{x},{y}"))
/// }
///
/// let (value, choices) = points().record(1).unwrap();
/// assert_eq!(points().replay(&choices).unwrap(), value);
/// assert_eq!(points().filter(|point| point.len() < 6).simplest().unwrap(), "0,0");
/// ```
///
/// A bare range can be drawn from wherever a generator can ([`Draw`]), but it is an iterator too and has the iterator's methods:
/// `(0..10).map(..)` maps the iterator, `int(0..10).map(..)` the generator.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the methods of a generator",
    note = "a bare range is an iterator too: write `int(0..10)`, `float(0.0..1.0)`, `Chars::range('a'..='z')`",
    note = "a generator of your own gets them with `impl Gen for MyGenerator {{}}`"
)]
pub trait Gen: Draw {
    /// Applies a function to every value. It keeps the choices, but runs forwards only; [`iso`](Gen::iso) goes both ways.
    fn map<B, F: Fn(Self::Value) -> B>(self, function: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { inner: self, function }
    }

    /// Keeps the values for which a condition holds. A few are tried before the case is rejected.
    #[track_caller]
    fn filter<F: Fn(&Self::Value) -> bool>(self, condition: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter { inner: self, condition, place: Place::here() }
    }

    /// Maps and filters at once.
    #[track_caller]
    fn filter_map<B, F: Fn(Self::Value) -> Option<B>>(self, function: F) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap { inner: self, function, place: Place::here() }
    }

    /// Applies a function that can be undone, so that the generator still runs backwards.
    ///
    /// The way back answers `None` for a value that the way there never makes.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Celsius(i16);
    ///
    /// let weather = int(-40..=50i16).iso(Celsius, |c| Some(c.0));
    /// let choices = weather.choices_of(&Celsius(21)).unwrap();
    /// assert_eq!(weather.replay(&choices).unwrap(), Celsius(21));
    /// assert!(weather.choices_of(&Celsius(99)).is_err());
    /// ```
    fn iso<B, F: Fn(Self::Value) -> B, I: Fn(&B) -> Option<Self::Value>>(self, there: F, back: I) -> Iso<Self, F, I>
    where
        Self: Sized,
    {
        Iso { inner: self, there, back }
    }

    /// Wraps every value with a function; the way back looks at the part inside, by reference.
    ///
    /// It is [`iso`](Gen::iso) without a copy. Since the part is known by its address, a generator that makes the same
    /// value in many ways is run backwards without trying everything again and again.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::backwards::Overlap;
    ///
    /// #[derive(Clone, Debug, PartialEq)]
    /// enum Nat { Z, S(Box<Nat>) }
    /// use Nat::*;
    /// fn before(n: &Nat) -> Option<&Nat> {
    ///     match n { S(n) => Some(n), Z => None }
    /// }
    ///
    /// let sums = recursive(|me| one_of![
    ///     zero: just(Z),
    ///     one: me.clone().focus(|n| S(Box::new(n)), before),
    ///     two: me.focus(|n| S(Box::new(S(Box::new(n)))), |n| before(before(n)?)),
    /// ]);
    /// let five = (0..5).fold(Z, |n, _| S(Box::new(n)));
    /// assert_eq!(sums.traces(&five).unwrap().overlap(), Overlap::Exactly(8));
    /// ```
    fn focus<B, F: Fn(Self::Value) -> B, I: Fn(&B) -> Option<&Self::Value>>(
        self,
        there: F,
        back: I,
    ) -> Focus<Self, F, I>
    where
        Self: Sized,
    {
        Focus { inner: self, there, back }
    }

    /// Draws a value and then from a generator made of it.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let index_and_list = int(1..=9usize).and_then(|n| (0..n, vec_of(any::<u8>(), n)));
    /// let (index, list) = index_and_list.sample(3);
    /// assert!(index < list.len());
    /// ```
    fn and_then<G: Draw, F: Fn(Self::Value) -> G>(self, next: F) -> AndThen<Self, F>
    where
        Self: Sized,
    {
        AndThen { inner: self, next }
    }

    /// As [`and_then`](Gen::and_then), and it runs backwards: the focus finds in the result what was drawn first.
    ///
    /// (It is the bind of Goldstein et al., *Reflecting on Random Generation*. Longer ones are easier to read as a function
    /// with `#[generator]`.)
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// // A list and how long it is; the length is drawn first.
    /// let lists = int(0..=9usize).then_focus(
    ///     |(length, _): &(usize, Vec<u8>)| Some(*length),
    ///     |length| (just(length), vec_of(any::<u8>(), length)),
    /// );
    /// let choices = lists.choices_of(&(2, vec![7, 8])).unwrap();
    /// assert_eq!(lists.replay(&choices).unwrap(), (2, vec![7, 8]));
    /// assert!(lists.choices_of(&(3, vec![7, 8])).is_err());
    /// ```
    fn then_focus<G: Draw, I: Fn(&G::Value) -> Option<Self::Value>, F: Fn(Self::Value) -> G>(
        self,
        focus: I,
        next: F,
    ) -> ThenFocus<Self, I, F>
    where
        Self: Sized,
    {
        ThenFocus { inner: self, focus, next }
    }

    /// Draws at another size. Size steers chance alone: what is replayed or reflected may have any size.
    fn at_size(self, size: u32) -> AtSize<Self>
    where
        Self: Sized,
    {
        AtSize { inner: self, size }
    }

    /// Hides the type of the generator and keeps every power: forwards, backwards, and its space.
    fn full<'a>(self) -> FullGen<'a, Self::Value>
    where
        Self: Reflect + Closed + Sized + 'a,
    {
        FullGen::new(self)
    }

    /// Hides the type of the generator. It runs forwards only; [`full`](Gen::full) keeps every power.
    fn boxed<'a>(self) -> BoxedGen<'a, Self::Value>
    where
        Self: Sized + 'a,
    {
        BoxedGen::new(self)
    }
}

/// A generator no part of which is opaque: its whole space is known before it runs.
///
/// Enumeration, counting and exact uniform drawing need this. Of what depends on a drawn value (`and_then`, `#[generator]`) the compiler
/// cannot know how much it is: if it is too much, what asks for all values says so when it runs.
#[diagnostic::on_unimplemented(
    message = "the space of `{Self}` is not closed: a part of it is known only by running it",
    label = "opaque: this, or a part of it",
    note = "closures (`from_fn`, `filter_map`) are opaque; sums, products, lists, `map`, `iso`, `filter` and `and_then` of closed generators are closed, and `#[generator]` functions are",
    note = "a function that returns a generator says what it can do: `-> impl Gen<Value = T> + Reflect + Closed`",
    note = "in `#[derive(Arbitrary)]`, add `open` to the field, as in `#[arbitrary(with = .., open)]`: then the type is not `Closed` either, but runs backwards; if the generator does not, write `opaque`, or `opaque = ..` in place of `with = ..`",
    note = "the values of a type with such a field can be enumerated and counted once the field has a closed generator, `with = ..`"
)]
pub trait Closed: Draw {}
