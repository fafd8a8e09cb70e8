//! Values on demand: a part that is never forced costs nothing, in a search as at random.

use std::collections::HashSet;

use astragal::Source;
use astragal::choices::Mutator;
use astragal::generators::{Fun, Lazy, LazyList, lazy, lazy_list_of};
use astragal::prelude::*;
use astragal::spaces::exhaustively;
use astragal::{Check, Choices};

use crate::lazy_sorted::is_sorted;

fn choose(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, at| ways * (n - k + at) / at)
}

/// Sortedness is settled by a list that is sorted to its end, or by the first element that is smaller than the one before:
/// so the runs are the sorted lists, and the sorted lists followed by a smaller element.
#[test]
fn sortedness_of_all_lists_takes_a_run_for_each_way_to_settle_it() {
    let longest = if cfg!(debug_assertions) { 7 } else { 10 };
    let mut sorted = 0;
    let searched = exhaustively(lazy_list_of(0..=9u8), 2 * longest as usize, |list| {
        sorted += u64::from(is_sorted(list));
        true
    });
    let searched = searched.unwrap();
    let refuted: u64 = (1..longest).map(|length| length * choose(length + 9, length + 1)).sum();
    assert_eq!(sorted, choose(longest + 10, 10));
    assert_eq!(searched.runs, sorted + refuted);
    if longest == 10 {
        assert_eq!(searched.runs, 923_781, "of 11,111,111,111 lists");
    }
    assert!(!searched.complete, "there are longer lists");
    assert_eq!(searched.rejected, 0);
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Lazy<Tree>, #[arbitrary(with = lazy(0..=3u8))] Lazy<u8>, Lazy<Tree>),
}

impl Tree {
    fn is_between(&self, low: u8, high: u8) -> bool {
        match self {
            Tree::Leaf => true,
            Tree::Node(left, key, right) => {
                low <= **key && **key <= high && left.is_between(low, **key) && right.is_between(**key, high)
            }
        }
    }
}

#[test]
fn the_smallest_counterexample_is_found_and_shown_with_what_matters() {
    let searched = exhaustively(any::<Tree>(), 30, |tree| tree.is_between(0, 3)).unwrap();
    let found = searched.counterexample.unwrap();
    assert_eq!(format!("{:?}", found.value), "Node(Node(_, 1, _), 0, _)");
    assert!(searched.runs < 100, "{}", searched.runs);
    // A part that was not forced is the simplest when replayed.
    let replayed = any::<Tree>().replay(&found.choices).unwrap();
    assert_eq!(format!("{replayed:?}"), "Node(Node(Leaf, 1, Leaf), 0, Leaf)");

    // A list of 20 is no nearer than one of 3 that fails too.
    let searched = exhaustively(lazy_list_of(any::<bool>()), 60, |list| list.iter().nth(2).is_none()).unwrap();
    assert_eq!(format!("{:?}", searched.counterexample.unwrap().value), "[_, _, _, ..]");
    assert_eq!(searched.runs, 4);
}

#[test]
fn a_search_that_comes_to_an_end_says_so() {
    let pair = || (lazy(0..=9u8), lazy(0..=9u8));
    let both = exhaustively(pair(), 2, |(a, b)| u32::from(**a) + u32::from(**b) < 19).unwrap();
    assert!(both.complete && both.counterexample.is_none());
    assert_eq!(both.runs, 100);
    let first = exhaustively(pair(), 2, |(a, b)| **a < 9 || **b < 10).unwrap();
    assert!(first.complete);
    assert_eq!(first.runs, 9 + 10);
    assert!(!exhaustively(pair(), 1, |(a, b)| a.cmp(b).is_le() || **a < 10).unwrap().complete);

    // A part that rejects is skipped together with every case that contains it.
    let odd = lazy(int(0..=9u8).filter(|n| n % 2 == 1));
    let searched = exhaustively((odd, lazy(0..=9u8)), 2, |(a, b)| **a % 2 == 1 && **b < 10).unwrap();
    assert!(searched.complete && searched.counterexample.is_none());
    assert_eq!((searched.runs, searched.rejected), (50, 5));

    let wrong = exhaustively(lazy(int(5..5u8)), 2, |part| **part > 0).unwrap_err();
    assert!(wrong.to_string().contains("usage error"), "{wrong}");
}

/// A function's answer is a choice where it is asked for, and nothing else is.
#[test]
fn functions_are_searched_by_what_they_are_asked() {
    let functions = any::<Fun<u8, bool>>();
    let searched = exhaustively(&functions, 10, |f| f.call(&7) || !f.call(&7)).unwrap();
    assert!(searched.complete && searched.counterexample.is_none());
    let searched = exhaustively(&functions, 10, |f| !(f.call(&200) && !f.call(&1) && f.call(&3))).unwrap();
    let found = functions.replay(&searched.counterexample.unwrap().choices).unwrap();
    assert!(found.call(&200) && !found.call(&1) && found.call(&3), "{found:?}");
    assert!(searched.runs < 20, "{}", searched.runs);
}

/// Search trees over the keys from `low` up to `high`, as a closure makes them.
fn search_tree(src: &mut Source, low: u8, high: u8) -> Vec<u8> {
    if low == high || !src.draw(any::<bool>()) {
        return vec![];
    }
    let key = src.draw(low..high);
    let mut tree = vec![b'('];
    tree.extend(search_tree(src, low, key));
    tree.push(b'0' + key);
    tree.extend(search_tree(src, key + 1, high));
    tree.push(b')');
    tree
}

#[test]
fn a_closure_is_enumerated_to_its_end() {
    // A tree is empty, or has a key and trees of the keys on both sides.
    for (keys, expected) in [1, 2, 5, 15, 51, 188].into_iter().enumerate() {
        let trees = from_fn(move |src| search_tree(src, 0, keys as u8));
        let mut listing = (&trees).by_choices();
        let mut seen = HashSet::new();
        let mut longest = 0;
        for (tree, choices) in &mut listing {
            assert!(choices.len() >= longest, "those of fewer choices come first");
            longest = choices.len();
            assert_eq!(trees.replay(&choices).unwrap(), tree);
            assert!(seen.insert(tree), "none comes twice");
        }
        assert_eq!(seen.len(), expected);
        assert_eq!(listing.rejected(), 0);
        assert_eq!(trees.by_weight().count(), expected);
    }
}

#[test]
fn listing_leaves_out_what_is_rejected_and_reports_misuse() {
    let mut even = int(0..=9u8).filter(|n| n % 2 == 0).by_choices();
    assert_eq!(even.by_ref().map(|(n, _)| n).collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
    assert_eq!(even.rejected(), 5);
    let mut wrong = int(5..5u8).by_choices();
    assert!(wrong.next().is_none());
    assert!(wrong.problem().is_some());
}

#[test]
fn lengths_that_are_too_long_do_not_hold_up_a_listing() {
    // All lists of up to 4 truth values, though there are 2^64 lengths; lazy parts are drawn at once.
    let lists: Vec<Vec<bool>> = any::<Vec<bool>>().by_choices().map(|(list, _)| list).take(31).collect();
    assert!(lists.iter().all(|list| list.len() <= 4));
    assert_eq!(lists.iter().collect::<HashSet<_>>().len(), 31);
    let lazies: Vec<Vec<bool>> = any::<Vec<Lazy<bool>>>()
        .by_choices()
        .map(|(list, _)| list.iter().map(|part| **part).collect())
        .take(31)
        .collect();
    assert_eq!(lazies, lists);
    // By weight there are finitely many of each, even of wide numbers: 2^(w-2) lists of weight w.
    let weight = |choices: &Choices| choices.numbers().sum::<u64>() + choices.len() as u64;
    let weights: Vec<u64> = any::<Vec<u64>>().by_weight().take(200).map(|(_, choices)| weight(&choices)).collect();
    assert!(weights.is_sorted());
    assert_eq!(weights.iter().filter(|&&weight| weight <= 3).count(), 2, "[] and [0]");
}

#[test]
fn a_failing_case_is_recorded_with_what_was_looked_at_and_shrinks() {
    for seed in 0..20 {
        let report = Check::new().seed(seed).run(any::<LazyList<u8>>(), |list| is_sorted(&list));
        let [failure] = &report.failures[..] else { panic!("{report:?}") };
        assert_eq!(failure.minimal.drawn[0].text, "[1, 0, ..]");

        let report = Check::new().seed(seed).run(any::<(Lazy<u32>, Lazy<u32>)>(), |(_, right)| *right < 1_000);
        assert_eq!(report.failures[0].minimal.drawn[0].text, "(_, 1000)");

        let report = Check::new().seed(seed).run_drawing(|t| {
            let part = t.draw(any::<Lazy<u32>>());
            assert!(*part < 77);
        });
        assert_eq!(report.failures[0].minimal.drawn[0].text, "77");

        // The simplest value of the part that is never forced is rejected.
        let odd = lazy(any::<u32>().filter(|n| n % 2 == 1));
        let report = Check::new().seed(seed).run((odd, any::<u32>()), |(_, number)| number < 10);
        assert_eq!(report.failures[0].minimal.drawn[0].text, "(_, 10)");
    }
}

#[test]
fn what_was_recorded_of_lazy_values_mutates() {
    let lists = any::<LazyList<u8>>();
    let mut mutator = Mutator::new(1);
    let mut values = HashSet::new();
    for seed in 0..50 {
        let (_, choices) = lists.record(seed).unwrap();
        let mutated = lists.replay(&mutator.mutate(&choices)).unwrap();
        values.insert(format!("{mutated:?}"));
    }
    assert!(values.len() > 40);
}
