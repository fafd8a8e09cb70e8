//! `chaos_theory`: a property draws its values as it runs, and the environment reduces the tape of them.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use chaos_theory::{Env, Generator as _, Source, assume, make};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A challenge whose values can be drawn from a source.
trait Drawn: Challenge {
    fn draw(source: &mut Source) -> Self::Value;
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Drawn>(seed: u64) -> Run<C::Value> {
    let environment = Env::builder()
        .with_rng_seed(seed as u32)
        .with_check_iters(MAX_CASES)
        // Cases are limited, not time.
        .with_check_time(Duration::from_secs(3_600))
        .with_log_depth(0)
        .build();
    let observer = Observer::<C>::new();
    let property = |source: &mut Source| match observer.judge(&C::draw(source)) {
        Verdict::Holds => (),
        Verdict::Skipped => assume!(false),
        Verdict::Fails => panic!("the property"),
    };
    // A failed run ends in a panic, of the failure that it reports.
    let _ = catch_unwind(AssertUnwindSafe(|| environment.check(property)));
    observer.finish()
}

macro_rules! draws {
    ($($challenge:ty => $generator:expr;)+) => {$(
        impl Drawn for $challenge {
            fn draw(source: &mut Source) -> Self::Value {
                source.any_of("value", $generator)
            }
        }
    )+};
}

draws! {
    Bound5 => make::arbitrary::<[Vec<i16>; 5]>();
    LargeUnionList => make::arbitrary::<Vec<Vec<i64>>>();
    Reverse => make::arbitrary::<Vec<i64>>();
    Calculator => make::from_fn(|source| expr(source, Expr::DEPTH));
    LengthList => make::int_in(1..=LengthList::LENGTH)
        .and_then(|len| ("list", make::int_in(0..=LengthList::MAX).collect_n::<Vec<_>>(len..=len)));
    BinHeap => make::from_fn(|source| heap(source, 0, Heap::DEPTH));
    Coupling => make::int_in(0..=Coupling::MAX).collect_n::<Vec<_>>(1..=Coupling::MAX);
    Distinct => make::arbitrary::<Vec<i64>>();
    NestedLists => make::arbitrary::<Vec<Vec<i64>>>();
}

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Drawn for Difference<LOW, HIGH, MAX> {
    fn draw(source: &mut Source) -> Self::Value {
        (source.any_of("x", make::int_in(0..=MAX)), source.any_of("y", make::int_in(0..=MAX)))
    }
}

impl<const MIN: i64, const MAX: i64> Drawn for Deletion<MIN, MAX> {
    fn draw(source: &mut Source) -> Self::Value {
        let list = source.any_of("list", make::int_in(MIN..=MAX).collect_n::<Vec<_>>(1..));
        let position = source.any_of("position", make::index(list.len()));
        (list, position)
    }
}

fn expr(source: &mut Source, depth: u32) -> Expr {
    if depth == 0 {
        return Expr::Int(source.any("number"));
    }
    source.select("expr", &["int", "add", "div"], |source, _, variant| {
        if variant == 0 {
            return Expr::Int(source.any("number"));
        }
        let left = source.any_of("left", make::from_fn(|source| expr(source, depth - 1)));
        let right = source.any_of("right", make::from_fn(|source| expr(source, depth - 1)));
        if variant == 1 { Expr::add(left, right) } else { Expr::div(left, right) }
    })
}

fn heap(source: &mut Source, least: i64, depth: u32) -> Heap {
    if depth == 0 {
        return Heap::Empty;
    }
    let node = source.maybe("node", |source| {
        let element = source.any_of("element", make::int_in(least..));
        let left = source.any_of("left", make::from_fn(|source| heap(source, element, depth - 1)));
        let right = source.any_of("right", make::from_fn(|source| heap(source, element, depth - 1)));
        Heap::node(element, left, right)
    });
    node.unwrap_or(Heap::Empty)
}
