//! The four subjects with names for their choices, so that weights are learned of them: the same values, and no branch is likelier
//! than another.
//!
//! All weights are written, though they are the same: without any, the size of a case would decide how large a value becomes.

use super::subjects::{Avl, Term, Tree, Type};
use astragal::generator;
use astragal::prelude::*;

/// How deep the types of variables are.
const TYPE_DEPTH: u32 = 2;

#[generator]
pub(crate) fn tree(depth: u32, keys: u8) -> Tree {
    pick! {
        leaf: 1 => Tree::Leaf,
        if depth > 0, node: 1 => {
            let key = draw!((0..keys).counted_as("key"));
            let left = draw!(tree(depth - 1, keys));
            let right = draw!(tree(depth - 1, keys));
            Tree::Node(key, Box::new(left), Box::new(right))
        },
    }
}

/// A list is its first element and the rest of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Chain {
    End,
    Link(u8, Box<Chain>),
}

#[generator]
pub(crate) fn list(longest: u32, keys: u8) -> Chain {
    pick! {
        end: 1 => Chain::End,
        if longest > 0, link: 1 => {
            let key = draw!((0..keys).counted_as("key"));
            let rest = draw!(list(longest - 1, keys));
            Chain::Link(key, Box::new(rest))
        },
    }
}

#[generator]
pub(crate) fn avl(depth: u32, keys: u8) -> Avl {
    pick! {
        leaf: 1 => Avl::Leaf,
        if depth > 0, node: 1 => {
            let height = draw!((0..10u8).counted_as("height"));
            let key = draw!((0..keys).counted_as("key"));
            let left = draw!(avl(depth - 1, keys));
            let right = draw!(avl(depth - 1, keys));
            Avl::Node { height, key, left: Box::new(left), right: Box::new(right) }
        },
    }
}

#[generator]
pub(crate) fn term(depth: u32, numbers: u8) -> Term {
    pick! {
        int: 1 => Term::Int(draw!((0..numbers).counted_as("int"))),
        var: 1 => Term::Var(draw!((0..3u8).counted_as("var"))),
        if depth > 0, lam: 1 => {
            let of = draw!(argument(TYPE_DEPTH));
            let body = draw!(term(depth - 1, numbers));
            Term::Lam(of, Box::new(body))
        },
        if depth > 0, plus: 1 => {
            let left = draw!(term(depth - 1, numbers));
            let right = draw!(term(depth - 1, numbers));
            Term::Plus(Box::new(left), Box::new(right))
        },
        if depth > 0, app: 1 => {
            let left = draw!(term(depth - 1, numbers));
            let right = draw!(term(depth - 1, numbers));
            Term::App(Box::new(left), Box::new(right))
        },
    }
}

/// The type of a variable.
#[generator]
fn argument(depth: u32) -> Type {
    pick! {
        int: 1 => Type::Int,
        if depth > 0, fun: 1 => {
            let from = draw!(argument(depth - 1));
            let to = draw!(argument(depth - 1));
            Type::Fun(Box::new(from), Box::new(to))
        },
    }
}

impl Chain {
    fn elements(&self) -> impl Iterator<Item = u8> + '_ {
        let mut at = self;
        std::iter::from_fn(move || {
            let Chain::Link(key, rest) = at else { return None };
            at = rest;
            Some(*key)
        })
    }
}

pub(crate) fn is_sorted(list: &Chain) -> bool {
    list.elements().is_sorted()
}

pub(crate) fn length(list: &Chain) -> usize {
    list.elements().count()
}
