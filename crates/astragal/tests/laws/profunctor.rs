//! The laws of monads, profunctors and partial monadic profunctors, forwards and backwards (Goldstein et al., *Reflecting on
//! Random Generation*, 4.4.1). A bind is `then_focus`, or `and_then` forwards; an annotation is `focus` or `iso`.
//!
//! Spans tell how a generator was written, so they differ between the two sides of a law; the numbers do not.

use std::fmt::Debug;

use astragal::Draw;
use astragal::prelude::*;

/// What two generators draw and record is the same.
#[track_caller]
fn alike_forwards<T: PartialEq + Debug>(one: impl Draw<Value = T>, other: impl Draw<Value = T>) {
    for seed in 0..100 {
        let (left, right) = (one.record(seed).unwrap(), other.record(seed).unwrap());
        assert_eq!(left.0, right.0, "seed {seed}");
        assert!(left.1.numbers().eq(right.1.numbers()), "seed {seed}: {} and {}", left.1, right.1);
    }
}

/// And so is what they say of values: of those that they make, and of some that they may not make.
#[track_caller]
fn alike<T: PartialEq + Debug>(
    one: impl Reflect<Value = T>,
    other: impl Reflect<Value = T>,
    others: impl IntoIterator<Item = T>,
) {
    alike_forwards(&one, &other);
    let made = (0..100).flat_map(|seed| [one.sample(seed), other.sample(seed)]);
    let (mut made_by_both, mut made_by_neither) = (0, 0);
    for value in made.chain(others) {
        match (one.choices_of(&value), other.choices_of(&value)) {
            (Ok(left), Ok(right)) => {
                made_by_both += 1;
                assert!(left.numbers().eq(right.numbers()), "{value:?}: {left} and {right}");
                assert_eq!(one.replay(&left).unwrap(), value);
            }
            (Err(_), Err(_)) => made_by_neither += 1,
            (left, right) => panic!("{value:?}: {left:?} and {right:?}"),
        }
    }
    assert!(made_by_both >= 200 && made_by_neither > 0, "{made_by_both} and {made_by_neither}");
}

type Lists = Vec<u8>;

/// A list and what it begins with: `f` and `g` of the laws, which depend on what was drawn before.
fn after(first: u8) -> impl Reflect<Value = Lists> + Gen {
    vec_of(0..=first, 0..5).iso(
        move |mut list| {
            list.insert(0, first);
            list
        },
        |list| Some(list.get(1..)?.to_vec()),
    )
}

fn twice(list: Lists) -> impl Reflect<Value = (Lists, Lists)> + Gen {
    let length = list.len();
    (just(list), vec_of(any::<u8>(), length))
}

fn first_of(list: &Lists) -> Option<u8> {
    list.first().copied()
}

fn left_of(pair: &(Lists, Lists)) -> Option<Lists> {
    Some(pair.0.clone())
}

fn numbers() -> impl Reflect<Value = u8> + Gen {
    one_of![small: 0..10u8, large: 100..200u8]
}

/// Lists that `after` does not make of any of the `numbers`, and some that it does.
fn lists() -> Vec<Lists> {
    vec![vec![], vec![50], vec![5, 6], vec![5, 5, 5], vec![100; 7], vec![3, 0, 1]]
}

#[test]
fn m1_a_constant_and_then_a_function_is_the_function_of_it() {
    for first in [0, 3, 150] {
        alike(just(first).then_focus(first_of, after), after(first), lists());
        alike_forwards(just(first).and_then(after), after(first));
    }
}

#[test]
fn m2_a_value_and_then_itself_is_the_value() {
    alike(numbers().then_focus(|n| Some(*n), just), numbers(), 0..=255);
    alike_forwards(numbers().and_then(just), numbers());
}

#[test]
fn m3_it_does_not_matter_which_bind_is_nested_in_which() {
    let pairs = || lists().into_iter().flat_map(|left| lists().into_iter().map(move |right| (left.clone(), right)));
    alike(
        numbers().then_focus(first_of, after).then_focus(left_of, twice),
        numbers().then_focus(|pair| first_of(&left_of(pair)?), |n| after(n).then_focus(left_of, twice)),
        pairs(),
    );
    alike_forwards(numbers().and_then(after).and_then(twice), numbers().and_then(|n| after(n).and_then(twice)));
}

#[test]
fn p1_an_annotation_that_changes_nothing_is_none() {
    alike(numbers().focus(|n| n, |n| Some(n)), numbers(), 0..=255);
    alike(numbers().iso(|n| n, |n| Some(*n)), numbers(), 0..=255);
    alike_forwards(numbers().map(|n| n), numbers());
}

/// (P2) and, since both ways back are partial, (PMP2); (PMP1) is (P1) here, since every way back may say no.
#[test]
fn p2_two_annotations_are_one_of_both_functions() {
    let others = || (0..=255).flat_map(|n| [None, Some(Err(n)), Some(Ok(n))]);
    let back = |value: &Option<Result<u8, u8>>| value.as_ref().and_then(|result| result.as_ref().ok().copied());
    alike(
        numbers().focus(Ok, |result| result.as_ref().ok()).focus(Some, |option| option.as_ref()),
        numbers().focus(|n| Some(Ok::<u8, u8>(n)), |value| value.as_ref()?.as_ref().ok()),
        others(),
    );
    alike(
        numbers().iso(Ok, |result: &Result<u8, u8>| result.ok()).iso(Some, |option| *option),
        numbers().iso(|n| Some(Ok::<u8, u8>(n)), back),
        others(),
    );
    alike_forwards(numbers().map(u16::from).map(|n| n * 2), numbers().map(|n| u16::from(n) * 2));
}

#[test]
fn pmp3_an_annotated_constant_is_a_constant() {
    alike(just(7u8).focus(Some, Option::as_ref), just(Some(7)), [None, Some(7), Some(8)]);
    alike(just(7u8).iso(|n| n, |n| (*n < 100).then_some(*n)), just(7), 0..=255);
}

#[test]
fn pmp4_an_annotated_bind_is_the_bind_of_what_is_annotated() {
    fn inner(option: &Option<Lists>) -> Option<&Lists> {
        option.as_ref()
    }
    alike(
        numbers().then_focus(first_of, after).focus(Some, inner),
        numbers().then_focus(|option| first_of(inner(option)?), |n| after(n).focus(Some, inner)),
        lists().into_iter().map(Some).chain([None]),
    );
}

#[test]
fn conditions_compose_and_move_through_annotations() {
    let even = |n: &u8| n % 2 == 0;
    alike(numbers().filter(|_| true), numbers(), 0..=255);
    alike(
        numbers().filter(even).iso(Some, |option| *option),
        numbers().iso(Some, |option| *option).filter(move |option: &Option<u8>| option.as_ref().is_some_and(even)),
        (0..=255).map(Some).chain([None]),
    );
    // Both conditions, one after the other, are tried again in another order than both at once: chance differs, values do not.
    let (nested, at_once) = (numbers().filter(even).filter(|n| *n > 4), numbers().filter(|n| n % 2 == 0 && *n > 4));
    for n in 0..=255 {
        assert_eq!(nested.choices_of(&n).ok(), at_once.choices_of(&n).ok(), "{n}");
        assert_eq!(nested.choices_of(&n).is_ok(), numbers().choices_of(&n).is_ok() && n % 2 == 0 && n > 4, "{n}");
    }
}
