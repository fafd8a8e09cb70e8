//! Cases that end the process, or never end: the next run knows, and makes them small in child processes.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use astragal::prelude::*;

use super::subject::{Home, Ran};

#[property(seed = 1)]
#[ignore = "it aborts"]
fn aborts(x: u32) {
    if x > 1_000 {
        std::process::abort();
    }
}

#[test]
fn an_abort_is_made_small_by_the_next_run() {
    let home = Home::new();
    home.run("deaths::aborts").died(6);
    let second = home.run("deaths::aborts");
    second.failed_saying(&["the last run of this property did not finish", "died by SIGABRT", "x = 1001"]);
    // From here on it is known what the case does: it is not let loose on this process again.
    let third = home.run("deaths::aborts");
    third.failed_saying(&["died by SIGABRT", "x = 1001"]);
}

#[property(seed = 1, isolated)]
#[ignore = "it aborts"]
fn aborts_in_isolation(x: u32) {
    note!("a note on {x}");
    if x > 1_000 {
        std::process::abort();
    }
}

#[test]
fn in_isolation_an_abort_is_a_failure_at_once() {
    Home::new().run("deaths::aborts_in_isolation").failed_saying(&["died by SIGABRT", "x = 1001", "a note on 1001"]);
}

#[property(seed = 1)]
#[ignore = "it overflows its stack"]
fn overflows(depth: u32) {
    fn down(depth: u32) -> u32 {
        if depth == 0 { 0 } else { std::hint::black_box(down(depth - 1)) + 1 }
    }
    assert_eq!(down(depth), depth);
}

#[test]
fn a_stack_overflow_is_made_small_by_the_next_run() {
    let home = Home::new();
    home.run("deaths::overflows").died(6);
    home.run("deaths::overflows").failed_saying(&["the process overflowed its stack", "depth = "]);
}

#[property(seed = 1)]
#[ignore = "it exits"]
fn exits(x: u32) {
    if x > 1_000 {
        std::process::exit(0);
    }
}

#[property(seed = 1, isolated)]
#[ignore = "it exits"]
fn exits_in_isolation(x: u32) {
    if x > 1_000 {
        std::process::exit(0);
    }
}

#[property(seed = 1, threads = 2)]
#[ignore = "it exits"]
fn exits_on_one_of_our_threads(x: u32) {
    if x > 1_000 {
        std::process::exit(0);
    }
}

#[test]
fn an_exit_with_success_is_never_a_pass() {
    for subject in ["deaths::exits", "deaths::exits_on_one_of_our_threads"] {
        let home = Home::new();
        let first = home.run(subject);
        first.died(6);
        let path = format!("runner::{subject}");
        first.said(&[
            "the process was ended while",
            &format!("of `{path}` was running. This is a failure"),
            &format!("ASTRAGAL_SEED=1 ASTRAGAL_ISOLATED=true cargo test -p astragal {path} -- --exact"),
        ]);
        home.run(subject).failed_saying(&["the process exited with 0", "x = 1001"]);
    }
    Home::new().run("deaths::exits_in_isolation").failed_saying(&["the process exited with 0", "x = 1001"]);
}

#[property(seed = 1)]
#[ignore = "it exits"]
fn exits_on_its_own_thread(x: u32) {
    if x > 1_000 {
        let _ = std::thread::spawn(|| std::process::exit(0)).join();
    }
}

#[test]
#[ignore = "it exits"]
fn draws_and_exits() {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            if t.draw(any::<u32>()) > 1_000 {
                let _ = std::thread::spawn(|| std::process::exit(0)).join();
            }
        },
    );
}

/// While the lock of the standard error is held by a thread that waits for the end.
#[property(seed = 1)]
#[ignore = "it exits"]
fn exits_under_a_lock(x: u32) {
    if x > 1_000 {
        let _lock = std::io::stderr().lock();
        let _ = std::thread::spawn(|| std::process::exit(0)).join();
    }
}

#[test]
fn an_exit_on_a_thread_of_the_property_is_red_at_once() {
    for subject in ["deaths::exits_on_its_own_thread", "deaths::draws_and_exits", "deaths::exits_under_a_lock"] {
        let home = Home::new();
        let first = home.run(subject);
        first.died(6);
        first.said(&["the process was ended while case ", &format!("of `runner::{subject}` was running")]);
        home.run(subject).failed_saying(&["the process exited with 0", "1001"]);
    }
}

#[property(seed = 1, cases = 1_000_000_000)]
#[ignore = "it goes on for long"]
fn is_long(x: u64) {
    std::hint::black_box(x);
}

#[test]
#[ignore = "it exits"]
fn neighbour_exits() {
    std::thread::sleep(Duration::from_millis(50));
    std::process::exit(0);
}

/// It is not the property that ends the process, but it was not checked to its end.
#[test]
fn an_exit_of_another_test_is_no_pass_either() {
    let home = Home::new();
    let mut command = home.command(&["deaths::is_long", "deaths::neighbour_exits"]);
    let ran = Ran::of(command.arg("--test-threads=2").output().unwrap());
    ran.died(6);
    ran.said(&["of `runner::deaths::is_long` was running"]);
}

#[test]
#[ignore = "it exits"]
fn exits_when_all_is_checked() {
    let report = astragal::Check::new().seed(1).run(any::<u32>(), |_| ());
    assert!(report.verdict.is_pass());
    let _ = std::thread::spawn(|| std::process::exit(7)).join();
}

#[test]
#[ignore = "it exits"]
fn exits_as_a_library() {
    let _ = astragal::Check::new().seed(1).named("a \u{1b}[2J name").run(any::<u32>(), |_| std::process::exit(0));
}

/// An exit while nothing is being checked is left alone; a library has no command line to be run again by.
#[test]
fn an_exit_is_judged_only_while_something_is_checked() {
    let ran = Home::new().run("deaths::exits_when_all_is_checked");
    assert_eq!(ran.status.code(), Some(7), "{}", ran.text);
    assert!(!ran.text.contains("astragal:"), "{}", ran.text);
    let ran = Home::new().run("deaths::exits_as_a_library");
    ran.died(6);
    ran.said(&["of `a \\u{1b}[2J name` was running", "The seed of its cases is 1."]);
    assert!(!ran.text.contains("ASTRAGAL_SEED"), "{}", ran.text);
}

#[property(seed = 1, isolated, timeout = "300ms")]
#[ignore = "it hangs"]
fn hangs(x: u32) {
    if x % 2 == 0 {
        std::thread::sleep(Duration::from_secs(3_600));
    }
}

#[test]
fn a_case_that_hangs_is_killed_and_made_small() {
    Home::new().run("deaths::hangs").failed_saying(&["the case took longer than 300ms and was killed", "x = 0"]);
}

#[property(seed = 1)]
#[ignore = "it hangs"]
fn hangs_here(x: u32) {
    if x > 1_000 {
        std::thread::sleep(Duration::from_secs(3_600));
    }
}

/// Nothing in the same process can end the case, but the report says which one it is, and how to shrink it.
#[test]
fn a_case_that_hangs_here_is_named() {
    let home = Home::new();
    let mut child = home.command(&["deaths::hangs_here"]).spawn().unwrap();
    let mut said = String::new();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    while !said.contains("ASTRAGAL_") {
        said += &lines.next().expect("it says something before it ends").unwrap();
    }
    child.kill().unwrap();
    Ran::end_of(child).died(9);
    let advice =
        ["deaths::hangs_here` has been running for", "ASTRAGAL_SEED=1", "ASTRAGAL_ISOLATED=true", "ASTRAGAL_TIMEOUT="];
    assert!(advice.iter().all(|words| said.contains(words)), "{said}");
    // The suggested command, with less patience.
    let mut command = home.command(&["deaths::hangs_here"]);
    command.env("ASTRAGAL_SEED", "1").env("ASTRAGAL_ISOLATED", "true").env("ASTRAGAL_TIMEOUT", "300ms");
    // To explain takes a time limit for each value that fails as well.
    command.env("ASTRAGAL_PHASES", "-explain");
    Ran::of(command.output().unwrap()).failed_saying(&["took longer than 300ms and was killed", "x = 1001"]);
}

#[property(seed = 1, isolated, timeout = "100ms", cases = 3)]
#[ignore = "it is run as a child"]
fn starts_slowly(#[from(slow_to_make())] x: u64) {
    std::hint::black_box(x);
}

fn slow_to_make() -> impl Gen<Value = u64> {
    std::thread::sleep(Duration::from_millis(250));
    any::<u64>()
}

/// Neither is the time that a process takes to start.
#[test]
fn the_time_to_make_a_generator_is_not_that_of_a_case() {
    let ran = Home::new().run("deaths::starts_slowly");
    assert!(ran.status.success(), "{}", ran.text);
}

#[test]
#[ignore = "it aborts"]
fn draws_and_aborts() {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            if t.draw(any::<u32>()) > 1_000 {
                std::process::abort();
            }
        },
    );
}

#[test]
#[ignore = "it fails"]
fn checks_within_a_check() {
    astragal::check_with(
        |config| config.isolated(true).seed(1),
        |t| {
            let limit = t.draw(any::<u32>());
            let quiet = |config: astragal::Config| config.regressions(astragal::config::Folder::Off).isolated(false);
            astragal::check_with(quiet, |t| assert!(t.draw(any::<bool>()) || limit < 1_000));
        },
    );
}

/// A child skips what it was not started for, but not what is checked in the cases that it runs.
#[test]
fn a_check_within_a_check_is_no_pass_in_a_child() {
    Home::new()
        .run("deaths::checks_within_a_check")
        .failed_saying(&["`runner::deaths::checks_within_a_check` failed", "1000"]);
}

/// Two checks at the same line, of which the second dies; and one before them that their children skip.
#[test]
#[ignore = "it aborts"]
fn aborts_the_second_time() {
    check(|t| {
        assert!(!std::env::var("ASTRAGAL_CHILD").is_ok_and(|address| address.contains("check_limit")));
        t.draw(any::<u8>());
    });
    for limit in [u32::MAX, 1_000] {
        check_limit(limit);
    }
}

fn check_limit(limit: u32) {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            let (_, large) = (t.draw(any::<u32>()), t.draw(any::<u32>()));
            if large > limit {
                std::process::abort();
            }
        },
    );
}

/// A property that draws while it runs says each draw before it goes on.
#[test]
fn a_property_that_draws_while_it_runs_is_made_small_in_a_child_too() {
    let home = Home::new();
    home.run("deaths::draws_and_aborts").died(6);
    home.run("deaths::draws_and_aborts").failed_saying(&["the last run of", "died by SIGABRT", "1001"]);
    home.run("deaths::draws_and_aborts").failed_saying(&["died by SIGABRT", "1001"]);
    let at_once = Home::new().run_with("deaths::draws_and_aborts", "ASTRAGAL_ISOLATED", "true");
    at_once.failed_saying(&["died by SIGABRT", "1001"]);
    let second = Home::new().run_with("deaths::aborts_the_second_time", "ASTRAGAL_ISOLATED", "true");
    second.failed_saying(&["died by SIGABRT", "1001"]);
}

/// The same with a single thread, which the harness does not name after the test.
#[test]
fn the_child_finds_the_property_by_what_the_program_was_told() {
    let home = Home::new();
    let mut command = home.command(&["deaths::draws_and_aborts"]);
    let command = command.arg("--test-threads=1").env("ASTRAGAL_ISOLATED", "true");
    Ran::of(command.output().unwrap()).failed_saying(&["died by SIGABRT", "1001"]);
}

#[test]
#[ignore = "it is checked by chance"]
fn checks_only_in_one_process() {
    if std::env::var_os("ASTRAGAL_CHILD").is_none() {
        astragal::check_with(|config| config.isolated(true), |t| assert!(t.draw(any::<u8>()) < 255));
    }
}

#[test]
fn a_child_that_does_not_come_to_the_property_is_no_counterexample() {
    let ran = Home::new().run("deaths::checks_only_in_one_process");
    ran.failed_saying(&["never reached the property", "this is not a counterexample"]);
}
