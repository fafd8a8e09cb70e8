//! A property that fails on purpose, run as a user would run it: in a process of its own, more than once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use astragal::{Draw, Reject, Source};

use crate::store_support::Directory;

/// A generator that is misused, with a message.
pub(super) struct Misused(pub(super) String);

impl Draw for Misused {
    type Value = u8;

    fn draw(&self, src: &mut Source) -> Result<u8, Reject> {
        Err(src.misuse(None, self.0.clone()))
    }
}

/// A place for runs of this very program: what they leave behind for each other is here, and is not shared.
pub(super) struct Home {
    directory: Directory,
    program: PathBuf,
}

/// What a run came to.
pub(super) struct Ran {
    pub(super) status: ExitStatus,
    /// All that it printed.
    pub(super) text: String,
}

impl Home {
    pub(super) fn new() -> Home {
        let directory = Directory::new();
        let program = directory.path().join("faults");
        let own = std::env::current_exe().unwrap();
        // The scratch area is in the target directory of the program, which is known by its tag.
        fs::write(directory.path().join("CACHEDIR.TAG"), "Signature: 8a477f597d28d172789f06886806bc55").unwrap();
        if fs::hard_link(&own, &program).is_err() {
            fs::copy(&own, &program).unwrap();
        }
        Home { directory, program }
    }

    /// The directory of the stored regressions. It is made when the first one is.
    pub(super) fn regressions(&self) -> PathBuf {
        self.directory.path().join("regressions")
    }

    /// The scratch areas of all properties.
    pub(super) fn scratch(&self) -> PathBuf {
        self.directory.path().join("astragal")
    }

    /// Every file that runs left here, with what is in it.
    pub(super) fn left(&self) -> Vec<(PathBuf, String)> {
        let mut left = Vec::new();
        for root in [self.regressions(), self.scratch()] {
            collect(&root, &mut left);
        }
        left
    }

    /// This program, told to run tests by their names, with all that they print.
    pub(super) fn command(&self, tests: &[&str]) -> Command {
        let mut command = self.capturing(tests);
        command.arg("--nocapture");
        command
    }

    /// As [`command`](Home::command), where the output of passing tests is captured, as it is by `cargo test`.
    pub(super) fn capturing(&self, tests: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(tests.iter().map(|test| format!("runner::{test}")));
        command.args(["--exact", "--include-ignored"]);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ASTRAGAL_") {
                command.env_remove(name);
            }
        }
        for name in [
            "CI",
            "RUST_TEST_NOCAPTURE",
            "COLUMNS",
            "CARGO_TERM_COLOR",
            "CLICOLOR_FORCE",
            "RUST_BACKTRACE",
            "RUST_LIB_BACKTRACE",
        ] {
            command.env_remove(name);
        }
        command.env("ASTRAGAL_REGRESSIONS", self.regressions());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs one test to its end.
    pub(super) fn run(&self, test: &str) -> Ran {
        Ran::of(self.command(&[test]).output().unwrap())
    }

    /// Runs one test with something in its environment.
    pub(super) fn run_with(&self, test: &str, name: &str, value: &str) -> Ran {
        Ran::of(self.command(&[test]).env(name, value).output().unwrap())
    }
}

impl Ran {
    pub(super) fn of(output: Output) -> Ran {
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        Ran { status: output.status, text }
    }

    /// Waits for the end of a run.
    pub(super) fn end_of(child: Child) -> Ran {
        Ran::of(child.wait_with_output().unwrap())
    }

    /// It failed as a test does, and said all of this.
    #[track_caller]
    pub(super) fn failed_saying(&self, words: &[&str]) {
        assert_eq!(self.status.code(), Some(101), "{}", self.text);
        self.said(words);
    }

    /// It died by a signal.
    #[track_caller]
    pub(super) fn died(&self, signal: i32) {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(self.status.signal(), Some(signal), "{:?}\n{}", self.status, self.text);
    }

    #[track_caller]
    pub(super) fn said(&self, words: &[&str]) {
        for word in words {
            assert!(self.text.contains(word), "{word:?} is not in:\n{}", self.text);
        }
    }
}

fn collect(directory: &Path, files: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
            files.push((path, text));
        }
    }
}
