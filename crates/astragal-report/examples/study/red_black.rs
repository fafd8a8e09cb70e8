//! Red-black trees: inserting into a valid tree gives a valid tree with one key more.

use std::collections::BTreeSet;

use astragal::prelude::*;
use astragal::{Check, Report};

use crate::trial::{Quality, Task};

pub(crate) const TASK: Task = Task { name: "red_black_tree", mutants: 6, run };

#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
enum Color {
    Red,
    Black,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Color, Box<Tree>, u8, Box<Tree>),
}

use Color::{Black, Red};
use Tree::{Leaf, Node};

fn node(color: Color, left: Tree, key: u8, right: Tree) -> Tree {
    Node(color, Box::new(left), key, Box::new(right))
}

/// Mends a black node with two red ones in a row under it (Okasaki).
fn balance(color: Color, left: Tree, key: u8, right: Tree, mutant: usize) -> Tree {
    let joined = |a, x, b, y, c, z, d| node(Red, node(Black, a, x, b), y, node(Black, c, z, d));
    match (color, left, right) {
        (Black, Node(Red, ll, y, c), d) if mutant != 1 && matches!(*ll, Node(Red, ..)) => {
            let Node(_, a, x, b) = *ll else { unreachable!("it is a node") };
            joined(*a, x, *b, y, *c, key, d)
        }
        (Black, Node(Red, a, x, lr), d) if mutant != 2 && matches!(*lr, Node(Red, ..)) => {
            let Node(_, b, y, c) = *lr else { unreachable!("it is a node") };
            joined(*a, x, *b, y, *c, key, d)
        }
        (Black, a, Node(Red, rl, z, d)) if mutant != 3 && matches!(*rl, Node(Red, ..)) => {
            let Node(_, b, y, c) = *rl else { unreachable!("it is a node") };
            joined(a, key, *b, y, *c, z, *d)
        }
        (Black, a, Node(Red, b, y, rr)) if matches!(*rr, Node(Red, ..)) => {
            let Node(_, c, z, d) = *rr else { unreachable!("it is a node") };
            // The fourth mutant loses the middle.
            joined(a, key, if mutant == 4 { Leaf } else { *b }, y, *c, z, *d)
        }
        (color, left, right) => node(color, left, key, right),
    }
}

fn insert(tree: Tree, new: u8, mutant: usize) -> Tree {
    fn below(tree: Tree, new: u8, mutant: usize) -> Tree {
        match tree {
            Leaf => node(Red, Leaf, new, Leaf),
            Node(color, left, key, right) if new < key => {
                balance(color, below(*left, new, mutant), key, *right, mutant)
            }
            // The fifth mutant has a key twice.
            Node(color, left, key, right) if new > key || mutant == 5 => {
                balance(color, *left, key, below(*right, new, mutant), mutant)
            }
            same => same,
        }
    }
    match below(tree, new, mutant) {
        // The sixth mutant leaves the root red.
        Node(Red, left, key, right) if mutant != 6 => Node(Black, left, key, right),
        tree => tree,
    }
}

/// The black height, if it is a red-black tree with keys between two bounds.
fn height(tree: &Tree, low: i32, high: i32) -> Option<u32> {
    let Node(color, left, key, right) = tree else { return Some(1) };
    let key = i32::from(*key);
    let is_red = |tree: &Tree| matches!(tree, Node(Red, ..));
    let is_local = low < key && key < high && !(*color == Red && (is_red(left) || is_red(right)));
    let (left, right) = (height(left, low, key)?, height(right, key, high)?);
    (is_local && left == right).then_some(left + u32::from(*color == Black))
}

fn is_valid(tree: &Tree) -> bool {
    !matches!(tree, Node(Red, ..)) && height(tree, -1, 256).is_some()
}

fn keys(tree: &Tree, into: &mut Vec<u8>) {
    if let Node(_, left, key, right) = tree {
        keys(left, into);
        into.push(*key);
        keys(right, into);
    }
}

fn built(keys: Vec<u8>) -> Tree {
    keys.into_iter().fold(Leaf, |tree, key| insert(tree, key, 0))
}

fn run(check: Check, quality: Quality, mutant: usize) -> Report {
    let property = |(tree, new): (Tree, u8)| {
        assume!(is_valid(&tree));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        keys(&tree, &mut before);
        collect!("size", before.len());
        classify!("the key is new", !before.contains(&new));
        let tree = insert(tree, new, mutant);
        keys(&tree, &mut after);
        let wanted: BTreeSet<u8> = before.into_iter().chain([new]).collect();
        assert!(is_valid(&tree), "{tree:?} is not a red-black tree");
        assert_eq!(after, wanted.into_iter().collect::<Vec<_>>());
    };
    match quality {
        // Any number of keys, and keys that are near enough to meet.
        Quality::Good => check.run((vec_of(0..64u8, 0..=40).map(built), 0..64u8), property),
        // Too small to need all ways of balancing, and soon repeating itself.
        Quality::Flawed => check.run((vec_of(0..6u8, 0..=3).map(built), 0..6u8), property),
        // What a derive gives: almost no tree is valid.
        Quality::Starter => check.run(any::<(Tree, u8)>(), property),
    }
}
