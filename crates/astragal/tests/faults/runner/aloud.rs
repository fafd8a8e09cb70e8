//! Warnings reach the user of plain `cargo test`, which captures the output of passing tests.

use std::process::Command;

use astragal::prelude::*;

use super::subject::{Home, Ran};

#[property(seed = 1, cases = 100, phases = "random")]
#[ignore = "it is run by another test"]
fn rejects_half(n: u32) {
    assume!(n % 2 == 0);
}

#[property(seed = 1, cases = 300, phases = "random")]
#[ignore = "it is run by another test"]
fn rejects_few(n: u32) {
    assume!(n % 64 != 63);
}

#[property(seed = 1, cases = 100)]
#[ignore = "it is run by another test"]
fn rejects_nothing(_n: u32) {}

#[property(seed = 1, cases = 100_000, time = "1ms")]
#[ignore = "it is run by another test"]
fn takes_too_long(_n: u32) {
    std::thread::sleep(std::time::Duration::from_millis(2));
}

#[property(seed = 1, cases = 50)]
#[ignore = "it is run by another test"]
fn starts_a_thread_that_panics(_n: u32) {
    let _ = std::thread::spawn(|| panic!("a \u{1b}[31mred\u{202e} panic")).join();
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn fails(n: u32) {
    assert!(n < 1_000);
}

#[property(seed = 1)]
#[ignore = "it is run by another test"]
fn fails_if_told(n: u32) {
    assert!(n < 1_000 || std::env::var_os("TOLD").is_none());
}

fn run(mut command: Command) -> Ran {
    Ran::of(command.output().unwrap())
}

/// The lines that a run says past the capture.
fn aloud(ran: &Ran) -> Vec<&str> {
    ran.text.lines().filter(|line| line.starts_with("astragal: ")).collect()
}

#[test]
fn rejections_are_announced_by_every_pass() {
    for (property, place) in [("aloud::rejects_half", "aloud.rs:12:5"), ("aloud::rejects_few", "aloud.rs:18:5")] {
        let ran = Home::new().run(property);
        assert!(ran.status.success(), "{}", ran.text);
        ran.said(&[" passed", "rejected by assume! at", place]);
        assert!(aloud(&ran).is_empty(), "not twice: {}", ran.text);
    }
    let ran = Home::new().run("aloud::rejects_nothing");
    assert!(!ran.text.contains("property `"), "{}", ran.text);
}

#[test]
fn warnings_pass_the_capture_in_one_line() {
    let home = Home::new();
    let expected = [
        ("aloud::rejects_half", "property `runner::aloud::rejects_half`: warning: "),
        (
            "aloud::takes_too_long",
            "property `runner::aloud::takes_too_long`: warning: the time limit was reached after ",
        ),
    ];
    for (property, beginning) in expected {
        let ran = run(home.capturing(&[property]));
        assert!(ran.status.success(), "{}", ran.text);
        let lines = aloud(&ran);
        assert_eq!(lines.len(), 1, "{}", ran.text);
        assert!(lines[0]["astragal: ".len()..].starts_with(beginning), "{}", lines[0]);
        assert!(!ran.text.contains("rejected by"), "the rest is captured: {}", ran.text);
    }
    let half = run(home.capturing(&["aloud::rejects_half"]));
    assert!(aloud(&half)[0].contains(" cases were rejected ("), "{}", half.text);
    for property in ["aloud::rejects_few", "aloud::rejects_nothing"] {
        let ran = run(home.capturing(&[property]));
        assert!(aloud(&ran).is_empty(), "{}", ran.text);
    }
}

#[test]
fn a_damaged_regression_is_told_past_the_capture() {
    let home = Home::new();
    home.run_with("aloud::fails_if_told", "TOLD", "yes").failed_saying(&["n = 1000"]);
    for file in std::fs::read_dir(home.regressions()).unwrap().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap();
        // A whole entry, and a copy whose address has changed.
        let (_, entry) = text.split_once("\n\n").expect("entries follow the header");
        let (mark, _) = entry.lines().nth(1).and_then(|line| line.split_once(' ')).expect("lines begin with a mark");
        let damaged = entry.replace(mark, if mark == "0000" { "1111" } else { "0000" });
        std::fs::write(file.path(), format!("{text}\n{damaged}")).unwrap();
    }
    let ran = run(home.capturing(&["aloud::fails_if_told"]));
    assert!(aloud(&ran).iter().any(|line| line.contains("fails_if_told`: warning: ")), "{}", ran.text);
}

#[test]
#[cfg(target_os = "linux")]
fn panics_of_spawned_threads_are_told_past_the_capture() {
    let ran = run(Home::new().capturing(&["aloud::starts_a_thread_that_panics"]));
    let lines = aloud(&ran);
    assert!(lines.len() == 1 && lines[0].contains("a \\u{1b}[31mred\\u{202e} panic"), "{}", ran.text);
}

#[test]
fn a_setting_sums_up_every_property_in_a_line() {
    let home = Home::new();
    let mut command = home.capturing(&["aloud::rejects_nothing", "aloud::rejects_few", "aloud::fails"]);
    command.env("ASTRAGAL_SUMMARY", "true").arg("--test-threads=1");
    let ran = run(command);
    let lines = aloud(&ran);
    assert_eq!(lines.len(), 3, "{}", ran.text);
    for (line, (verdict, name)) in
        lines.iter().zip([("failed ", "fails"), ("passed ", "rejects_few"), ("passed ", "rejects_nothing")])
    {
        assert!(line.starts_with(&format!("astragal: {verdict}")), "{line}");
        assert!(line.contains(&format!(" rejected  property `runner::aloud::{name}`  ")), "{line}");
    }
    assert_eq!(lines[0].find(" cases"), lines[2].find(" cases"), "aligned");
}
