//! `proptest`: strategies, whose value trees shrink.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// A challenge with a strategy.
trait Strategic: Challenge {
    fn strategy() -> impl Strategy<Value = Self::Value>;
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Strategic>(seed: u64) -> Run<C::Value> {
    let cases = MAX_CASES as u32;
    let config = Config { cases, max_global_rejects: cases, failure_persistence: None, ..Config::default() };
    let seed: Vec<u8> = seed.to_le_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let observer = Observer::<C>::new();
    let result = runner.run(&C::strategy(), |value| match observer.judge(&value) {
        Verdict::Holds => Ok(()),
        Verdict::Skipped => Err(TestCaseError::reject("the guard")),
        Verdict::Fails => Err(TestCaseError::fail("the property")),
    });
    observer.finish_with(match result {
        Err(TestError::Fail(_, value)) => Some(value),
        _ => None,
    })
}

macro_rules! strategies {
    ($($challenge:ty => $strategy:expr;)+) => {$(
        impl Strategic for $challenge {
            fn strategy() -> impl Strategy<Value = Self::Value> {
                $strategy
            }
        }
    )+};
}

strategies! {
    Bound5 => prop::array::uniform5(any::<Vec<i16>>());
    LargeUnionList => any::<Vec<Vec<i64>>>();
    Reverse => any::<Vec<i64>>();
    Calculator => expr();
    LengthList => (1..=LengthList::LENGTH).prop_flat_map(|len| prop::collection::vec(0..=LengthList::MAX, len));
    BinHeap => heap(0, Heap::DEPTH);
    Coupling => prop::collection::vec(0..=Coupling::MAX, 1..=Coupling::MAX);
    Distinct => any::<Vec<i64>>();
    NestedLists => any::<Vec<Vec<i64>>>();
}

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Strategic for Difference<LOW, HIGH, MAX> {
    fn strategy() -> impl Strategy<Value = Self::Value> {
        (0..=MAX, 0..=MAX)
    }
}

impl<const MIN: i64, const MAX: i64> Strategic for Deletion<MIN, MAX> {
    fn strategy() -> impl Strategy<Value = Self::Value> {
        (prop::collection::vec(MIN..=MAX, 1..100), any::<Index>()).prop_map(|(list, index)| {
            let position = index.index(list.len());
            (list, position)
        })
    }
}

fn expr() -> impl Strategy<Value = Expr> {
    any::<i64>().prop_map(Expr::Int).prop_recursive(Expr::DEPTH, 32, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Expr::add(left, right)),
            (inner.clone(), inner).prop_map(|(left, right)| Expr::div(left, right)),
        ]
    })
}

fn heap(least: i64, depth: u32) -> BoxedStrategy<Heap> {
    if depth == 0 {
        return Just(Heap::Empty).boxed();
    }
    let node = (least..=i64::MAX).prop_flat_map(move |element| {
        (heap(element, depth - 1), heap(element, depth - 1))
            .prop_map(move |(left, right)| Heap::node(element, left, right))
    });
    prop_oneof![Just(Heap::Empty), node].boxed()
}
