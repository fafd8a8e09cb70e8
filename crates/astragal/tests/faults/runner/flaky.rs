//! Properties and generators that depend on more than their choices: never a pass, never stored, always told.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Mutex;

use astragal::Check;
use astragal::config::Folder;
use astragal::prelude::*;
use astragal::report::{Problem, Stored, Style, Verdict};

use crate::store_support::Directory;

/// A check that would store what it finds.
fn storing(directory: &Directory, name: &str) -> Check {
    let there = Folder::Directory(directory.path().to_owned());
    Check::new().seed(1).named(name).with(|config| config.regressions(there))
}

#[test]
fn a_case_that_fails_now_and_then_is_flaky() {
    let directory = Directory::new();
    let calls = Cell::new(0u64);
    let report = storing(&directory, "faults::flaky::odd_calls").run(any::<u64>(), |_| {
        calls.set(calls.get() + 1);
        assert!(calls.get() % 2 == 0, "an odd call");
    });
    assert_eq!(report.verdict, Verdict::Flaky);
    let failure = &report.failures[0];
    let (failed, runs) = failure.flaky.unwrap();
    assert!(failed >= 1 && failed < runs, "{failed} of {runs}");
    assert_eq!(failure.message, "an odd call");
    assert_eq!(failure.stored, Stored::Nowhere);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is stored");
    let text = report.render(Style::plain());
    assert!(text.contains(&format!("failed in only {failed} of {runs} runs")), "{text}");
    assert!(text.contains(&failure.token()), "{text}");
}

#[test]
fn a_case_that_fails_once_and_never_again_is_flaky() {
    let failed = Cell::new(false);
    let report = Check::new().seed(1).run(any::<u64>(), |n| {
        if n > 1_000 && !failed.replace(true) {
            panic!("only the first time");
        }
    });
    assert_eq!(report.verdict, Verdict::Flaky);
    assert_eq!(report.failures[0].flaky, Some((1, 11)));
    assert_eq!(report.failures[0].message, "only the first time");
}

/// The lock is poisoned by the first failure, so that every case fails from then on, in another way.
#[test]
fn a_lock_that_is_poisoned_does_not_hide_the_failure() {
    let directory = Directory::new();
    let lock = Mutex::new(0);
    let report = storing(&directory, "faults::flaky::poisoned").run(any::<u64>(), |n| {
        let mut last = lock.lock().unwrap();
        *last = n;
        assert!(n < 1_000, "the real failure");
    });
    assert_eq!(report.verdict, Verdict::Flaky);
    assert_eq!(report.failures[0].message, "the real failure");
    assert_eq!(report.failures[0].stored, Stored::Nowhere);
    let text = report.render(Style::plain());
    assert!(text.contains("poisoned"), "{text}");
}

/// From some call on, every case fails in the same way: also one that has passed.
#[test]
fn state_that_makes_every_case_fail_is_told_from_a_failing_case() {
    let calls = Cell::new(0);
    let report = Check::new().seed(1).run(any::<u64>(), |_| {
        calls.set(calls.get() + 1);
        assert!(calls.get() < 300, "the three hundredth call");
    });
    assert_eq!(report.verdict, Verdict::Flaky);
    let text = report.render(Style::plain());
    assert!(text.contains("the first random case passed, and fails in the same way"), "{text}");
}

/// It fails for long enough to be believed, and then stops while it is being shrunk.
#[test]
fn a_case_that_stops_failing_while_it_is_shrunk_is_flaky() {
    for patience in 3..10 {
        let directory = Directory::new();
        let failures = Cell::new(0);
        let report = storing(&directory, "faults::flaky::stops").run(any::<u64>(), |n| {
            if n > 1_000 && failures.get() < patience {
                failures.set(failures.get() + 1);
                panic!("for some time");
            }
        });
        assert_eq!(report.verdict, Verdict::Flaky, "after {patience}: {}", report.render(Style::plain()));
        assert_eq!(report.failures[0].stored, Stored::Nowhere);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is stored after {patience}");
        assert!(!report.failures[0].minimal.drawn.is_empty(), "the values are shown after {patience}");
    }
}

#[test]
fn a_generator_in_the_order_of_a_hash_set_is_found_out() {
    let generator = from_fn(|src| {
        let limits: HashSet<u32> = (10..30).collect();
        limits.iter().map(|limit| src.draw(0..*limit)).collect::<Vec<u32>>()
    });
    let report = Check::new().seed(1).run(generator, |list| assert!(list.iter().sum::<u32>() < 50, "a large sum"));
    let Verdict::Unknown(Problem::NotDeterministic(message)) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("choice 1") || message.contains("choice 2") || message.contains("choice 3"), "{message}");
    assert!(message.contains("of at most") && message.contains("`HashMap` or `HashSet`"), "{message}");
    assert_eq!(report.failures[0].message, "a large sum");
}

#[test]
fn where_a_generator_went_apart_is_told_with_its_spans() {
    let calls = Cell::new(0u32);
    let generator = from_fn(|src| {
        calls.set(calls.get() + 1);
        src.open("Header");
        let first = src.draw(0..100u32);
        let second = src.draw(0..100 + calls.get());
        src.close();
        (first, second)
    });
    let report = Check::new().seed(1).run(generator, |(first, _)| assert!(first < 10));
    let Verdict::Unknown(Problem::NotDeterministic(message)) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("choice 2, in ") && message.contains("in `Header`"), "{message}");
}
