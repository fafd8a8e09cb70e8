//! `proptest`: its runner, and strategies for our own types.

use super::input::{Date, Formula, Input, OPERATORS, Op, Operator};
use super::trial::{Outcome, Trial};
use crate::etna::Verdict;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// How many cases its runner runs unless told otherwise.
pub(super) fn cases() -> u64 {
    Config::default().cases.into()
}

pub(super) fn search<T: Input>(trial: &Trial<T>, seed: u64) -> Outcome {
    let cases = trial.most as u32;
    let config = Config { cases, max_global_rejects: cases, failure_persistence: None, ..Config::default() };
    let seed: Vec<u8> = seed.to_le_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let result = runner.run(&any::<T>(), |value| match trial.judge(&value) {
        Verdict::Holds => Ok(()),
        Verdict::LeftOut => Err(TestCaseError::reject("the condition")),
        Verdict::Fails => Err(TestCaseError::fail("the property")),
    });
    trial.outcome_with(match result {
        Err(TestError::Fail(_, value)) => Some(value),
        _ => None,
    })
}

impl Arbitrary for Op {
    type Parameters = ();
    type Strategy = BoxedStrategy<Op>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        prop_oneof![
            any::<u8>().prop_map(Op::Put),
            any::<u8>().prop_map(Op::Remove),
            any::<u8>().prop_map(Op::Look),
            Just(Op::Take),
            Just(Op::Reset),
        ]
        .boxed()
    }
}

impl Arbitrary for Date {
    type Parameters = ();
    type Strategy = BoxedStrategy<Date>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (Date::YEARS, 1..=12u8, 1..=31u8).prop_map(|(year, month, day)| Date { year, month, day }).boxed()
    }
}

/// The arguments of `prop_recursive`: levels, nodes, parts of a node.
const LEVELS: u32 = 4;
const NODES: u32 = 16;
const PARTS: u32 = 2;

impl Arbitrary for Formula {
    type Parameters = ();
    type Strategy = BoxedStrategy<Formula>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let leaf = prop_oneof![any::<i32>().prop_map(Formula::Num), Just(Formula::X)];
        let node = |inner: BoxedStrategy<Formula>| {
            let of = |operator: Operator| {
                (inner.clone(), inner.clone()).prop_map(move |(a, b)| operator(Box::new(a), Box::new(b)))
            };
            let [add, sub, mul, div] = OPERATORS.map(of);
            prop_oneof![inner.clone().prop_map(|part| Formula::Neg(Box::new(part))), add, sub, mul, div]
        };
        leaf.prop_recursive(LEVELS, NODES, PARTS, node).boxed()
    }
}
