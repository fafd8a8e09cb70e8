//! The combinators whose names iterators have too: map, filter and filter_map.
//!
//! They are a trait of their own because ranges are iterators as well as generators: if every generator had them,
//! `(0..10).map(..)` would be ambiguous wherever the prelude is imported. So a bare range has the iterator's methods,
//! and `int(0..10)` the generator's.

use super::built::Built;
use super::written::Written;
use super::*;

/// Map and filter, on every generator but bare ranges: write `int(0..10).map(..)`.
///
/// A generator type of your own gets them with `impl Combine for MyGenerator {}`.
///
/// ```
/// use astragal::prelude::*;
///
/// let even = int(0..50u32).map(|n| n * 2).filter(|n| n % 3 != 0);
/// assert_eq!(even.sample(1) % 2, 0);
/// let squares: Vec<u32> = (0..5).map(|n| n * n).collect(); // still the iterator
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub trait Combine: Gen + Sized {
    /// Applies a function to every value. It keeps the choices, but runs forwards only; [`iso`](Gen::iso) goes both ways.
    fn map<B, F: Fn(Self::Value) -> B>(self, function: F) -> Map<Self, F> {
        Map { inner: self, function }
    }

    /// Keeps the values for which a condition holds. A few are tried before the case is rejected.
    #[track_caller]
    fn filter<F: Fn(&Self::Value) -> bool>(self, condition: F) -> Filter<Self, F> {
        Filter { inner: self, condition, place: Place::here() }
    }

    /// Maps and filters at once.
    #[track_caller]
    fn filter_map<B, F: Fn(Self::Value) -> Option<B>>(self, function: F) -> FilterMap<Self, F> {
        FilterMap { inner: self, function, place: Place::here() }
    }
}

macro_rules! combine {
    ($($generator:ident $(<$($param:tt),+>)?)+) => {$(
        impl$(<$($param),+>)? Combine for $generator$(<$($param),+>)? where Self: Gen {}
    )+};
}

combine! {
    Map<G, F> Iso<G, F, I> FilterMap<G, F> AndThen<G, F> ThenFocus<G, I, F> Written<A, F, B> Built<G, F, P> Filter<G, F> AtSize<G> BySize<F> FromFn<F>
    Int<T> Float<T> Chars StringOf Just<T> Select<T> Permutation<T> Subsequence<T>
    VecOf<G> ListOf<C, G> KeyedOf<C, K, V> OneOf<A> Recursive<G> Me<G>
    BoxedGen<'a, T> FullGen<'a, T>
    Wrapped<W, G> Bool OptionOf<G> EitherOf<A, B, C> RangeOf<A, B> BoundOf<G> Durations DurationsBetween Ipv4 Ipv6
}

#[cfg(feature = "regex")]
combine!(StringMatching);

impl<G: Combine> Combine for &G {}

impl<G: Gen, const N: usize> Combine for ArrayOf<G, N> {}

macro_rules! combine_tuples {
    ($($first:ident $($rest:ident)*)?) => {$(
        impl<$first: Gen, $($rest: Gen),*> Combine for ($first, $($rest,)*) {}
        combine_tuples!($($rest)*);
    )?};
}

combine_tuples!(A B C D E F G H I J K L);
