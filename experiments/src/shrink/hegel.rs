//! `hegeltest`: a property draws its values as it runs, and the engine shrinks the choices behind them.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use hegel::generators::{self as gs, Generator};
use hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A challenge whose values can be drawn in a test case.
trait Drawn: Challenge {
    fn draw(case: &TestCase) -> Self::Value;
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Drawn>(seed: u64) -> Run<C::Value> {
    let settings = Settings::new()
        .database(None)
        .seed(Some(seed))
        .test_cases(MAX_CASES as u64)
        .verbosity(Verbosity::Quiet)
        .print_blob(false)
        .suppress_health_check(HealthCheck::all());
    let observer = Observer::<C>::new();
    let test = |case: TestCase| match observer.judge(&C::draw(&case)) {
        Verdict::Holds => (),
        Verdict::Skipped => case.reject(),
        Verdict::Fails => panic!("the property"),
    };
    // A failed run ends in a panic, after the failure that it reports was run once more.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
    observer.finish()
}

macro_rules! draws {
    ($($challenge:ty => $generator:expr;)+) => {$(
        impl Drawn for $challenge {
            fn draw(case: &TestCase) -> Self::Value {
                case.draw($generator)
            }
        }
    )+};
}

draws! {
    Bound5 => gs::arrays(gs::vecs(gs::integers::<i16>()));
    LargeUnionList => gs::vecs(gs::vecs(gs::integers::<i64>()));
    Reverse => gs::vecs(gs::integers::<i64>());
    Calculator => gs::recursive(gs::integers::<i64>().map(Expr::Int), |inner| {
        hegel::one_of!(
            hegel::tuples!(inner.clone(), inner.clone()).map(|(left, right)| Expr::add(left, right)),
            hegel::tuples!(inner.clone(), inner).map(|(left, right)| Expr::div(left, right)),
        )
    });
    BinHeap => heap(0, Heap::DEPTH);
    Coupling => gs::vecs(gs::integers::<usize>().max_value(Coupling::MAX)).min_size(1).max_size(Coupling::MAX);
    Distinct => gs::vecs(gs::integers::<i64>());
    NestedLists => gs::vecs(gs::vecs(gs::integers::<i64>()));
}

impl Drawn for LengthList {
    fn draw(case: &TestCase) -> Self::Value {
        let len = case.draw(gs::integers::<usize>().min_value(1).max_value(LengthList::LENGTH));
        case.draw(gs::vecs(gs::integers::<u64>().max_value(LengthList::MAX)).min_size(len).max_size(len))
    }
}

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Drawn for Difference<LOW, HIGH, MAX> {
    fn draw(case: &TestCase) -> Self::Value {
        let number = || case.draw(gs::integers::<u64>().max_value(MAX));
        (number(), number())
    }
}

impl<const MIN: i64, const MAX: i64> Drawn for Deletion<MIN, MAX> {
    fn draw(case: &TestCase) -> Self::Value {
        let list = case.draw(gs::vecs(gs::integers::<i64>().min_value(MIN).max_value(MAX)).min_size(1));
        let position = case.draw(gs::integers::<usize>().max_value(list.len() - 1));
        (list, position)
    }
}

#[hegel::composite]
fn heap(case: &TestCase, least: i64, depth: u32) -> Heap {
    if depth == 0 || !case.draw(gs::booleans()) {
        return Heap::Empty;
    }
    let element = case.draw(gs::integers::<i64>().min_value(least));
    Heap::node(element, case.draw(heap(element, depth - 1)), case.draw(heap(element, depth - 1)))
}
