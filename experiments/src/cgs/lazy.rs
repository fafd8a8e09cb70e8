//! Search trees and sorted lists whose parts are lazy: the same values with the same chances, drawn as far as the condition
//! looks. It stops where it first finds something wrong.

use super::subjects::{Spelling, number, span};
use astragal::Draw;
use astragal::generators::{Lazy, lazy};
use astragal::prelude::*;
use astragal::{Reject, Source};

/// A binary tree with keys, drawn on demand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LazyTree {
    Leaf,
    Node(u8, Lazy<LazyTree>, Lazy<LazyTree>),
}

/// A list, drawn on demand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Chain {
    End,
    Link(u8, Lazy<Chain>),
}

/// Trees of a depth with keys below a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LazyTrees<const COUNTED: bool> {
    pub(crate) depth: u32,
    pub(crate) keys: u64,
}

impl<const COUNTED: bool> Draw for LazyTrees<COUNTED> {
    type Value = LazyTree;

    fn draw(&self, src: &mut Source) -> Result<LazyTree, Reject> {
        span(src, "Tree", |src| {
            if self.depth == 0 || number::<COUNTED>(src, 1)? == 0 {
                return Ok(LazyTree::Leaf);
            }
            let key = number::<COUNTED>(src, self.keys - 1)? as u8;
            let below = lazy(LazyTrees::<COUNTED> { depth: self.depth - 1, ..*self });
            Ok(LazyTree::Node(key, below.draw(src)?, below.draw(src)?))
        })
    }
}

impl<const COUNTED: bool> Gen for LazyTrees<COUNTED> {}

/// Lists of at most a length with elements below a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chains<const COUNTED: bool> {
    pub(crate) longest: u32,
    pub(crate) keys: u64,
}

impl<const COUNTED: bool> Draw for Chains<COUNTED> {
    type Value = Chain;

    fn draw(&self, src: &mut Source) -> Result<Chain, Reject> {
        span(src, "List", |src| {
            if self.longest == 0 || number::<COUNTED>(src, 1)? == 0 {
                return Ok(Chain::End);
            }
            let key = number::<COUNTED>(src, self.keys - 1)? as u8;
            Ok(Chain::Link(key, lazy(Chains::<COUNTED> { longest: self.longest - 1, ..*self }).draw(src)?))
        })
    }
}

impl<const COUNTED: bool> Gen for Chains<COUNTED> {}

/// Whether keys increase from left to right.
pub(crate) fn is_search_tree(tree: &LazyTree) -> bool {
    fn within(tree: &LazyTree, low: i16, high: i16) -> bool {
        match tree {
            LazyTree::Leaf => true,
            LazyTree::Node(key, left, right) => {
                let key = i16::from(*key);
                low < key && key < high && within(left, low, key) && within(right, key, high)
            }
        }
    }
    within(tree, i16::MIN, i16::MAX)
}

pub(crate) fn is_sorted(list: &Chain) -> bool {
    let (mut list, mut low) = (list, 0);
    while let Chain::Link(key, rest) = list {
        if *key < low {
            return false;
        }
        (list, low) = (rest, *key);
    }
    true
}

pub(crate) fn tree_size(tree: &LazyTree) -> usize {
    match tree {
        LazyTree::Leaf => 0,
        LazyTree::Node(_, left, right) => 1 + tree_size(left) + tree_size(right),
    }
}

pub(crate) fn length(list: &Chain) -> usize {
    let (mut list, mut length) = (list, 0);
    while let Chain::Link(_, rest) = list {
        (list, length) = (rest, length + 1);
    }
    length
}

pub(crate) fn spell_tree(tree: &LazyTree, into: &mut Spelling) {
    match tree {
        LazyTree::Leaf => into.part(&[0], |_| {}),
        LazyTree::Node(key, left, right) => into.part(&[1, *key], |into| {
            spell_tree(left, into);
            spell_tree(right, into);
        }),
    }
}

pub(crate) fn spell_list(list: &Chain, into: &mut Spelling) {
    match list {
        Chain::End => into.part(&[0], |_| {}),
        Chain::Link(key, rest) => into.part(&[1, *key], |into| spell_list(rest, into)),
    }
}
