//! Functions as values.

use crate::{both_ways, closed, forwards, simplest};
use astragal::Source;
use astragal::generators::{Fun, fun_of};
use astragal::laws::Laws;
use astragal::prelude::*;
use std::collections::BTreeMap;

/// Whether two functions agree wherever these ask them.
fn agree<A, B: Clone + PartialEq>(one: &Fun<A, B>, other: &Fun<A, B>, arguments: impl IntoIterator<Item = A>) -> bool {
    arguments.into_iter().all(|argument| one.call(&argument) == other.call(&argument))
}

#[test]
fn of_few_arguments() {
    both_ways(any::<Fun<bool, bool>>());
    both_ways(any::<Fun<(), u64>>());
    both_ways(any::<Fun<Option<bool>, Vec<u8>>>());
    both_ways(any::<Fun<(bool, bool), String>>());
    both_ways(any::<Fun<Fun<bool, bool>, bool>>());
    both_ways(fun_of(0..5u8, 0..3u8));
    closed(any::<Fun<(bool, bool), Option<i32>>>());
    Laws::by(&any::<Fun<Option<bool>, u8>>(), |one, other| agree(one, other, [None, Some(false), Some(true)]))
        .backwards()
        .unwrap();
}

#[test]
fn of_many_arguments() {
    both_ways(any::<Fun<u8, u8>>());
    both_ways(any::<Fun<i64, Option<String>>>());
    both_ways(any::<Fun<(u8, bool), Vec<i32>>>());
    both_ways(any::<Fun<Vec<u8>, bool>>());
    both_ways(any::<Fun<String, ()>>());
    both_ways(any::<Vec<Fun<u8, bool>>>());
    both_ways(any::<BTreeMap<u8, Fun<i32, i32>>>());
    both_ways(fun_of(int(0..1000u32).filter(|n| n % 7 == 0), int(0..100u32).filter(|n| n % 2 == 0)));
    closed(any::<Fun<Vec<u8>, Option<i32>>>());
}

#[test]
fn what_was_asked_is_recorded() {
    Laws::by(&any::<Fun<u8, u8>>(), |one, other| agree(one, other, 0..20)).backwards().unwrap();
    Laws::by(&any::<Fun<(i32, i32), String>>(), |one, other| agree(one, other, (-3..3).map(|n| (n, n * n))))
        .backwards()
        .unwrap();
    Laws::by(&any::<Fun<Vec<bool>, Option<u64>>>(), |one, other| {
        agree(one, other, (0..5).map(|length| vec![length % 2 == 0; length]))
    })
    .backwards()
    .unwrap();
}

#[test]
fn functions_of_functions() {
    both_ways(any::<Fun<u8, Fun<u8, u8>>>());
    both_ways(any::<Fun<Fun<u8, u8>, bool>>());
    both_ways(any::<Fun<Fun<Fun<bool, bool>, bool>, bool>>());
    closed(any::<Fun<Fun<u8, u8>, Fun<bool, u8>>>());
    Laws::by(&any::<Fun<u8, Fun<u16, bool>>>(), |one, other| {
        (0..5).all(|first| agree(&one.call(&first), &other.call(&first), 0..5))
    })
    .backwards()
    .unwrap();
}

/// A machine's next step depends on what it reads.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Machine {
    Halt,
    Read(Fun<bool, Box<Machine>>),
    Ask(Fun<u32, Box<Machine>>),
}

#[test]
fn types_that_recur_through_functions() {
    both_ways(any::<Machine>());
    closed(any::<Machine>());
    assert_eq!(simplest(any::<Machine>()), Machine::Halt);
}

#[test]
fn results_need_not_run_backwards() {
    forwards(fun_of(any::<u8>(), int(0..10u8).map(|n| n * 10)));
    forwards(fun_of(any::<bool>(), from_fn(|src: &mut Source| src.draw(0..10u8))));
}

#[test]
fn the_simplest_function_is_constant() {
    assert_eq!(format!("{:?}", simplest(any::<Fun<i32, i32>>())), "|_| 0");
    assert_eq!(format!("{:?}", simplest(any::<Fun<(bool, u8), Option<u8>>>())), "|_, _| None");
    assert_eq!(format!("{:?}", simplest(any::<Fun<bool, Fun<u8, bool>>>())), "|_| |_| false");
}
