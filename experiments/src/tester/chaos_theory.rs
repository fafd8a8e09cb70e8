//! `chaos_theory`: its runner, and its generators for our own types.

use super::input::{Date, Formula, Input, OPERATORS, Op};
use super::trial::{Outcome, Trial};
use crate::etna::{Tree, Verdict};
use chaos_theory::{Arbitrary, Env, Generator, Source, assume, make};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

pub(super) fn search<T: Input>(trial: &Trial<T>, seed: u64) -> Outcome {
    let environment = Env::builder()
        .with_rng_seed(seed as u32)
        .with_check_iters(trial.most as usize)
        // Cases are limited, not time.
        .with_check_time(Duration::from_secs(3_600))
        .with_log_depth(0)
        .build();
    let property = |source: &mut Source| match trial.judge(&source.any::<T>("value")) {
        Verdict::Holds => (),
        Verdict::LeftOut => assume!(false),
        Verdict::Fails => panic!("the property"),
    };
    // A failed run ends in a panic, of the failure that it reports.
    let _ = catch_unwind(AssertUnwindSafe(|| environment.check(property)));
    trial.outcome()
}

impl Arbitrary for Op {
    fn arbitrary() -> impl Generator<Item = Self> {
        make::from_fn(|source| {
            source.select("op", &["put", "remove", "look", "take", "reset"], |source, _, variant| match variant {
                0 => Op::Put(source.any("number")),
                1 => Op::Remove(source.any("number")),
                2 => Op::Look(source.any("number")),
                3 => Op::Take,
                _ => Op::Reset,
            })
        })
    }
}

impl Arbitrary for Date {
    fn arbitrary() -> impl Generator<Item = Self> {
        make::from_fn(|source| Date {
            year: source.any_of("year", make::int_in(Date::YEARS)),
            month: source.any_of("month", make::int_in(1..=12u8)),
            day: source.any_of("day", make::int_in(1..=31u8)),
        })
    }
}

/// How deep values are nested at most: the library wants a bound.
const DEPTH: u32 = 5;

impl Arbitrary for Formula {
    fn arbitrary() -> impl Generator<Item = Self> {
        make::from_fn(|source| formula(source, DEPTH))
    }
}

fn formula(source: &mut Source, depth: u32) -> Formula {
    let variants = ["num", "x", "neg", "add", "sub", "mul", "div"];
    let variants = if depth == 0 { &variants[..2] } else { &variants };
    source.select("formula", variants, |source, _, variant| {
        let mut part = |label: &str| Box::new(source.any_of(label, make::from_fn(|source| formula(source, depth - 1))));
        match variant {
            0 => Formula::Num(source.any("number")),
            1 => Formula::X,
            2 => Formula::Neg(part("part")),
            operator => OPERATORS[operator - 3](part("left"), part("right")),
        }
    })
}

impl Arbitrary for Tree {
    fn arbitrary() -> impl Generator<Item = Self> {
        make::from_fn(|source| tree(source, DEPTH))
    }
}

fn tree(source: &mut Source, depth: u32) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    let node = source.maybe("node", |source| {
        let left = source.any_of("left", make::from_fn(|source| tree(source, depth - 1)));
        let (key, value) = (source.any("key"), source.any("value"));
        let right = source.any_of("right", make::from_fn(|source| tree(source, depth - 1)));
        Tree::Node(Box::new(left), key, value, Box::new(right))
    });
    node.unwrap_or(Tree::Leaf)
}
