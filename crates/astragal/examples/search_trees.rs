//! Search trees from a function that draws: forwards, backwards from a bug report, mutated, completed, enumerated and planned.

mod subjects;

use astragal::partial;
use astragal::prelude::*;
use astragal::shapes::{Strategy, Weighting};
use subjects::Tree::{self, Leaf, Node};
use subjects::node;

/// The constructor at the end is also the pattern that takes a tree apart.
#[generator]
fn bst(lo: i64, hi: i64) -> Tree<i64> {
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

/// The function under test: it forgets the right half of a tree whose left half is empty.
fn size(tree: &Tree<i64>) -> usize {
    match tree {
        Leaf => 0,
        Node(l, _, _) if **l == Leaf => 1,
        Node(l, _, r) => 1 + size(l) + size(r),
    }
}

fn main() {
    let trees = bst(0, 99);
    assert!((0..1_000).all(|seed| trees.sample(seed).is_search_tree()));

    // A tree from a bug report, which was never drawn: it is shrunk, and stays a search tree.
    let report = node(node(node(Leaf, 3, Leaf), 17, node(Leaf, 20, node(Leaf, 41, Leaf))), 50, node(Leaf, 77, Leaf));
    let shrunk = trees.shrink(&report, |tree| size(tree) != tree.len()).unwrap();
    println!("{report:?}\nshrunk to {:?}", shrunk.value);
    assert_eq!(shrunk.value, node(Leaf, 0, node(Leaf, 1, Leaf)));

    // Others like it.
    for seed in 0..5 {
        let other = trees.mutate(&report, seed).unwrap();
        println!("like it: {:?}", other.keys());
        assert!(other.is_search_tree() && other != report);
    }

    // A part of it is given, the rest is drawn.
    let partial = partial!(Node(Node(_, 17, _), 50, _));
    for seed in 0..5 {
        let tree = trees.complete(&partial, seed).unwrap();
        println!("completed: {:?}", tree.keys());
        assert!(tree.is_search_tree() && tree.keys().contains(&17) && tree.keys().contains(&50));
    }

    // A tree that is not a search tree is rejected, and the mismatch says where.
    let mismatch = trees.choices_of(&node(node(Leaf, 60, Leaf), 50, Leaf)).unwrap_err();
    println!("mismatch: {mismatch}");
    assert_eq!(mismatch.to_string(), "at bst > bst: 60 is not in 0..=49");

    // What the function can make is known before it draws. By size: each node counts one, and each key as much as it is above
    // the lowest that may be there.
    for tree in bst(1, 10).iter().take(10) {
        println!("enumerated: {:?}", tree.keys());
    }
    let of_twelve = bst(1, 10).uniform(12);
    println!("one of {} of size 12: {:?}", bst(1, 10).count(12), of_twelve.sample(1).keys());
    assert!((0..100).all(|seed| of_twelve.sample(seed).is_search_tree()));

    // As many nodes as you say, in the shape that you say.
    let planned = trees.by(Strategy::holey(Weighting::uniform()).exactly(10));
    assert!((0..100).all(|seed| planned.sample(seed).len() == 10));
}
