//! `quickcheck`: `Arbitrary` by hand, asked for one value after the other of the usual size, as its runner does.

use super::bst::{SearchTree, Tree};
use super::rbt::{self, Bounded, Color, Inserted};
use super::stlc::typed::{Dice, term};
use super::stlc::{Expr, Typ, Typed};
use super::task::Verdict;
use super::trial::Trial;
use quickcheck::{Arbitrary, Gen};
use std::convert::Infallible;

/// The default size of its runner.
const SIZE: usize = 100;

pub(super) fn search<I: Arbitrary>(seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    let mut random = Gen::from_size_and_seed(SIZE, seed);
    loop {
        let value = I::arbitrary(&mut random);
        if !trial.goes_on_after(|| judge(&value)) {
            return;
        }
    }
}

/// Each part of a node has half of its size.
fn tree(random: &mut Gen, size: usize) -> Tree {
    if size == 0 || bool::arbitrary(random) {
        return Tree::Leaf;
    }
    let left = Box::new(tree(random, size / 2));
    Tree::Node(left, i32::arbitrary(random), i32::arbitrary(random), Box::new(tree(random, size / 2)))
}

fn colored_tree(random: &mut Gen, size: usize) -> rbt::Tree {
    if size == 0 || bool::arbitrary(random) {
        return rbt::Tree::Leaf;
    }
    let color = if bool::arbitrary(random) { Color::Red } else { Color::Black };
    let left = Box::new(colored_tree(random, size / 2));
    let (key, value) = (i32::arbitrary(random), i32::arbitrary(random));
    rbt::Tree::Node(color, left, key, value, Box::new(colored_tree(random, size / 2)))
}

fn typ(random: &mut Gen, size: usize) -> Typ {
    if size == 0 || bool::arbitrary(random) {
        return Typ::Bool;
    }
    Typ::Fun(Box::new(typ(random, size / 2)), Box::new(typ(random, size / 2)))
}

fn expr(random: &mut Gen, size: usize) -> Expr {
    let kinds: &[u8] = if size == 0 { &[0, 1] } else { &[0, 1, 2, 3] };
    match random.choose(kinds) {
        Some(0) => Expr::Var(i32::arbitrary(random)),
        Some(1) => Expr::Bool(bool::arbitrary(random)),
        Some(2) => Expr::Abs(typ(random, size / 2), Box::new(expr(random, size / 2))),
        _ => Expr::App(Box::new(expr(random, size / 2)), Box::new(expr(random, size / 2))),
    }
}

impl Arbitrary for Tree {
    fn arbitrary(random: &mut Gen) -> Self {
        tree(random, random.size())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let Tree::Node(left, key, value, right) = self else { return quickcheck::empty_shrinker() };
        let smaller = (left.clone(), *key, *value, right.clone()).shrink();
        let smaller = smaller.map(|(left, key, value, right)| Tree::Node(left, key, value, right));
        Box::new([Tree::Leaf, (**left).clone(), (**right).clone()].into_iter().chain(smaller))
    }
}

impl Arbitrary for SearchTree {
    fn arbitrary(random: &mut Gen) -> Self {
        SearchTree::of(Vec::arbitrary(random))
    }
}

impl Arbitrary for rbt::Tree {
    fn arbitrary(random: &mut Gen) -> Self {
        colored_tree(random, random.size())
    }
}

impl Arbitrary for Inserted {
    fn arbitrary(random: &mut Gen) -> Self {
        Inserted::of(Vec::arbitrary(random))
    }
}

impl Arbitrary for Bounded {
    fn arbitrary(random: &mut Gen) -> Self {
        let Ok(tree) = Bounded::draw(random);
        tree
    }
}

impl Arbitrary for Expr {
    fn arbitrary(random: &mut Gen) -> Self {
        expr(random, random.size())
    }
}

impl Arbitrary for Typed {
    fn arbitrary(random: &mut Gen) -> Self {
        let size = random.size();
        let Ok(term) = term(random, size, size);
        term
    }
}

impl Dice for Gen {
    type Rejection = Infallible;

    fn below(&mut self, bound: usize) -> Result<usize, Infallible> {
        let all: Vec<usize> = (0..bound).collect();
        Ok(*self.choose(&all).expect("a positive bound"))
    }
}
