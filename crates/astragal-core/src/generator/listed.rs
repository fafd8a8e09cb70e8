//! Values that a user enumerates: one after the other, or by size.

use std::sync::Arc;

use super::value::reflect_place;
use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// No more values than this are taken, so that a listing may go on forever.
const MOST: usize = 10_000;
/// Where this many sizes in a row have no value, no larger one is asked.
const EMPTY: usize = 1_000;

/// See [`listed`] and [`tiered`].
#[derive(Clone, Debug)]
pub struct Listed<T> {
    values: Vec<T>,
    /// How many values there are up to each size.
    ends: Arc<[u64]>,
    /// Whether there are other values, which were not taken.
    goes_on: bool,
    place: Place,
}

/// The values of an iterator, the simplest first: each is one choice, its place, which is its size too.
///
/// Such a listing is drawn, shrunk towards its first value, counted, enumerated, and a part of other generators like any other. Its
/// first values are likelier than later ones: each power of two that fits is as likely to be the bound of the place.
///
/// ```
/// use astragal::generators::listed;
/// use astragal::prelude::*;
/// use astragal::spaces::Measure;
///
/// /// The prime numbers, which do not end.
/// fn primes() -> impl Iterator<Item = u32> {
///     (2..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
/// }
///
/// let prime = listed(primes());
/// assert_eq!(prime.choices_of(&7).unwrap().numbers().collect::<Vec<_>>(), [3]); // the fourth
///
/// // By size, as in LeanCheck: those of the parts add up.
/// let pairs = (&prime, &prime).measured(Measure::tiers());
/// assert_eq!(pairs.of_size(2).collect::<Vec<_>>(), [(2, 5), (3, 3), (5, 2)]);
///
/// // Is each of them `6k + 1` or `6k + 5`? Two and three are not.
/// let wrong = astragal::spaces::counterexamples(prime, 1_000, |p| p % 6 == 1 || p % 6 == 5);
/// assert_eq!(wrong.collect::<Vec<_>>(), [2, 3]);
/// ```
///
/// An iterator that ends is a finite space. Of a longer one, or one without an end, the generator has the first 10,000 values; it never
/// claims that these are all. They are taken when it is made: where it is written in code that runs for each case, such as a closure or
/// the `with` of a field, keep it in a `static` as a [`LazyLock`](std::sync::LazyLock).
///
/// Values should differ: one that comes twice is enumerated and counted twice. `Laws::distinct` finds it.
#[track_caller]
pub fn listed<T: Clone>(values: impl IntoIterator<Item = T>) -> Listed<T> {
    let mut rest = values.into_iter();
    let values: Vec<T> = rest.by_ref().take(MOST).collect();
    let goes_on = values.len() == MOST && rest.next().is_some();
    Listed { ends: (1..=values.len() as u64).collect(), values, goes_on, place: Place::here() }
}

/// Values by size: a function from a size to all values of that size. As [`listed`], with several values of a size or none.
///
/// ```
/// use astragal::generators::tiered;
/// use astragal::prelude::*;
/// use astragal::spaces::Measure;
///
/// // Fractions between 0 and 1 in lowest terms, by their denominator.
/// let divides_both = |n: u32, d: u32| (2..=n).any(|k| n % k == 0 && d % k == 0);
/// let fractions = tiered(|size| {
///     let d = size as u32 + 2;
///     (1..d).filter(move |n| !divides_both(*n, d)).map(move |n| (n, d))
/// });
/// let by_size = (&fractions).measured(Measure::tiers());
/// assert_eq!(by_size.of_size(2).collect::<Vec<_>>(), [(1, 4), (3, 4)]);
/// assert_eq!([0, 1, 2, 3].map(|size| by_size.count(size).to_string()), ["1", "2", "2", "4"]);
/// assert_eq!(fractions.simplest().unwrap(), (1, 2));
/// ```
///
/// The generator has the sizes that together have at most 10,000 values. A thousand sizes without any value are the end.
#[track_caller]
pub fn tiered<T: Clone, V: IntoIterator<Item = T>>(mut of_size: impl FnMut(usize) -> V) -> Listed<T> {
    let (mut values, mut ends, mut goes_on) = (Vec::new(), Vec::new(), false);
    let mut empty = 0;
    while empty < EMPTY && !goes_on {
        let before = values.len();
        values.extend(of_size(ends.len()).into_iter().take(MOST + 1 - before));
        empty = if values.len() == before { empty + 1 } else { 0 };
        goes_on = values.len() > MOST;
        if goes_on {
            values.truncate(before); // a size is taken with all of its values, or not at all
        } else {
            ends.push(values.len() as u64);
        }
    }
    ends.truncate(ends.len() - empty);
    Listed { values, ends: ends.into(), goes_on, place: Place::here() }
}

impl<T> Listed<T> {
    #[cold]
    fn misuse(&self, src: &mut Source) -> Reject {
        let message = match self.goes_on {
            true => "the smallest size has more than 10,000 values: give the others a larger size",
            false => "the listing has no value: give at least one",
        };
        src.no_value(Some(self.place), message)
    }
}

impl<T: Clone> Draw for Listed<T> {
    type Value = T;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        let Some(max) = (self.values.len() as u64).checked_sub(1) else { return Err(self.misuse(src)) };
        let near_the_start = |src: &mut Source| {
            let bits = src.steer(u64::from(u64::BITS - max.leading_zeros()));
            src.steer(max.min((1 << bits) - 1))
        };
        let at = src.leaf(max, near_the_start, |&at| at, |choice| choice)?;
        Ok(self.values[at as usize].clone())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Tiered { ends: self.ends.clone(), goes_on: self.goes_on })
    }
}

impl<T: Clone + PartialEq> Reflect for Listed<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        reflect_place(&self.values, value, back, "none of the values of the listing")
    }
}

impl<T: Clone> Closed for Listed<T> {}
