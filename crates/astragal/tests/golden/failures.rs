//! What a user sees when a property fails, word by word.
//!
//! Each property is run as `cargo test` runs it, in a process of its own, and what that prints is compared with a file.
//! `BLESS=1 cargo test --test golden` writes the files anew: read them as a user would.

mod subjects;

use std::path::Path;
use std::process::Command;

use regex::Regex;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/failures");

/// What a property prints, without what changes from run to run.
fn printed(property: &str) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--ignored", "--nocapture", &format!("failures::subjects::{property}")]);
    let variables = std::env::vars().map(|(name, _)| name);
    for name in variables.filter(|name| name.starts_with("ASTRAGAL_")) {
        command.env_remove(name);
    }
    for name in ["CI", "COLUMNS", "CARGO_TERM_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"] {
        command.env_remove(name);
    }
    let output = command.env("ASTRAGAL_REGRESSIONS", "off").output().unwrap();
    assert!(!output.status.success(), "{property} passed");
    let text = String::from_utf8(output.stderr).unwrap();
    // What was printed is the same in each run and each build, but for how long it took.
    Regex::new(r" in \d+\.\d+ s").unwrap().replace_all(&text, " in T s").into()
}

#[test]
fn failures_read_as_they_should() {
    let mut differences = Vec::new();
    for property in [
        "round_trip",
        "median_is_in_range",
        "numbers_are_parsed",
        "not_every_time",
        "rare_numbers",
        "rare_pairs",
        "two_bugs",
        "two_minima",
        "stack",
        "last_of_many",
        "empty_range",
        "long_function",
        "distribution",
        "example_fails",
        "pinned_case_fails",
        "prices_rise",
        "orders_stay_small",
        "few_are_sorted",
    ] {
        let path = Path::new(DIRECTORY).join(format!("{property}.txt"));
        let text = printed(property);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if text != expected {
            differences.push(format!("{}\nexpected:\n{expected}\nprinted:\n{text}", path.display()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
