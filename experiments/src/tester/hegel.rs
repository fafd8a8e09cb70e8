//! `hegeltest`: its runner, and its generators by type.

use super::input::{Date, Formula, Input, OPERATORS, Op};
use super::trial::{Outcome, Trial};
use crate::etna::{Tree, Verdict, hegel_tree};
use hegel::generators::{self as gs, BoxedGenerator, Generator};
use hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// How many cases its runner runs unless told otherwise.
pub(super) const CASES: u64 = 100;

/// A type that has a usual generator.
pub(super) trait Generated: Sized + 'static {
    fn generator() -> BoxedGenerator<'static, Self>;
}

pub(super) fn search<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Outcome {
    let settings = Settings::new()
        .database(None)
        .seed(Some(seed))
        .test_cases(trial.most)
        .verbosity(Verbosity::Quiet)
        .print_blob(false)
        .suppress_health_check(HealthCheck::all());
    let test = |case: TestCase| match trial.judge(&case.draw(T::generator())) {
        Verdict::Holds => (),
        Verdict::LeftOut => case.reject(),
        Verdict::Fails => panic!("the property"),
    };
    // A failed run ends in a panic, after the failure that it reports was run once more.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
    trial.outcome()
}

macro_rules! generated {
    ($($type:ty => $generator:expr;)+) => {$(
        impl Generated for $type {
            fn generator() -> BoxedGenerator<'static, Self> {
                $generator.boxed()
            }
        }
    )+};
}

generated! {
    bool => gs::booleans();
    u8 => gs::integers::<u8>();
    u16 => gs::integers::<u16>();
    u32 => gs::integers::<u32>();
    u64 => gs::integers::<u64>();
    i16 => gs::integers::<i16>();
    i32 => gs::integers::<i32>();
    i64 => gs::integers::<i64>();
    f64 => gs::floats::<f64>();
    String => gs::text();
    Tree => hegel_tree();
    Op => {
        let number = gs::integers::<u8>;
        hegel::one_of!(
            number().map(Op::Put),
            number().map(Op::Remove),
            number().map(Op::Look),
            gs::just(Op::Take),
            gs::just(Op::Reset),
        )
    };
    Date => {
        let (first, last) = Date::YEARS.into_inner();
        let up_to = |most: u8| gs::integers::<u8>().min_value(1).max_value(most);
        hegel::tuples!(gs::integers::<u16>().min_value(first).max_value(last), up_to(12), up_to(31))
            .map(|(year, month, day)| Date { year, month, day })
    };
    Formula => gs::recursive(
        hegel::one_of!(gs::integers::<i32>().map(Formula::Num), gs::just(Formula::X)),
        |inner| {
            let of = |at: usize| {
                hegel::tuples!(inner.clone(), inner.clone()).map(move |(a, b)| OPERATORS[at](Box::new(a), Box::new(b)))
            };
            hegel::one_of!(inner.clone().map(|part| Formula::Neg(Box::new(part))), of(0), of(1), of(2), of(3))
        },
    );
}

impl<T: Generated> Generated for Vec<T> {
    fn generator() -> BoxedGenerator<'static, Self> {
        gs::vecs(T::generator()).boxed()
    }
}

impl<T: Generated, const N: usize> Generated for [T; N] {
    fn generator() -> BoxedGenerator<'static, Self> {
        gs::arrays(T::generator()).boxed()
    }
}

impl<T: Generated, E: Generated> Generated for Result<T, E> {
    fn generator() -> BoxedGenerator<'static, Self> {
        hegel::one_of!(T::generator().map(Ok), E::generator().map(Err)).boxed()
    }
}

impl<K: Generated + Ord, V: Generated> Generated for BTreeMap<K, V> {
    fn generator() -> BoxedGenerator<'static, Self> {
        gs::btree_maps(K::generator(), V::generator()).boxed()
    }
}

macro_rules! tuples_are_generated {
    ($($($part:ident)+;)+) => {$(
        impl<$($part: Generated),+> Generated for ($($part,)+) {
            fn generator() -> BoxedGenerator<'static, Self> {
                hegel::tuples!($($part::generator()),+).boxed()
            }
        }
    )+};
}

tuples_are_generated! {
    A B;
    A B C;
    A B C D;
    A B C D E;
}
