//! Search trees: the function of the paper.

use astragal::prelude::*;

use crate::{both_ways, there_and_back};

#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}
use Tree::{Leaf, Node};

impl Tree {
    pub(crate) fn keys(&self) -> Vec<i64> {
        match self {
            Leaf => vec![],
            Node(l, x, r) => [l.keys(), vec![*x], r.keys()].concat(),
        }
    }

    pub(crate) fn is_search_tree(&self) -> bool {
        self.keys().is_sorted_by(|a, b| a < b)
    }
}

#[generator]
pub(crate) fn bst(lo: i64, hi: i64) -> Tree {
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

#[test]
fn it_keeps_the_laws() {
    both_ways(bst(0, 20));
    both_ways(bst(3, 2));
}

#[test]
fn its_trees_are_search_trees() {
    for seed in 0..200 {
        assert!(bst(0, 30).sample(seed).is_search_tree());
    }
}

#[test]
fn a_tree_that_was_never_drawn_has_choices() {
    let tree = node(node(Leaf, 1, Leaf), 5, node(Leaf, 9, Leaf));
    there_and_back(bst(0, 9), &tree);
    assert_eq!(
        bst(0, 9).choices_of(&tree).unwrap().to_string(),
        "astragal choices 1
bst {
  bst.Node 1 of 2
  5 of 10
  bst {
    bst.Node 1 of 2
    1 of 5
    bst {
      bst.Leaf 0 of 2
    }
    bst {
      bst.Leaf 0 of 2
    }
  }
  bst {
    bst.Node 1 of 2
    3 of 4
    bst {
      bst.Leaf 0 of 2
    }
    bst {
    }
  }
}
"
    );
}

#[test]
fn a_tree_out_of_order_does_not_fit() {
    let mismatch = bst(0, 9).choices_of(&node(node(Leaf, 7, Leaf), 5, Leaf)).unwrap_err();
    assert_eq!(mismatch.to_string(), "at bst > bst: 7 is not in 0..=4");
    let mismatch = bst(0, 9).choices_of(&node(node(node(Leaf, 0, Leaf), 0, Leaf), 1, Leaf)).unwrap_err();
    assert_eq!(mismatch.to_string(), "at bst > bst > bst: this is not made by `Leaf`");
}
