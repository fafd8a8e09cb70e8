//! The four subjects: generators with a depth, in which every choice is equally likely, and what makes their values valid.

use crate::fallible::fallible;
use astragal::prelude::*;
use astragal::{Reject, Source};
use std::cell::Cell;

/// A binary tree with keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Leaf,
    Node(u8, Box<Tree>, Box<Tree>),
}

/// A binary tree that stores its heights, which may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Avl {
    Leaf,
    Node { height: u8, key: u8, left: Box<Avl>, right: Box<Avl> },
}

/// A type of the simply typed lambda calculus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

/// A term, with variables by how many lambdas are between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Int(u8),
    Plus(Box<Term>, Box<Term>),
    Lam(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
    Var(u8),
}

thread_local! {
    static CHOICES: Cell<u64> = const { Cell::new(0) };
}

/// How many choices the trees and lists with keys have taken so far, on this thread.
pub(crate) fn choices_drawn() -> u64 {
    CHOICES.get()
}

/// A choice. To count it takes time, so it is not counted where time is measured.
#[inline]
pub(crate) fn number<const COUNTED: bool>(src: &mut Source, max: u64) -> Result<u64, Reject> {
    if COUNTED {
        CHOICES.set(CHOICES.get() + 1);
    }
    src.try_number(max)
}

/// A value as the choices that it takes, and which of them are its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spelling {
    pub(crate) choices: Vec<u8>,
    pub(crate) parts: Vec<(usize, usize)>,
}

impl Spelling {
    pub(crate) fn part(&mut self, choices: &[u8], parts: impl FnOnce(&mut Spelling)) {
        let start = self.choices.len();
        self.choices.extend_from_slice(choices);
        parts(self);
        self.parts.push((start, self.choices.len()));
    }
}

pub(crate) fn spell_tree(tree: &Tree, into: &mut Spelling) {
    match tree {
        Tree::Leaf => into.part(&[0], |_| {}),
        Tree::Node(key, left, right) => into.part(&[1, *key], |into| {
            spell_tree(left, into);
            spell_tree(right, into);
        }),
    }
}

/// The parts of a list are its ends.
pub(crate) fn spell_list(list: &[u8], into: &mut Spelling) {
    match list {
        [] => into.part(&[0], |_| {}),
        [key, rest @ ..] => into.part(&[1, *key], |into| spell_list(rest, into)),
    }
}

pub(crate) fn spell_avl(tree: &Avl, into: &mut Spelling) {
    match tree {
        Avl::Leaf => into.part(&[0], |_| {}),
        Avl::Node { height, key, left, right } => into.part(&[1, *height, *key], |into| {
            spell_avl(left, into);
            spell_avl(right, into);
        }),
    }
}

fn spell_type(of: &Type, into: &mut Spelling) {
    match of {
        Type::Int => into.part(&[0], |_| {}),
        Type::Fun(from, to) => into.part(&[1], |into| {
            spell_type(from, into);
            spell_type(to, into);
        }),
    }
}

pub(crate) fn spell_term(term: &Term, into: &mut Spelling) {
    let two = |rank, left: &Term, right: &Term, into: &mut Spelling| {
        into.part(&[rank], |into| {
            spell_term(left, into);
            spell_term(right, into);
        });
    };
    match term {
        Term::Int(number) => into.part(&[0, *number], |_| {}),
        Term::Var(index) => into.part(&[1, *index], |_| {}),
        Term::Lam(of, body) => into.part(&[2], |into| {
            spell_type(of, into);
            spell_term(body, into);
        }),
        Term::Plus(left, right) => two(3, left, right, into),
        Term::App(left, right) => two(4, left, right, into),
    }
}

/// Draws all of a part within its span.
pub(crate) fn span<T>(
    src: &mut Source,
    label: &'static str,
    draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
) -> Result<T, Reject> {
    src.open(label);
    let drawn = draw(src)?;
    src.close();
    Ok(drawn)
}

/// Trees with keys below a bound.
pub(crate) fn trees<const COUNTED: bool>(depth: u32, keys: u64) -> impl Gen<Value = Tree> {
    fallible(move |src| tree::<COUNTED>(src, depth, keys))
}

fn tree<const COUNTED: bool>(src: &mut Source, depth: u32, keys: u64) -> Result<Tree, Reject> {
    span(src, "Tree", |src| {
        if depth == 0 || number::<COUNTED>(src, 1)? == 0 {
            return Ok(Tree::Leaf);
        }
        let key = number::<COUNTED>(src, keys - 1)? as u8;
        let left = tree::<COUNTED>(src, depth - 1, keys)?;
        let right = tree::<COUNTED>(src, depth - 1, keys)?;
        Ok(Tree::Node(key, Box::new(left), Box::new(right)))
    })
}

/// Whether keys increase from left to right.
pub(crate) fn is_search_tree(tree: &Tree) -> bool {
    fn within(tree: &Tree, low: i16, high: i16) -> bool {
        match tree {
            Tree::Leaf => true,
            Tree::Node(key, left, right) => {
                let key = i16::from(*key);
                low < key && key < high && within(left, low, key) && within(right, key, high)
            }
        }
    }
    within(tree, i16::MIN, i16::MAX)
}

pub(crate) fn tree_size(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(_, left, right) => 1 + tree_size(left) + tree_size(right),
    }
}

/// Lists with elements below a bound.
pub(crate) fn lists<const COUNTED: bool>(longest: u32, keys: u64) -> impl Gen<Value = Vec<u8>> {
    fallible(move |src| {
        let mut elements = Vec::new();
        list::<COUNTED>(src, longest, keys, &mut elements)?;
        Ok(elements)
    })
}

fn list<const COUNTED: bool>(src: &mut Source, longest: u32, keys: u64, into: &mut Vec<u8>) -> Result<(), Reject> {
    span(src, "List", |src| {
        if longest == 0 || number::<COUNTED>(src, 1)? == 0 {
            return Ok(());
        }
        into.push(number::<COUNTED>(src, keys - 1)? as u8);
        list::<COUNTED>(src, longest - 1, keys, into)
    })
}

pub(crate) fn is_sorted(list: &[u8]) -> bool {
    list.is_sorted()
}

/// AVL trees with keys below a bound: the height is guessed, before the key.
pub(crate) fn avl_trees(depth: u32, keys: u64) -> impl Gen<Value = Avl> {
    fallible(move |src| avl_tree(src, depth, keys))
}

fn avl_tree(src: &mut Source, depth: u32, keys: u64) -> Result<Avl, Reject> {
    span(src, "Avl", |src| {
        if depth == 0 || src.try_number(1)? == 0 {
            return Ok(Avl::Leaf);
        }
        let height = src.try_number(9)? as u8;
        let key = src.try_number(keys - 1)? as u8;
        let left = Box::new(avl_tree(src, depth - 1, keys)?);
        let right = Box::new(avl_tree(src, depth - 1, keys)?);
        Ok(Avl::Node { height, key, left, right })
    })
}

/// Whether keys increase, heights are right, and neighbors differ in height by one at most.
pub(crate) fn is_avl(tree: &Avl) -> bool {
    fn height_within(tree: &Avl, low: i16, high: i16) -> Option<u8> {
        let Avl::Node { height, key, left, right } = tree else { return Some(0) };
        let key = i16::from(*key);
        if key <= low || high <= key {
            return None;
        }
        let (left, right) = (height_within(left, low, key)?, height_within(right, key, high)?);
        (left.abs_diff(right) <= 1 && *height == 1 + left.max(right)).then_some(*height)
    }
    height_within(tree, i16::MIN, i16::MAX).is_some()
}

pub(crate) fn avl_size(tree: &Avl) -> usize {
    match tree {
        Avl::Leaf => 0,
        Avl::Node { left, right, .. } => 1 + avl_size(left) + avl_size(right),
    }
}

/// How deep the types of variables are.
const TYPE_DEPTH: u32 = 2;

/// Terms of the simply typed lambda calculus, with numbers below a bound.
pub(crate) fn terms(depth: u32, numbers: u64) -> impl Gen<Value = Term> {
    fallible(move |src| term(src, depth, numbers))
}

fn term(src: &mut Source, depth: u32, numbers: u64) -> Result<Term, Reject> {
    span(src, "Term", |src| {
        let part = |src: &mut Source| term(src, depth - 1, numbers).map(Box::new);
        Ok(match src.try_number(if depth == 0 { 1 } else { 4 })? {
            0 => Term::Int(src.try_number(numbers - 1)? as u8),
            1 => Term::Var(src.try_number(2)? as u8),
            2 => Term::Lam(type_of(src, TYPE_DEPTH)?, part(src)?),
            3 => Term::Plus(part(src)?, part(src)?),
            _ => Term::App(part(src)?, part(src)?),
        })
    })
}

fn type_of(src: &mut Source, depth: u32) -> Result<Type, Reject> {
    span(src, "Type", |src| {
        if depth == 0 || src.try_number(1)? == 0 {
            return Ok(Type::Int);
        }
        Ok(Type::Fun(Box::new(type_of(src, depth - 1)?), Box::new(type_of(src, depth - 1)?)))
    })
}

/// Whether a term has a type where no variable is bound.
pub(crate) fn is_typed(term: &Term) -> bool {
    fn check<'t>(term: &'t Term, bound: &mut Vec<&'t Type>) -> Option<Found<'t>> {
        Some(match term {
            Term::Int(_) => Found::Known(&Type::Int),
            Term::Var(index) => Found::Known(bound.iter().rev().nth(usize::from(*index))?),
            Term::Plus(left, right) => {
                let is_int = check(left, bound)?.is(&Type::Int) && check(right, bound)?.is(&Type::Int);
                is_int.then_some(Found::Known(&Type::Int))?
            }
            Term::Lam(argument, body) => {
                bound.push(argument);
                let result = check(body, bound);
                bound.pop();
                Found::Made(argument, Box::new(result?))
            }
            Term::App(function, argument) => {
                let (function, argument) = (check(function, bound)?, check(argument, bound)?);
                match function {
                    Found::Known(Type::Fun(wanted, result)) if argument.is(wanted) => Found::Known(result),
                    Found::Made(wanted, result) if argument.is(wanted) => *result,
                    _ => return None,
                }
            }
        })
    }
    check(term, &mut Vec::new()).is_some()
}

/// A type that is written in the term, or the type of a lambda in it.
enum Found<'t> {
    Known(&'t Type),
    Made(&'t Type, Box<Found<'t>>),
}

impl Found<'_> {
    fn is(&self, other: &Type) -> bool {
        match (self, other) {
            (Found::Known(own), other) => *own == other,
            (Found::Made(argument, result), Type::Fun(of, to)) => **argument == **of && result.is(to),
            (Found::Made(..), Type::Int) => false,
        }
    }
}

pub(crate) fn term_size(term: &Term) -> usize {
    match term {
        Term::Int(_) | Term::Var(_) => 1,
        Term::Lam(_, body) => 1 + term_size(body),
        Term::Plus(left, right) | Term::App(left, right) => 1 + term_size(left) + term_size(right),
    }
}
