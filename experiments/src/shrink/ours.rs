//! Our own side: generators as a user writes them.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use astragal::Source;
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::{Check, Config};
use std::time::Duration;

/// A challenge with a generator.
trait Generated: Challenge {
    fn generator() -> impl Gen<Value = Self::Value>;
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Generated>(seed: u64) -> Run<C::Value> {
    let observer = Observer::<C>::new();
    // At random, as the others find their failures: to enumerate finds some that are small already.
    let random = |config: Config| config.phases(Phases::ALL.without(Phase::Exhaustive));
    let report = Check::new().seed(seed).cases(MAX_CASES as u64).with(random).run(C::generator(), |value| {
        let verdict = observer.judge(&value);
        assume!(verdict != Verdict::Skipped);
        verdict == Verdict::Holds
    });
    let reported = report.failures.first();
    let value = reported.and_then(|failure| C::generator().replay(&failure.minimal.choices).ok());
    let run = observer.finish_with(value);
    // After the failure was found, and before it is confirmed, shown and explained, which the others do not do.
    let shrinking = reported.map(|failure| &failure.shrinking);
    Run {
        evals: shrinking.map_or(0, |shrinking| shrinking.evaluations as usize),
        time: shrinking.map_or(Duration::ZERO, |shrinking| shrinking.time),
        ..run
    }
}

macro_rules! generators {
    ($($challenge:ty => $generator:expr;)+) => {$(
        impl Generated for $challenge {
            fn generator() -> impl Gen<Value = Self::Value> {
                $generator
            }
        }
    )+};
}

generators! {
    Bound5 => any::<[Vec<i16>; 5]>();
    LargeUnionList => any::<Vec<Vec<i64>>>();
    Reverse => any::<Vec<i64>>();
    Calculator => any::<Expr>();
    LengthList => int(1..=LengthList::LENGTH).and_then(|len| vec_of(0..=LengthList::MAX, len));
    BinHeap => from_fn(|src| heap(src, 0, Heap::DEPTH));
    Coupling => vec_of(0..=Coupling::MAX, 1..=Coupling::MAX);
    Distinct => any::<Vec<i64>>();
    NestedLists => any::<Vec<Vec<i64>>>();
}

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Generated for Difference<LOW, HIGH, MAX> {
    fn generator() -> impl Gen<Value = Self::Value> {
        (0..=MAX, 0..=MAX)
    }
}

impl<const MIN: i64, const MAX: i64> Generated for Deletion<MIN, MAX> {
    fn generator() -> impl Gen<Value = Self::Value> {
        from_fn(|src| {
            let list = src.draw(vec_of(MIN..=MAX, 1..));
            let position = src.draw(0..list.len());
            (list, position)
        })
    }
}

fn heap(src: &mut Source, least: i64, depth: u32) -> Heap {
    if depth == 0 || !src.draw(any::<bool>()) {
        return Heap::Empty;
    }
    let element = src.draw(least..=i64::MAX);
    let left = src.draw(from_fn(|src| heap(src, element, depth - 1)));
    let right = src.draw(from_fn(|src| heap(src, element, depth - 1)));
    Heap::node(element, left, right)
}
