//! Threads that a property starts: what they throw is told apart by where they threw it.
//!
//! That a value is drawn after its case has ended, or by another thread, cannot be written: a `Case` is lent for the time
//! of one call, and a `Source` stays on its thread.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use astragal::prelude::*;
use astragal::{Check, Origin, Report, Verdict};

use super::subject::Home;

/// The smallest cases, and the places, in order of the cases.
fn bugs(report: &Report) -> Vec<(u32, String)> {
    let bug = |failure: &astragal::Failure| match &failure.origin {
        Origin::Panicked(Some(place)) => (failure.minimal.drawn[0].text.parse().unwrap(), place.clone()),
        other => panic!("{other:?}"),
    };
    let mut bugs: Vec<_> = report.failures.iter().map(bug).collect();
    bugs.sort();
    bugs
}

/// Both bugs are found, each at its own line.
fn are_apart(report: &Report, lines: [u32; 2]) {
    assert_eq!(report.verdict, Verdict::Failed);
    let bugs = bugs(report);
    assert_eq!(bugs.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [101, 1_000], "{bugs:?}");
    for ((_, place), line) in bugs.iter().zip(lines) {
        assert!(place.contains(&format!("threads.rs:{line}:")), "{place} is not line {line}");
    }
}

#[test]
fn two_bugs_in_two_threads_stay_apart() {
    let second = line!() + 2;
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        std::thread::spawn(move || assert!(n >= 1_000 || n <= 100, "the second bug")).join().unwrap();
        std::thread::spawn(move || assert!(n < 1_000, "the first bug")).join().unwrap();
    });
    are_apart(&report, [second, second + 1]);
    assert!(report.failures.iter().any(|failure| failure.message.contains("the second bug")));
}

#[test]
fn what_is_thrown_on_keeps_its_place() {
    let second = line!() + 3;
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        let threads = [
            std::thread::spawn(move || assert!(n >= 1_000 || n <= 100, "the second bug")),
            std::thread::spawn(move || assert!(n < 1_000, "the first bug")),
        ];
        for thread in threads {
            if let Err(payload) = thread.join() {
                resume_unwind(payload);
            }
        }
    });
    are_apart(&report, [second, second + 1]);
}

#[test]
fn scoped_threads_are_threads() {
    let second = line!() + 3;
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        std::thread::scope(|scope| {
            scope.spawn(move || assert!(n >= 1_000 || n <= 100, "the second bug"));
            scope.spawn(move || assert!(n < 1_000, "the first bug"));
        });
    });
    are_apart(&report, [second, second + 1]);
}

/// Another test panics at the same time, and nobody takes its panic for one of the property's.
#[test]
fn a_panic_elsewhere_is_not_taken_for_one_of_the_property() {
    let done = Arc::new(AtomicBool::new(false));
    let stranger = std::thread::spawn({
        let done = done.clone();
        move || {
            while !done.load(Ordering::Relaxed) {
                let _ = std::thread::spawn(|| panic!("a stranger")).join();
            }
        }
    });
    let line = line!() + 2;
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        let thread = std::thread::spawn(move || assert!(n < 1_000, "its own bug"));
        if let Err(payload) = thread.join() {
            resume_unwind(payload);
        }
    });
    done.store(true, Ordering::Relaxed);
    stranger.join().unwrap();
    assert_eq!(bugs(&report).len(), 1, "{report:?}");
    assert!(bugs(&report)[0].1.contains(&format!("threads.rs:{line}:")), "{report:?}");
}

#[property(seed = 1, cases = 20)]
#[ignore = "its threads panic"]
fn joins_nobody(n: u64) {
    let thread = std::thread::spawn(move || panic!("a thread that nobody joins, of {n}"));
    while !thread.is_finished() {
        std::thread::yield_now();
    }
}

/// The property passes, since it did; and the panic is not hidden. (Once: others like it would be noise.)
#[test]
fn a_panic_that_nobody_joins_is_printed() {
    let ran = Home::new().run("threads::joins_nobody");
    assert!(ran.status.success(), "{}", ran.text);
    assert!(ran.text.contains("a thread that nobody joins"), "{}", ran.text);
}
