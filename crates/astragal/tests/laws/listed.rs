//! Values that a user enumerates: one after the other, or by size.

use std::sync::LazyLock;

use astragal::Check;
use astragal::generators::{Listed, listed, tiered, unique_vec_of};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::report::Verdict;

use super::{both_ways, simplest};

fn squares() -> Listed<u32> {
    listed((0..).map(|n: u32| n * n))
}

/// Pairs of numbers by their sum.
fn by_sum() -> Listed<(usize, usize)> {
    tiered(|sum| (0..=sum).map(move |first| (first, sum - first)))
}

#[test]
fn listings_keep_the_laws() {
    both_ways(listed([3, 1, 4]));
    both_ways(listed([1, 2, 1]));
    both_ways(squares());
    both_ways(by_sum());
    // Sizes without a value, at the beginning and between others.
    both_ways(tiered(|size| (size % 3 == 2).then_some(size)));
    both_ways(tiered(|size| {
        ["a", "b", "c"].into_iter().filter(move |_| [2, 4].contains(&size)).map(move |s| (s, size))
    }));
    both_ways((squares(), any::<bool>(), by_sum()));
    both_ways(vec_of(by_sum(), 0..=4));
    both_ways(one_of![squares(), 0..9u32]);
    both_ways(unique_vec_of(squares(), 0..=3));
    both_ways(option_of(by_sum()));
}

static SQUARES: LazyLock<Listed<u32>> = LazyLock::new(squares);

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Tile {
    #[arbitrary(with = &*SQUARES)]
    area: u32,
    is_lit: bool,
}

#[test]
fn a_listing_is_a_part_of_other_generators() {
    both_ways(any::<Tile>());
    let choices = any::<Vec<Tile>>().choices_of(&vec![Tile { area: 9, is_lit: true }]).unwrap();
    assert_eq!(choices.numbers().collect::<Vec<_>>(), [1, 3, 1]);
    assert!(any::<Tile>().choices_of(&Tile { area: 10, is_lit: true }).is_err());
}

#[test]
fn a_value_that_comes_twice_is_found() {
    assert!(Laws::of(&squares()).distinct().is_ok() && Laws::of(&by_sum()).distinct().is_ok());
    assert!(Laws::of(&vec_of(squares(), ..)).distinct().is_ok());
    for generator in [listed([1, 2, 1]), listed((0..).map(|n: i32| n / 2)), tiered(|size| [0, size as i32])] {
        assert_eq!(Laws::of(&generator).distinct().unwrap_err().law(), "distinct");
    }
}

#[test]
fn the_first_value_that_fails_is_minimal() {
    let report = Check::new().seed(1).run(squares(), |n| assert!(n < 1_000));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "1024");
    let report = Check::new().seed(1).run(vec_of(by_sum(), ..), |pairs| assert!(pairs.iter().all(|(a, b)| a * b < 12)));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[(3, 4)]");
    assert_eq!(simplest(by_sum()), (0, 0));
}

#[test]
fn what_chance_draws_begins_with_the_first_values() {
    let squares = squares();
    let mut counts = [0; 15];
    for seed in 0..3_000 {
        let place = squares.sample(seed).isqrt();
        counts[(u32::BITS - place.leading_zeros()) as usize] += 1;
    }
    // A fifteenth has the bound 0, and each bound is shared by those below it: so the first place is drawn in more than a
    // fifteenth of all cases, and the last quarter in about a thirtieth.
    assert!(counts[0] > 300 && counts[1..14].iter().all(|&count| count > 60), "{counts:?}");
    assert!(counts[14] > 20 && counts[14] < 200, "{counts:?}");
}

#[test]
fn an_iterator_that_ends_is_a_proof_and_no_other_is() {
    let run = |generator: &Listed<u32>| Check::new().seed(1).cases(11_000).run(generator, |_| ());
    assert_eq!(run(&listed(0..200)).verdict, Verdict::PassedExhaustively);
    assert_eq!(run(&listed(0..10_000)).verdict, Verdict::PassedExhaustively);
    assert_eq!(run(&listed(0..)).verdict, Verdict::Passed);
    assert_eq!(listed(0..200).space().most_values(), Some(200));
    assert_eq!(squares().space().most_values(), None);
}

#[test]
fn choices_beyond_the_end_are_clamped() {
    let letters = listed(['a', 'b', 'c']);
    let far = squares().choices_of(&4_900).unwrap();
    assert_eq!(letters.replay(&far).unwrap(), 'c');
    assert!(letters.parse_bytes(&[0xFF; 9]).is_ok());
}

#[test]
fn a_listing_without_values_is_a_usage_error() {
    for (empty, why) in [
        (listed(Vec::new()), "has no value"),
        (tiered(|_| Vec::new()), "has no value"),
        (tiered(|_| (0..20_000).collect::<Vec<u32>>()), "more than 10,000 values"),
    ] {
        let error = empty.try_sample(1).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(file!()), "{error}");
        let report = Check::new().run(&empty, |_| ());
        assert!(matches!(report.verdict, Verdict::Unknown(_)), "{report}");
    }
    // A size is taken as a whole: of the second, there would be too many.
    let two_sizes = tiered(|size| 0..[5_000, 5_001][size.min(1)]);
    assert_eq!((two_sizes.space().most_values(), two_sizes.choices_of(&5_000).is_err()), (None, true));
}

#[cfg(feature = "spaces")]
mod counted {
    use super::*;
    use astragal::spaces::{Measure, among};

    fn counts<G: Gen + Closed>(generator: G, measure: Measure) -> Vec<u64> {
        let values = generator.measured(measure);
        (0..6).map(|size| values.count(size).to_string().parse().unwrap()).collect()
    }

    #[test]
    fn sizes_are_those_that_were_given() {
        assert_eq!(counts(squares(), Measure::tiers()), [1; 6]);
        assert_eq!(counts(by_sum(), Measure::tiers()), [1, 2, 3, 4, 5, 6]);
        assert_eq!(counts((by_sum(), by_sum()), Measure::tiers()), [1, 4, 10, 20, 35, 56]);
        assert_eq!(counts(vec_of(squares(), ..), Measure::tiers()), [1, 1, 2, 4, 8, 16]);
        assert_eq!(counts(by_sum(), Measure::size()), [1, 2, 3, 4, 5, 6]);
        let by_depth = (by_sum(), by_sum()).measured(Measure::depth());
        assert!(by_depth.count_up_to(1) == 9 && by_depth.count_up_to(2) == 36);
    }

    #[test]
    fn all_sizes_come_to_an_end() {
        assert_eq!(listed(0..5_000u32).measured(Measure::tiers()).iter().count(), 5_000);
        assert_eq!((listed(0..100u32), any::<bool>()).measured(Measure::tiers()).iter().count(), 200);
        let squares = squares().measured(Measure::tiers());
        assert_eq!((squares.iter().count(), squares.total().is_none()), (10_000, true));
        assert_eq!((squares.nth(&9_999u32.into()), squares.nth(&10_000u32.into())), (Some(99_980_001), None));
    }

    #[test]
    fn quantifiers_do_not_take_a_part_for_all() {
        let all = among(50_000).for_all(listed(0..5_000u32), |n| n < 5_000);
        assert_eq!(all.to_string(), "no counterexample among all 5000 values");
        let some = among(50_000).for_all(listed(0..), |n: u32| n < 10_000);
        assert_eq!(some.to_string(), "no counterexample among the first 10000 values, all up to size 9999");
    }
}
