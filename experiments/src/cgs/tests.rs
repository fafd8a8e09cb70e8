//! The subjects are those of the paper: there are as many valid values as there should be; and no method gives one twice.

use super::budget::Budget;
use super::methods::{self, Rules};
use super::subjects::*;
use super::{Effort, GRADIENTS, PAPER, REJECTION, labelled, model, run_with};
use crate::report::OURS;
use astragal::prelude::*;
use std::collections::HashSet;

/// Search trees of this many keys in order, of at most a depth: any key is the root of the keys on both sides.
fn search_trees(keys: u64, depth: u64) -> u64 {
    let of_all = |keys: u64, depth: u64| -> u64 { if depth == 0 { u64::from(keys == 0) } else { shapes(keys, depth) } };
    (0..=keys).map(|chosen| choose(keys, chosen) * of_all(chosen, depth)).sum()
}

/// Binary trees of this many nodes and at most a depth.
fn shapes(nodes: u64, depth: u64) -> u64 {
    if nodes == 0 || depth == 0 {
        return u64::from(nodes == 0);
    }
    (0..nodes).map(|left| shapes(left, depth - 1) * shapes(nodes - 1 - left, depth - 1)).sum()
}

/// AVL shapes of this many nodes and a height.
fn avl_shapes(nodes: u64, height: u64) -> u64 {
    if nodes == 0 || height == 0 {
        return u64::from(nodes == 0 && height == 0);
    }
    let of = |left: u64, right: u64| -> u64 {
        (0..nodes).map(|n| avl_shapes(n, left) * avl_shapes(nodes - 1 - n, right)).sum()
    };
    let lower = height.checked_sub(2);
    of(height - 1, height - 1) + lower.map_or(0, |lower| of(height - 1, lower) + of(lower, height - 1))
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

#[test]
fn there_are_as_many_valid_values_as_published() {
    assert_eq!(search_trees(10, 5), 94_335);
    assert_eq!(choose(30, 10), 30_045_015);
    let avl = (0..=10).flat_map(|n| (0..=5).map(move |h| choose(10, n) * avl_shapes(n, h)));
    assert_eq!(avl.sum::<u64>(), 7_393);
}

#[test]
fn the_generators_make_just_these() {
    let found = trees::<false>(2, 3).by_choices().filter(|(tree, _)| is_search_tree(tree)).count();
    assert_eq!(found as u64, search_trees(3, 2));
    let found = lists::<false>(3, 4).by_choices().filter(|(list, _)| is_sorted(list)).count();
    assert_eq!(found as u64, (0..=3).map(|n| choose(n + 3, n)).sum::<u64>());
    let found = avl_trees(2, 2).by_choices().filter(|(tree, _)| is_avl(tree)).count();
    assert_eq!(found, 1 + 2 + 2); // none, one of two keys, both in two shapes
}

#[test]
fn guided_search_gives_valid_values_once() {
    let guided = avl_trees(5, 10).filter(is_avl).guided();
    let found: Vec<Avl> = guided.search(1).take(2_000).map(|(tree, _)| tree).collect();
    assert!(found.iter().all(is_avl));
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), 2_000);
    let guided = terms(5, 4).filter(is_typed).guided();
    let found: HashSet<Term> = guided.search(1).take(5_000).map(|(term, _)| term).collect();
    assert!(found.len() == 5_000 && found.iter().all(is_typed));
}

#[test]
fn gradients_give_valid_values_once_and_more_than_chance() {
    let rules = Rules { is_valid: is_search_tree, size: tree_size, spell: spell_tree };
    let (trees, budget) = (trees::<false>(5, 10), Budget::Calls(20_000));
    let found: Vec<Tree> = {
        let gradients = (&trees).filter(is_search_tree).gradients(50);
        gradients.search(1).calls_at_most(20_000).map(|(tree, _)| tree).collect()
    };
    assert!(found.iter().all(is_search_tree));
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    let rejection = methods::rejection(&trees, &rules, budget, 1);
    let gradients = methods::gradients(&trees, &rules, 50, budget, 1);
    assert_eq!((gradients.unique, gradients.calls), (found.len() as f64, 20_000));
    assert_eq!(gradients.sizes.iter().sum::<u64>() as f64, gradients.unique);
    assert!(gradients.unique > rejection.unique, "{} against {}", gradients.unique, rejection.unique);
    assert!(gradients.size() > rejection.size());
}

#[test]
fn subjects_with_names_have_the_same_values() {
    assert_eq!(trees::<false>(2, 3).by_choices().count(), labelled::tree(2, 3).by_choices().count());
    assert_eq!(lists::<false>(3, 4).by_choices().count(), labelled::list(3, 4).by_choices().count());
    assert_eq!(avl_trees(2, 2).by_choices().count(), labelled::avl(2, 2).by_choices().count());
    assert_eq!(terms(1, 2).by_choices().count(), labelled::term(1, 2).by_choices().count());
}

#[test]
fn a_quick_run_has_the_figures_of_the_paper_and_a_model_that_needs_no_sampling() {
    let rows = Some("bst,sorted_lazy,bst_model".to_string());
    let model = model::Effort { draws: 2_000, calls: 40_000 };
    let effort = Effort { budget: Budget::Calls(3_000), trials: 3, calls: 6_000, model, rows };
    let report = run_with(&effort);
    for method in [REJECTION, GRADIENTS, OURS] {
        for metric in ["unique_3000calls", "unique_3000calls_deviation", "unique_by_calls", "diversity", "mean_size"] {
            assert!(report.value("bst", metric, method).is_some(), "{metric} of {method}");
        }
        assert!(report.value("bst", "unique_3000calls_deviation", method) > Some(0.0));
    }
    for metric in ["paper_over_rejection", "size_rejection", "size_gradients", "paper_over_rejection_by_calls"] {
        assert!(
            report.value("bst", metric, PAPER).is_some() && report.value("bst", metric, OURS).is_some(),
            "{metric}"
        );
    }
    let sizes =
        std::fs::read_to_string(crate::cargo::workspace().join("target/experiments/cgs/bst_sizes.svg")).unwrap();
    assert_eq!(sizes.matches("<polyline").count(), 3);
    let drawn = |source| report.value("bst_model", "unique_drawn", source).unwrap();
    assert!(drawn(OURS) > 1.25 * drawn(REJECTION), "{} against {}", drawn(OURS), drawn(REJECTION));
    assert!(report.value("bst_model", "valid_share", OURS) > Some(0.2));
    assert!(report.value("stlc", "unique_by_calls", OURS).is_none(), "a row that is not wanted was measured");
}
