//! `target!`: the runner looks for cases with higher scores.

use std::cell::Cell;
use std::time::Duration;

use astragal::Check;
use astragal::config::Phase;
use astragal::prelude::*;
use astragal::report::{Found, Verdict};

use super::smallest;
use super::subjects::Tree;

fn sums() -> impl Gen<Value = Vec<u32>> + Sync {
    vec_of(0..100u32, 0..=20)
}

#[test]
fn a_large_sum_is_found() {
    for seed in 0..5 {
        let report = Check::new().seed(seed).run(sums(), |list| {
            let sum: u32 = list.iter().sum();
            target!(sum);
            assert!(sum < 1_900);
        });
        assert_eq!(report.verdict, Verdict::Failed, "seed {seed}: {:?}", report.statistics.scores);
        assert!(matches!(report.failures[0].found, Found::Targeted(_)));
        let scores = &report.statistics.scores;
        assert_eq!((scores.len(), &*scores[0].name), (1, "sum"));
        assert!(scores[0].by_chance.unwrap() < 1_900.0 && scores[0].by_climbing.unwrap() >= 1_900.0);
        // It is settled like any other.
        let list = report.failures[0].minimal.drawn[0].text.matches(',').count() + 1;
        assert_eq!(list, 20, "{:?}", smallest(&report));
    }
}

#[test]
fn a_deep_tree_is_found() {
    for seed in 0..5 {
        let report = Check::new().seed(seed).run(any::<Tree<u8>>(), |tree| {
            let depth = tree.height();
            target!("depth", depth);
            assert!(depth < 40);
        });
        assert_eq!(report.verdict, Verdict::Failed, "seed {seed}: {:?}", report.statistics.scores);
    }
}

#[test]
fn what_passes_tells_its_scores_and_stays_within_its_cases() {
    let report = Check::new().seed(1).cases(400).run(sums(), |list| {
        target!("length", list.len());
        target!("least", -(list.len() as f64));
        target!("nothing", f64::NAN);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    let statistics = &report.statistics;
    assert_eq!(statistics.cases, 400);
    assert!((100..=200).contains(&statistics.targeted), "{}", statistics.targeted);
    let scores: Vec<_> = statistics.scores.iter().map(|score| (&*score.name, score.by_climbing)).collect();
    assert_eq!(scores[0], ("length", Some(20.0)));
    assert_eq!(scores.len(), 2);
    let text = report.render(astragal::report::Style::plain());
    assert!(text.contains("highest length: 20 at random, then 20 by targeted search"), "{text}");
}

/// A score without an end would make each case larger than the last. Chance alone makes some 16,000 elements here.
#[test]
fn cases_do_not_grow_without_bounds() {
    let run = |check: Check| {
        let elements = Cell::new(0);
        let report = check.run(any::<Vec<u8>>(), |list| {
            elements.set(elements.get() + list.len());
            target!("length", list.len());
        });
        assert_eq!((report.verdict, report.statistics.cases), (Verdict::Passed, 1_000));
        (elements.get(), report.statistics.scores[0].by_climbing.unwrap())
    };
    let (elements, by_climbing) = run(Check::new().seed(1));
    assert!(elements < 120_000, "{elements}");
    assert!(by_climbing > 200.0, "{by_climbing}");
    // An explicit time limit is used in full.
    let (elements, further) = run(Check::new().seed(1).with(|config| config.time(Duration::from_secs(60))));
    assert!(elements > 500_000 && further > by_climbing, "{elements}, {further}");
}

#[test]
fn several_scores_do_not_get_into_each_others_way() {
    let report = Check::new().seed(3).run((vec_of(0..1_000u32, 3), any::<i64>()), |(list, number)| {
        target!("first", list[0]);
        target!("closeness", -((number - 123_456_789_012_i64).unsigned_abs() as f64));
        assert!(list[0] < 999 || (number - 123_456_789_012).abs() > 1_000);
    });
    assert_eq!(report.verdict, Verdict::Failed, "{:?}", report.statistics.scores);
}

#[test]
fn the_phase_can_be_left_out() {
    let check = Check::new().seed(1).with(|config| config.phases(astragal::config::Phases::ALL.without(Phase::Target)));
    let report = check.run(sums(), |list| target!(list.len()));
    assert_eq!((report.verdict, report.statistics.targeted), (Verdict::Passed, 0));
    assert_eq!(report.statistics.scores[0].by_climbing, None);
}

#[test]
fn several_threads_find_the_same_case() {
    fn property(list: Vec<u32>) {
        let sum: u32 = list.iter().sum();
        target!(sum);
        // Long enough for several threads to be worth it.
        std::thread::sleep(Duration::from_micros(300));
        assert!(sum < 1_500);
    }
    let alone = Check::new().seed(9).run(sums(), property);
    let together = Check::new().seed(9).with(|config| config.threads(3)).run_on_threads(sums(), property);
    assert_eq!(alone.verdict, Verdict::Failed);
    assert_eq!(alone.failures[0].original.choices, together.failures[0].original.choices);
    assert_eq!(alone.failures[0].found, together.failures[0].found);
    assert_eq!(alone.statistics.cases, together.statistics.cases);
}

#[test]
fn cases_that_are_rejected_have_no_score() {
    let report = Check::new().seed(2).run(sums(), |list| {
        target!(list.len());
        assume!(list.len() < 5);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.statistics.cases, 1_000);
    let score = &report.statistics.scores[0];
    assert_eq!((score.by_chance, score.by_climbing), (Some(4.0), Some(4.0)));
}

#[test]
fn all_cases_there_are_have_a_highest_score() {
    let report = Check::new().seed(1).run(0..10u8, |n| target!(n));
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert_eq!(report.statistics.scores[0].by_chance, Some(9.0));
}

#[test]
fn what_is_drawn_while_it_runs_is_climbed_too() {
    let report = Check::new().seed(1).run_drawing(|t| {
        let steps = t.draw(0..=50usize);
        let mut at = 0i32;
        for _ in 0..steps {
            at += t.draw(-1..=1);
        }
        target!("distance", at.abs());
        assert!(at.abs() < 40);
    });
    assert_eq!(report.verdict, Verdict::Failed, "{:?}", report.statistics.scores);
}
