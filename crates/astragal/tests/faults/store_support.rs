//! What the tests of regressions and scratch areas share: directories of their own, entries, and child processes.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use astragal::Choices;
use astragal::choices::Writer;
use astragal::store::{Entry, Regressions};

/// Where a child process works. A test that finds it set plays the part of the child.
const CHILD: &str = "ASTRAGAL_TEST_CHILD";

/// A new, empty directory, which is removed with all that is in it.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new() -> Directory {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn regressions(&self) -> Regressions {
        Regressions::in_directory(&self.0, "tests::property")
    }

    /// The file of `regressions`, with this in it.
    pub(crate) fn file_with(&self, bytes: &[u8]) -> PathBuf {
        let file = self.regressions().path().unwrap().to_owned();
        // Some file systems wait for the disk when a file is written anew, but not when it is another file.
        let _ = fs::remove_file(&file);
        fs::write(&file, bytes).unwrap();
        file
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An entry that differs from those of other numbers, with a span, a pick and a bound.
pub(crate) fn entry(number: u64) -> Entry {
    let mut writer = Writer::default();
    writer.open("Expr");
    writer.put_pick(number % 2, 1, "Expr", "Val");
    writer.put(number, u64::MAX);
    writer.close();
    Entry::new(writer.finish(), &format!("Val({number})"))
}

/// What a file with these entries holds.
pub(crate) fn file_of(entries: &[Entry]) -> String {
    let directory = Directory::new();
    let regressions = directory.regressions();
    entries.iter().for_each(|entry| drop(regressions.save(entry).unwrap()));
    fs::read_to_string(regressions.path().unwrap()).unwrap()
}

pub(crate) fn addresses(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(Entry::address).collect()
}

pub(crate) fn numbers(choices: &Choices) -> Vec<u64> {
    choices.numbers().collect()
}

/// The argument that the parent gave, if this process is a child.
pub(crate) fn as_child() -> Option<String> {
    std::env::var(CHILD).ok()
}

/// This program, told to run one test as a child.
pub(crate) fn child(test: &str, argument: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, argument);
    command
}
