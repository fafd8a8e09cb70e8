//! Generators: parsers of choices. [`Gen`] is the trait; the modules are what it is implemented for.

mod adapt;
mod arbitrary;
mod arrange;
mod boxed;
pub(crate) mod built;
mod chars;
mod closure;
mod collection;
mod combine;
mod compose;
mod derivative;
mod described;
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
mod planned;
mod pointer;
mod product;
mod range;
mod recursive;
pub(crate) mod reflect;
#[cfg(feature = "regex")]
pub(crate) mod regex;
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
pub use closure::{FromFn, from_fn};
pub use collection::{Distinct, btree_map_of, btree_set_of, hash_map_of, hash_set_of, unique_vec_of};
pub use combine::Combine;
pub use compose::compose;
pub use derivative::Derivative;
pub use filter::Filter;
pub use float::{Float, float};
pub use focus::Focus;
pub use function::{Fun, FunOf, fun_of};
pub use held::{Held, held, held_ranges};
pub use index::Index;
pub use integer::{Int, int};
pub use keyed::{Keyed, KeyedOf, SetOf};
pub(crate) use lazy::LAZY;
pub use lazy::{Lazy, LazyOf, Usual, lazy};
pub use lazy_list::{LazyList, LazyListIter, LazyListOf, lazy_list_of};
pub use length::IntoLength;
pub use list::{List, ListOf, VecOf, vec_of};
pub use planned::plan_of;
pub use pointer::Wrapped;
pub use product::{ArrayOf, array_of};
pub use range::Ranged;
pub use recursive::{Me, Recursive, recursive, recursive_forward};
#[cfg(feature = "regex")]
pub use regex::StringMatching;
pub(crate) use run::record_at;
pub use sized::{AtSize, BySize, sized};
pub use standard::*;
pub use string::{StringOf, TextAs, string_of};
pub use sum::{Arms, ClosedArms, Cons, End, OneOf, ReflectArms, one_of_vec};
pub use value::{Just, Select, just, select};

use std::fmt::Debug;

use crate::choices::Choices;
use crate::source::{GaveUp, Growth, Next, Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch, Space};
use reflect::{Chance, Mismatch, Reflect};

/// A parser of choices: asks a [`Source`] for choices and builds a value of them.
///
/// A generator never knows who decides: chance, a replay, a fuzzer, a plan. The one rule for its choices is that *a
/// value is nothing, one choice, or one span*; the generators and combinators of this library keep it, and so does
/// [`from_fn`]. Smaller choices should give simpler values.
///
/// ```
/// use astragal::prelude::*;
///
/// let point = (0..=100u32, 0..=100u32).map(|(x, y)| format!("{x},{y}"));
/// let (value, choices) = point.record(1).unwrap();
/// assert_eq!(point.replay(&choices).unwrap(), value);
/// assert_eq!(point.simplest().unwrap(), "0,0");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "needs to be a generator",
    note = "generators are: ranges (`0..10`), `any::<T>()`, `just(value)`, `vec_of(generator, 0..=9)`, tuples of generators, `from_fn(|src| ..)`",
    note = "a closure becomes a generator with `from_fn(closure)`, a value with `just(value)`",
    note = "strings of a pattern are drawn by `string_matching(\"[a-z]+\").unwrap()`",
    note = "a range is an iterator too, so `(0..10).map(..)` maps the iterator: write `int(0..10).map(..)`"
)]
pub trait Gen {
    /// What it makes.
    type Value;

    /// Draws a value. A rejection is passed on with `?`.
    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject>;

    /// Draws several values: exactly the choices of so many draws. Numbers do this in a tight loop.
    #[inline(always)]
    fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<Self::Value>, Reject> {
        let mut values = Vec::with_capacity(count.min(list::at_once::<Self::Value>()));
        while values.len() < count {
            match self.draw(src) {
                Ok(value) => values.push(value),
                Err(reject) => return Err(reject),
            }
        }
        Ok(values)
    }

    /// Describes the space of its values. Unless it says more, a generator is opaque: known only by running it.
    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Opaque { what: std::any::type_name::<Self>() })
    }

    /// How its values grow with size.
    #[inline(always)]
    fn growth(&self) -> Growth {
        Growth::Fixed
    }

    /// Whether a closure decides in it, which may come back to where it was called from. A sum then finds out by trying
    /// whether it recurs.
    #[inline(always)]
    fn has_closures(&self) -> bool {
        false
    }

    /// The space of its values as a graph.
    fn space(&self) -> Space {
        Space::of(self)
    }

    /// A value, drawn at random. The same seed gives the same value, on every platform.
    ///
    /// # Panics
    /// If the generator gives no value: see [`try_sample`](Gen::try_sample).
    #[track_caller]
    fn sample(&self, seed: u64) -> Self::Value {
        match self.try_sample(seed) {
            Ok(value) => value,
            Err(gave_up) => panic!("{gave_up}"),
        }
    }

    /// A value, drawn at random, or the reason why there is none: after 1,000 rejected cases it names the filter.
    fn try_sample(&self, seed: u64) -> Result<Self::Value, GaveUp> {
        run::sampled(self, seed)
    }

    /// The value of [`sample`](Gen::sample) and the choices that made it.
    ///
    /// As there, a case that is rejected is followed by others, whose seeds are derived from this one.
    fn record(&self, seed: u64) -> Result<(Self::Value, Choices), GaveUp> {
        run::recorded(self, seed)
    }

    /// The value that a sequence of choices stands for. Every sequence parses, to a value or to a rejection.
    fn replay(&self, choices: &Choices) -> Result<Self::Value, GaveUp> {
        run::replayed(self, choices).map(|(value, _)| value)
    }

    /// The simplest value: what no choices at all stand for. A filter may reject it.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<(u8, Option<bool>, Vec<String>)>().simplest().unwrap(), (0, None, vec![]));
    /// ```
    fn simplest(&self) -> Result<Self::Value, GaveUp> {
        self.replay(&Choices::default())
    }

    /// The value that a fuzzer's byte string stands for. Every byte string parses, to a value or to a rejection.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let digits = vec_of(0..10u8, 0..=5);
    /// assert_eq!(digits.parse_bytes(&[2, 7, 4]).unwrap(), [7, 4]);
    /// assert_eq!(digits.choices_of(&vec![7, 4]).unwrap().to_bytes(), [2, 7, 4]);
    /// ```
    fn parse_bytes(&self, bytes: &[u8]) -> Result<Self::Value, GaveUp> {
        run::parsed(self, bytes)
    }

    /// As [`replay`](Gen::replay), with the choices as the generator understood them: clamped, completed, realigned.
    fn replay_and_record(&self, choices: &Choices) -> Result<(Self::Value, Choices), GaveUp> {
        run::replayed(self, choices)
    }

    /// The choices that make a value, or what does not fit. They were replayed, and made that value.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let pairs = vec_of((0..10u8, any::<bool>()), 0..=4);
    /// let choices = pairs.choices_of(&vec![(7, true), (0, false)]).unwrap();
    /// assert_eq!(pairs.replay(&choices).unwrap(), [(7, true), (0, false)]);
    ///
    /// let error = pairs.choices_of(&vec![(7, true), (12, false)]).unwrap_err();
    /// assert_eq!(error.to_string(), "at vec > tuple: 12 is not in 0..=9");
    /// ```
    fn choices_of(&self, value: &Self::Value) -> Result<Choices, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        reflect::choices_of(self, value)
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
    /// let weather = (-40..=50i16).iso(Celsius, |c| Some(c.0));
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
    /// It is [`iso`](Gen::iso) without a copy. Since the part is known by where it stands, a generator that makes the same
    /// value in many ways is run backwards without trying everything again and again.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::Overlap;
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

    /// Keeps the values for which a condition holds: `filter`, also where an iterator has that name.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!((0..100u8).such_that(|n| n % 10 == 7).sample(1) % 10, 7);
    /// ```
    #[track_caller]
    fn such_that<F: Fn(&Self::Value) -> bool>(self, condition: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter { inner: self, condition, place: Place::here() }
    }

    /// Draws a value and then from a generator made of it.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let index_and_list = (1..=9usize).and_then(|n| (0..n, vec_of(any::<u8>(), n)));
    /// let (index, list) = index_and_list.sample(3);
    /// assert!(index < list.len());
    /// ```
    fn and_then<G: Gen, F: Fn(Self::Value) -> G>(self, next: F) -> AndThen<Self, F>
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
    fn then_focus<G: Gen, I: Fn(&G::Value) -> Option<Self::Value>, F: Fn(Self::Value) -> G>(
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

    /// What is chosen after a prefix of numbers: its bound, and for a labelled pick its branches with their chances. `None` if
    /// the value is complete.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let shape = one_of![3 => circle: (0..10u8, just(0)), 1 => rectangle: (0..10u8, 0..20u8)];
    /// let next = shape.choices_at(&[]).unwrap().unwrap();
    /// assert_eq!(next.branches, [("circle", 0.75), ("rectangle", 0.25)]);
    /// assert_eq!(shape.choices_at(&[1, 9]).unwrap().unwrap().max, 19);
    /// assert_eq!(shape.choices_at(&[0, 9]).unwrap(), None);
    /// ```
    fn choices_at(&self, prefix: &[u64]) -> Result<Option<Next>, GaveUp> {
        run::next_after(self, prefix)
    }

    /// How likely plain drawing makes just these choices: the product of the chances of each.
    ///
    /// Plain drawing is at size 100. A number is uniform in its range, and a length up to what the size allows; a branch has the
    /// chance of its weight, and that of a recursive type its chance at size 100, however deep it is.
    /// The bias towards boundaries and small numbers, the specials of floats and texts, and
    /// [strategies](crate::Shaping::by) are not in it; nor is the chance that a condition rejects. Where none of these plays a part, the
    /// chance [is exact](Chance::is_exact).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let (_, choices) = (0..4u8, 0..=1u8).record(1).unwrap();
    /// assert_eq!((0..4u8, 0..=1u8).plain_chance_of(&choices).unwrap().value(), 0.125);
    /// ```
    fn plain_chance_of(&self, choices: &Choices) -> Result<Chance, GaveUp> {
        run::chance(self, choices)
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
/// Enumeration, counting and exact uniform drawing need this.
#[diagnostic::on_unimplemented(
    message = "the space of `{Self}` is not closed: a part of it is known only by running it",
    label = "opaque: this, or a part of it",
    note = "closures (`from_fn`, `and_then`, `filter_map`) are opaque; sums, products, lists, `map`, `iso` and `filter` of closed generators are closed",
    note = "in `#[derive(Arbitrary)]`, write `#[arbitrary(opaque)]` on the field, or `opaque = ..` in place of `with = ..`: the type is then drawn, but not enumerated or run backwards",
    note = "the values of a type with such a field can be listed and counted once the field has a closed generator, `with = ..`"
)]
pub trait Closed: Gen {}
