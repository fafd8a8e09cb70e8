//! What every derived generator must do.

use std::fmt::Debug;

use astragal::prelude::*;
use astragal::{Choices, Closed};

pub(crate) const SIZES: [u32; 5] = [0, 1, 10, 100, 1000];

/// Checks a type whose generator runs both ways, where each value is made in one way only: what reflection writes is
/// then exactly what drawing recorded.
pub(crate) fn check<T>(simplest: T)
where
    T: Arbitrary<Gen: Reflect + Closed> + PartialEq + Debug + Send,
{
    check_open(simplest);
}

/// As [`check`], where a value can be made in several ways (maps and sets).
pub(crate) fn check_ambiguous<T>(simplest: T)
where
    T: Arbitrary<Gen: Reflect + Closed> + PartialEq + Debug + Send,
{
    astragal::source::deep(move || {
        forwards(simplest);
        round_trips::<T>(|_, _| {});
    });
}

/// As [`check`], of a type that is not closed.
pub(crate) fn check_open<T>(simplest: T)
where
    T: Arbitrary<Gen: Reflect> + PartialEq + Debug + Send,
{
    astragal::source::deep(move || {
        forwards(simplest);
        round_trips::<T>(|written, recorded| assert_eq!(written, recorded));
    });
}

/// Checks a type whose generator runs forwards only.
pub(crate) fn check_forwards<T>(simplest: T)
where
    T: Arbitrary + PartialEq + Debug + Send,
{
    astragal::source::deep(move || forwards(simplest));
}

fn forwards<T: Arbitrary + PartialEq + Debug>(simplest: T) {
    let generator = any::<T>();
    let zeros = generator.replay(&Choices::default()).expect("zeros are a value");
    assert_eq!(zeros, simplest, "the simplest value");
    for size in SIZES {
        for seed in 0..1_000 {
            any::<T>().at_size(size).sample(seed); // ends
        }
        for seed in 0..40 {
            let (value, choices) = any::<T>().at_size(size).record(seed).expect("a value");
            assert_eq!(generator.replay(&choices).expect("recorded choices parse"), value, "replay, seed {seed}");
        }
    }
}

fn round_trips<T: Arbitrary<Gen: Reflect> + PartialEq + Debug>(compare: impl Fn(Choices, Choices)) {
    let generator = any::<T>();
    for size in SIZES {
        for seed in 0..40 {
            let (value, recorded) = any::<T>().at_size(size).record(seed).expect("a value");
            let written = generator.choices_of(&value).expect("a drawn value reflects");
            assert_eq!(generator.replay(&written).expect("reflected choices parse"), value, "reflect, seed {seed}");
            compare(written, recorded);
        }
    }
}

/// How often each class of values is drawn in `cases` cases.
pub(crate) fn counts<T: Arbitrary, const N: usize>(cases: u64, class: impl Fn(&T) -> usize) -> [u32; N] {
    let mut counts = [0; N];
    for seed in 0..cases {
        counts[class(&any::<T>().sample(seed))] += 1;
    }
    counts
}

/// Checks that a reflected value, however it came about, replays to itself.
pub(crate) fn reflects<T: Arbitrary<Gen: Reflect> + PartialEq + Debug>(value: &T) {
    let choices = any::<T>().choices_of(value).expect("the value reflects");
    assert_eq!(&any::<T>().replay(&choices).expect("its choices parse"), value);
}

/// What reflection says of a value that is never made.
pub(crate) fn mismatch<T: Arbitrary<Gen: Reflect> + PartialEq + Debug>(value: &T) -> String {
    any::<T>().choices_of(value).expect_err("the value is not one of the generator").to_string()
}
