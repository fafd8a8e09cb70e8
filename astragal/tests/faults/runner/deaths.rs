//! Cases that end the process, or never end: the next run knows, and makes them small in child processes.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

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
    second.failed_saying(&["the last run of this property never ended", "died by SIGABRT", "x = 1001"]);
    // From here on it is known what the case does: it is not let loose on this process again.
    let third = home.run("deaths::aborts");
    third.failed_saying(&["died by SIGABRT", "x = 1001"]);
}

#[property(seed = 1, isolated)]
#[ignore = "it aborts"]
fn aborts_in_isolation(x: u32) {
    if x > 1_000 {
        std::process::abort();
    }
}

#[test]
fn in_isolation_an_abort_is_a_failure_at_once() {
    Home::new().run("deaths::aborts_in_isolation").failed_saying(&["died by SIGABRT", "x = 1001"]);
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
        first.said(&["the property ended the process in the middle of a case"]);
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

/// Nothing that we could do runs on the thread that exits. The sign of the run that never ended is left.
#[test]
fn an_exit_on_a_thread_of_the_property_is_told_by_the_next_run() {
    let home = Home::new();
    home.run("deaths::exits_on_its_own_thread");
    home.run("deaths::exits_on_its_own_thread").failed_saying(&["the process exited with 0", "x = 1001"]);
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
    let started = Instant::now();
    Home::new().run("deaths::hangs").failed_saying(&["the case took longer than 300ms and was killed", "x = 0"]);
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[property(seed = 1)]
#[ignore = "it hangs"]
fn hangs_here(x: u32) {
    if x > 1_000 {
        std::thread::sleep(Duration::from_secs(3_600));
    }
}

/// Nothing in the same process can end the case, but it is told which one it is, and how to make it small.
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
    // What it says to do, with less patience.
    let mut command = home.command(&["deaths::hangs_here"]);
    command.env("ASTRAGAL_SEED", "1").env("ASTRAGAL_ISOLATED", "true").env("ASTRAGAL_TIMEOUT", "300ms");
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

/// A property that draws while it runs is not run in a child process: it dies again, and is never green.
#[test]
fn a_property_without_a_child_dies_each_time() {
    let home = Home::new();
    home.run("deaths::draws_and_aborts").died(6);
    home.run("deaths::draws_and_aborts").died(6);
}
