//! Counterexamples are small, and shrinking does what it is told.

use crate::smallest;
use astragal::config::{Phase, Phases, Show};
use astragal::generators::held;
use astragal::prelude::*;
use astragal::{Check, Config};

#[test]
fn from_every_seed_to_the_same_minimum() {
    for seed in 0..20 {
        let report = Check::new().seed(seed).run(any::<Vec<i32>>(), |list| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), list.len());
        });
        assert_eq!(smallest(&report), ["[0, 0]"], "seed {seed}");
        assert!(report.failures[0].shrinking.finished);
    }
}

#[test]
fn shrinking_can_be_switched_off_and_has_a_budget() {
    let fails = |list: Vec<u32>| assert!(list.iter().map(|&n| u64::from(n)).sum::<u64>() < 100_000);
    let off = |config: Config| config.phases(Phases::ALL.without(Phase::Shrink));
    let report = Check::new().seed(5).with(off).run(any::<Vec<u32>>(), fails);
    assert_eq!(report.failures[0].minimal.choices, report.failures[0].original.choices);
    assert_eq!(report.failures[0].shrinking.evaluations, 0);
    let report = Check::new().seed(5).with(|config| config.shrink_evaluations(3)).run(any::<Vec<u32>>(), fails);
    assert!(report.failures[0].shrinking.evaluations <= 3);
    assert!(!report.failures[0].shrinking.finished);
}

#[test]
fn the_steps_can_be_shown() {
    let steps = |config: Config| config.show(Show::Steps);
    let report = Check::new().seed(1).with(steps).run(any::<u64>(), |n| assert!(n < 1_000));
    let shrinking = &report.failures[0].shrinking;
    assert_eq!(shrinking.evolution.len() as u64, shrinking.steps);
    assert!(shrinking.evolution.last().unwrap().starts_with("1000 "));
}

#[test]
fn a_part_that_is_held_stays_as_it_is() {
    for seed in 0..10 {
        let pairs = (held(any::<u16>()), any::<Vec<u16>>());
        let report = Check::new().seed(seed).run(pairs, |(n, list)| !(n > 100 && list.len() > 2));
        let (original, minimal) = (&report.failures[0].original, &report.failures[0].minimal);
        let held = |text: &str| text.split(',').next().unwrap().to_string();
        assert_eq!(held(&minimal.drawn[0].text), held(&original.drawn[0].text));
        assert!(minimal.drawn[0].text.ends_with("[0, 0, 0])"), "{}", minimal.drawn[0].text);
    }
}

#[test]
fn several_minima_can_be_asked_for() {
    let several = |config: Config| config.minima(3).cases(5_000);
    // One place, two ways to get there, neither simpler than the other by rewriting.
    let report = Check::new().seed(2).with(several).run(any::<(bool, Vec<u8>)>(), |(flag, list)| {
        let long = list.len() == 4;
        let high = flag && list.first().is_some_and(|&n| n > 250);
        assert!(!(long || high));
    });
    let mut minima: Vec<_> = report.failures.iter().map(|failure| &*failure.minimal.drawn[0].text).collect();
    let found = minima.len();
    minima.sort_unstable();
    minima.dedup();
    assert_eq!(minima.len(), found, "all different: {minima:?}");
}

#[test]
fn an_own_shrinker_and_ours_take_turns() {
    // Times of day as text: ours lowers the numbers, the user's knows that noon is simpler than any other time.
    let times = (0..24u32, 0..60u32)
        .map(|(h, m)| format!("{h:02}:{m:02}"))
        .shrink_with(|time: &String| (time != "12:00" && time.ends_with(":00")).then(|| "12:00".to_string()));
    let report = Check::new().seed(4).run(times, |time| assert!(time.as_str() < "09:00"));
    assert_eq!(smallest(&report), ["\"12:00\""]);
}

#[test]
fn numbers_that_fail_one_in_many_become_small_too() {
    for seed in 0..20 {
        let third = Check::new().seed(seed).run(any::<i32>(), |n| n % 3 != 1 || n < 77);
        assert_eq!(smallest(&third), ["79"], "seed {seed}");
        let odd = Check::new().seed(seed).run(any::<u64>(), |n| n % 2 == 0 || n < 51);
        assert_eq!(smallest(&odd), ["51"], "seed {seed}");
        let digits = Check::new().seed(seed).run(any::<u32>(), |n| n % 1_000 < 700);
        assert_eq!(smallest(&digits), ["700"], "seed {seed}");
    }
}
