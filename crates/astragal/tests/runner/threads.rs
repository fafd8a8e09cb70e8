//! Several threads come to the same verdict and the same counterexample as one.

use astragal::prelude::*;
use astragal::report::{Found, Verdict};
use astragal::{Check, Report};
use std::time::Duration;

fn same<P: Fn(Vec<u16>) + Sync>(seed: u64, property: P) -> [Report; 2] {
    [1, 4].map(|threads| {
        let settings = |config: astragal::Config| config.threads(threads).cases(3_000);
        Check::new().seed(seed).with(settings).run_on_threads(any::<Vec<u16>>(), &property)
    })
}

#[test]
fn the_same_failure() {
    for seed in 0..10 {
        let [one, four] = same(seed, |list| {
            assert!(list.windows(2).all(|pair| pair[0] != pair[1] || pair[0] < 3), "equal neighbours");
        });
        assert_eq!(one.verdict, four.verdict);
        assert_eq!(one.statistics.cases, four.statistics.cases);
        for (one, four) in one.failures.iter().zip(&four.failures) {
            assert_eq!(one.found, four.found);
            assert_eq!(one.original.choices, four.original.choices);
            assert_eq!(one.minimal.choices, four.minimal.choices);
        }
    }
}

#[test]
fn the_same_pass_and_the_same_statistics() {
    let [one, four] = same(7, |list| {
        collect!("length", list.len());
        assume!(list.len() != 3);
    });
    assert_eq!((&one.verdict, one.statistics.cases), (&Verdict::Passed, 3_000));
    assert_eq!(one.statistics.cases, four.statistics.cases);
    assert_eq!(one.statistics.rejections, four.statistics.rejections);
    assert_eq!(format!("{:?}", one.statistics.charts), format!("{:?}", four.statistics.charts));
}

#[test]
fn slow_candidates_run_at_once_and_end_the_same() {
    let slow = |list: Vec<u16>| {
        std::thread::sleep(Duration::from_micros(300));
        assert!(list.iter().map(|&n| u32::from(n)).sum::<u32>() < 1_000);
    };
    let run = |threads| {
        let settings = |config: astragal::Config| config.threads(threads).cases(200);
        Check::new().seed(11).with(settings).run_on_threads(any::<Vec<u16>>(), slow)
    };
    let (one, four) = (run(1), run(4));
    assert!(matches!(one.failures[0].found, Found::Random(_)));
    assert_eq!(one.failures[0].minimal.choices, four.failures[0].minimal.choices);
}
