//! Where there are few cases, all of them are run.

use crate::smallest;
use astragal::prelude::*;
use astragal::{Check, Found, Verdict};
use std::cell::RefCell;
use std::collections::BTreeSet;

fn all<T: std::fmt::Debug + Ord>(generator: impl Gen<Value = T>) -> (Verdict, u64, usize) {
    let seen = RefCell::new(BTreeSet::new());
    let report = Check::new().run(generator, |value| {
        seen.borrow_mut().insert(value);
    });
    (report.verdict, report.statistics.cases, seen.into_inner().len())
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
enum Signal {
    Off,
    On { bright: bool },
    Blink(#[arbitrary(with = 1..=3u8)] u8, Option<bool>),
}

#[test]
fn small_domains_are_exhausted() {
    assert_eq!(all(any::<(bool, bool)>()), (Verdict::PassedExhaustively, 4, 4));
    assert_eq!(all(any::<Signal>()), (Verdict::PassedExhaustively, 1 + 2 + 9, 12));
    assert_eq!(all(any::<u8>()), (Verdict::PassedExhaustively, 256, 256));
    assert_eq!(all(vec_of(any::<bool>(), 0..=3)), (Verdict::PassedExhaustively, 15, 15));
    assert_eq!(all(just(7)), (Verdict::PassedExhaustively, 1, 1));
    assert_eq!(all(any::<u8>().filter(|n| n % 2 == 0)), (Verdict::PassedExhaustively, 128, 128));
    let dependent = from_fn(|src: &mut Source| {
        let n = src.draw(0..4u32)?;
        src.draw(0..=n).map(|m| (n, m))
    });
    assert_eq!(all(dependent), (Verdict::PassedExhaustively, 10, 10));
}

#[test]
fn large_domains_are_not() {
    assert_eq!(all(any::<u64>()).0, Verdict::Passed);
    assert_eq!(all(any::<Vec<bool>>()).0, Verdict::Passed);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
    enum Nat {
        Zero,
        Next(Box<Nat>),
    }
    assert_eq!(all(any::<Nat>()).0, Verdict::Passed);
}

#[test]
fn the_one_case_that_fails_is_found() {
    let report = Check::new().run(any::<(u8, bool)>(), |(n, flag)| n != 131 || !flag);
    assert!(matches!(report.failures[0].found, Found::Exhaustive(_)));
    assert_eq!(smallest(&report), ["(131, true)"]);
}

#[test]
fn assumptions_leave_fewer() {
    let report = Check::new().run(any::<(bool, bool)>(), |(a, b)| {
        assume!(a || b);
        collect!("both", a && b);
    });
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 3));
    assert_eq!(report.statistics.rejected(), 1);
    assert_eq!(report.statistics.charts[0].total, 3);
}
