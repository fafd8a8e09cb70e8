//! A build with `panic = "abort"`, in which nothing can be caught: each failure is the death of the process.
//!
//! Cargo builds tests with `panic = "unwind"` whatever the profile says. So this is a program that calls the library.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::subject::Ran;
use crate::store_support::Directory;

const MANIFEST: &str = r#"
[package]
name = "aborting"
version = "0.0.0"
edition = "2024"

[workspace]

[profile.dev]
panic = "abort"
debug = false

[dependencies]
astragal = { path = "ASTRAGAL", default-features = false }
"#;

const PROGRAM: &str = r#"
use astragal::prelude::*;

fn main() {
    assert!(cfg!(panic = "abort"));
    match &*std::env::args().nth(1).unwrap() {
        "fails" => check(|t| {
            let (list, limit) = (t.draw(any::<Vec<u8>>()), t.draw(10..20u8));
            note!("limit {limit}");
            assert!(list.iter().all(|&n| n < limit), "{list:?} is too large");
        }),
        "two bugs" => check(|t| {
            let n = t.draw(any::<u32>());
            assert!(n < 1_000_000, "much too large");
            std::thread::spawn(move || assert!(n < 1_000 || n % 2 == 0, "odd")).join().unwrap();
        }),
        "returns" => check(|t| t.draw(any::<u32>()) < 1_000),
        "rejects" => check(|t| {
            let n = t.draw(any::<u64>().filter(|n| n % 1_000_003 == 5));
            assert_eq!(n % 1_000_003, 5);
        }),
        "passes" => check(|t| assert!(t.draw(any::<u8>()) < 255 || t.draw(any::<bool>()) || true)),
        other => panic!("{other}"),
    }
    println!("to the end");
}
"#;

/// The program, built once for all tests; what is built of the library is kept for the next time.
fn program() -> &'static Path {
    static PROGRAM_FILE: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    PROGRAM_FILE.get_or_init(|| {
        let library = Path::new(env!("CARGO_MANIFEST_DIR"));
        let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aborting");
        std::fs::create_dir_all(package.join("src")).unwrap();
        std::fs::write(package.join("Cargo.toml"), MANIFEST.replace("ASTRAGAL", &library.display().to_string()))
            .unwrap();
        std::fs::write(package.join("src/main.rs"), PROGRAM).unwrap();
        // The same dependencies, which are at hand.
        std::fs::copy(library.join("../../Cargo.lock"), package.join("Cargo.lock")).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_PROFILE_DEV_PANIC"] {
            cargo.env_remove(name);
        }
        cargo.args(["build", "--offline", "--quiet"]).current_dir(&package);
        let built = cargo.env("CARGO_TARGET_DIR", package.join("target")).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        package.join("target/debug/aborting")
    })
}

/// A directory of its own for the runs of the program.
struct Home(Directory);

impl Home {
    fn new() -> Home {
        let directory = Directory::new();
        let own = directory.path().join("aborting");
        if std::fs::hard_link(program(), &own).is_err() {
            std::fs::copy(program(), &own).unwrap();
        }
        // The scratch area is in the target directory of the program, which is known by its tag.
        std::fs::write(directory.path().join("CACHEDIR.TAG"), "").unwrap();
        Home(directory)
    }

    fn run(&self, what: &str, isolated: bool) -> Ran {
        let mut command = Command::new(self.0.path().join("aborting"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ASTRAGAL_") {
                command.env_remove(name);
            }
        }
        for name in ["CI", "COLUMNS", "CLICOLOR_FORCE", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"] {
            command.env_remove(name);
        }
        command.env("ASTRAGAL_REGRESSIONS", self.0.path().join("regressions")).env("ASTRAGAL_SEED", "1");
        command.env("ASTRAGAL_ISOLATED", isolated.to_string()).env("ASTRAGAL_TIME", "10m");
        Ran::of(command.arg(what).output().unwrap())
    }

    fn stored(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.0.path().join("regressions")).into_iter().flatten();
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect()
    }
}

#[test]
fn the_first_run_tells_its_case_and_the_next_one_makes_it_small() {
    let home = Home::new();
    let first = home.run("fails", false);
    first.died(6);
    first.said(&[
        "panicked at src/main.rs:",
        "] is too large",
        "astragal: a panic ends the process (nothing is caught in a build with `panic = \"abort\"`) while case ",
        "of `main` was running. This is a failure",
        "ASTRAGAL_SEED=1 ASTRAGAL_ISOLATED=true",
    ]);
    assert!(home.stored().is_empty(), "it is not small yet");
    let second = home.run("fails", false);
    second.died(6);
    second.said(&[
        "the last run of this property did not finish: its cases are run again, in a child process",
        "[10] is too large",
        "limit 10",
        "ASTRAGAL_ISOLATED=true ASTRAGAL_REPLAY=",
        "it is stored in ",
    ]);
    assert_eq!(home.stored().len(), 1);
    // From here on it is known what the case does: it is not let loose on this process again.
    let third = home.run("fails", false);
    third.died(6);
    third.said(&["a stored case fails", "[10] is too large"]);
}

#[test]
fn in_isolation_a_panic_is_a_failure_like_any_other() {
    let home = Home::new();
    let ran = home.run("fails", true);
    ran.died(6);
    ran.said(&["`main` failed: found in case ", "[10] is too large", "limit 10"]);
    // The report names the panic, not the signal that followed.
    assert!(!ran.text.contains("SIGABRT"), "{}", ran.text);
    assert_eq!(home.stored().len(), 1);
}

#[test]
fn two_bugs_stay_apart_even_if_one_is_on_another_thread() {
    let ran = Home::new().run("two bugs", true);
    ran.died(6);
    ran.said(&["2 different bugs", "much too large", "1000000", "odd", "1001"]);
}

#[test]
fn what_does_not_panic_needs_no_child() {
    let ran = Home::new().run("returns", false);
    ran.died(6);
    ran.said(&["`main` failed: found in case ", "1000", "the property returned false"]);
    for isolated in [false, true] {
        let ran = Home::new().run("passes", isolated);
        assert!(ran.status.success(), "{}", ran.text);
        ran.said(&["to the end"]);
    }
}

/// A rejection leaves a property that draws while it runs by unwinding, which is off here. It is not a counterexample.
#[test]
fn a_draw_that_is_rejected_is_a_usage_error() {
    let home = Home::new();
    for isolated in [false, true] {
        let ran = home.run("rejects", isolated);
        ran.died(6);
        ran.said(&["a draw in the middle of the property was rejected", "draw from a generator that does not reject"]);
        assert!(!ran.text.contains("to the end"), "{}", ran.text);
    }
    assert!(home.stored().is_empty());
}
