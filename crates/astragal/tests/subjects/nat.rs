//! Natural numbers, by which overlap is shown in "Reflecting on Random Generation" (Goldstein et al., ICFP 2023).

use astragal::generators::Recursive;
use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Nat {
    Z,
    S(Box<Nat>),
}
use Nat::{S, Z};

pub(crate) fn next(nat: Nat) -> Nat {
    S(Box::new(nat))
}

pub(crate) fn before(nat: &Nat) -> Option<&Nat> {
    match nat {
        S(nat) => Some(nat),
        Z => None,
    }
}

/// Each number in one way.
pub(crate) fn ones() -> Recursive<impl Reflect<Value = Nat> + Closed> {
    recursive(|me| one_of![z: just(Z), s: me.focus(next, before)])
}

/// Each number as a sum of ones and twos.
pub(crate) fn sums() -> Recursive<impl Reflect<Value = Nat> + Closed> {
    recursive(|me| {
        one_of![
            z: just(Z),
            s: me.clone().focus(next, before),
            two: me.focus(|nat| next(next(nat)), |nat| before(before(nat)?)),
        ]
    })
}

/// Each number in infinitely many ways.
pub(crate) fn with_detours() -> Recursive<impl Reflect<Value = Nat> + Closed> {
    recursive(|me| one_of![z: just(Z), s: me.clone().focus(next, before), inf: me])
}
