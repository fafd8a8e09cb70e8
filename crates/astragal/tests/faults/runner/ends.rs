//! Ends of a process that nothing inside of it can see, and those of async properties, which cannot be isolated.

use std::io::{BufRead, BufReader};

use astragal::prelude::*;

use super::subject::{Home, Ran};

unsafe extern "C" {
    safe fn _exit(status: i32) -> !;
    safe fn quick_exit(status: i32) -> !;
    safe fn fork() -> i32;
}

#[property(seed = 1)]
#[ignore = "it exits"]
fn exits_without_a_trace(n: u32) {
    if n > 1_000 {
        _exit(0);
    }
}

#[property(seed = 1)]
#[ignore = "it becomes another program"]
fn becomes_another_program(n: u32) {
    use std::os::unix::process::CommandExt;
    if n > 1_000 {
        let _ = std::process::Command::new("true").exec();
    }
}

/// The process that was started is gone, and a copy of it finds nothing wrong.
#[property(seed = 1)]
#[ignore = "it forks"]
fn exits_and_leaves_a_copy(n: u32) {
    if n > 1_000 && fork() != 0 {
        _exit(0);
    }
}

/// The process that started it sees success; the next run of the property tells.
#[test]
fn the_next_run_tells_of_an_end_without_a_trace() {
    for subject in ["exits_without_a_trace", "becomes_another_program", "exits_and_leaves_a_copy"] {
        let subject = format!("ends::{subject}");
        let home = Home::new();
        let first = home.run(&subject);
        assert_eq!(first.status.code(), Some(0), "{}", first.text);
        home.run(&subject).failed_saying(&[
            "the last run of this property did not finish",
            "exited with 0",
            "n = 1001",
        ]);
    }
}

#[property(seed = 1)]
#[ignore = "it exits"]
fn exits_quickly(n: u32) {
    if n > 1_000 {
        quick_exit(0);
    }
}

#[cfg(all(target_os = "linux", any(target_env = "gnu", target_env = "musl")))]
#[test]
fn a_quick_exit_is_red_at_once() {
    let home = Home::new();
    let first = home.run("ends::exits_quickly");
    first.died(6);
    first.said(&["the process was ended while", "of `runner::ends::exits_quickly` was running. This is a failure"]);
    home.run("ends::exits_quickly").failed_saying(&["exited with 0", "n = 1001"]);
}

#[property(seed = 1)]
#[tokio::test]
#[ignore = "it exits"]
async fn exits_async(n: u32) {
    if n > 1_000 {
        std::process::exit(0);
    }
}

/// A report's claims about the next run are true.
#[test]
fn an_async_property_that_ends_the_process_begins_again_with_the_same_cases() {
    let home = Home::new();
    let first = home.run("ends::exits_async");
    first.died(6);
    first.said(&["The next run begins with the same cases, and so does", "ASTRAGAL_SEED=1 cargo test"]);
    assert!(!first.text.contains("child process") && !first.text.contains("ISOLATED"), "{}", first.text);
    let second = home.run("ends::exits_async");
    second.died(6);
    let case = |text: &str| text.split(" while ").nth(1).map(|rest| rest.split(" of ").next().unwrap().to_string());
    assert_eq!(case(&first.text), case(&second.text));
    assert!(case(&first.text).is_some_and(|case| case.starts_with("case ")), "{}", first.text);
}

#[property(seed = 1)]
#[tokio::test]
#[ignore = "it hangs"]
async fn hangs_async(n: u32) {
    if n > 1_000 {
        std::future::pending::<()>().await;
    }
}

#[property(seed = 1, threads = 2)]
#[ignore = "it hangs"]
fn hangs_on_a_thread(n: u32) {
    if n > 1_000 {
        loop {
            std::thread::park();
        }
    }
}

/// Without a limit.
#[property(seed = 1, isolated)]
#[ignore = "it hangs"]
fn hangs_in_isolation(n: u32) {
    if n > 1_000 {
        loop {
            std::thread::park();
        }
    }
}

#[test]
fn a_case_that_never_ends_is_named_wherever_it_runs() {
    let hanging = ["hangs_async", "hangs_in_isolation", "hangs_on_a_thread"].map(|subject| {
        let home = Home::new();
        let child = home.command(&[&format!("ends::{subject}")]).spawn().unwrap();
        (subject, home, child)
    });
    for (subject, _home, mut child) in hanging {
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        while !said.contains("ASTRAGAL_SEED=1") {
            said += &lines.next().expect("it says something before it ends").unwrap();
        }
        child.kill().unwrap();
        Ran::end_of(child).died(9);
        assert!(said.contains(&format!("of `runner::ends::{subject}` has been running for")), "{said}");
        assert_eq!(said.contains("ASTRAGAL_ISOLATED"), subject != "hangs_async", "{said}");
    }
}
