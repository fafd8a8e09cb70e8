//! What a user sees when a property fails, word by word.
//!
//! Each property is run as `cargo test` runs it, in a process of its own, and what that prints is compared with a file.
//! `BLESS=1 cargo test --test golden` writes the files anew: read them as a user would.

mod subjects;

use std::path::Path;
use std::process::Command;

use regex::Regex;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/failures");

/// What a property prints, without what changes from run to run or with the search for cases.
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
    let replacements = [
        (r"a[12]-[\w-]+", "a2-TOKEN"),
        (r"case \d+(,\d{3})*", "case N"),
        (r"\d[\d,]* (tries|rejected)", "N $1"),
        (r"\d[\d,]* cases?", "N cases"),
        // Where the first line is broken depends on how large the numbers are.
        (r":\n  (found|the same)", ": $1"),
        // How many there is time for.
        (r"\(\d+ tried\)", "(N tried)"),
        (r"only \d[\d,]* of", "only N of"),
        (r"rejected \d[\d,]* of", "rejected N of"),
        (r"number = \d+", "number = N"),
        (r"failed in \d+ of \d+ runs", "failed in N of N runs"),
        // Only what takes long says how long.
        (r", in \d+\.\d s", ""),
        (r"[\d.]+% of", "N% of"),
        // What the search for higher scores, or for cases that are accepted, comes to.
        (r"\d[\d,.]* by targeted", "N by targeted"),
        (r"\d[\d,.]* at random", "N at random"),
        (r"1 in \d[\d,]*", "1 in N"),
    ];
    replacements
        .iter()
        .fold(text, |text, (pattern, with)| Regex::new(pattern).unwrap().replace_all(&text, *with).into())
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
