//! Lazy parts: drawn on demand, recorded in their place.

use astragal::Check;
use astragal::Source;
use astragal::generators::{Lazy, LazyList, lazy, lazy_list_of};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::source::Unseen;

use crate::{both_ways, closed, forwards, simplest};

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum List {
    Nil,
    Cons(Lazy<u8>, Lazy<List>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Rose {
    key: Lazy<(bool, Lazy<i32>)>,
    children: Vec<Lazy<Rose>>,
}

#[test]
fn lazy_generators_keep_the_laws() {
    both_ways(any::<Lazy<u8>>());
    both_ways(any::<Lazy<()>>());
    both_ways(any::<Lazy<Lazy<Lazy<bool>>>>());
    both_ways(any::<Vec<Lazy<u64>>>());
    both_ways(any::<(Lazy<String>, i32, Lazy<Vec<Lazy<Option<u8>>>>)>());
    both_ways(lazy(0..=9u8));
    both_ways(one_of![lazy(just(1u8)), lazy(5..=9u8)]);
    forwards(lazy(from_fn(|src| {
        let low = src.draw(0..10u8);
        (low, src.draw(lazy(low..=20)))
    })));
    closed(any::<List>());
    closed(any::<LazyList<List>>());
}

#[test]
fn lazy_recursion_keeps_the_laws() {
    crate::all_laws(Laws::of(&any::<List>()).cases(20));
    crate::all_laws(Laws::of(&any::<Rose>()).cases(10));
    crate::all_laws(Laws::of(&any::<LazyList<u8>>()).cases(20));
    crate::all_laws(Laws::of(&any::<LazyList<LazyList<bool>>>()).cases(10));
    crate::all_laws(Laws::of(&lazy_list_of(any::<List>())).cases(10));
}

/// Filters look at parts, some of which are then drawn again.
#[test]
fn filters_may_look_at_lazy_parts() {
    both_ways(any::<(Lazy<u8>, Lazy<u8>)>().filter(|(a, _)| **a % 2 == 0));
    forwards(any::<LazyList<u8>>().filter(|list| list.iter().take(2).count() == 2));
}

/// Parts that the condition does not force stay lazy, and all else is decided.
#[test]
fn guided_generators_of_lazy_parts_keep_the_laws() {
    both_ways(any::<(Lazy<u8>, Lazy<Vec<u8>>)>().filter(|(a, _)| **a % 16 == 1).guided().calls(500));
    both_ways(any::<(Lazy<()>, Lazy<u8>, Lazy<u8>)>().filter(|(_, a, _)| **a > 9).guided().calls(500));
    let short = |list: &LazyList<u8>| list.iter().take(2).count() == 2;
    forwards(any::<LazyList<u8>>().filter(short).guided().calls(500));
}

#[test]
fn the_simplest_is_the_simplest_of_what_is_lazy() {
    assert_eq!(*simplest(any::<Lazy<u8>>()), 0);
    assert_eq!(simplest(any::<List>()), List::Nil);
    assert!(simplest(any::<LazyList<u8>>()).is_empty());
}

#[test]
fn a_part_is_the_same_whenever_it_is_looked_at() {
    for seed in 0..100 {
        let forwards = any::<[Lazy<u64>; 5]>().sample(seed);
        let backwards = any::<[Lazy<u64>; 5]>().sample(seed);
        let first: Vec<u64> = forwards.iter().map(|part| **part).collect();
        let mut last: Vec<u64> = backwards.iter().rev().map(|part| **part).collect();
        last.reverse();
        assert_eq!(first, last);
        assert_eq!(forwards, any::<[Lazy<u64>; 5]>().record(seed).unwrap().0, "recording changes nothing");
    }
}

#[test]
fn what_was_recorded_is_the_whole_value_or_what_was_seen_of_it() {
    let pairs = any::<(Lazy<u8>, Lazy<u8>)>();
    let (value, choices) = pairs.record(3).unwrap();
    assert_eq!(pairs.replay(&choices).unwrap(), value);
    assert_eq!(choices.len(), 2);

    let mut src = Source::random(3).recording();
    let (left, right) = src.try_draw(&pairs).unwrap();
    assert!(src.has_lazy_parts());
    assert_eq!(src.recorded_so_far(Unseen::Simplest).numbers().collect::<Vec<_>>(), [0, 0]);
    let seen = *right;
    let choices = src.end_recording(Unseen::Simplest);
    let replayed = pairs.replay(&choices).unwrap();
    assert_eq!((*replayed.0, *replayed.1), (0, seen), "what was not seen is the simplest");
    assert_eq!(pairs.replay_and_record(&choices).unwrap().1, choices);
    assert_eq!(*left, 0, "what was not seen by then is the simplest from then on");
}

#[test]
fn showing_a_part_does_not_draw_it() {
    let list = any::<LazyList<u8>>().sample(2);
    assert_eq!(format!("{list:?}"), "[..]");
    let first = list.iter().next().expect("size 100 makes an empty list rare");
    assert_eq!(format!("{list:?}"), "[_, ..]");
    let number = **first;
    assert_eq!(format!("{list:?}"), format!("[{number}, ..]"));
    let copy = list.clone();
    let length = copy.iter().count();
    assert_eq!(format!("{list:?}"), format!("[{number}{}]", ", _".repeat(length - 1)), "copies share");
}

#[test]
fn long_lists_neither_overflow_nor_leak() {
    let mut src = Source::random(1).recording();
    src.set_size(20_000);
    let list = src.try_draw(any::<LazyList<u8>>()).unwrap();
    let length = list.iter().inspect(|element| _ = std::hint::black_box(***element)).count();
    assert!(length > 1_000, "{length}");
    let choices = src.recorded();
    assert_eq!(choices.len(), 2 * length + 1);
    drop((list, src));
    // Neither does one that was never drawn.
    let long: LazyList<u32> = (0..300_000).collect();
    assert_eq!(long.iter().count(), 300_000);
}

#[test]
fn a_part_that_is_rejected_ends_the_case() {
    let never = || lazy(any::<u8>().filter(|_| false));
    let report = Check::new().seed(1).cases(50).run((never(), any::<bool>()), |(part, look)| !look || *part < 255);
    assert!(report.failures.is_empty(), "{report:?}");
    assert!(report.statistics.rejected() > 0, "{report:?}");

    // Outside of a property it is a panic that says why.
    let part = never().sample(1);
    let thrown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| *part)).unwrap_err();
    assert!(thrown.downcast_ref::<String>().unwrap().contains("lazy.rs"), "it says where the filter stands");
}
