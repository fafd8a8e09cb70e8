//! The binary tree that several examples and tests are about.

#![allow(dead_code, reason = "each example and each test uses a part of it")]

#[cfg(feature = "derive")]
use astragal::Arbitrary;

/// A binary tree with a key at each node. Whether the keys are in order is up to the generator.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "derive", derive(Arbitrary))]
pub(crate) enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}
use Tree::{Leaf, Node};

/// A node, without the boxes.
pub(crate) fn node<K>(left: Tree<K>, key: K, right: Tree<K>) -> Tree<K> {
    Node(Box::new(left), key, Box::new(right))
}

impl<K> Tree<K> {
    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Leaf => 0,
            Node(left, _, right) => 1 + left.len() + right.len(),
        }
    }

    /// How many nodes are on the longest way down.
    pub(crate) fn height(&self) -> usize {
        match self {
            Leaf => 0,
            Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }
}

impl<K: Copy + Ord> Tree<K> {
    /// The keys, from left to right.
    pub(crate) fn keys(&self) -> Vec<K> {
        match self {
            Leaf => vec![],
            Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    /// Whether the keys are in order, and none is there twice.
    pub(crate) fn is_search_tree(&self) -> bool {
        self.keys().is_sorted_by(|a, b| a < b)
    }
}
