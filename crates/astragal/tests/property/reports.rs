//! What a failing property says: its name, its arguments and where they are.

use std::process::Command;

use astragal::prelude::*;

#[derive(Arbitrary)]
struct Silent(#[allow(dead_code)] u8);

#[property(regressions = "off", color = "never")]
#[ignore = "fails; another test runs it"]
fn planted(#[from(0..1_000)] count: u32, (left, _right): (u8, bool), text: &str, silent: Silent) {
    let _ = silent;
    assert!(count < 500 || left < 50, "too much: {text:?}");
}

/// The line of the function above.
const FIRST_LINE: u32 = 12;

/// What the test program prints when it runs one test.
fn output_of(test: &str) -> String {
    let program = std::env::current_exe().expect("tests have a program");
    let output = Command::new(program)
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env_remove("ASTRAGAL_REPLAY")
        .output()
        .expect("the program runs");
    assert!(!output.status.success(), "the test fails");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_arguments_are_shown_where_they_stand() {
    let output = output_of("reports::planted");
    for part in
        ["`reports::planted`", "count", "500", "(left, _right)", "(50, false)", "text", "Silent, which is not Debug"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    let place = format!("reports.rs:{FIRST_LINE}");
    assert!(output.contains(&place), "{place}: {output}");
}
