//! Parameters beside a test: a run draws by the values in the file, everywhere; and what is wrong with them is told.

use std::fs;
use std::path::Path;

use astragal::learn::parameter;
use astragal::prelude::*;
use astragal::store::WeightsFile;

use super::subject::{Home, Ran};
use crate::store_support::Directory;

fn lists() -> impl Reflect<Value = Vec<u8>> + Closed {
    parameter("longest", 1..=100usize, 10).and_then(|longest| vec_of(any::<u8>(), 0..=longest))
}

#[property(seed = 1)]
#[ignore = "it is run by the tests below"]
fn lists_are_short(#[from(lists())] list: Vec<u8>) {
    assert!(list.len() <= 10, "too long");
}

#[property(seed = 1, isolated)]
#[ignore = "it is run by the tests below"]
fn lists_are_short_elsewhere(#[from(lists())] list: Vec<u8>) {
    assert!(list.len() <= 10, "too long");
}

#[property(seed = 1)]
#[tokio::test]
#[ignore = "it is run by the tests below"]
async fn lists_are_short_later(#[from(lists())] list: Vec<u8>) {
    tokio::task::yield_now().await;
    assert!(list.len() <= 10, "too long");
}

/// The parameter is known only by running the property, in a child process.
#[test]
#[ignore = "it is run by the tests below"]
fn lists_are_drawn_short() {
    astragal::check_with(
        |config| config.seed(1).isolated(true),
        |t| {
            let longest = t.draw(parameter("longest", 1..=100usize, 10));
            let list = t.draw(vec_of(any::<u8>(), 0..=longest));
            assert!(list.len() <= 10, "too long");
        },
    );
}

#[property(seed = 1)]
#[ignore = "it is run by the tests below"]
fn limits_differ(#[from(lists())] _list: Vec<u8>, #[from(parameter("longest", 1..=99u8, 10))] _longest: u8) {}

#[property(seed = 1)]
#[ignore = "it is run by the tests below"]
fn default_is_outside(#[from(parameter("share", 0.0..=1.0, 1.5))] _share: f64) {}

fn run(home: &Home, directory: &Path, property: &str, text: &str) -> Ran {
    let name = format!("faults::runner::parameters::{property}");
    WeightsFile::in_directory(directory, &name).write(text).unwrap();
    let directory = directory.to_str().unwrap();
    home.run_with(&format!("parameters::{property}"), "ASTRAGAL_WEIGHTS", directory)
}

const EVERYWHERE: [&str; 4] =
    ["lists_are_short", "lists_are_short_elsewhere", "lists_are_short_later", "lists_are_drawn_short"];

#[test]
fn a_run_follows_the_file_wherever_its_cases_are_run() {
    for property in EVERYWHERE {
        let (home, directory) = (Home::new(), Directory::new());
        let usual = home.run(&format!("parameters::{property}"));
        assert!(usual.status.success(), "{}", usual.text);
        // Shrunk and replayed with the same value, else it would not be the smallest list that fails.
        for _ in 0..2 {
            let longer = run(&home, directory.path(), property, "astragal weights 1\nparameter longest = 30\n");
            let smallest = format!("[{}]", ["0"; 11].join(", "));
            longer.failed_saying(&["too long", &smallest, "parameters: longest = 30 (", &format!("{property}.txt)")]);
        }
        assert_eq!(home.left().iter().filter(|(path, _)| path.starts_with(home.regressions())).count(), 1);
    }
}

#[test]
fn threads_draw_by_the_same_value() {
    let (home, directory) = (Home::new(), Directory::new());
    run(&home, directory.path(), "lists_are_short", "astragal weights 1\nparameter longest = 30\n");
    let on = |threads: &str| {
        let mut command = home.command(&["parameters::lists_are_short"]);
        command.env("ASTRAGAL_WEIGHTS", directory.path()).env("ASTRAGAL_THREADS", threads);
        let ran = Ran::of(command.env("ASTRAGAL_PHASES", "-regressions").output().unwrap());
        ran.failed_saying(&["too long"]);
        ran.text.lines().find(|line| line.contains("found in case")).unwrap().to_owned()
    };
    assert_eq!(on("1"), on("4"));
}

#[test]
fn parameters_alone_leave_the_strategy_as_it_is() {
    let (home, directory) = (Home::new(), Directory::new());
    let text = "astragal weights 1\nparameter longest = 30\n";
    let ran = run(&home, directory.path(), "lists_are_short", text);
    assert!(!ran.text.contains("strategy = "), "{}", ran.text);
    run(&home, directory.path(), "lists_are_short", &format!("{text}option.None: 1\n"))
        .failed_saying(&["strategy = weights ("]);
}

#[test]
fn what_is_wrong_with_the_file_is_a_usage_error_that_names_its_line() {
    for property in EVERYWHERE {
        let (home, parent) = (Home::new(), Directory::new());
        // Its path is longer than a line of the report, and whole in it.
        let long = "d".repeat(100);
        let directory = parent.path().join(&long);
        fs::create_dir(&directory).unwrap();
        for (line, why) in [
            ("parameter longest = 101", "the parameter `longest` is a whole number from 1 to 100, not 101"),
            ("parameter longest = 7.5", "the parameter `longest` is a whole number from 1 to 100, not 7.5"),
            ("parameter shortest = 7", "there is no parameter `shortest` in this run; generators declared `longest`"),
            ("parameter longest 7", "expected `=` and a value after the parameter, found \"7\""),
            ("parameter longest = much", "expected the value of a parameter, a number, found \"much\""),
            ("parameter longest = 7\nparameter longest = 8", "the parameter `longest` has a value already"),
        ] {
            let number = 3 + line.matches('\n').count();
            let text = format!("astragal weights 1\n# What was accepted.\n{line}\n");
            let ran = run(&home, &directory, property, &text);
            ran.failed_saying(&["was not checked"]);
            let text = ran.text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                text.contains(&format!("{long}/faults.runner.parameters.{property}.txt: line {number}: {why}")),
                "{}",
                ran.text
            );
        }
        assert!(home.left().iter().all(|(path, _)| !path.starts_with(home.regressions())), "nothing failed");
    }
}

/// The counterexample is a true one, whatever is wrong with the file.
#[test]
fn a_failing_run_warns_of_names_that_were_not_declared() {
    let (home, directory) = (Home::new(), Directory::new());
    let text = "astragal weights 1\nparameter longest = 30\nparameter other = 1\n";
    run(&home, directory.path(), "lists_are_short", text).failed_saying(&[
        "too long",
        "warning",
        "line 3: there is no parameter `other`",
    ]);
}

#[test]
fn misuse_in_the_source_is_a_usage_error() {
    let home = Home::new();
    let place = "tests/faults/runner/parameters.rs:";
    home.run("parameters::limits_differ").failed_saying(&["declared twice, with different limits", place]);
    home.run("parameters::default_is_outside")
        .failed_saying(&["the default of the parameter `share`, 1.5, is not in", place]);
}
