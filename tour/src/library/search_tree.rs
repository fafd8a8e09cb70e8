//! A set of keys as a binary search tree, not balanced.
//!
//! **Planted bug:** when a node with two children is removed, the smallest key of its right subtree takes its place. If
//! that key is not a leaf, the keys to the right of it are lost.

use std::cmp::Ordering;

/// A set of keys.
#[derive(Clone, Debug)]
pub struct SearchTree<K> {
    root: Link<K>,
}

type Link<K> = Option<Box<Node<K>>>;

#[derive(Clone, Debug)]
struct Node<K> {
    key: K,
    left: Link<K>,
    right: Link<K>,
}

impl<K: Ord> SearchTree<K> {
    /// Adds a key; false if it was there already.
    pub fn insert(&mut self, key: K) -> bool {
        let mut link = &mut self.root;
        while let Some(node) = link {
            match key.cmp(&node.key) {
                Ordering::Less => link = &mut node.left,
                Ordering::Greater => link = &mut node.right,
                Ordering::Equal => return false,
            }
        }
        *link = Some(Box::new(Node { key, left: None, right: None }));
        true
    }

    /// Removes a key; false if it was not there.
    pub fn remove(&mut self, key: &K) -> bool {
        remove_from(&mut self.root, key)
    }

    /// The keys in order.
    pub fn keys(&self) -> Vec<&K> {
        let mut keys = Vec::new();
        push_keys(&self.root, &mut keys);
        keys
    }
}

impl<K: Ord> FromIterator<K> for SearchTree<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> SearchTree<K> {
        let mut tree = SearchTree { root: None };
        for key in keys {
            tree.insert(key);
        }
        tree
    }
}

fn remove_from<K: Ord>(link: &mut Link<K>, key: &K) -> bool {
    let Some(node) = link else { return false };
    match key.cmp(&node.key) {
        Ordering::Less => remove_from(&mut node.left, key),
        Ordering::Greater => remove_from(&mut node.right, key),
        Ordering::Equal => {
            *link = join(node.left.take(), node.right.take());
            true
        }
    }
}

/// One tree of two, where all keys of the left one are smaller than those of the right one.
fn join<K: Ord>(left: Link<K>, mut right: Link<K>) -> Link<K> {
    if left.is_none() {
        return right;
    }
    let Some(mut root) = take_smallest(&mut right) else { return left };
    root.left = left;
    root.right = right;
    Some(root)
}

fn take_smallest<K: Ord>(link: &mut Link<K>) -> Link<K> {
    let mut link = link;
    while link.as_ref()?.left.is_some() {
        link = &mut link.as_mut()?.left;
    }
    link.take()
}

fn push_keys<'a, K>(link: &'a Link<K>, keys: &mut Vec<&'a K>) {
    if let Some(node) = link {
        push_keys(&node.left, keys);
        keys.push(&node.key);
        push_keys(&node.right, keys);
    }
}
