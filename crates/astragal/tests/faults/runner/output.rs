//! What a report may print: values and messages are hostile, and the environment is private.

use astragal::Check;
use astragal::config::Folder;
use astragal::prelude::*;
use astragal::report::Style;

use super::subject::{Home, Misused};

/// A terminal's commands (clear, title, clipboard), marks that turn text around, and NUL.
const HOSTILE: &str =
    "\u{1b}[2J\u{1b}]0;title\u{7}\u{1b}]52;c;cm0gLXJm\u{7}\u{202e}gnorw\u{2066}\0\r\u{9b}31m\u{200b}end";
/// Commands of CI servers, each on a line of its own.
const COMMANDS: &str =
    "\n::error file=a.rs,line=1::no\n::set-output name=x::y\n##[error]no\n##vso[task.complete]\n  ::warning::no\n";

/// Prints as it is: what a careless `Debug` does.
#[derive(Clone)]
struct Raw(String);

impl std::fmt::Debug for Raw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[track_caller]
fn is_harmless(text: &str) {
    let is_bad = |c: &char| (c.is_control() && *c != '\n') || "\u{202e}\u{2066}\u{200b}\u{feff}".contains(*c);
    assert_eq!(text.chars().find(is_bad), None, "{text:?}");
    for line in text.lines() {
        assert!(!line.trim_start().starts_with("::"), "{line:?}");
        assert!(!line.contains("##[") && !line.contains("##vso["), "{line:?}");
    }
}

#[test]
fn nothing_that_a_terminal_obeys_is_printed() {
    for text in [HOSTILE, COMMANDS] {
        let values = select([Raw(text.to_string())]);
        let named = Check::new().seed(1).named(format!("named {text}")).with(|config| config.regressions(Folder::Off));
        let panics = named.run(values.clone(), |value| {
            note!("{}", value.0);
            collect!("value", value);
            panic!("{}", value.0);
        });
        let errs = Check::new().seed(1).run(values.clone(), Err::<(), _>);
        let differs = Check::new().seed(1).run(values, |value| assert_eq!(value.0, "something else"));
        for report in [panics, errs, differs] {
            let mut style = Style::plain();
            (style.show_original, style.show_steps) = (true, true);
            is_harmless(&report.render(style));
            let token = report.failures[0].token();
            assert!(report.render(Style::plain()).contains(&token), "the case is still told");
        }
    }
}

#[test]
fn a_usage_error_and_a_label_are_hostile_too() {
    let usage = Misused(HOSTILE.to_string());
    is_harmless(&Check::new().seed(1).run(usage, |_| ()).render(Style::plain()));
    let uncovered = Check::new().seed(1).run(any::<u64>(), |n| cover!("\u{1b}]52;c;eA==\u{7}", n == 7, at_least = 90));
    is_harmless(&uncovered.render(Style::plain()));
    is_harmless(&Check::new().seed(1).pin(HOSTILE).run(any::<u8>(), |_| ()).render(Style::plain()));
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn hostile(n: u32) {
    assert!(n < 1_000, "{HOSTILE}{COMMANDS}");
}

#[property(seed = 1, isolated)]
#[ignore = "it fails"]
fn hostile_in_isolation(n: u32) {
    if n >= 1_000 {
        eprintln!("{HOSTILE}{COMMANDS}");
        std::process::abort();
    }
}

/// Panics again when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("{COMMANDS}{HOSTILE}");
    }
}

#[property(seed = 1)]
#[ignore = "it aborts"]
fn hostile_last_words(n: u32) {
    if n >= 1_000 {
        let _bomb = Bomb;
        panic!("{HOSTILE}{COMMANDS}");
    }
}

#[property(seed = 1)]
#[tokio::test]
#[ignore = "its task panics"]
async fn hostile_task(n: u32) {
    let _ = tokio::spawn(async move { assert!(n < 1_000, "{HOSTILE}{COMMANDS}") }).await;
}

#[test]
fn last_words_and_panics_of_tasks_are_harmless() {
    let ran = Home::new().run("output::hostile_last_words");
    ran.died(6);
    ran.said(&["a panic that cannot be caught ends the process", ":error file=a.rs", "gnorw"]);
    is_harmless(&ran.text);
    let ran = Home::new().run("output::hostile_task");
    assert!(ran.status.success(), "{}", ran.text);
    ran.said(&["\\u{1b}]0;title"]);
    is_harmless(&ran.text);
}

#[test]
fn what_a_test_prints_is_harmless_to_the_last_byte() {
    for subject in ["output::hostile", "output::hostile_in_isolation"] {
        let ran = Home::new().run(subject);
        ran.failed_saying(&["1000"]);
        is_harmless(&ran.text);
    }
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn fails_near_a_secret(text: String) {
    assert!(text.len() < 3, "too long");
}

#[property(seed = 1)]
#[ignore = "it aborts"]
fn dies_near_a_secret(n: u32) {
    if n > 1_000 {
        std::process::abort();
    }
}

#[test]
fn the_environment_is_never_stored_or_shown() {
    const SECRET: &str = "hunter2-and-a-half";
    for subject in ["output::fails_near_a_secret", "output::dies_near_a_secret", "output::dies_near_a_secret"] {
        let home = Home::new();
        for name in ["API_TOKEN", "ASTRAGAL_TEST_CHILD", "SOME_PASSWORD"] {
            let ran = home.run_with(subject, name, SECRET);
            assert!(!ran.status.success());
            assert!(!ran.text.contains(SECRET), "{}", ran.text);
        }
        assert!(!home.left().is_empty(), "something was stored");
        for (path, text) in home.left() {
            assert!(!text.contains(SECRET) && !path.to_string_lossy().contains(SECRET), "{}: {text}", path.display());
            for (name, value) in std::env::vars().filter(|(_, value)| value.len() > 12) {
                assert!(!text.contains(&value), "{name} is in {}", path.display());
            }
        }
    }
}

/// Of the environment, what sets Astragal is shown, since it changes the run.
#[test]
fn settings_from_the_environment_are_shown() {
    let ran = Home::new().run_with("output::fails_near_a_secret", "ASTRAGAL_CASES", "777");
    ran.failed_saying(&["cases = 777"]);
}

fn checked_elsewhere() {
    check(|t| assert!(t.draw(any::<u32>()) < 1_000));
}

#[test]
#[ignore = "it fails"]
fn checks_by_a_function() {
    checked_elsewhere();
}

#[test]
fn the_command_names_the_test_and_not_the_function_that_checks() {
    let ran = Home::new().run("output::checks_by_a_function");
    ran.failed_saying(&[
        "`runner::output::checked_elsewhere` failed",
        "cargo test -p astragal runner::output::checks_by_a_function --",
    ]);
}

#[property]
#[ignore = "it fails"]
fn checks_inside(n: u8) {
    check(|t| assert!(t.draw(any::<u32>()) < 1_000 || n < 5, "inside"));
}

#[test]
fn a_check_inside_of_a_case_is_part_of_it() {
    let home = Home::new();
    let ran = home.run("output::checks_inside");
    ran.failed_saying(&["n = 5", "1000", "inside"]);
    assert_eq!(ran.text.matches("checks_inside` failed").count(), 2, "each once: {}", ran.text);
    let files = std::fs::read_dir(home.regressions()).unwrap().count();
    assert_eq!(files, 1, "only the outer case is stored");
    let token = ran.text.split("ASTRAGAL_REPLAY=").last().unwrap().split(' ').next().unwrap();
    home.run_with("output::checks_inside", "ASTRAGAL_REPLAY", token).failed_saying(&["n = 5", "inside"]);
}
