//! Search trees and what can be done with them, right or with one of eight mistakes.

use super::Tree;
use super::Tree::{Leaf, Node};
use std::cmp::Ordering::{Equal, Greater, Less};

/// A mistake in one of the operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// Forgets the tree.
    Insert1,
    /// Larger keys overwrite the value at the root.
    Insert2,
    /// Keeps the old value of a key that is there.
    Insert3,
    /// Loses what is above and beside.
    Delete4,
    /// Looks on the wrong side.
    Delete5,
    /// Takes all keys of the left tree to be smaller.
    Union6,
    /// Takes the trees to overlap only in the middle, and swaps them.
    Union7,
    /// Swaps the trees if the roots are in the wrong order.
    Union8,
}

impl Mutant {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mutant::Insert1 => "insert_1",
            Mutant::Insert2 => "insert_2",
            Mutant::Insert3 => "insert_3",
            Mutant::Delete4 => "delete_4",
            Mutant::Delete5 => "delete_5",
            Mutant::Union6 => "union_6",
            Mutant::Union7 => "union_7",
            Mutant::Union8 => "union_8",
        }
    }
}

/// The operations.
#[derive(Clone, Copy)]
pub(crate) struct Bst {
    pub(crate) mutant: Option<Mutant>,
}

impl Bst {
    pub(crate) fn insert(self, key: i32, value: i32, tree: Tree) -> Tree {
        let Node(left, at, old, right) = tree else { return single(key, value) };
        match self.mutant {
            Some(Mutant::Insert1) => single(key, value),
            _ if key < at => Node(Box::new(self.insert(key, value, *left)), at, old, right),
            Some(Mutant::Insert2) => Node(left, at, value, right),
            _ if key > at => Node(left, at, old, Box::new(self.insert(key, value, *right))),
            Some(Mutant::Insert3) => Node(left, at, old, right),
            _ => Node(left, at, value, right),
        }
    }

    pub(crate) fn delete(self, key: i32, tree: Tree) -> Tree {
        let Node(left, at, value, right) = tree else { return Leaf };
        let side = if self.mutant == Some(Mutant::Delete5) { at.cmp(&key) } else { key.cmp(&at) };
        let loses = self.mutant == Some(Mutant::Delete4);
        match side {
            Less if loses => self.delete(key, *left),
            Greater if loses => self.delete(key, *right),
            Less => Node(Box::new(self.delete(key, *left)), at, value, right),
            Greater => Node(left, at, value, Box::new(self.delete(key, *right))),
            Equal => join(*left, *right),
        }
    }

    /// Where both have a key, the left one's value is taken.
    pub(crate) fn union(self, left: Tree, right: Tree) -> Tree {
        match (left, right) {
            (Leaf, other) | (other, Leaf) => other,
            (Node(l, k, v, r), Node(l2, k2, v2, r2)) => match self.mutant {
                Some(Mutant::Union6) => Node(l, k, v, Box::new(Node(Box::new(self.union(*r, *l2)), k2, v2, r2))),
                Some(Mutant::Union7 | Mutant::Union8) if k == k2 => {
                    Node(Box::new(self.union(*l, *l2)), k, v, Box::new(self.union(*r, *r2)))
                }
                Some(Mutant::Union7 | Mutant::Union8) if k > k2 => self.union(Node(l2, k2, v2, r2), Node(l, k, v, r)),
                Some(Mutant::Union7) => Node(l, k, v, Box::new(Node(Box::new(self.union(*r, *l2)), k2, v2, r2))),
                Some(Mutant::Union8) => {
                    let above = Node(Box::new(above(k, (*l2).clone())), k2, v2, r2);
                    Node(Box::new(self.union(*l, below(k, *l2))), k, v, Box::new(self.union(*r, above)))
                }
                _ => {
                    let right = Node(l2, k2, v2, r2);
                    let smaller = self.union(*l, below(k, right.clone()));
                    Node(Box::new(smaller), k, v, Box::new(self.union(*r, above(k, right))))
                }
            },
        }
    }
}

pub(crate) fn find(key: i32, tree: &Tree) -> Option<i32> {
    let Node(left, at, value, right) = tree else { return None };
    match key.cmp(at) {
        Less => find(key, left),
        Greater => find(key, right),
        Equal => Some(*value),
    }
}

/// The pairs in the order of the keys.
pub(crate) fn to_list(tree: &Tree) -> Vec<(i32, i32)> {
    fn add(tree: &Tree, list: &mut Vec<(i32, i32)>) {
        if let Node(left, key, value, right) = tree {
            add(left, list);
            list.push((*key, *value));
            add(right, list);
        }
    }
    let mut list = Vec::new();
    add(tree, &mut list);
    list
}

/// Whether the keys are in order.
pub(crate) fn is_valid(tree: &Tree) -> bool {
    /// `least` and `most` are the keys around the tree.
    fn between(tree: &Tree, least: Option<i32>, most: Option<i32>) -> bool {
        let Node(left, key, _, right) = tree else { return true };
        least.is_none_or(|least| least < *key)
            && most.is_none_or(|most| *key < most)
            && between(left, least, Some(*key))
            && between(right, Some(*key), most)
    }
    between(tree, None, None)
}

/// A tree of one pair.
fn single(key: i32, value: i32) -> Tree {
    Node(Box::new(Leaf), key, value, Box::new(Leaf))
}

/// All keys of the left tree are smaller than all of the right one.
fn join(left: Tree, right: Tree) -> Tree {
    match (left, right) {
        (Leaf, other) | (other, Leaf) => other,
        (Node(l, k, v, r), Node(l2, k2, v2, r2)) => Node(l, k, v, Box::new(Node(Box::new(join(*r, *l2)), k2, v2, r2))),
    }
}

/// The part with smaller keys.
fn below(key: i32, tree: Tree) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(left, at, _, _) if key <= at => below(key, *left),
        Node(left, at, value, right) => Node(left, at, value, Box::new(below(key, *right))),
    }
}

/// The part with larger keys.
fn above(key: i32, tree: Tree) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(_, at, _, right) if key >= at => above(key, *right),
        Node(left, at, value, right) => Node(Box::new(above(key, *left)), at, value, right),
    }
}
