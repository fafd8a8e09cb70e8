//! The subjects are those of the paper: there are as many valid values as there should be; and no method gives one twice.

use super::subjects::*;
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
