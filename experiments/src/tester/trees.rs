//! Planted bugs of trees and maps.

use super::falsifiable::{Subject, falsifiable};
use crate::etna::{Bst, Mutant, Tree, find, is_valid, to_list};
use std::collections::{BTreeMap, VecDeque};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    let mut all = search_trees();
    all.extend(maps());
    all
}

/// A tree of one pair or more.
fn node(left: Tree, key: i32, value: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, value, Box::new(right))
}

fn single(key: i32) -> Tree {
    node(Tree::Leaf, key, 0, Tree::Leaf)
}

/// Whose keys are those.
fn has_keys(tree: &Tree, mut keys: Vec<i32>) -> bool {
    let mut own: Vec<i32> = to_list(tree).iter().map(|pair| pair.0).collect();
    own.sort_unstable();
    keys.sort_unstable();
    own == keys
}

fn search_trees() -> Vec<Box<dyn Subject>> {
    fn bst(faulty: bool, mutant: Mutant) -> Bst {
        Bst { mutant: faulty.then_some(mutant) }
    }
    vec![
        falsifiable(
            "trees/is_search_tree",
            "only the children of a node are compared with it",
            |faulty, tree: &Tree| {
                fn is_ordered(tree: &Tree) -> bool {
                    let Tree::Node(left, key, _, right) = tree else { return true };
                    let above = |child: &Tree| if let Tree::Node(_, child, ..) = child { Some(*child) } else { None };
                    above(left).is_none_or(|left| left < *key)
                        && above(right).is_none_or(|right| *key < right)
                        && is_ordered(left)
                        && is_ordered(right)
                }
                !faulty || is_ordered(tree) == is_valid(tree)
            },
        )
        .minimal_if(
            |tree| has_keys(tree, vec![0, 0, 1]) || has_keys(tree, vec![-1, 0, 0]),
            [node(Tree::Leaf, 0, 0, node(single(0), 1, 0, Tree::Leaf))],
        ),
        falsifiable("trees/breadth_first", "behind a missing left child nothing is visited", |faulty, tree: &Tree| {
            let (mut queue, mut count) = (VecDeque::from([tree]), 0);
            while let Some(Tree::Node(left, _, _, right)) = queue.pop_front() {
                count += 1;
                if !faulty || **left != Tree::Leaf {
                    queue.extend([&**left, &**right].into_iter().filter(|child| **child != Tree::Leaf));
                }
            }
            count == to_list(tree).len()
        })
        .minimal([node(Tree::Leaf, 0, 0, single(0))]),
        falsifiable(
            "trees/etna_insert_3",
            "the old value of a key is kept",
            |faulty, (tree, key, value): &(Tree, i32, i32)| {
                find(*key, &bst(faulty, Mutant::Insert3).insert(*key, *value, tree.clone())) == Some(*value)
            },
        )
        .assuming(|(tree, ..)| is_valid(tree))
        .minimal_if(
            |(tree, key, value)| {
                *tree == single(0) && *key == 0 && value.abs() == 1
                    || *tree == node(Tree::Leaf, 0, value + 1, Tree::Leaf) && *key == 0 && *value == 0
                    || *tree == node(Tree::Leaf, 0, value - 1, Tree::Leaf) && *key == 0 && *value == 0
            },
            [(single(0), 0, 1)],
        ),
        falsifiable("trees/etna_delete_4", "what is above and beside is lost", |faulty, (tree, key): &(Tree, i32)| {
            let rest: Vec<_> = to_list(tree).into_iter().filter(|pair| pair.0 != *key).collect();
            to_list(&bst(faulty, Mutant::Delete4).delete(*key, tree.clone())) == rest
        })
        .assuming(|(tree, _)| is_valid(tree))
        .minimal([(single(0), 1), (single(0), -1), (single(1), 0), (single(-1), 0)]),
        falsifiable("trees/etna_union_8", "the trees are swapped if the roots are", |faulty, (a, b): &(Tree, Tree)| {
            let mut pairs: BTreeMap<i32, i32> = to_list(b).into_iter().collect();
            pairs.extend(to_list(a));
            to_list(&bst(faulty, Mutant::Union8).union(a.clone(), b.clone())).into_iter().eq(pairs)
        })
        .assuming(|(a, b)| is_valid(a) && is_valid(b))
        .minimal_if(
            |(a, b)| {
                let pairs = [to_list(a), to_list(b)].concat();
                let keys = pairs.iter().all(|pair| (-1..=1).contains(&pair.0));
                pairs.len() == 3 && keys && pairs.iter().map(|pair| pair.1.abs()).sum::<i32>() == 1
            },
            [(node(single(0), 1, 0, Tree::Leaf), node(Tree::Leaf, 0, 1, Tree::Leaf))],
        ),
    ]
}

type Map = BTreeMap<u8, u8>;

fn maps() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("maps/patch", "what is equal to nothing is not removed", |faulty, (old, new): &(Map, Map)| {
            // Zero is stored for nothing.
            let removed = old.iter().filter(|(key, value)| !new.contains_key(key) && (!faulty || **value != 0));
            let mut patched = old.clone();
            removed.for_each(|(key, _)| {
                patched.remove(key);
            });
            patched.extend(new.iter().filter(|(key, value)| old.get(key) != Some(value)));
            patched == *new
        })
        .minimal([(Map::from([(0, 0)]), Map::new())]),
        falsifiable("maps/inverse", "of keys with one value only the last is kept", |faulty, map: &Map| {
            let mut inverse: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
            for (key, value) in map {
                let keys = inverse.entry(*value).or_default();
                if faulty {
                    keys.clear();
                }
                keys.push(*key);
            }
            inverse.values().map(Vec::len).sum::<usize>() == map.len()
        })
        .minimal([Map::from([(0, 0), (1, 0)])]),
        falsifiable(
            "maps/merge",
            "what both sides removed in different ways is a conflict",
            |faulty, (base, left, right): &(Map, Map, Map)| {
                // A conflict is a key that both sides changed, and not to the same.
                let keys = base.keys().chain(left.keys()).chain(right.keys());
                keys.into_iter().all(|key| {
                    let [base, left, right] = [base, left, right].map(|map| map.get(key));
                    let merged = match (left == base, right == base) {
                        (true, _) => Ok(right),
                        (_, true) => Ok(left),
                        _ if left == right && (!faulty || left.is_some()) => Ok(left),
                        _ => Err(()),
                    };
                    merged.is_ok() == (left == base || right == base || left == right)
                })
            },
        )
        .minimal([(Map::from([(0, 0)]), Map::new(), Map::new())]),
    ]
}
