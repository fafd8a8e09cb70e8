//! The project's chores. `cargo xtask test` checks everything, as it must hold before anything lands.

#![forbid(unsafe_code)]

mod arrows;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// A check: what it is called, and the command that makes it.
struct Step {
    name: &'static str,
    command: Vec<String>,
    env: &'static [(&'static str, &'static str)],
}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("test") => run(&everything()),
        _ => {
            eprintln!("usage: cargo xtask test    checks everything: format, clippy, tests, docs, examples, the tour");
            ExitCode::from(2)
        }
    }
}

/// Every test is a program of its own, and with all that a debugger wants they fill the disk of a small machine. Lines are
/// enough to read a failure, and what is built once needs no notes for the next build.
const FRUGAL: &[(&str, &str)] = &[("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")];

/// All checks, the quick ones first.
fn everything() -> Vec<Step> {
    const DENY: &[(&str, &str)] = &[("RUSTFLAGS", "-D warnings")];
    const BARE: &[(&str, &str)] = &[("RUSTFLAGS", "-D warnings --cfg bare")];
    const DENY_DOC: &[(&str, &str)] = &[("RUSTDOCFLAGS", "-D warnings")];
    let mut steps = vec![
        step("format", "fmt --all --check", &[]),
        step("format, outside", "fmt --manifest-path outside/Cargo.toml --check", &[]),
        step("clippy", "clippy --workspace --all-targets -- -D warnings", &[]),
        step("clippy, no features", "clippy -p astragal --no-default-features -- -D warnings", &[]),
        step("tests", "test --workspace --exclude experiments --lib --bins --tests", DENY),
        // Bulk drawing takes another way with optimisation, and a seed must mean the same in both builds.
        step(
            "laws and seeds, optimised",
            "test --profile optimised -p astragal --test laws --test golden --test quality",
            DENY,
        ),
        step(
            "documentation examples",
            "test --workspace --exclude experiments --exclude tour --exclude xtask --doc",
            DENY,
        ),
        step("tests, no features", "test -p astragal --no-default-features --test faults --test golden", BARE),
        // Among its tests is the life of a bug: the README's first example, under `cargo test`, word by word.
        step("a crate outside the workspace", "test --manifest-path outside/Cargo.toml", &[]),
        step("clippy, outside", "clippy --manifest-path outside/Cargo.toml --all-targets -- -D warnings", &[]),
        step("documentation", "doc --workspace --exclude experiments --no-deps", DENY_DOC),
    ];
    for feature in ["derive", "regex", "config-file", "interrupt", "spaces", "shapes", "learn", "laws", "full"] {
        let command = format!("check -p astragal --no-default-features --features {feature}");
        steps.push(step("one feature alone", &command, DENY));
    }
    // In the profile of the tests, whose library is built by now.
    steps.push(step("examples", "build --profile test -p astragal --examples", DENY));
    for example in examples() {
        steps.push(step("example", &format!("run -q --profile test -p astragal --example {example}"), DENY));
    }
    steps.push(step("the tour", "run --release -q", &[]));
    steps
}

fn step(name: &'static str, command: &str, env: &'static [(&'static str, &'static str)]) -> Step {
    Step { name, command: command.split_whitespace().map(str::to_owned).collect(), env }
}

/// The worked examples, by the names of their files.
fn examples() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/astragal/examples");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        files.filter_map(|file| file.file_name().into_string().ok()?.strip_suffix(".rs").map(str::to_owned)).collect();
    names.sort();
    names
}

fn run(steps: &[Step]) -> ExitCode {
    install_components();
    let start = Instant::now();
    let files = changed_files();
    let wrong = arrows::check(Path::new(ROOT));
    if !wrong.is_empty() {
        eprintln!("== arrows between modules: FAILED\n{}", wrong.join("\n"));
        return ExitCode::FAILURE;
    }
    println!("== arrows between modules: ok");
    for step in steps {
        let shown = step.command.join(" ");
        println!("\n== {}: cargo {shown}", step.name);
        let began = Instant::now();
        let mut command = cargo();
        command.args(&step.command).envs(FRUGAL.iter().copied()).envs(step.env.iter().copied());
        match command.status() {
            Ok(status) if status.success() => println!("== {}: ok ({:.0?})", step.name, began.elapsed()),
            outcome => {
                eprintln!("== {}: FAILED ({outcome:?})\n   to repeat it: cargo {shown}", step.name);
                return ExitCode::FAILURE;
            }
        }
    }
    // Tests that fail on purpose have nothing to store beside the sources.
    let left: Vec<String> = changed_files().difference(&files).cloned().collect();
    if !left.is_empty() {
        eprintln!("== FAILED: the checks left these files behind\n{}", left.join("\n"));
        return ExitCode::FAILURE;
    }
    println!("\nall {} checks passed in {:.0?}", steps.len(), start.elapsed());
    ExitCode::SUCCESS
}

/// The directory of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(ROOT);
    command
}

/// The files that are not as they were committed, as git tells; none where there is no git.
fn changed_files() -> BTreeSet<String> {
    let status =
        Command::new("git").args(["status", "--porcelain", "--untracked-files=all"]).current_dir(ROOT).output();
    let text = status.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// A fresh machine may have Rust without its formatter and linter.
fn install_components() {
    for component in ["fmt", "clippy"] {
        let there = cargo().args([component, "--version"]).output().is_ok_and(|output| output.status.success());
        if !there {
            let package = if component == "fmt" { "rustfmt" } else { component };
            let _ = Command::new("rustup").args(["component", "add", package]).status();
        }
    }
}
