//! Valid values, each with the same chance.

use std::cell::Cell;
use std::collections::HashMap;

use astragal::generators::{Lazy, LazyList, lazy, lazy_list_of, listed};
use astragal::prelude::*;
use astragal::spaces::Measure;

use crate::lazy_sorted::is_sorted;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Lazy<Tree>, Lazy<u8>, Lazy<Tree>),
}

fn is_search_tree(tree: &Tree, low: i32, high: i32) -> bool {
    match tree {
        Tree::Leaf => true,
        Tree::Node(left, key, right) => {
            let key = i32::from(**key);
            low < key && key < high && is_search_tree(left, low, key) && is_search_tree(right, key, high)
        }
    }
}

/// Draws many, and asks whether all valid values come equally often.
#[track_caller]
fn is_uniform<G: Gen<Value: std::fmt::Debug> + Closed + Clone>(
    generator: G,
    size: usize,
    valid: impl Fn(&G::Value) -> bool,
) {
    let measured = generator.measured(Measure::tiers());
    let values: Vec<G::Value> = measured.of_size(size).filter(|value| valid(value)).collect();
    let mut seen: HashMap<String, u32> = values.iter().map(|value| (format!("{value:?}"), 0)).collect();
    assert_eq!(seen.len(), values.len());
    let expected = 40;
    let uniform = measured.uniform_where(size, &valid).unwrap();
    for seed in 0..values.len() as u64 * expected {
        let value = format!("{:?}", uniform.sample(seed));
        *seen.get_mut(&value).unwrap_or_else(|| panic!("{value} is not valid, or not of that size")) += 1;
    }
    let square = |count: &u32| (f64::from(*count) - expected as f64).powi(2) / expected as f64;
    let (chi, freedom) = (seen.values().map(square).sum::<f64>(), values.len() as f64 - 1.0);
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi} at {freedom} degrees of freedom");
}

#[test]
fn valid_values_come_equally_often() {
    is_uniform(lazy_list_of(0..=9u8), 9, is_sorted);
    is_uniform(any::<Tree>(), 9, |tree| is_search_tree(tree, -1, 256));
    is_uniform(any::<(Lazy<u8>, Vec<Lazy<u8>>, Lazy<bool>)>(), 8, |(key, list, flag)| {
        list.first().is_none_or(|first| **first >= **key) && (list.len() < 2 || **flag)
    });
    let square = lazy(listed((0..).map(|n: u32| n * n)));
    is_uniform((square, any::<Lazy<u8>>()), 12, |(square, n)| **square % 3 != 1 || **n % 2 == 0);
    is_uniform(any::<(u8, Lazy<(Lazy<u8>, u8)>)>(), 12, |(a, rest)| *a % 3 != 0 || *rest.0 < rest.1);
}

#[test]
fn what_was_refuted_is_not_tried_again() {
    let lists = any::<LazyList<u8>>().measured(Measure::tiers());
    let runs = Cell::new(0);
    let sorted = lists.uniform_where(24, |list| {
        runs.set(runs.get() + 1);
        is_sorted(list)
    });
    let sorted = sorted.unwrap();
    let mut first = 0;
    for seed in 0..300 {
        sorted.sample(seed);
        if seed == 99 {
            first = runs.get();
        }
    }
    // Of 2^23 lists 1,575 are sorted: to filter would take 5,326 tries for each.
    assert!(first < 100 * 5_326 / 20, "{first} runs for the first 100");
    assert!(runs.get() - first < 2 * first, "{first} runs for the first 100, {} for 300: it learns", runs.get());
}

#[test]
fn where_nothing_is_valid_it_says_so() {
    let never = any::<(Lazy<u8>, Lazy<u8>)>().measured(Measure::tiers()).uniform_where(9, |(a, _)| **a > 100).unwrap();
    let gave_up = never.try_sample(1).unwrap_err();
    assert!(gave_up.to_string().contains("valid.rs"), "{gave_up}");
    assert!(any::<std::collections::BTreeSet<u8>>().measured(Measure::tiers()).uniform_where(3, |_| true).is_err());
}
