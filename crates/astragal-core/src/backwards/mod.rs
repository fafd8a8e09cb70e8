//! The methods for values that were not generated: shrink them, draw near them, complete them, list their traces.

mod near;
mod shrinking;

pub use near::Near;
pub use shrinking::{NotShrunk, ShrunkValue};

use std::fmt::Debug;

use crate::generator::Draw;
use crate::generator::reflect::{
    Chance, Estimate, Incomplete, Mismatch, Reflect, Traces, chance, choices_of, complete, estimate, traces,
};
use crate::source::GaveUp;
use shrinking::shrink;

/// What can be done with values that the generator never made, given that it runs backwards.
///
/// Such a value is a bug report, a crash typed in by hand, an example from a manual. [`Draw::choices_of`] finds its
/// choices; the methods here do something with them.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Arbitrary, Clone, Debug, PartialEq)]
/// struct Login { #[arbitrary(with = string_of('a'..='z', 1..=8))] user: String, attempts: u8 }
///
/// let report = Login { user: "margaret".into(), attempts: 77 };
/// let logins = any::<Login>();
/// assert!(logins.can_make(&report).is_ok());
/// let shrunk = logins.shrink(&report, |login| login.attempts > 3 && login.user.len() > 2).unwrap();
/// assert_eq!(shrunk.value, Login { user: "aaa".into(), attempts: 4 });
/// ```
pub trait Backwards: Draw {
    /// Whether the generator makes a value; if not, what of it does not fit: the mismatch that is furthest inside.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let dice = vec_of(1..=6u8, 1..=3);
    /// assert!(dice.can_make(&vec![6, 6]).is_ok());
    /// assert_eq!(dice.can_make(&vec![6, 7]).unwrap_err().to_string(), "at vec: 7 is not in 1..=6");
    /// ```
    fn can_make(&self, value: &Self::Value) -> Result<(), Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        choices_of(self, value).map(drop)
    }

    /// All ways to make a value: how many they are, and what they are.
    ///
    /// They are found at once, as a packed forest, and enumerated on demand.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::backwards::Overlap;
    ///
    /// let number = one_of![small: int(0..10u8), even: int(0..50u8).iso(|n| n * 2, |n| (n % 2 == 0).then_some(n / 2))];
    /// let traces = number.traces(&4).unwrap();
    /// assert_eq!(traces.overlap(), Overlap::Exactly(2));
    /// let branches: Vec<String> = traces.map(|trace| trace.picks()[0].branch.to_string()).collect();
    /// assert_eq!(branches, ["small", "even"]);
    ///
    /// let many = vec_of(&number, 1000);
    /// let ways = many.traces(&vec![4; 1000]).unwrap().overlap();
    /// assert_eq!(ways, Overlap::About { log2: 1000.0 });
    /// ```
    fn traces(&self, value: &Self::Value) -> Result<Traces, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        traces(self, value)
    }

    /// How likely a value is under plain drawing: the sum of the [chances](Draw::plain_chance_of) of all ways to make it.
    ///
    /// Plain drawing knows no bias: 0 is drawn by `any::<u32>()` in about one sample of ten, and is one of 2^32 here. Where it is
    /// how often the value is drawn, the chance [is exact](Chance::is_exact); elsewhere it compares values by the choices that
    /// they take, and [`estimated_probability_of`](Backwards::estimated_probability_of) says how often one is drawn.
    ///
    /// The ways are not enumerated, so there may be exponentially many, or infinitely many: then the sum is approached from
    /// below until it changes no more. Where there are [others](Traces::has_unlisted) than those that are known, it is at least
    /// that.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let number = one_of![3 => select([1, 2, 3]), 1 => just(2)];
    /// let chance = number.plain_probability_of(&2).unwrap();
    /// assert!((chance.value() - (0.75 / 3.0 + 0.25)).abs() < 1e-12);
    /// assert!(chance.is_exact());
    ///
    /// let chance = any::<u8>().plain_probability_of(&0).unwrap();
    /// assert_eq!(chance.to_string(), "0.0039 without bias");
    /// assert!(!chance.is_exact());
    /// ```
    fn plain_probability_of(&self, value: &Self::Value) -> Result<Chance, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        self.traces(value).map(|traces| chance(self, traces.forest()))
    }

    /// How often a value is drawn by [`sample`](Draw::sample), estimated from this many samples. The same seed gives the same
    /// estimate.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let zero = any::<u32>().estimated_probability_of(&0, 10_000, 1).unwrap();
    /// let (low, high) = zero.interval();
    /// assert!(low > 0.09 && high < 0.13, "{zero}");
    /// ```
    fn estimated_probability_of(&self, value: &Self::Value, samples: u32, seed: u64) -> Result<Estimate, GaveUp>
    where
        Self: Draw<Value: PartialEq + Debug> + Sized,
    {
        estimate(self, value, samples, seed)
    }

    /// The simplest value that still fails, beginning with one that was never generated. All that is tried is valid.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = vec_of(0..1000u32, 0..100);
    /// let shrunk = lists.shrink(&vec![7, 512, 3, 990], |list| list.iter().sum::<u32>() > 600).unwrap();
    /// assert_eq!(shrunk.value, [601]);
    ///
    /// let error = lists.shrink(&vec![7, 1000], |_| true).unwrap_err();
    /// assert_eq!(error.to_string(), "the generator does not make this value: at vec: 1000 is not in 0..=999");
    /// assert!(lists.shrink(&vec![7], |_| false).is_err());
    /// ```
    fn shrink(
        &self,
        value: &Self::Value,
        fails: impl FnMut(&Self::Value) -> bool,
    ) -> Result<ShrunkValue<Self::Value>, NotShrunk>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        shrink(self, value, fails)
    }

    /// Another valid value, a few edits away. It differs wherever that is possible.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let sorted = vec_of(0..100u8, 0..10).filter(|list| list.is_sorted());
    /// for seed in 0..50 {
    ///     let other = sorted.mutate(&vec![3, 14, 15, 92], seed).unwrap();
    ///     assert!(other.is_sorted() && other != [3, 14, 15, 92]);
    /// }
    /// ```
    fn mutate(&self, value: &Self::Value, seed: u64) -> Result<Self::Value, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        near::mutate(self, value, seed)
    }

    /// A generator of values like this one: some parts of it are drawn again, each about as large as the one in its place. None
    /// of them is the value itself; where the generator makes no other, a draw is rejected. They replay, shrink and run
    /// backwards as those of the generator itself.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let report = vec![10u8, 20, 30, 40, 50, 60, 70, 80];
    /// let like_it = any::<Vec<u8>>().near(&report).unwrap();
    /// let shared = |list: &Vec<u8>| list.iter().filter(|n| report.contains(n)).count();
    /// let kept: usize = (0..100).map(|seed| shared(&like_it.sample(seed))).sum();
    /// assert!(kept > 300);
    /// ```
    #[track_caller]
    fn near(self, value: &Self::Value) -> Result<Near<Self>, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        Near::new(self, value)
    }

    /// Fills the holes of a value with parts drawn at random, so that the whole is valid.
    ///
    /// Where the generator depends on a part that is given, the hole does too. Conditions are judged on the whole.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::backwards::Incomplete;
    ///
    /// let events = (any::<String>(), 0..24u8, 0..60u8);
    /// let at_ten = Incomplete::new(("standup".to_string(), 10, 0)).without(|event| &event.2);
    /// let (name, hour, minute) = events.complete(&at_ten, 7).unwrap();
    /// assert_eq!((name.as_str(), hour), ("standup", 10));
    /// assert!(minute < 60);
    /// ```
    fn complete(&self, partial: &Incomplete<Self::Value>, seed: u64) -> Result<Self::Value, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        complete(self, partial, seed)
    }
}

impl<G: Draw + ?Sized> Backwards for G {}
