//! `quickcheck`: `Arbitrary` implementations with shrinkers of values. Own types have the shrinker that its
//! documentation shows: parts first, then the same with smaller parts.

use super::binheap::{BinHeap, Heap};
use super::calculator::{Calculator, Expr};
use super::challenge::{Challenge, Row, Verdict, every_row};
use super::lists::{Bound5, Coupling, Deletion, Distinct, LargeUnionList, LengthList, NestedLists, Reverse};
use super::numbers::Difference;
use super::observer::{MAX_CASES, Observer, Run};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;

/// A challenge with a type that can be generated.
trait Checked: Challenge {
    type Input: Arbitrary + Debug;

    fn value(input: Self::Input) -> Self::Value;
}

thread_local! {
    /// The observer of the present run. A property is a plain function here, so it cannot bring one along.
    static OBSERVER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

pub(super) fn rows() -> Vec<Row> {
    every_row!(run)
}

fn run<C: Checked>(seed: u64) -> Run<C::Value> {
    OBSERVER.set(Some(Box::new(Observer::<C>::new())));
    let mut checker = QuickCheck::new().tests(MAX_CASES as u64).max_tests(MAX_CASES as u64);
    checker = checker.rng(Gen::from_size_and_seed(100, seed));
    let _ = checker.quicktest(property::<C> as fn(C::Input) -> TestResult);
    let observer = OBSERVER.take().and_then(|observer| observer.downcast::<Observer<C>>().ok());
    observer.expect("the observer of this run").finish()
}

fn property<C: Checked>(input: C::Input) -> TestResult {
    let value = C::value(input);
    OBSERVER.with_borrow(|observer| {
        let observer = observer.as_ref().and_then(|observer| observer.downcast_ref::<Observer<C>>());
        match observer.expect("the observer of this run").judge(&value) {
            Verdict::Holds => TestResult::passed(),
            Verdict::Skipped => TestResult::discard(),
            Verdict::Fails => TestResult::failed(),
        }
    })
}

/// Challenges whose values the library can generate.
macro_rules! as_it_is {
    ($($challenge:ty),+) => {$(
        impl Checked for $challenge {
            type Input = Self::Value;

            fn value(input: Self::Input) -> Self::Value {
                input
            }
        }
    )+};
}

as_it_is!(LargeUnionList, Reverse, Calculator, BinHeap, Distinct, NestedLists);

impl Checked for Bound5 {
    type Input = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

    fn value((a, b, c, d, e): Self::Input) -> Self::Value {
        [a, b, c, d, e]
    }
}

/// A number up to a bound.
#[derive(Clone, Copy, Debug)]
struct UpTo<const MAX: u64>(u64);

impl<const MAX: u64> Arbitrary for UpTo<MAX> {
    fn arbitrary(random: &mut Gen) -> Self {
        let number = u64::arbitrary(random);
        UpTo(MAX.checked_add(1).map_or(number, |count| number % count))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(UpTo))
    }
}

/// A list of one to `LENGTH` elements.
#[derive(Clone, Debug)]
struct Short<T, const LENGTH: usize>(Vec<T>);

impl<T: Arbitrary, const LENGTH: usize> Arbitrary for Short<T, LENGTH> {
    fn arbitrary(random: &mut Gen) -> Self {
        let length = 1 + usize::arbitrary(random) % LENGTH;
        Short((0..length).map(|_| T::arbitrary(random)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().filter(|list| !list.is_empty()).map(Short))
    }
}

impl Checked for LengthList {
    type Input = Short<UpTo<{ LengthList::MAX }>, { LengthList::LENGTH }>;

    fn value(input: Self::Input) -> Self::Value {
        input.0.into_iter().map(|element| element.0).collect()
    }
}

impl Checked for Coupling {
    type Input = Short<UpTo<{ Coupling::MAX as u64 }>, { Coupling::MAX }>;

    fn value(input: Self::Input) -> Self::Value {
        input.0.into_iter().map(|element| element.0 as usize).collect()
    }
}

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Checked for Difference<LOW, HIGH, MAX> {
    type Input = (UpTo<MAX>, UpTo<MAX>);

    fn value((x, y): Self::Input) -> Self::Value {
        (x.0, y.0)
    }
}

/// A list of numbers in a range, and a position in it.
#[derive(Clone, Debug)]
struct Indexed<const MIN: i64, const MAX: i64>(Vec<i64>, usize);

impl<const MIN: i64, const MAX: i64> Arbitrary for Indexed<MIN, MAX> {
    fn arbitrary(random: &mut Gen) -> Self {
        let Short(list) = Short::<i64, 100>::arbitrary(random);
        let list: Vec<i64> = match MAX.checked_sub(MIN) {
            None => list,
            Some(width) => list.into_iter().map(|number| MIN + number.rem_euclid(width + 1)).collect(),
        };
        let position = usize::arbitrary(random) % list.len();
        Indexed(list, position)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let smaller = (self.0.clone(), self.1).shrink().filter(|(list, position)| *position < list.len());
        Box::new(smaller.map(|(list, position)| Indexed(list, position)))
    }
}

impl<const MIN: i64, const MAX: i64> Checked for Deletion<MIN, MAX> {
    type Input = Indexed<MIN, MAX>;

    fn value(Indexed(list, position): Self::Input) -> Self::Value {
        (list, position)
    }
}

impl Arbitrary for Expr {
    fn arbitrary(random: &mut Gen) -> Self {
        expr(random, Expr::DEPTH)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        match self {
            Expr::Int(number) => Box::new(number.shrink().map(Expr::Int)),
            Expr::Add(left, right) => parts_then(left, right, Expr::Add),
            Expr::Div(left, right) => parts_then(left, right, Expr::Div),
        }
    }
}

fn expr(random: &mut Gen, depth: u32) -> Expr {
    match if depth == 0 { &0 } else { random.choose(&[0, 1, 2]).expect("a choice") } {
        0 => Expr::Int(i64::arbitrary(random)),
        1 => Expr::add(expr(random, depth - 1), expr(random, depth - 1)),
        _ => Expr::div(expr(random, depth - 1), expr(random, depth - 1)),
    }
}

type Operation = fn(Box<Expr>, Box<Expr>) -> Expr;

fn parts_then(left: &Expr, right: &Expr, operation: Operation) -> Box<dyn Iterator<Item = Expr>> {
    let parts = [left.clone(), right.clone()];
    let smaller = (parts[0].clone(), parts[1].clone()).shrink();
    Box::new(parts.into_iter().chain(smaller.map(move |(left, right)| operation(Box::new(left), Box::new(right)))))
}

impl Arbitrary for Heap {
    fn arbitrary(random: &mut Gen) -> Self {
        heap(random, 0, Heap::DEPTH)
    }

    /// The property's guard rejects those that are not heaps.
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        match self {
            Heap::Empty => quickcheck::empty_shrinker(),
            Heap::Node(element, left, right) => {
                let smaller = (*element, (**left).clone(), (**right).clone()).shrink();
                let smaller = smaller.map(|(element, left, right)| Heap::node(element, left, right));
                Box::new([Heap::Empty, (**left).clone(), (**right).clone()].into_iter().chain(smaller))
            }
        }
    }
}

fn heap(random: &mut Gen, least: i64, depth: u32) -> Heap {
    if depth == 0 || bool::arbitrary(random) {
        return Heap::Empty;
    }
    // `least` is not negative, so neither the width nor the sum overflows.
    let element = least + (u64::arbitrary(random) % (i64::MAX.abs_diff(least) + 1)) as i64;
    Heap::node(element, heap(random, element, depth - 1), heap(random, element, depth - 1))
}
