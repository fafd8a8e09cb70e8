//! Trees as a derived generator knows them: without bounds, into which their labels are fitted afterwards.

use super::bst::{Key, Tree, Val};
use astragal::prelude::*;

/// A tree whose labels say where in its bounds a key is.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Loose {
    Leaf,
    Node(Box<Loose>, u16, Val, Box<Loose>),
}

/// A search tree with keys from `low` to `high`, and values made of those that were drawn. Nodes without room are omitted.
pub(super) fn fit(tree: &Loose, low: Key, high: Key, value: &impl Fn(Val) -> Val) -> Tree {
    match tree {
        Loose::Node(left, label, val, right) if low <= high => {
            let key = low + Key::from(*label) % (high - low + 1);
            Tree::node(fit(left, low, key - 1, value), key, value(*val), fit(right, key + 1, high, value))
        }
        _ => Tree::Leaf,
    }
}
