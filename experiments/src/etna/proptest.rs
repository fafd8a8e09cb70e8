//! `proptest`: strategies, asked for one value after the other, since its runner gives up where most are rejected.

use super::bst::{SearchTree, Tree};
use super::rbt::{self, Bounded, Color, Inserted};
use super::stlc::typed::{Dice, TERM_SIZE, TYPE_SIZE, term};
use super::stlc::{Expr, Typ, Typed};
use super::task::Verdict;
use super::trial::Trial;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::convert::Infallible;

pub(super) fn search<I: Arbitrary>(seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    let seed = seed.to_le_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let strategy = any::<I>();
    loop {
        let value = strategy.new_tree(&mut runner).expect("a strategy without rejection").current();
        if !trial.goes_on_after(|| judge(&value)) {
            return;
        }
    }
}

/// The arguments of `prop_recursive`: levels, nodes, parts of a node.
const LEVELS: u32 = 4;
const NODES: u32 = 16;
const PARTS: u32 = 2;

impl Arbitrary for Tree {
    type Parameters = ();
    type Strategy = BoxedStrategy<Tree>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let node = |inner: BoxedStrategy<Tree>| {
            (inner.clone(), any::<i32>(), any::<i32>(), inner)
                .prop_map(|(left, key, value, right)| Tree::Node(Box::new(left), key, value, Box::new(right)))
        };
        Just(Tree::Leaf).prop_recursive(LEVELS, NODES, PARTS, node).boxed()
    }
}

impl Arbitrary for SearchTree {
    type Parameters = ();
    type Strategy = BoxedStrategy<SearchTree>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        any::<Vec<(i32, i32)>>().prop_map(SearchTree::of).boxed()
    }
}

impl Arbitrary for rbt::Tree {
    type Parameters = ();
    type Strategy = BoxedStrategy<rbt::Tree>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let color = prop_oneof![Just(Color::Red), Just(Color::Black)];
        let node = move |inner: BoxedStrategy<rbt::Tree>| {
            (color.clone(), inner.clone(), any::<i32>(), any::<i32>(), inner).prop_map(
                |(color, left, key, value, right)| rbt::Tree::Node(color, Box::new(left), key, value, Box::new(right)),
            )
        };
        Just(rbt::Tree::Leaf).prop_recursive(LEVELS, NODES, PARTS, node).boxed()
    }
}

impl Arbitrary for Inserted {
    type Parameters = ();
    type Strategy = BoxedStrategy<Inserted>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        any::<Vec<(i32, i32)>>().prop_map(Inserted::of).boxed()
    }
}

impl Arbitrary for Bounded {
    type Parameters = ();
    type Strategy = BoxedStrategy<Bounded>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        Just(())
            .prop_perturb(|(), mut random| {
                let Ok(tree) = Bounded::draw(&mut random);
                tree
            })
            .boxed()
    }
}

impl Arbitrary for Typ {
    type Parameters = ();
    type Strategy = BoxedStrategy<Typ>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let function = |inner: BoxedStrategy<Typ>| {
            (inner.clone(), inner).prop_map(|(from, to)| Typ::Fun(Box::new(from), Box::new(to)))
        };
        Just(Typ::Bool).prop_recursive(LEVELS, NODES, PARTS, function).boxed()
    }
}

impl Arbitrary for Expr {
    type Parameters = ();
    type Strategy = BoxedStrategy<Expr>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let leaf = prop_oneof![any::<i32>().prop_map(Expr::Var), any::<bool>().prop_map(Expr::Bool)];
        let node = |inner: BoxedStrategy<Expr>| {
            prop_oneof![
                (any::<Typ>(), inner.clone()).prop_map(|(of, body)| Expr::Abs(of, Box::new(body))),
                (inner.clone(), inner)
                    .prop_map(|(function, argument)| Expr::App(Box::new(function), Box::new(argument))),
            ]
        };
        leaf.prop_recursive(LEVELS, NODES, PARTS, node).boxed()
    }
}

impl Arbitrary for Typed {
    type Parameters = ();
    type Strategy = BoxedStrategy<Typed>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (0..=TERM_SIZE)
            .prop_perturb(|size, mut random| {
                let Ok(term) = term(&mut random, TYPE_SIZE, size);
                term
            })
            .boxed()
    }
}

impl Dice for TestRng {
    type Rejection = Infallible;

    fn below(&mut self, bound: usize) -> Result<usize, Infallible> {
        Ok(self.random_range(0..bound))
    }
}
