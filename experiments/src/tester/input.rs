//! The types that falsifiable properties are about: few, so that each contender has one generator for each.

use super::hegel::Generated;
use astragal::{Arbitrary, Closed};
use std::fmt::Debug;

/// What every contender can draw.
pub(super) trait Input:
    Arbitrary<Gen: Closed>
    + proptest::arbitrary::Arbitrary
    + quickcheck::Arbitrary
    + chaos_theory::Arbitrary
    + Generated
    + Clone
    + Debug
{
}

impl<T> Input for T where
    T: Arbitrary<Gen: Closed>
        + proptest::arbitrary::Arbitrary
        + quickcheck::Arbitrary
        + chaos_theory::Arbitrary
        + Generated
        + Clone
        + Debug
{
}

/// A call of something that has a state. What it means is up to that: a list of calls is a session with a queue, a cache or a file.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Op {
    Put(u8),
    Remove(u8),
    Look(u8),
    Take,
    Reset,
}

/// A date, if the month has such a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
pub(super) struct Date {
    #[arbitrary(with = Date::YEARS)]
    pub(super) year: u16,
    #[arbitrary(with = 1..=12u8)]
    pub(super) month: u8,
    #[arbitrary(with = 1..=31u8)]
    pub(super) day: u8,
}

impl Date {
    pub(super) const YEARS: std::ops::RangeInclusive<u16> = 1600..=2400;
}

/// A formula with one variable.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Formula {
    Num(i32),
    X,
    Neg(Box<Formula>),
    Add(Box<Formula>, Box<Formula>),
    Sub(Box<Formula>, Box<Formula>),
    Mul(Box<Formula>, Box<Formula>),
    Div(Box<Formula>, Box<Formula>),
}

/// How a formula is made of two others.
pub(super) type Operator = fn(Box<Formula>, Box<Formula>) -> Formula;

pub(super) const OPERATORS: [Operator; 4] = [Formula::Add, Formula::Sub, Formula::Mul, Formula::Div];
