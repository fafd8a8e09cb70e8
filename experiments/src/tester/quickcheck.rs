//! `quickcheck`: its runner, and `Arbitrary` by hand with the shrinkers that its documentation shows: parts first.

use super::input::{Date, Formula, Input, OPERATORS, Op};
use super::trial::{Outcome, Trial};
use crate::etna::Verdict;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// How many cases its runner runs, and the size that it has, unless told otherwise.
pub(super) const CASES: u64 = 100;
const SIZE: usize = 100;

thread_local! {
    /// The present trial. A property is a plain function here, so it cannot bring one along.
    static TRIAL: RefCell<Option<Rc<dyn Any>>> = const { RefCell::new(None) };
}

pub(super) fn search<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Outcome {
    TRIAL.set(Some(Rc::clone(trial) as Rc<dyn Any>));
    let mut checker = QuickCheck::new().tests(trial.most).max_tests(trial.most);
    checker = checker.rng(Gen::from_size_and_seed(SIZE, seed));
    let _ = checker.quicktest(property::<T> as fn(T) -> TestResult);
    TRIAL.set(None);
    trial.outcome()
}

fn property<T: Input>(value: T) -> TestResult {
    let trial = TRIAL.with_borrow(|trial| trial.clone()).and_then(|trial| trial.downcast::<Trial<T>>().ok());
    match trial.expect("the present trial").judge(&value) {
        Verdict::Holds => TestResult::passed(),
        Verdict::LeftOut => TestResult::discard(),
        Verdict::Fails => TestResult::failed(),
    }
}

impl Arbitrary for Op {
    fn arbitrary(random: &mut Gen) -> Self {
        let number = u8::arbitrary(random);
        random
            .choose(&[Op::Put(number), Op::Remove(number), Op::Look(number), Op::Take, Op::Reset])
            .expect("one")
            .clone()
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        match *self {
            Op::Put(number) => Box::new(number.shrink().map(Op::Put)),
            Op::Remove(number) => Box::new(number.shrink().map(Op::Remove)),
            Op::Look(number) => Box::new(number.shrink().map(Op::Look)),
            Op::Take | Op::Reset => quickcheck::empty_shrinker(),
        }
    }
}

impl Arbitrary for Date {
    fn arbitrary(random: &mut Gen) -> Self {
        let (first, last) = Date::YEARS.into_inner();
        let year = first + u16::arbitrary(random) % (last - first + 1);
        Date { year, month: 1 + u8::arbitrary(random) % 12, day: 1 + u8::arbitrary(random) % 31 }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let first = *Date::YEARS.start();
        let smaller = (self.year - first, self.month - 1, self.day - 1).shrink();
        Box::new(smaller.map(move |(year, month, day)| Date { year: first + year, month: month + 1, day: day + 1 }))
    }
}

/// Each part of a formula has half of its size.
fn formula(random: &mut Gen, size: usize) -> Formula {
    let kinds = if size == 0 { 2 } else { 3 + OPERATORS.len() };
    let kinds: Vec<usize> = (0..kinds).collect();
    match *random.choose(&kinds).expect("a kind") {
        0 => Formula::Num(i32::arbitrary(random)),
        1 => Formula::X,
        2 => Formula::Neg(Box::new(formula(random, size / 2))),
        kind => OPERATORS[kind - 3](Box::new(formula(random, size / 2)), Box::new(formula(random, size / 2))),
    }
}

impl Arbitrary for Formula {
    fn arbitrary(random: &mut Gen) -> Self {
        formula(random, random.size())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (operator, left, right) = match self {
            Formula::Num(number) => return Box::new(number.shrink().map(Formula::Num)),
            Formula::X => return Box::new([Formula::Num(0)].into_iter()),
            Formula::Neg(part) => {
                let smaller = part.shrink().map(Formula::Neg);
                return Box::new([(**part).clone()].into_iter().chain(smaller));
            }
            Formula::Add(left, right) => (OPERATORS[0], left, right),
            Formula::Sub(left, right) => (OPERATORS[1], left, right),
            Formula::Mul(left, right) => (OPERATORS[2], left, right),
            Formula::Div(left, right) => (OPERATORS[3], left, right),
        };
        let parts = [(**left).clone(), (**right).clone()];
        let smaller = (left.clone(), right.clone()).shrink().map(move |(left, right)| operator(left, right));
        Box::new(parts.into_iter().chain(smaller))
    }
}
