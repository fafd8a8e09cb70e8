//! Programs that the tests call: found, or missed aloud.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Where the tests build, in the target directory: it lasts from one run to the next.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("judges")
}

/// Whether all of these programs are there. If not, the test is skipped, which is said aloud; if `REQUIRE_JUDGES` is set, it fails.
pub(crate) fn are_there(names: &[&str]) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &&str| std::env::split_paths(&folders).any(|folder| folder.join(name).is_file());
    let missing: Vec<&str> = names.iter().copied().filter(|name| !is_there(name)).collect();
    missing.is_empty() || skip(&format!("there is no {}", missing.join(", ")))
}

/// Whether Python has a module, in the folder into which `cargo xtask test` installs it or anywhere else.
pub(crate) fn has_python_module(name: &str) -> bool {
    let mut command = python();
    command.args(["-c", &format!("import {name}")]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()) || skip(&format!("Python has no module {name}"))
}

/// Prepares a call of Python.
pub(crate) fn python() -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", folder().join("python"));
    command
}

/// Says once that this part of the test is skipped, and why. Always false.
fn skip(why: &str) -> bool {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    assert!(std::env::var_os("REQUIRE_JUDGES").is_none(), "{why}");
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let words = format!("SKIPPED in {test}: {why} (`cargo xtask test` installs it)\n");
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(words.clone()) {
        // Not `eprintln`, which the harness keeps to itself.
        let _ = std::io::stderr().write_all(words.as_bytes());
    }
    false
}

/// Runs a command to its end. Returns what it printed and what it said on the standard error.
///
/// # Panics
/// If it fails.
pub(crate) fn run(mut command: Command) -> (String, String) {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [printed, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{command:?}: {}\n{printed}{said}", output.status);
    (printed, said)
}
