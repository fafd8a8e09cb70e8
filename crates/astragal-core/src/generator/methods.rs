//! Which types have the methods of [`Gen`]: all generators of the library. Bare ranges do not, because they are iterators too:
//! `(0..10).map(..)` would be ambiguous wherever the prelude is imported.

use super::built::Built;
use super::written::Written;
use super::*;

macro_rules! generators {
    ($($generator:ident $(<$($param:tt),+>)?)+) => {$(
        impl$(<$($param),+>)? Gen for $generator$(<$($param),+>)? where Self: Draw {}
    )+};
}

generators! {
    Map<G, F> Iso<G, F, I> FilterMap<G, F> AndThen<G, F> ThenFocus<G, I, F> Written<A, F, B, D> Built<G, F, P> Filter<G, F> AtSize<G> BySize<F> FromFn<F> TryFromFn<F>
    Int<T> Float<T> Chars StringOf Just<T> Select<T> Listed<T> Permutation<T> Subsequence<T>
    VecOf<G> ListOf<C, G> KeyedOf<C, K, V> OneOf<A> Me<T>
    BoxedGen<'a, T> FullGen<'a, T>
    Wrapped<W, G> Bool OptionOf<G> EitherOf<A, B, C> RangeOf<A, B> BoundOf<G> Durations DurationsBetween Ipv4 Ipv6
}

impl<G: Gen + ?Sized> Gen for &G {}
impl<G: Gen + ?Sized> Gen for Box<G> {}
impl<G: Gen + ?Sized> Gen for std::rc::Rc<G> {}
impl<G: Gen + ?Sized> Gen for std::sync::Arc<G> {}

impl<G: Draw> Gen for Recursive<G> {}

impl<G: Draw, const N: usize> Gen for ArrayOf<G, N> {}

macro_rules! tuples {
    ($($first:ident $($rest:ident)*)?) => {$(
        impl<$first: Draw, $($rest: Draw),*> Gen for ($first, $($rest,)*) {}
        tuples!($($rest)*);
    )?};
}

tuples!(A B C D E F G H I J K L);
