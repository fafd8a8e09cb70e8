//! `hegeltest`: values exist only in a running property, so its runner runs, again and again with other seeds.

use super::bst::{SearchTree, Tree};
use super::rbt::{self, Bounded, Color, Inserted};
use super::stlc::typed::{Dice, TERM_SIZE, TYPE_SIZE, term};
use super::stlc::{Expr, Typ, Typed};
use super::task::Verdict;
use super::trial::Trial;
use hegel::generators::{self as gs, BoxedGenerator, Generator};
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase, Verbosity};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many cases a run has.
const CASES: u64 = 1_000;

/// What can be drawn in a test case.
pub(super) trait Drawn {
    fn draw(case: &TestCase) -> Self;
}

/// A rejected case just ends. One after which the trial is over is a failure, since nothing else ends a run.
pub(super) fn search<I: Drawn>(seed: u64, trial: &Trial, judge: &dyn Fn(&I) -> Verdict) {
    let mut seeds = astragal::source::Rng::new(seed);
    while !trial.is_over() {
        let settings = Settings::new()
            .database(None)
            .seed(Some(seeds.word()))
            .test_cases(CASES)
            .phases([Phase::Generate])
            .verbosity(Verbosity::Quiet)
            .print_blob(false)
            .suppress_health_check(HealthCheck::all());
        let test = |case: TestCase| {
            let value = I::draw(&case);
            assert!(trial.goes_on_after(|| judge(&value)), "the trial is over");
        };
        let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
    }
}

impl Drawn for i32 {
    fn draw(case: &TestCase) -> Self {
        case.draw(gs::integers::<i32>())
    }
}

macro_rules! tuples_are_drawn {
    ($($($part:ident)+;)+) => {$(
        impl<$($part: Drawn),+> Drawn for ($($part,)+) {
            fn draw(case: &TestCase) -> Self {
                ($($part::draw(case),)+)
            }
        }
    )+};
}

tuples_are_drawn! {
    A B;
    A B C;
    A B C D;
    A B C D E;
}

impl Drawn for Tree {
    fn draw(case: &TestCase) -> Self {
        case.draw(tree())
    }
}

/// Trees.
pub(crate) fn tree() -> BoxedGenerator<'static, Tree> {
    gs::recursive(gs::just(Tree::Leaf), |inner| {
        hegel::tuples!(inner.clone(), gs::integers::<i32>(), gs::integers::<i32>(), inner)
            .map(|(left, key, value, right)| Tree::Node(Box::new(left), key, value, Box::new(right)))
    })
    .boxed()
}

impl Drawn for SearchTree {
    fn draw(case: &TestCase) -> Self {
        SearchTree::of(case.draw(gs::vecs(hegel::tuples!(gs::integers::<i32>(), gs::integers::<i32>()))))
    }
}

impl Drawn for rbt::Tree {
    fn draw(case: &TestCase) -> Self {
        case.draw(gs::recursive(gs::just(rbt::Tree::Leaf), |inner| {
            let color = gs::booleans().map(|red| if red { Color::Red } else { Color::Black });
            hegel::tuples!(color, inner.clone(), gs::integers::<i32>(), gs::integers::<i32>(), inner).map(
                |(color, left, key, value, right)| rbt::Tree::Node(color, Box::new(left), key, value, Box::new(right)),
            )
        }))
    }
}

impl Drawn for Inserted {
    fn draw(case: &TestCase) -> Self {
        Inserted::of(case.draw(gs::vecs(hegel::tuples!(gs::integers::<i32>(), gs::integers::<i32>()))))
    }
}

impl Drawn for Bounded {
    fn draw(case: &TestCase) -> Self {
        let Ok(tree) = Bounded::draw(&mut { case });
        tree
    }
}

/// Types.
fn typ() -> impl Generator<Typ> {
    gs::recursive(gs::just(Typ::Bool), |inner| {
        hegel::tuples!(inner.clone(), inner).map(|(from, to)| Typ::Fun(Box::new(from), Box::new(to)))
    })
}

impl Drawn for Expr {
    fn draw(case: &TestCase) -> Self {
        let leaf = hegel::one_of!(gs::integers::<i32>().map(Expr::Var), gs::booleans().map(Expr::Bool));
        case.draw(gs::recursive(leaf, |inner| {
            hegel::one_of!(
                hegel::tuples!(typ(), inner.clone()).map(|(of, body)| Expr::Abs(of, Box::new(body))),
                hegel::tuples!(inner.clone(), inner)
                    .map(|(function, argument)| Expr::App(Box::new(function), Box::new(argument))),
            )
        }))
    }
}

impl Drawn for Typed {
    fn draw(case: &TestCase) -> Self {
        let size = case.draw(gs::integers::<usize>().max_value(TERM_SIZE));
        let Ok(term) = term(&mut { case }, TYPE_SIZE, size);
        term
    }
}

impl Dice for &TestCase {
    type Rejection = Infallible;

    fn below(&mut self, bound: usize) -> Result<usize, Infallible> {
        Ok(self.draw(gs::integers::<usize>().max_value(bound - 1)))
    }
}
