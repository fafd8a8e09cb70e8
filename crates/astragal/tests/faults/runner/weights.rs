//! Weights beside a test: what is drawn follows them, and what is wrong with them is told.

use astragal::prelude::*;
use astragal::store::WeightsFile;

use super::subject::{Home, Ran};
use crate::store_support::Directory;

/// Two thirds of options are `Some` by chance.
#[property(cases = 500, seed = 1, phases = "random")]
#[ignore = "it is run by the tests below"]
fn most_have_a_value(first: Option<u8>, second: Option<u8>) {
    cover!("first", first.is_some(), at_least = 90);
    cover!("second", second.is_some(), at_least = 90);
}

/// The same, for a property that draws while it runs, in a child process.
#[test]
#[ignore = "it is run by the tests below"]
fn most_are_drawn_with_a_value() {
    astragal::check_with(
        |config| config.seed(1).cases(500).set("phases", "random").isolated(true),
        |t| {
            let drawn = t.draw(any::<Option<u8>>());
            cover!("drawn", drawn.is_some(), at_least = 90);
        },
    );
}

/// A part of the cases is drawn by the weights, the rest by chance.
#[property(cases = 5_000, seed = 1, phases = "random", weighted = 0.5)]
#[ignore = "it is run by the tests below"]
fn many_have_a_value(option: Option<u8>) {
    cover!("some", option.is_some(), at_least = 82);
    cover!("none", option.is_none(), at_least = 10);
}

const TEXT: &str = "astragal weights 1\noption.None: 1\noption.Some: 49\n";

fn weights_of(directory: &Directory, property: &str) -> WeightsFile {
    WeightsFile::in_directory(directory.path(), &format!("faults::runner::weights::{property}"))
}

#[test]
fn a_property_is_drawn_by_its_weights() {
    let (home, directory) = (Home::new(), Directory::new());
    for property in ["most_have_a_value", "most_are_drawn_with_a_value"] {
        let test = format!("weights::{property}");
        let there = directory.path().to_str().unwrap();
        home.run_with(&test, "ASTRAGAL_WEIGHTS", there).failed_saying(&["`cover!` requirement was not met"]);
        let file = weights_of(&directory, property).write(TEXT).unwrap();
        let tuned = home.run_with(&test, "ASTRAGAL_WEIGHTS", there);
        assert!(tuned.status.success(), "{}", tuned.text);
        assert!(file.starts_with(directory.path()));
        home.run_with(&test, "ASTRAGAL_WEIGHTS", "off").failed_saying(&["`cover!` requirement was not met"]);
    }
}

#[test]
fn a_share_of_the_cases_is_drawn_by_the_weights() {
    let (home, directory) = (Home::new(), Directory::new());
    let there = directory.path().to_str().unwrap();
    let run = |share: &str| {
        let mut command = home.command(&["weights::many_have_a_value"]);
        command.env("ASTRAGAL_WEIGHTS", there).env("ASTRAGAL_WEIGHTED", share);
        Ran::of(command.output().unwrap())
    };
    // By chance three of four have a value.
    run("0.5").failed_saying(&["`cover!` requirement was not met", "some"]);
    weights_of(&directory, "many_have_a_value").write(TEXT).unwrap();
    let both = run("0.5");
    assert!(both.status.success(), "{}", both.text);
    run("1").failed_saying(&["`cover!` requirement was not met", "none"]);
    run("0").failed_saying(&["weighted", "a number above 0 and up to 1"]);
}

#[test]
fn wrong_weights_are_a_usage_error_that_names_the_file() {
    let (home, directory) = (Home::new(), Directory::new());
    let file = weights_of(&directory, "most_have_a_value").write("astragal weights 1\noption.None: many\n").unwrap();
    let there = directory.path().to_str().unwrap();
    let ran = home.run_with("weights::most_have_a_value", "ASTRAGAL_WEIGHTS", there);
    ran.failed_saying(&["was not checked", file.file_name().unwrap().to_str().unwrap(), "line 2:", "\"many\""]);
}

#[test]
fn a_strategy_that_is_set_takes_precedence_and_says_so() {
    let (home, directory) = (Home::new(), Directory::new());
    weights_of(&directory, "most_have_a_value").write(TEXT).unwrap();
    let mut command = home.command(&["weights::most_have_a_value"]);
    command.env("ASTRAGAL_WEIGHTS", directory.path()).env("ASTRAGAL_STRATEGY", "random");
    let ran = Ran::of(command.output().unwrap());
    ran.failed_saying(&["not used, because `strategy` is set (ASTRAGAL_STRATEGY)"]);
}
