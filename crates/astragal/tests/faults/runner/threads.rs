//! Threads that a property spawns: their panics are told apart by where they happened.
//!
//! Drawing a value after its case has ended, or on another thread, does not compile: a `Case` is lent for the time
//! of one call, and a `Source` stays on its thread.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use astragal::prelude::*;
use astragal::report::{Origin, Problem, Verdict};
use astragal::{Check, Choices, Report};

use super::subject::{Home, Ran};

/// The smallest cases, and the places, in order of the cases.
fn bugs(report: &Report) -> Vec<(u32, String)> {
    let bug = |origin: &Origin, choices: &Choices| match origin {
        Origin::Panicked(Some(place)) => (choices.numbers().next().unwrap() as u32, place.clone()),
        other => panic!("{other:?}"),
    };
    // From the larger case, shrinking leads to the smaller one, with which it is reported.
    let [failure] = &report.failures[..] else { panic!("{:?}", report.failures) };
    let elsewhere = failure.elsewhere.iter().map(|elsewhere| bug(&elsewhere.origin, &elsewhere.choices));
    let mut bugs: Vec<_> = elsewhere.chain([bug(&failure.origin, &failure.minimal.choices)]).collect();
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
#[ignore = "it is run alone"]
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
#[ignore = "it is run alone"]
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
#[ignore = "it is run alone"]
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

/// Which thread started another is not known. While a single property is checked, that is inferred from when and where it
/// panicked; so these are run in processes of their own, where no other test panics meanwhile.
#[test]
fn panics_of_threads_come_back_to_the_property() {
    for test in [
        "two_bugs_in_two_threads_stay_apart",
        "what_is_thrown_on_keeps_its_place",
        "scoped_threads_are_threads",
        "a_panic_elsewhere_is_not_taken_for_one_of_the_property",
        "a_panic_that_comes_back_is_no_stray",
        "what_a_thread_of_the_property_says_is_a_usage_error",
    ] {
        let ran = Home::new().run(&format!("threads::{test}"));
        assert!(ran.status.success(), "{}", ran.text);
    }
}

/// Another test panics at the same time, and its panic is not taken for one of the property's.
#[test]
#[ignore = "it is run alone"]
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

/// The property passes, since it did; and the panics are not hidden. Until it is known whose threads they are, they are
/// printed (once: others like it would be noise), and then they are counted.
#[test]
fn a_panic_that_nobody_joins_is_counted() {
    for isolated in ["false", "true"] {
        let ran = Home::new().run_with("threads::joins_nobody", "ASTRAGAL_ISOLATED", isolated);
        assert!(ran.status.success(), "{}", ran.text);
        let printed = ran.text.lines().filter(|line| line.starts_with("a thread that nobody joins")).count();
        assert_eq!(printed, usize::from(isolated == "false"), "{}", ran.text);
        // All but the first, by which it becomes known.
        ran.said(&["panicked 19 times in 20 cases", "\"a thread that nobody joins, of ", "threads.rs:"]);
    }
}

#[property(seed = 1, cases = 20)]
#[ignore = "its threads panic"]
fn names_its_threads(n: u64) {
    let named = std::thread::Builder::new().name("mine".into());
    named.spawn(move || assert!(n < 1_000, "on another thread")).unwrap().join().unwrap();
}

#[property(seed = 1, cases = 20)]
#[ignore = "its threads panic"]
fn has_a_runtime(n: u64) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    runtime
        .block_on(async move { tokio::spawn(async move { assert!(n < 1_000, "on another thread") }).await })
        .unwrap();
}

#[property(seed = 1, cases = 20)]
#[tokio::test]
#[ignore = "its tasks panic"]
async fn spawns_tasks(n: u64) {
    tokio::spawn(async move { assert!(n < 1_000, "on another thread") }).await.unwrap();
}

#[property(seed = 1, cases = 20)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "its tasks panic"]
async fn spawns_tasks_on_workers(n: u64) {
    tokio::spawn(async move { assert!(n < 1_000, "on another thread") }).await.unwrap();
}

/// A case that is shrunk panics hundreds of times. A thread is known by what came back from it to the property; and a task on the
/// thread that awaits the property is known at once. Their panics are told apart by where they happened.
#[test]
fn panics_on_threads_of_the_property_are_not_printed_again_and_again() {
    for (subject, times) in
        [("names_its_threads", 1), ("has_a_runtime", 1), ("spawns_tasks", 0), ("spawns_tasks_on_workers", 1)]
    {
        let ran = Home::new().run(&format!("threads::{subject}"));
        ran.failed_saying(&["n = 1000", "a spawned thread or task panicked: on another thread", "threads.rs", "^^^^^"]);
        let printed = ran.text.lines().filter(|line| *line == "on another thread").count();
        assert_eq!(printed, times, "{subject}: {printed} in:\n{}", ran.text);
    }
}

#[property(seed = 1, cases = 20)]
#[tokio::test]
#[ignore = "its tasks panic"]
async fn looks_at_no_task(n: u64) {
    let _ = tokio::spawn(async move { assert!(n == u64::MAX, "what nobody looks at") }).await;
}

#[property(seed = 1, cases = 20)]
#[tokio::test]
#[ignore = "it is used wrongly"]
async fn assumes_in_a_task(n: u64) {
    tokio::spawn(async move { assume!(n == u64::MAX) }).await.unwrap();
}

#[test]
fn tasks_are_as_threads() {
    let ran = Home::new().run("threads::looks_at_no_task");
    assert!(ran.status.success(), "{}", ran.text);
    ran.said(&["panicked 20 times in 20 cases", "\"what nobody looks at\"", "threads.rs:"]);
    Home::new().run("threads::assumes_in_a_task").failed_saying(&[
        "`assume!` has no effect on a spawned thread or task",
        "threads.rs",
        "^^^^^",
    ]);
}

#[property(seed = 1, cases = 500, threads = 2)]
#[ignore = "its threads panic"]
fn looks_at_nothing(n: u64) {
    let _ = std::thread::spawn(move || assert!(n == 0, "what nobody looks at")).join();
    let _ = std::thread::spawn(move || assert!(n != 0, "what nobody looks at either")).join();
}

#[test]
fn panics_are_counted_by_place_on_several_threads() {
    let ran = Home::new().run("threads::looks_at_nothing");
    assert!(ran.status.success(), "{}", ran.text);
    let counted: u32 = (ran.text.split("another thread or task panicked ").skip(1))
        .map(|rest| rest.split(' ').next().unwrap().replace(',', "").parse::<u32>().unwrap())
        .sum();
    assert_eq!(counted, 498, "all but the first at each place, which are printed: {}", ran.text);
}

/// A panic that comes back from a spawned thread to the property is not reported twice.
#[test]
#[ignore = "it is run alone"]
fn a_panic_that_comes_back_is_no_stray() {
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        std::thread::spawn(move || assert!(n < 1_000, "too large")).join().unwrap();
    });
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.statistics.strays, []);
}

/// What is said on a thread of the property, and how it is called.
type Speech = (&'static str, fn());

#[test]
#[ignore = "it is run alone"]
fn what_a_thread_of_the_property_says_is_a_usage_error() {
    let speeches: [Speech; 6] = [
        ("assume!", || assume!(1 > 2)),
        ("collect!", || collect!("nothing", 1)),
        ("classify!", || classify!("nothing", true)),
        ("cover!", || cover!("nothing", true, at_least = 50)),
        ("target!", || target!("nothing", 1)),
        ("note!", || note!("nothing")),
    ];
    for (name, speak) in speeches {
        let report = Check::new().seed(1).run(any::<u64>(), move |_| {
            std::thread::scope(|scope| scope.spawn(speak).join().unwrap());
        });
        let Verdict::Unknown(Problem::Usage { message, place }) = &report.verdict else { panic!("{report:?}") };
        assert!(message.contains(&format!("`{name}` has no effect on a spawned thread or task")), "{message}");
        assert!(place.expect("the call").to_string().contains("threads.rs:"), "{message}");
    }
}

#[property(seed = 1)]
#[ignore = "it is used wrongly"]
fn speaks_elsewhere(n: u64) {
    std::thread::scope(|scope| {
        scope.spawn(|| collect!("parity", n % 2));
    });
}

#[property(seed = 1, isolated)]
#[ignore = "it is used wrongly"]
fn speaks_elsewhere_in_isolation(n: u64) {
    let _ = std::thread::spawn(move || {
        n != 7 && n != 8 && {
            collect!("parity", n % 2);
            true
        }
    })
    .join();
}

#[test]
fn a_property_that_speaks_elsewhere_is_red() {
    for subject in ["threads::speaks_elsewhere", "threads::speaks_elsewhere_in_isolation"] {
        Home::new().run(subject).failed_saying(&[
            "`collect!` has no effect on a spawned thread or task",
            "call it on the property's own thread",
            "threads.rs",
        ]);
    }
}

#[test]
#[ignore = "it is another test"]
fn speaks_outside_of_properties() {
    while !LONG.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    collect!("nothing", 1);
    collect!("nothing", 2);
    SPOKE.store(true, Ordering::SeqCst);
}

static LONG: AtomicBool = AtomicBool::new(false);
static SPOKE: AtomicBool = AtomicBool::new(false);

#[property(seed = 1, cases = 100)]
#[ignore = "it waits for another test"]
fn waits_for_another_test(_: u64) {
    LONG.store(true, Ordering::SeqCst);
    while !SPOKE.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
}

/// Catches panics of its own, all at one place, while a property is being checked.
#[test]
#[ignore = "it is another test"]
fn panics_on_its_own_account() {
    while !LONG.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    for _ in 0..3 {
        std::panic::catch_unwind(|| panic!("what another test caught")).unwrap_err();
    }
    SPOKE.store(true, Ordering::SeqCst);
}

/// A panic on a thread of the test harness is not one of a property, however often it comes.
#[test]
fn panics_of_another_test_are_not_those_of_a_property() {
    let home = Home::new();
    let mut command = home.command(&["threads::panics_on_its_own_account", "threads::waits_for_another_test"]);
    let ran = Ran::of(command.arg("--test-threads=2").output().unwrap());
    assert!(ran.status.success(), "{}", ran.text);
    assert!(!ran.text.contains("thread or task panicked"), "{}", ran.text);
    assert_eq!(ran.text.matches("what another test caught").count(), 3, "{}", ran.text);
}

/// It may share a function with a property. It is warned that its calls are not recorded, and does nothing wrong.
#[test]
fn another_test_may_say_what_it_likes() {
    let home = Home::new();
    let mut command = home.command(&["threads::speaks_outside_of_properties", "threads::waits_for_another_test"]);
    let ran = Ran::of(command.arg("--test-threads=2").output().unwrap());
    assert!(ran.status.success(), "{}", ran.text);
    assert_eq!(ran.text.matches("`collect!` at ").count(), 2, "{}", ran.text);
}

#[test]
#[ignore = "its threads panic"]
fn two_at_once() {
    // Each case waits for one of the other property, however slow the machine is.
    static BOTH: std::sync::Barrier = std::sync::Barrier::new(2);
    let properties = ["first", "second"].map(|name| {
        std::thread::spawn(move || {
            Check::new().seed(1).cases(20).run(any::<u64>(), |_| {
                BOTH.wait();
                let panics = || panic!("on a thread of {name}");
                std::thread::scope(|scope| {
                    let thread = scope.spawn(panics);
                    let _ = thread.join();
                });
            })
        })
    });
    for property in properties {
        assert!(property.join().unwrap().verdict.is_pass());
    }
}

/// Which property a thread belongs to is unknown then. What was not printed, or counted by a property, is reported in the end.
#[test]
fn no_panic_is_lost_where_several_properties_are_checked() {
    let ran = Home::new().run("threads::two_at_once");
    assert!(ran.status.success(), "{}", ran.text);
    ran.said(&["on a thread of first", "on a thread of second"]);
}

/// The kernel's settings of a thread are the user's.
#[cfg(target_os = "linux")]
#[property(seed = 1, cases = 20)]
#[ignore = "its threads panic"]
fn looks_at_its_timers(n: u64) {
    let slack = || {
        let thread = std::fs::read_link("/proc/thread-self").unwrap();
        std::fs::read_to_string(std::path::Path::new("/proc").join(thread.file_name().unwrap()).join("timerslack_ns"))
    };
    static FIRST: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let of_a_thread = std::thread::spawn(slack).join().unwrap().unwrap();
    assert_eq!(&of_a_thread, FIRST.get_or_init(|| of_a_thread.clone()));
    let _ = std::thread::spawn(move || panic!("of {n}")).join();
}

#[cfg(target_os = "linux")]
#[test]
fn the_timers_of_threads_are_left_alone() {
    let ran = Home::new().run("threads::looks_at_its_timers");
    assert!(ran.status.success(), "{}", ran.text);
}
