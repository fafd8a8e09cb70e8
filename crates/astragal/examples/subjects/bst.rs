//! Binary search trees as finite maps, and eight ways to get their operations wrong (Hughes, How to Specify It!).

#![allow(dead_code, reason = "an example uses a part of it")]

use std::cmp::Ordering;
use std::rc::Rc;

pub(crate) type Key = i32;
pub(crate) type Val = i32;

/// A tree. Subtrees are shared, since a property keeps the trees that its operations were given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Leaf,
    Node(Rc<Node>),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) left: Tree,
    pub(crate) key: Key,
    pub(crate) val: Val,
    pub(crate) right: Tree,
}

/// Which operation is wrong, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// `insert` forgets the tree.
    InsertForgets,
    /// `insert` puts a key that is there already in a second time.
    InsertDuplicates,
    /// `insert` keeps the old value of a key.
    InsertKeeps,
    /// `delete` returns the subtree in which it deleted.
    DeleteDrops,
    /// `delete` goes left where it should go right.
    DeleteStrays,
    /// `union` takes all keys of the left tree to be smaller than those of the right one.
    UnionJoins,
    /// `union` puts the right root below the left one without splitting the trees.
    UnionInterleaves,
    /// `union` prefers the values of the right tree if its root is smaller.
    UnionPrefersRight,
}

impl Bug {
    /// All of them, in the order in which they are published: the first has number 1.
    pub(crate) const ALL: [Bug; 8] = [
        Bug::InsertForgets,
        Bug::InsertDuplicates,
        Bug::InsertKeeps,
        Bug::DeleteDrops,
        Bug::DeleteStrays,
        Bug::UnionJoins,
        Bug::UnionInterleaves,
        Bug::UnionPrefersRight,
    ];

    /// Its published number.
    pub(crate) fn number(self) -> usize {
        self as usize + 1
    }
}

impl Tree {
    pub(crate) fn node(left: Tree, key: Key, val: Val, right: Tree) -> Tree {
        Tree::Node(Rc::new(Node { left, key, val, right }))
    }

    pub(crate) fn find(&self, key: Key) -> Option<Val> {
        let mut tree = self;
        while let Tree::Node(node) = tree {
            tree = match key.cmp(&node.key) {
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
                Ordering::Equal => return Some(node.val),
            };
        }
        None
    }

    /// Keys and values in order.
    pub(crate) fn to_list(&self) -> Vec<(Key, Val)> {
        fn list(tree: &Tree, into: &mut Vec<(Key, Val)>) {
            if let Tree::Node(node) = tree {
                list(&node.left, into);
                into.push((node.key, node.val));
                list(&node.right, into);
            }
        }
        let mut all = Vec::new();
        list(self, &mut all);
        all
    }

    /// Keys and values, parents first: inserted in this order, they make the same tree again.
    pub(crate) fn insertions(&self) -> Vec<(Key, Val)> {
        fn list(tree: &Tree, into: &mut Vec<(Key, Val)>) {
            if let Tree::Node(node) = tree {
                into.push((node.key, node.val));
                list(&node.left, into);
                list(&node.right, into);
            }
        }
        let mut all = Vec::new();
        list(self, &mut all);
        all
    }

    pub(crate) fn size(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(node) => node.left.size() + 1 + node.right.size(),
        }
    }

    /// Whether its keys ascend, which is the same as that every key is between those of its subtrees.
    pub(crate) fn is_valid(&self) -> bool {
        self.to_list().windows(2).all(|pair| pair[0].0 < pair[1].0)
    }

    /// The part of it whose keys are smaller.
    fn below(&self, key: Key) -> Tree {
        match self {
            Tree::Leaf => Tree::Leaf,
            Tree::Node(node) if key <= node.key => node.left.below(key),
            Tree::Node(node) => Tree::node(node.left.clone(), node.key, node.val, node.right.below(key)),
        }
    }

    /// The part of it whose keys are larger.
    fn above(&self, key: Key) -> Tree {
        match self {
            Tree::Leaf => Tree::Leaf,
            Tree::Node(node) if key >= node.key => node.right.above(key),
            Tree::Node(node) => Tree::node(node.left.above(key), node.key, node.val, node.right.clone()),
        }
    }

    /// Two trees as one, where all keys of this one are smaller.
    fn join(&self, other: &Tree) -> Tree {
        match (self, other) {
            (Tree::Leaf, tree) | (tree, Tree::Leaf) => tree.clone(),
            (Tree::Node(a), Tree::Node(b)) => {
                let inner = Tree::node(a.right.join(&b.left), b.key, b.val, b.right.clone());
                Tree::node(a.left.clone(), a.key, a.val, inner)
            }
        }
    }
}

/// The operations under test, with a bug or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bst(pub(super) Option<Bug>);

impl Bst {
    /// The operations as they should be.
    pub(crate) const CORRECT: Bst = Bst(None);

    fn has(self, bug: Bug) -> bool {
        self.0 == Some(bug)
    }

    pub(crate) fn insert(self, key: Key, val: Val, tree: &Tree) -> Tree {
        let Tree::Node(node) = tree else {
            return Tree::node(Tree::Leaf, key, val, Tree::Leaf);
        };
        if self.has(Bug::InsertForgets) {
            return Tree::node(Tree::Leaf, key, val, Tree::Leaf);
        }
        match key.cmp(&node.key) {
            Ordering::Less => Tree::node(self.insert(key, val, &node.left), node.key, node.val, node.right.clone()),
            Ordering::Equal if !self.has(Bug::InsertDuplicates) => {
                let val = if self.has(Bug::InsertKeeps) { node.val } else { val };
                Tree::node(node.left.clone(), node.key, val, node.right.clone())
            }
            _ => Tree::node(node.left.clone(), node.key, node.val, self.insert(key, val, &node.right)),
        }
    }

    /// Inserts from left to right into the empty tree.
    pub(crate) fn tree_of(self, list: &[(Key, Val)]) -> Tree {
        list.iter().fold(Tree::Leaf, |tree, &(key, val)| self.insert(key, val, &tree))
    }

    pub(crate) fn delete(self, key: Key, tree: &Tree) -> Tree {
        let Tree::Node(node) = tree else {
            return Tree::Leaf;
        };
        let way = key.cmp(&node.key);
        let way = if self.has(Bug::DeleteStrays) { way.reverse() } else { way };
        let rebuild = !self.has(Bug::DeleteDrops);
        match way {
            Ordering::Less if rebuild => {
                Tree::node(self.delete(key, &node.left), node.key, node.val, node.right.clone())
            }
            Ordering::Greater if rebuild => {
                Tree::node(node.left.clone(), node.key, node.val, self.delete(key, &node.right))
            }
            Ordering::Less => self.delete(key, &node.left),
            Ordering::Greater => self.delete(key, &node.right),
            Ordering::Equal => node.left.join(&node.right),
        }
    }

    /// Both trees as one; where both have a key, with the value of the first.
    pub(crate) fn union(self, one: &Tree, other: &Tree) -> Tree {
        let (a, b) = match (one, other) {
            (Tree::Leaf, tree) | (tree, Tree::Leaf) => return tree.clone(),
            (Tree::Node(a), Tree::Node(b)) => (a, b),
        };
        match self.0 {
            Some(Bug::UnionJoins) => one.join(other),
            Some(bug @ (Bug::UnionInterleaves | Bug::UnionPrefersRight)) => match a.key.cmp(&b.key) {
                Ordering::Equal => {
                    Tree::node(self.union(&a.left, &b.left), a.key, a.val, self.union(&a.right, &b.right))
                }
                Ordering::Greater => self.union(other, one),
                Ordering::Less if bug == Bug::UnionInterleaves => {
                    let inner = Tree::node(self.union(&a.right, &b.left), b.key, b.val, b.right.clone());
                    Tree::node(a.left.clone(), a.key, a.val, inner)
                }
                Ordering::Less => {
                    let rest = Tree::node(b.left.above(a.key), b.key, b.val, b.right.clone());
                    Tree::node(self.union(&a.left, &b.left.below(a.key)), a.key, a.val, self.union(&a.right, &rest))
                }
            },
            _ => Tree::node(
                self.union(&a.left, &other.below(a.key)),
                a.key,
                a.val,
                self.union(&a.right, &other.above(a.key)),
            ),
        }
    }
}
