//! Structured growth: by hand and by choices, as a list and as a generator.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use crate::subjects::Tree;
use crate::{both_ways, both_ways_open, closed, forwards, simplest};
use astragal::Choices;
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::shapes::{ByHand, Grow, Growing};
use astragal::shapes::{Grown, grow, grown};
use astragal::source::Reason;

fn numbers<'a>() -> Growing<ByHand<'a, i64>> {
    grow([-1, 0, 1])
        .step("inc", |n: &i64| n.wrapping_add(1))
        .step("dec", |n| n.wrapping_sub(1))
        .step("*3", |n| n.wrapping_mul(3))
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Order {
    id: u64,
    name: String,
    discount: Option<u8>,
    items: Vec<(u32, bool)>,
}

/// Enumerated values are new, no deeper than those that follow, and drawn by their own choices, also from a token.
#[track_caller]
fn enumerated_and_drawn<P: Grow<Value: Debug + PartialEq>>(growing: &Growing<P>, count: usize) {
    let mut seen = HashSet::new();
    let mut depth = 0;
    for (place, value) in growing.breadth_first().take(count).enumerate() {
        assert!(seen.insert(format!("{:?}", *value)), "{value:?} is enumerated twice");
        assert!(value.depth() >= depth, "{value:?} comes too late");
        depth = value.depth();
        if place % 7 == 0 {
            let choices = growing.choices_of(&value).unwrap();
            let read = Choices::from_token(&choices.token()).unwrap();
            assert_eq!(growing.replay(&read).unwrap(), value);
        }
    }
    assert!(!seen.is_empty());
}

#[test]
fn a_walk_is_a_generator_that_runs_both_ways() {
    both_ways_open(numbers());
    both_ways_open(numbers().take_when(|n| *n >= 0));
    both_ways_open(grow(["a".to_string()]).steps("double", |text| (text.len() < 9).then(|| text.repeat(2))));
    forwards(numbers().or_random(any::<i64>()));
    forwards((numbers(), vec_of(numbers(), 0..3)));
}

#[test]
fn a_walk_by_choices_keeps_the_laws_too() {
    let same = |one: &Grown<(u8, bool)>, other: &Grown<(u8, bool)>| one == other;
    Laws::by(&grown((any::<u8>(), any::<bool>())), same).cases(5).backwards().unwrap();
    Laws::of(&grown(any::<Order>())).cases(1).forwards().unwrap();
    Laws::of(&grown(any::<Tree<i16>>())).cases(2).forwards().unwrap();
    Laws::of(&grown(any::<Vec<i8>>()).take_when(|list| list.is_sorted())).cases(2).forwards().unwrap();
    Laws::of(&grown(from_fn(|src| {
        let count = src.draw(0..=30u32);
        (0..count).map(|_| src.draw(0..=1_000u32)).collect::<Vec<_>>()
    })))
    .cases(2)
    .forwards()
    .unwrap();
}

#[test]
fn the_beginning_of_a_list_is_closed() {
    closed(numbers().first(100));
    let first = grown(any::<(bool, u8)>()).first(50);
    closed(&first);
    // Backwards it finds the value, whatever path was given with it.
    let other_path = numbers().choices_of(&numbers().breadth_first().nth(9).unwrap()).unwrap();
    let nine = numbers().replay(&other_path).unwrap();
    let enumerated = numbers().first(100);
    assert_eq!(enumerated.choices_of(&nine).unwrap().numbers().collect::<Vec<_>>(), [9]);
    assert!(enumerated.choices_of(&Grown::random(1_000_000)).is_err());
    both_ways(numbers().first(100));
    both_ways(first);
}

#[test]
fn what_is_listed_can_be_drawn() {
    enumerated_and_drawn(&numbers(), 300);
    enumerated_and_drawn(&numbers().take_when(|n| n % 5 == 0), 50);
    enumerated_and_drawn(&grown(any::<(i8, bool)>()), 300);
    enumerated_and_drawn(&grown(any::<Tree<i16>>()), 150);
    enumerated_and_drawn(&grown(any::<Order>()), 150);
    enumerated_and_drawn(&grown(any::<u128>()), 150);
}

#[test]
fn every_path_is_a_shortest_one() {
    // Residues, of which each can be reached: what is found must be as near as a search by hand says.
    let growing = grow([3u32, 50]).step("double", |n| n * 2 % 101).step("inc", |n| (n + 1) % 101);
    let mut nearest = HashMap::from([(3, 0), (50, 0)]);
    let mut queue = VecDeque::from([3u32, 50]);
    while let Some(n) = queue.pop_front() {
        for next in [n * 2 % 101, (n + 1) % 101] {
            if !nearest.contains_key(&next) {
                nearest.insert(next, nearest[&n] + 1);
                queue.push_back(next);
            }
        }
    }
    let enumerated: Vec<_> = growing.breadth_first().collect();
    assert_eq!(enumerated.len(), 101);
    for n in &enumerated {
        assert_eq!(n.depth(), nearest[&**n], "{n:?}");
        for ((_, from), (label, to)) in n.path().zip(n.path().skip(1)) {
            assert_eq!(*to, if label == "double" { from * 2 % 101 } else { (from + 1) % 101 });
        }
    }
}

#[test]
fn growth_by_choices_reaches_every_small_value() {
    assert_eq!(grown(any::<i8>()).breadth_first().count(), 256);
    assert_eq!(grown(any::<(bool, Option<bool>, u8)>()).breadth_first().count(), 2 * 3 * 256);
    assert_eq!(grown(vec_of(0..3u8, 0..=4)).breadth_first().count(), 1 + 3 + 9 + 27 + 81);
    assert_eq!(grown(just(7)).breadth_first().count(), 1);
    // A value that a map makes of several choices is enumerated once, and does not block the others.
    let tens: Vec<u32> = grown(int(0..=99u32).map(|n| n / 10)).breadth_first().map(|n| *n).collect();
    assert_eq!(HashSet::<u32>::from_iter(tens.iter().copied()), (0..10).collect());
    assert_eq!(tens.len(), 10);
}

#[test]
fn the_simplest_is_the_first_start() {
    assert_eq!(*simplest(numbers()), -1);
    assert_eq!(*simplest(grown(any::<Tree<i16>>())), Tree::Leaf);
    assert!(simplest(grown(any::<Vec<u8>>()).first(10)).is_empty());
    // A filter that rejects the simplest value does not keep growth from starting.
    let odd = grown(any::<u8>().filter(|n| n % 2 == 1));
    assert_eq!(odd.breadth_first().count(), 128);
    assert_eq!(simplest(&odd).into_value() % 2, 1);
}

#[test]
fn wrong_use_is_said_where_it_was_written() {
    let line = line!() + 1;
    let nothing = grow(Vec::<u8>::new()).step("inc", |n| n + 1);
    for gave_up in [nothing.try_sample(1).unwrap_err(), nothing.clone().first(5).try_sample(1).unwrap_err()] {
        assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
        assert!(gave_up.to_string().contains(&format!("{}:{line}", file!())), "{gave_up}");
    }
    assert_eq!(nothing.breadth_first().count(), 0);

    let line = line!() + 1;
    let never = grow([1u8]).step("same", |n| *n).take_when(|n| *n > 1);
    for gave_up in [never.try_sample(1).unwrap_err(), never.clone().first(5).try_sample(1).unwrap_err()] {
        assert!(matches!(gave_up.reason(), Reason::Condition { .. }), "{gave_up}");
        assert!(gave_up.to_string().contains(&format!("{}:{line}", file!())), "{gave_up}");
    }
    assert_eq!(never.breadth_first().count(), 0);

    #[allow(clippy::reversed_empty_ranges)]
    let empty = grown(9..3u8);
    assert!(matches!(empty.try_sample(1).unwrap_err().reason(), Reason::Usage { .. }));
    assert!(matches!(numbers().first(0).try_sample(1).unwrap_err().reason(), Reason::Usage { .. }));
    let rejected = grown(any::<u8>().filter(|_| false));
    assert!(matches!(rejected.try_sample(1).unwrap_err().reason(), Reason::Condition { .. }));
}

#[test]
fn endless_starts_and_steps_come_to_an_end() {
    let endless = grow(0u64..).steps("any", |n| *n..);
    assert_eq!(endless.breadth_first().take(1_100).count(), 1_100);
    let value = endless.sample(3);
    assert!(value.depth() <= 255);
    // Where nothing new comes, enumeration ends.
    let flat = grow([0u64]).step("inc", |n| n + 1).take_when(|n| *n < 5);
    assert_eq!(flat.breadth_first().count(), 5);
}
