//! Calls to cargo from within an experiment.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A call of the cargo that runs this binary, in `directory`, with its own target directory.
pub(crate) fn cargo(directory: &Path, target: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(directory).env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    command
}

/// Runs the command to its successful end and returns what it printed.
///
/// # Panics
///
/// Panics, with what it printed as errors, if the command fails.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}
