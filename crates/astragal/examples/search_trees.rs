//! Search trees from a function that draws: forwards, backwards from a bug report, mutated, and completed.

use astragal::partial;
use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}
use Tree::{Leaf, Node};

/// The constructor at the end is also the pattern that takes a tree apart.
#[generator]
fn bst(lo: i64, hi: i64) -> Tree {
    if lo > hi {
        return Leaf;
    }
    pick! {
        1 => Leaf,
        5 => {
            let x = draw!(lo..=hi);
            let l = draw!(bst(lo, x - 1));
            let r = draw!(bst(x + 1, hi));
            Node(Box::new(l), x, Box::new(r))
        }
    }
}

fn node(l: Tree, x: i64, r: Tree) -> Tree {
    Node(Box::new(l), x, Box::new(r))
}

fn keys(tree: &Tree) -> Vec<i64> {
    match tree {
        Leaf => vec![],
        Node(l, x, r) => [keys(l), vec![*x], keys(r)].concat(),
    }
}

fn is_search_tree(tree: &Tree) -> bool {
    keys(tree).is_sorted_by(|a, b| a < b)
}

/// The function under test: it forgets the right half where the left one is empty.
fn size(tree: &Tree) -> usize {
    match tree {
        Leaf => 0,
        Node(l, _, _) if **l == Leaf => 1,
        Node(l, _, r) => 1 + size(l) + size(r),
    }
}

fn main() {
    let trees = bst(0, 99);
    assert!((0..1_000).all(|seed| is_search_tree(&trees.sample(seed))));

    // A tree from a bug report, which was never drawn: it is shrunk, and stays a search tree.
    let report = node(node(node(Leaf, 3, Leaf), 17, node(Leaf, 20, node(Leaf, 41, Leaf))), 50, node(Leaf, 77, Leaf));
    let shrunk = trees.shrink(&report, |tree| size(tree) != keys(tree).len()).unwrap();
    println!("{report:?}\nshrunk to {:?}", shrunk.value);
    assert_eq!(shrunk.value, node(Leaf, 0, node(Leaf, 1, Leaf)));

    // Others like it.
    for seed in 0..5 {
        let other = trees.mutate(&report, seed).unwrap();
        println!("like it: {:?}", keys(&other));
        assert!(is_search_tree(&other) && other != report);
    }

    // A part of it is given, the rest is drawn.
    let partial = partial!(Node(Node(_, 17, _), 50, _));
    for seed in 0..5 {
        let tree = trees.complete(&partial, seed).unwrap();
        println!("completed: {:?}", keys(&tree));
        assert!(is_search_tree(&tree) && keys(&tree).contains(&17) && keys(&tree).contains(&50));
    }

    // A tree that is not a search tree is rejected, and the mismatch says where.
    let mismatch = trees.choices_of(&node(node(Leaf, 60, Leaf), 50, Leaf)).unwrap_err();
    println!("mismatch: {mismatch}");
    assert_eq!(mismatch.to_string(), "at bst > bst: 60 is not in 0..=49");
}
