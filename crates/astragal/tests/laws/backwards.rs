//! The laws of running backwards, on generators that make the same value in several ways.

use astragal::Draw;
use astragal::backwards::{Chance, Incomplete, NotShrunk, Overlap};
use astragal::generators::{btree_set_of, permutation_of};
use astragal::laws::Laws;
use astragal::prelude::*;

use crate::nat::{ones, sums, with_detours};

#[test]
fn generators_with_overlap_keep_the_laws() {
    for broken in [
        Laws::of(&ones()).backwards(),
        Laws::of(&sums()).backwards(),
        Laws::of(&one_of![select([1, 2, 1u8]), int(0..5u8), just(1)]).backwards(),
        Laws::of(&(any::<Vec<Option<bool>>>(), one_of![any::<bool>(), just(true)])).backwards(),
        Laws::of(&int(0..9u8).filter(|n| n % 3 == 0)).backwards(),
        Laws::of(&any::<Vec<u8>>().near(&vec![1, 2, 3]).unwrap()).backwards(),
    ] {
        assert!(broken.is_ok(), "{}", broken.unwrap_err());
    }
}

#[test]
fn infinite_overlap_is_sound_and_projects() {
    let laws_of = with_detours();
    Laws::of(&laws_of).soundness().unwrap();
    Laws::of(&laws_of).projection().unwrap();
    assert_eq!(Laws::of(&laws_of).overlap().unwrap(), Overlap::Infinite);
    assert_eq!(Laws::of(&ones()).overlap().unwrap(), Overlap::Exactly(1));
}

#[test]
fn a_way_back_that_leads_elsewhere_is_found_in_the_second_trace() {
    let broken = one_of![int(0..10u8), int(0..10u8).iso(|n| n / 2, |n| Some(n * 2 + 2))];
    Laws::of(&broken).soundness().unwrap();
    assert_eq!(Laws::of(&broken).projection().unwrap_err().law(), "pure projection");
}

#[test]
fn soundness_and_completeness_against_a_condition() {
    let sorted = (0..4u8, 0..4u8).filter(|(one, other)| one < other);
    Laws::of(&sorted).sound_for(|(one, other)| one <= other).unwrap();
    let error = Laws::of(&sorted).sound_for(|(one, other)| one + 1 < *other).unwrap_err();
    assert!(error.to_string().contains("was drawn and is not valid"), "{error}");
    let error = Laws::of(&sorted).complete_for((0..4u8, 0..4u8).by_choices().map(|(pair, _)| pair), |(a, b)| a <= b);
    let error = error.unwrap_err();
    assert_eq!(error.law(), "completeness");
    assert!(error.to_string().contains("(0, 0) is valid but cannot be made"), "{error}");
    Laws::of(&sorted).complete_for((0..4u8, 0..4u8).by_choices().map(|(pair, _)| pair), |(a, b)| a < b).unwrap();
}

#[test]
fn the_language_of_a_derivative_is_the_derivative_of_the_language() {
    fn derives<G: Draw<Value: std::fmt::Debug>>(generator: G) {
        Laws::by(&generator, |_, _| true).derivatives().unwrap_or_else(|broken| panic!("{broken}"));
    }
    derives(0..3u8);
    derives(just(5));
    derives((any::<bool>(), 0..3u8, any::<Option<bool>>()));
    derives(vec_of(any::<bool>(), 0..=3));
    derives(btree_set_of(0..4u8, 0..=3));
    derives(sums());
    derives(vec_of(0..3u8, 1..=3).filter(|list| list.is_sorted()));
    derives(int(0..3u8).and_then(|n| vec_of(any::<bool>(), usize::from(n))));
    derives(from_fn(|src| if src.draw(any::<bool>()) { src.draw(0..3u8) } else { 7 }));
    derives(one_of![just(1u8), from_fn(|src| src.draw(0..2u8))]);
    derives(permutation_of([1, 2, 3]));
    derives(string_of('a'..='c', 0..=2));
}

#[test]
fn a_derivative_records_and_replays_what_is_left() {
    let lists = vec_of((0..4u8, any::<bool>()), 0..=3);
    let two = (&lists).derivative(2);
    for seed in 0..200 {
        let (value, rest) = two.record(seed).unwrap();
        assert_eq!(value, two.sample(seed));
        assert_eq!(value.len(), 2);
        assert_eq!(two.replay(&rest).unwrap(), value);
        let whole: Vec<u64> = [2].into_iter().chain(rest.numbers()).collect();
        assert_eq!(lists.choices_of(&value).unwrap().numbers().collect::<Vec<_>>(), whole);
        let nested = (&two).derivative(3).derivative(1);
        let (value, rest) = nested.record(seed).unwrap();
        assert_eq!((value[0], rest.len()), ((3, true), 2));
    }
    assert!((&lists).derivative(4).try_sample(0).is_err());
    assert!(just(1).derivative(0).try_sample(0).is_err());
}

#[test]
fn what_can_be_chosen_next_goes_along_a_prefix() {
    let lists = vec_of(one_of![3 => a: just('a'), 1 => b: just('b')], 0..=9);
    assert_eq!(lists.choices_at(&[]).unwrap().unwrap().max, 9);
    let next = lists.choices_at(&[7, 0, 1]).unwrap().unwrap();
    assert_eq!((next.site, &next.branches[..]), (Some("one_of"), &[("a", 0.75), ("b", 0.25)][..]));
    assert_eq!(lists.choices_at(&[1, 1]).unwrap(), None);
    assert!(int(0..5u8).filter(|n| *n > 2).choices_at(&[1]).is_err());
    // The chances along a word multiply to that of the word.
    let word = sums().record(5).unwrap().1;
    let numbers: Vec<u64> = word.numbers().collect();
    let sum: f64 = (0..numbers.len())
        .map(|at| sums().choices_at(&numbers[..at]).unwrap().unwrap().branches[numbers[at] as usize].1.log2())
        .sum();
    let chance: Chance = sums().plain_chance_of(&word).unwrap();
    assert!((sum - chance.log2()).abs() < 1e-9);
}

/// The way back takes 77 for 7: every drawn value comes back as it is, and no other one does.
fn digits() -> impl Gen<Value = u8> + Reflect + Closed + Clone {
    int(0..10u8).iso(|n| n, |n| Some(n % 10))
}

#[test]
fn a_wrong_way_back_is_seen_in_values_from_outside() {
    let digits = digits();
    Laws::of(&digits).backwards().unwrap();
    let broken = Laws::of(&digits).against(any::<u8>()).backwards().unwrap_err();
    assert_eq!(broken.law(), "pure projection");
    Laws::of(&int(0..10u8)).against(any::<u8>()).backwards().unwrap();
    assert!(Laws::of(&digits).complete_for([7, 77], |_| true).is_err());
}

#[test]
fn a_wrong_way_back_is_never_believed() {
    const WRONG: &str = "the way back is wrong: 77 became 7";
    fn wrong<T>(result: Result<T, astragal::backwards::Mismatch>) {
        let error = result.err().expect("77 is not a digit").to_string();
        assert!(
            error.contains("the way back is wrong: ") && error.contains("77") && error.contains(" became "),
            "{error}"
        );
    }
    let digits = digits();
    assert!(digits.can_make(&7).is_ok());
    assert!(digits.can_make(&77).unwrap_err().to_string().starts_with(WRONG));
    wrong(digits.choices_of(&77));
    wrong(digits.traces(&77));
    wrong(digits.plain_probability_of(&77));
    wrong(digits.mutate(&77, 1));
    wrong(digits.clone().near(&77));
    wrong(digits.clone().like(&[7, 77]));
    wrong(digits.clone().unlike(&[77]));
    wrong((digits.clone(), any::<u8>()).complete(&Incomplete::new((77, 0)).without(|pair| &pair.1), 1));
    wrong(vec_of(digits.clone(), 0..9).can_make(&vec![1, 77]));
    #[cfg(feature = "spaces")]
    wrong(digits.clone().rank(&77));
    #[cfg(feature = "spaces")]
    wrong(digits.clone().measured(astragal::spaces::Measure::tiers()).size_of(&77));
    let report = astragal::Check::new().seed(1).run_with_values(digits.clone(), [77], |_| true);
    let verdict = format!("{:?}", report.verdict);
    assert!(verdict.contains(WRONG), "{verdict}");

    // Shrinking returns what fails, or nothing.
    let error = digits.shrink(&77, |n| *n > 50).unwrap_err();
    assert!(matches!(error, NotShrunk::Invalid(_)), "{error}");

    // The wrong way is the second alternative: the first trace is right, not all of them are.
    let either = one_of![any::<u8>(), digits.clone()];
    assert!(either.can_make(&77).is_ok());
    wrong(either.traces(&77));
    wrong(vec_of(&either, 3).traces(&vec![7, 8, 77]));
    wrong(vec_of(either, 3).plain_probability_of(&vec![7, 8, 77]));
}

#[test]
fn what_does_not_equal_itself_is_compared_by_its_text() {
    assert!(any::<f64>().can_make(&f64::NAN).is_ok());
    assert!(any::<Vec<f32>>().traces(&vec![1.0, f32::NAN]).is_ok());
    let broken = any::<f64>().iso(|n| n, |n| Some(if n.is_nan() { 1.0 } else { *n }));
    let error = broken.can_make(&f64::NAN).unwrap_err().to_string();
    assert!(error.starts_with("the way back is wrong: NaN became 1.0"), "{error}");
}
