//! Large values within a range of sizes: those of one size with the same chance, whatever the type is like.

use std::collections::BTreeMap;
use std::fmt::Debug;

use astragal::generators::tiered;
use astragal::prelude::*;
use astragal::spaces::{Measure, Numbers};

use crate::subjects::{Expr, Tree};

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Rose {
    is_red: bool,
    children: Vec<Rose>,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Statement {
    Skip,
    Let(Option<bool>, Term),
    Block(Vec<Statement>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Term {
    Variable(Option<bool>),
    Call(Box<Term>, Box<Term>),
    Closure(Box<Statement>),
}

/// Pearson's test for each size of a range, over all values of that size: five standard deviations of the statistic are
/// allowed. Values are drawn until there are twenty for each value, in every size. (When to end depends on sizes alone.)
#[track_caller]
fn equally_often_in_each_size<G>(generator: G, measure: Measure, sizes: std::ops::RangeInclusive<usize>)
where
    G: Gen<Value: Debug> + Closed,
{
    let values = generator.measured(measure);
    let within = values.within(sizes.clone());
    let mut tiers: Vec<BTreeMap<String, u64>> = Vec::new();
    for size in sizes {
        tiers.push(values.of_size(size).map(|value| (format!("{value:?}"), 0)).collect());
    }
    assert!(tiers.iter().any(|tier| tier.len() > 8), "too few for a verdict");
    let mut missing: Vec<usize> = tiers.iter().map(|tier| 20 * tier.len()).collect();
    let mut seed = 0;
    while missing.iter().any(|&missing| missing > 0) {
        assert!(seed < 1_000_000, "{missing:?} are missing still");
        let text = format!("{:?}", within.sample(seed));
        let tier = tiers.iter().position(|tier| tier.contains_key(&text)).expect("a value of one of the sizes");
        *tiers[tier].entry(text).or_default() += 1;
        missing[tier] = missing[tier].saturating_sub(1);
        seed += 1;
    }
    for counts in tiers.iter().filter(|tier| tier.len() > 1) {
        let expected = counts.values().sum::<u64>() as f64 / counts.len() as f64;
        let statistic: f64 = counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        let freedom = (counts.len() - 1) as f64;
        assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{statistic:.1} for {freedom}");
    }
}

#[test]
fn trees_of_a_size_have_the_same_chance() {
    equally_often_in_each_size(any::<Tree>(), Measure::tiers(), 3..=6);
    equally_often_in_each_size(any::<Tree>(), Measure::size(), 8..=13); // odd sizes only
    equally_often_in_each_size(any::<Tree>(), Measure::tiers().constructor("Node", 3), 13..=18);
}

#[test]
fn numbers_of_a_size_have_the_same_chance() {
    equally_often_in_each_size(any::<Expr>(), Measure::tiers(), 4..=6);
    equally_often_in_each_size(any::<Expr>(), Measure::size(), 3..=5);
    let by_distance = Measure::tiers().numbers(Numbers::Distance, 1);
    equally_often_in_each_size(any::<(Option<i8>, Vec<i8>)>(), by_distance, 3..=6);
    let free = Measure::tiers().numbers(Numbers::Free, 0);
    equally_often_in_each_size(vec_of((-1..=1i32, 0..2u128), 0..=9), free, 1..=3);
    equally_often_in_each_size((-3..20i32, 0..9u8), Measure::tiers(), 10..=22);
}

#[test]
fn lists_in_recursion_have_the_same_chance() {
    equally_often_in_each_size(any::<Rose>(), Measure::tiers(), 4..=8);
    equally_often_in_each_size(any::<Rose>(), Measure::size(), 6..=14);
    equally_often_in_each_size(vec_of(any::<Option<bool>>(), 2..=4), Measure::tiers(), 4..=8);
    equally_often_in_each_size(vec_of(vec_of(any::<bool>(), 1..=2), 0..=20), Measure::tiers(), 2..=6);
}

#[test]
fn listed_values_have_the_same_chance() {
    let by_sum = tiered(|sum| (0..=sum).map(move |first| (first, sum - first)));
    equally_often_in_each_size(vec_of(by_sum, ..), Measure::tiers(), 2..=4);
    let with_gaps = tiered(|size| (0..3).filter(move |_| size % 3 == 1).map(move |n| (n, size)));
    equally_often_in_each_size((with_gaps, any::<Vec<bool>>()), Measure::size(), 4..=9);
}

#[test]
fn types_inside_each_other_have_the_same_chance() {
    equally_often_in_each_size(any::<Statement>(), Measure::tiers(), 3..=6);
    equally_often_in_each_size(any::<Statement>(), Measure::size(), 4..=9);
    equally_often_in_each_size(any::<(Term, Vec<Tree>)>(), Measure::tiers(), 2..=5);
}

/// Where there are too many values for Pearson's test: the mean of what is counted in them, to five standard errors.
#[test]
fn larger_values_are_like_those_that_were_counted() {
    let exprs = any::<Expr>().measured(Measure::tiers());
    let (within, uniform) = (exprs.within(60), exprs.uniform(60));
    for what in ["Neg", "Add", "Val(0)"] {
        let count = |expr: Expr| format!("{expr:?}").matches(what).count() as f64;
        let moments = |counts: Vec<f64>| {
            let mean = counts.iter().sum::<f64>() / 300.0;
            (mean, counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 299.0)
        };
        let (mean, variance) = moments((0..300).map(|seed| count(within.sample(seed))).collect());
        let (other, other_variance) = moments((0..300).map(|seed| count(uniform.sample(seed))).collect());
        let error = ((variance + other_variance) / 300.0).sqrt();
        assert!(mean > 1.0 && (mean - other).abs() < 5.0 * error, "{what}: {mean} and {other}, within {error}");
    }
}

/// The range is as it was asked for, whether lists were counted before or not.
#[test]
fn counting_before_makes_no_difference() {
    let lists = vec_of(any::<bool>(), 3..=40).measured(Measure::tiers());
    let before: Vec<Vec<bool>> = (0..20).map(|seed| lists.within(20..=45).sample(seed)).collect();
    assert_ne!(lists.count(40), 0);
    let after: Vec<Vec<bool>> = (0..20).map(|seed| lists.within(20..=45).sample(seed)).collect();
    assert_eq!(before, after);
    assert!(before.iter().all(|list| (20..=40).contains(&list.len())), "{before:?}");
    let lengths: Vec<usize> = before.iter().map(Vec::len).collect();
    assert!(lengths.iter().any(|&length| length < 30) && lengths.iter().any(|&length| length > 34), "{lengths:?}");
}

#[test]
fn conditions_leave_those_of_a_size_equally_likely() {
    let sorted = vec_of(0..4u8, 3).filter(|list| list.is_sorted()).measured(Measure::tiers());
    let within = sorted.within(8..=9); // so the elements add up to 5 or 6
    let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    (0..2_000).for_each(|seed| *counts.entry(within.sample(seed)).or_default() += 1);
    let of_sum = |sum: u8| counts.iter().filter(move |(list, _)| list.iter().sum::<u8>() == sum);
    for (sum, values) in [(5, 3), (6, 3)] {
        let draws: usize = of_sum(sum).map(|(_, count)| count).sum();
        assert_eq!(of_sum(sum).count(), values, "{counts:?}");
        assert!(draws > 300, "{counts:?}");
        let allowed = 5.0 * (draws as f64 / values as f64).sqrt();
        assert!(of_sum(sum).all(|(_, &count)| count.abs_diff(draws / values) < allowed as usize), "{counts:?}");
    }
}

#[test]
fn large_values_are_in_the_range() {
    let large =
        astragal::source::deep(|| any::<Tree>().measured(Measure::tiers()).within(90_000..=110_000).sample(1).nodes());
    assert!((90_000..=110_000).contains(&large), "{large}");
    let lists = any::<Vec<Option<bool>>>().measured(Measure::tiers());
    assert!(lists.within(100_000..=120_000).sample(1).len() > 40_000);
    // A range that is one size, and one at the end of all sizes.
    assert_eq!(any::<Tree>().measured(Measure::tiers()).within(300).sample(1).nodes(), 300);
    assert_eq!(
        vec_of(any::<bool>(), 0..=1_000).measured(Measure::tiers()).within(1_000..=5_000).sample(1).len(),
        1_000
    );
    assert_eq!(any::<(u8, u8)>().measured(Measure::tiers()).within(510).sample(1), (255, 255));
    assert_eq!(any::<Tree>().measured(Measure::tiers()).within(0).sample(1), Tree::Leaf);
    assert_eq!(any::<[bool; 3]>().measured(Measure::tiers()).within(0..=usize::MAX).sample(1).len(), 3);
}

#[test]
fn it_shrinks_and_replays_like_any_other() {
    let trees = any::<Tree>().measured(Measure::tiers()).within(50..=60);
    let (tree, choices) = trees.record(3).unwrap();
    assert!((50..=60).contains(&tree.nodes()));
    assert_eq!(trees.replay(&choices).unwrap(), tree);
    assert_eq!(any::<Tree>().replay(&choices).unwrap(), tree);
    assert_eq!(trees.choices_of(&tree).unwrap(), choices);
    let report = astragal::Check::new().seed(1).run(trees, |tree| tree.nodes() < 7);
    assert_eq!(report.failures[0].minimal.drawn[0].text.matches("Node").count(), 7);
}
