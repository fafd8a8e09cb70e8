//! Our own side: generators as a user writes them.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use astragal::prelude::*;
use astragal::{Judge, Judgement, Shrinker};

/// As often as this the property may run while a failure shrinks.
const MAX_EVALUATIONS: u64 = 50_000;

/// A challenge with a generator.
trait Generated: Challenge {
    fn generator() -> impl Gen<Value = Self::Value>;
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Generated>(seed: u64) -> Run<C::Value> {
    let observer = Observer::<C>::new();
    let reported = run_ours(&C::generator(), |value| observer.judge(value), seed);
    observer.finish_with(reported)
}

/// The failure that is reported, if there is one.
fn run_ours<G: Gen>(generator: &G, property: impl Fn(&G::Value) -> Verdict, seed: u64) -> Option<G::Value> {
    for case in 0..MAX_CASES {
        let (value, choices) = generator.at_size(size_of_case(case)).record(seed.wrapping_add(case as u64)).ok()?;
        if property(&value) == Verdict::Fails {
            let shrinker = Shrinker::new(choices).evaluations(MAX_EVALUATIONS);
            let shrunk = shrinker.run(&mut Replaying { generator, property });
            return generator.replay(&shrunk.choices).ok();
        }
    }
    None
}

/// Small cases first, and again and again.
fn size_of_case(case: usize) -> u32 {
    (case % 101) as u32
}

/// Runs the property on what a candidate stands for.
struct Replaying<'a, G, P> {
    generator: &'a G,
    property: P,
}

impl<G: Gen, P: Fn(&G::Value) -> Verdict> Judge for Replaying<'_, G, P> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match self.generator.replay_and_record(candidate) {
            Ok((value, drawn)) if worth(&drawn) => match (self.property)(&value) {
                Verdict::Fails => Judgement::Fails(drawn),
                Verdict::Holds => Judgement::Passes,
                Verdict::Skipped => Judgement::Skipped,
            },
            _ => Judgement::Skipped,
        }
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
    LengthList => (1..=LengthList::LENGTH).and_then(|len| vec_of(0..=LengthList::MAX, len));
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
            let list = src.draw(vec_of(MIN..=MAX, 1..))?;
            let position = src.draw(0..list.len())?;
            Ok((list, position))
        })
    }
}

fn heap(src: &mut Source, least: i64, depth: u32) -> Result<Heap, Reject> {
    if depth == 0 || !src.draw(any::<bool>())? {
        return Ok(Heap::Empty);
    }
    let element = src.draw(least..=i64::MAX)?;
    let left = src.draw(from_fn(|src| heap(src, element, depth - 1)))?;
    let right = src.draw(from_fn(|src| heap(src, element, depth - 1)))?;
    Ok(Heap::node(element, left, right))
}
