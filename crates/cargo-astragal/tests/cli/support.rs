//! The program, the fixture, and folders of their own for tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What the program said, and its exit code.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// Everything that it said.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// It must have ended so, and said this.
    #[track_caller]
    pub(crate) fn ended(self, code: i32, words: &[&str]) -> Said {
        assert_eq!(self.code, code, "{}", self.all());
        for word in words {
            assert!(self.all().contains(word), "{word:?} is not in:\n{}", self.all());
        }
        self
    }
}

/// The folder of a test, which is empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo-astragal-tests").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The fixture, which is built once for all tests.
pub(crate) fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixture")
}

/// Where the fixture is built.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo-astragal-fixture")
}

/// The program in a folder, without settings from outside.
pub(crate) fn program(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-astragal"));
    // Packages that depend on the library share what is built of it.
    let is_fixture = directory.join("tests").join("properties.rs").is_file();
    let target = if is_fixture { target() } else { directory.join("target") };
    command.args(arguments).current_dir(directory).env("CARGO_TARGET_DIR", target);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_foreign = name.starts_with("ASTRAGAL_") || name.starts_with("CARGO_PKG") || name.starts_with("NEXTEST");
        if is_foreign || ["CI", "NO_COLOR", "CLICOLOR_FORCE", "CARGO_MANIFEST_DIR", "RUST_BACKTRACE"].contains(&&*name)
        {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub(crate) fn astragal(directory: &Path, arguments: &[&str]) -> Said {
    said(program(directory, arguments).output().unwrap())
}

pub(crate) fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A package without dependencies, outside of any workspace.
pub(crate) fn package(name: &str, source: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n");
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.join("src").join("lib.rs"), source).unwrap();
    folder
}

/// A line of a case.
pub(crate) fn case(property: &str, run_start: f64, status: &str, text: &str) -> String {
    serde_json::json!({
        "type": "test_case", "property": property, "run_start": run_start, "status": status, "status_reason": "",
        "representation": text, "arguments": {}, "how_generated": "during random phase", "features": {},
        "coverage": null, "timing": {}, "metadata": {"phase": "random", "size": 1},
    })
    .to_string()
        + "\n"
}

/// A log with these lines.
pub(crate) fn log(name: &str, lines: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::write(folder.join("2026-01-02_testcases.jsonl"), lines).unwrap();
    folder
}

/// No control character but the end of a line.
#[track_caller]
pub(crate) fn assert_plain(said: &Said) {
    let strange = said.out.chars().chain(said.err.chars()).find(|letter| letter.is_control() && *letter != '\n');
    assert_eq!(strange, None, "{}", said.all());
}
