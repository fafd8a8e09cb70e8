//! A report's claims are about values: no passing case is an instance of them, and nothing that was not tried reads as a
//! condition.

use crate::explaining::{free, generalised};
use astragal::config::{Phase, Phases};
use astragal::generators::permutation_of;
use astragal::prelude::*;
use astragal::report::Style;
use astragal::{Check, Draw, Gen, Report};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// Nothing is claimed about a value of which only a part of the choices was varied.
fn says_nothing<G: Draw<Value: std::fmt::Debug>>(generator: G, property: impl Fn(G::Value)) {
    let report = Check::new().seed(1).run(generator, property);
    let shown = report.render(Style::plain());
    assert!(!report.failures.is_empty());
    assert!(!shown.contains("always fails") && !shown.contains("any other"), "{shown}");
}

fn runs(runs: Vec<(u8, usize)>) -> Vec<u8> {
    runs.into_iter().flat_map(|(byte, count)| vec![byte; count]).collect()
}

#[test]
fn a_value_that_is_mapped_from_a_pair_is_not_claimed_for_one_half_of_it() {
    says_nothing((any::<u8>(), 0..10usize).map(|(byte, count)| vec![byte; count]), |data| assert!(data.len() < 5));
    says_nothing((0..10usize, any::<u8>()).map(|(count, byte)| vec![byte; count]), |data| assert!(data.len() < 5));
    says_nothing((any::<u8>(), 0..10usize).map(|(byte, count)| vec![byte; count]), |data| assert!(data.len() != 5));
}

#[test]
fn run_length_data_is_not_claimed_for_its_bytes() {
    says_nothing(vec_of((any::<u8>(), 1..300usize), 0..4).map(runs), |data| assert!(data.len() < 256));
    // Each element alone makes it pass.
    let has_a_long_run = |data: Vec<u8>| assert!(data.chunk_by(|a, b| a == b).all(|run| run.len() < 256));
    says_nothing(vec_of((any::<u8>(), 1..300usize), 0..4).map(runs), has_a_long_run);
}

#[test]
fn texts_built_from_parts_are_not_claimed_for_one_part() {
    let repeated = (any::<u8>(), 0..9usize).map(|(number, count)| number.to_string().repeat(count));
    says_nothing(repeated, |text| assert!(text.len() < 4));
    let padded = (any::<bool>(), 0..2_000u32).map(|(left, n)| if left { format!("{n:>6}") } else { format!("{n:<6}") });
    says_nothing(padded, |text| assert!(text.trim().len() < 3));
    let joined = (string_of('a'..='c', 1..5), 0..4usize).map(|(text, count)| vec![text; count].concat());
    says_nothing(joined, |text| assert!(text.len() < 6));
}

#[test]
fn sorted_lists_and_sets_are_not_claimed_for_one_element() {
    let sorted = any::<Vec<u8>>().map(|mut list| {
        list.sort_unstable();
        list
    });
    let claims = generalised(sorted, |list| assert!(list.len() < 3 || list[1] < 7));
    assert!(claims[1..].iter().all(|claim| !claim.contains("for every value")), "{claims:?}");
    let set = any::<Vec<u8>>().map(|list| list.into_iter().map(|n| n / 9).collect::<BTreeSet<u8>>());
    let claims = generalised(set, |set| assert!(set.len() < 4));
    assert!(claims[1..].iter().all(|claim| !claim.contains("for every value")), "{claims:?}");
    let shuffled = permutation_of((0..6u8).collect::<Vec<_>>());
    says_nothing(shuffled, |list| assert!(list[0] < 3));
}

#[test]
fn a_passing_case_that_the_run_has_seen_refutes_a_claim() {
    // Equal to the eye: what makes it pass is hidden from the text.
    #[derive(Clone)]
    struct Account(u32, bool);
    impl std::fmt::Debug for Account {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "Account({})", self.0)
        }
    }
    let accounts = (any::<u32>(), any::<bool>()).map(|(number, is_open)| Account(number, is_open));
    says_nothing(accounts, |account| assert!(!account.1));
    // One part shows in both places: nothing is said of both.
    let spread = (any::<u16>(), any::<u16>(), any::<u16>()).map(|(a, b, c)| (a ^ c, b ^ c));
    let claims = generalised(spread, |(a, b)| assert!(a == b));
    assert_eq!(claims, ["(0, 1)", "for every n >= 1: (0, n)"]);
}

#[test]
fn all_elements_of_a_long_list_are_one_claim() {
    let claims = generalised(any::<Vec<String>>(), |list| assert!(list.len() < 50));
    assert_eq!(claims[1..], ["for every xs and anything at _: [_ × 50, ..xs]"]);
    let claims = generalised(any::<Vec<u32>>(), |list| assert!(list.len() < 30));
    assert_eq!(claims[1..], ["for every xs and anything at _: [_ × 30, ..xs]"]);
    let claims = generalised(vec_of(any::<u32>(), 40), |list| assert!(list[20] < 9));
    assert_eq!(claims[1..], ["for every n >= 9 and anything at _: [_ × 20, n, _ × 19]"]);
    let claims = generalised(any::<[u8; 24]>(), |list| assert!(list[3] < 9));
    assert_eq!(claims[1..], ["for every n >= 9 and anything at _: [_, _, _, n, _ × 20]"]);
    let claims = generalised(any::<String>(), |text| assert!(text.chars().count() < 20));
    assert_eq!(claims[1..], ["for every s and anything at _: _ × 20 + s"]);
}

#[test]
fn what_was_not_tried_is_told() {
    // Each element matters, so all are tried one by one.
    let list = vec_of((any::<u8>(), any::<u8>()), 60);
    let report = Check::new().seed(1).run((any::<u8>(), list), |(_, list)| {
        assert!(list.iter().any(|(a, b)| a.min(b) > &200));
    });
    let shown = report.render(Style::plain());
    assert!(shown.contains("always fails"), "{shown}");
    assert!(shown.contains("not tried)"), "{shown}");
}

/// The claims, and how often each was tried.
fn counts(report: &Report) -> Vec<(String, usize)> {
    report.failures[0].minimal.always.iter().map(|always| (always.to_string(), always.tried)).collect()
}

#[test]
fn how_often_a_claim_is_tried_does_not_depend_on_how_long_that_takes() {
    let check = |pause: u64| {
        let report =
            Check::new().seed(1).cases(200).with(|config| config.time(None)).run(any::<(u8, u32)>(), |(a, _)| {
                std::thread::sleep(Duration::from_millis(pause));
                assert!(a < 50);
            });
        counts(&report)
    };
    assert_eq!(check(0), check(3));
}

#[test]
fn maps_that_print_in_any_order_are_tried_as_often_each_time() {
    let check = || {
        let report = Check::new().seed(1).run(any::<(HashMap<u8, bool>, u8, HashSet<u8>)>(), |(map, _, set)| {
            assert!(map.len() < 2 || set.len() < 2);
        });
        let minimal = &report.failures[0].minimal;
        (minimal.drawn[0].text.clone(), minimal.drawn[0].free.clone(), counts(&report), report.efforts.explaining.calls)
    };
    let first = check();
    assert!((0..4).all(|_| check() == first), "{first:?}");
}

#[test]
fn claims_that_the_time_limit_kept_from_being_tried_are_not_made() {
    // So slow that the limit ends it after a few trials, however fast the rest is.
    let phases = Phases::of(&[Phase::Random, Phase::Explain]);
    let check = Check::new().seed(1).with(|config| config.phases(phases).time(Duration::from_millis(400)));
    let report = check.run(any::<(u8, u8)>(), |(a, _)| {
        if a >= 50 {
            std::thread::sleep(Duration::from_millis(250));
        }
        assert!(a < 50);
    });
    assert!(report.failures[0].minimal.explaining_stopped);
    let shown = report.render(Style::plain());
    assert!(shown.contains("the time limit stopped the explanation") && !shown.contains("always fails"), "{shown}");
}

#[derive(Clone, Debug, Arbitrary)]
#[allow(dead_code, reason = "what it holds is printed")]
enum Road {
    Stop,
    Go(Box<Fork>),
}

#[derive(Clone, Debug, Arbitrary)]
#[allow(dead_code, reason = "what it holds is printed")]
struct Fork {
    first: Road,
    others: Vec<Road>,
}

#[test]
fn values_that_recur_in_each_other_are_explained_as_often() {
    let check = || Check::new().seed(1).run(any::<(Road, u8)>(), |(_, n)| assert!(n < 5));
    let report = check();
    let (claim, tried) = &counts(&report)[0];
    assert!(
        claim == "for every x, n >= 5: (x, n)" && *tried > 50,
        "{tried}: {claim}: {}",
        report.render(Style::plain())
    );
    assert_eq!(counts(&check()), counts(&report));
    assert_eq!(free(&report), ["Stop"]);
}

#[test]
fn only_constructors_that_are_seen_are_spoken_of() {
    let report = Check::new().seed(1).run(one_of![0..10u32, 100..200u32, 50..60u32], |n| assert!(n % 7 != 3));
    assert!(!report.render(Style::plain()).contains("also fails"));
    let version = string_matching(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(a|b))?");
    let report = Check::new().seed(1).run(version, |text| assert!(!text.contains('.')));
    assert!(!report.render(Style::plain()).contains("also fails"));
}
