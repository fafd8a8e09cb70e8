//! An interrupt in the middle of shrinking: the best case so far is reported and kept, and the next run goes on from there.

use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use astragal::prelude::*;

use super::subject::{Home, Ran};

/// Slow to shrink, so that a signal meets it there: it has many elements, of which all matter.
#[property(seed = 1, cases = 50, shrink_time = "60s")]
#[ignore = "it fails slowly"]
fn shrinks_slowly(#[from(vec_of(0..1_000_000u64, 60))] list: Vec<u64>) {
    let sum: u64 = list.iter().sum();
    if sum > 2_000_000 {
        std::thread::sleep(Duration::from_millis(8));
        panic!("too large a sum");
    }
}

/// Whether a file is a case that a run remembers while it goes on.
fn is_pending(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("pending-"))
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts the property and waits until it has written down a smaller case than the first.
fn in_the_middle(home: &Home) -> Child {
    let mut child = home.command(&["interrupts::shrinks_slowly"]).spawn().unwrap();
    let pending = || home.left().into_iter().find(|(path, _)| is_pending(path)).map(|(_, text)| text);
    let mut seen = Vec::new();
    while seen.len() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "it is done, and wrote down only {seen:?}");
        std::thread::sleep(Duration::from_millis(5));
        match pending() {
            Some(text) if !seen.contains(&text) => seen.push(text),
            _ => {}
        }
    }
    child
}

/// How many tries a report says that shrinking took.
#[track_caller]
fn tries(text: &str) -> u64 {
    let number = text.split("shrunk in ").nth(1).and_then(|rest| rest.split(' ').next());
    number.unwrap_or_else(|| panic!("no tries in:\n{text}")).replace(',', "").parse().unwrap()
}

/// What a run needs that is not interrupted.
fn whole() -> u64 {
    static WHOLE: std::sync::OnceLock<u64> = std::sync::OnceLock::new();
    *WHOLE.get_or_init(|| {
        let ran = Home::new().run("interrupts::shrinks_slowly");
        ran.failed_saying(&["found in case "]);
        tries(&ran.text)
    })
}

#[test]
fn an_interrupt_tells_the_best_case_so_far_and_the_next_run_goes_on() {
    for name in ["-INT", "-TERM"] {
        let home = Home::new();
        let child = in_the_middle(&home);
        signal(&child, name);
        let ran = Ran::end_of(child);
        ran.failed_saying(&["shrinking did not finish", "list = ", "ASTRAGAL_REPLAY="]);
        let again = home.run("interrupts::shrinks_slowly");
        again.failed_saying(&["a case left by an interrupted run fails"]);
        assert!(!again.text.contains("shrinking did not finish"), "{}", again.text);
        assert!(tries(&again.text) < whole(), "{} instead of {}", tries(&again.text), whole());
        // It is done: the next run is about the stored case.
        assert!(!home.left().iter().any(|(path, _)| is_pending(path)), "{:?}", home.left());
    }
}

#[test]
fn a_run_that_is_killed_is_gone_on_with() {
    let home = Home::new();
    let child = in_the_middle(&home);
    signal(&child, "-KILL");
    Ran::end_of(child).died(9);
    let again = home.run("interrupts::shrinks_slowly");
    again.failed_saying(&["a case left by an interrupted run fails", "the last run of this property did not finish"]);
    assert!(tries(&again.text) < whole(), "{} instead of {}", tries(&again.text), whole());
}

#[property(seed = 1, cases = 50, isolated, shrink_time = "60s")]
#[ignore = "it fails slowly"]
fn shrinks_slowly_in_isolation(#[from(vec_of(0..1_000_000u64, 60))] list: Vec<u64>) {
    let sum: u64 = list.iter().sum();
    if sum > 2_000_000 {
        std::thread::sleep(Duration::from_millis(8));
        panic!("too large a sum");
    }
}

/// A terminal sends the interrupt to the child processes too. Their death is not a failure of the property.
#[test]
fn an_interrupt_of_the_children_is_no_bug_of_the_property() {
    use std::os::unix::process::CommandExt;
    let home = Home::new();
    let child = home.command(&["interrupts::shrinks_slowly_in_isolation"]).process_group(0).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    // The whole group, as a terminal does.
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    let ran = Ran::end_of(child);
    ran.failed_saying(&["shrinking did not finish", "too large a sum"]);
    assert!(!ran.text.contains("died by") && !ran.text.contains("different bugs"), "{}", ran.text);
    assert!(!ran.text.contains("other minimal counterexample"), "{}", ran.text);
}

#[property(seed = 1, cases = 1_000_000_000, time = "60s")]
#[ignore = "it takes long"]
fn searches(n: u64) {
    std::hint::black_box(n);
}

#[test]
fn an_interrupt_of_a_search_ends_the_process_as_ever() {
    let home = Home::new();
    let child = home.command(&["interrupts::searches"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    Ran::end_of(child).died(2);
}
