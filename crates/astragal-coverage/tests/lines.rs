//! A program that is built with the flags tells which lines it ran; one that is built without them tells nothing.

use std::path::Path;
use std::process::Command;

/// Builds the fixture with some flags for this machine, and runs it.
fn ran(flags: &str) -> Vec<String> {
    let version = Command::new("rustc").arg("-vV").output().expect("there is a compiler");
    let version = String::from_utf8(version.stdout).expect("it is text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("it has a host");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Flags reach build scripts too, unless there is a target.
    command.args(["run", "--quiet", "--target", host, "--", "-1", "0", "7"]).env("RUSTFLAGS", flags);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture"));
    // The program reads its own file: the tests run at once, and must not build to the same place.
    let place = if flags.is_empty() { "not-counted" } else { "counted" };
    command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join(place));
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text").lines().map(ToString::to_string).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn each_line_that_was_run_is_told_and_no_other() {
    // Line 5 is run as often as a byte can count. Of line 8 there is nothing but a call that was inlined.
    let expected = [
        "counted",
        "negative [3, 4, 5, 7, 8, 9, 16]",
        "zero [3, 4, 5, 7, 11, 12, 16]",
        "positive [3, 4, 5, 7, 11, 14, 16]",
    ];
    assert_eq!(ran(astragal_coverage::FLAGS), expected);
}

#[test]
fn the_readme_names_the_flags() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(readme).expect("there is a README");
    let (_, rest) = text.split_once("RUSTFLAGS=\"").expect("it names RUSTFLAGS");
    let (flags, _) = rest.split_once('"').expect("they end");
    let words = |flags: &str| flags.replace('\\', "").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(flags), words(astragal_coverage::FLAGS));
}

#[test]
fn without_the_flags_nothing_is_told() {
    assert_eq!(ran(""), ["not counted", "negative []", "zero []", "positive []"]);
}
