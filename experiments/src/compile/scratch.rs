//! A scratch crate with one dev-dependency and one property test, and its timed builds.

use super::subject::Subject;
use crate::cargo::{cargo, output};
use crate::median::median;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fs, process};

const INCREMENTAL_BUILDS: usize = 5;

/// The crate, in a directory of its own that is removed with it; its dependencies are fetched.
pub(super) struct Scratch<'a> {
    subject: &'a Subject,
    root: PathBuf,
}

impl<'a> Scratch<'a> {
    const NAME: &'static str = "scratch";

    pub(super) fn new(subject: &'a Subject) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = format!("astragal-compile-{}-{count}", process::id());
        let scratch = Self { subject, root: std::env::temp_dir().join(root) };
        let manifest = format!(
            "[package]\nname = \"{}\"\nedition = \"2024\"\n\n\
             [workspace]\n\n[dev-dependencies]\n{}\n",
            Self::NAME,
            subject.dependency
        );
        scratch.write("Cargo.toml", &manifest);
        scratch.write("src/lib.rs", "");
        scratch.write_test(0);
        output(scratch.cargo().arg("fetch"));
        scratch
    }

    /// How many crates the build compiles that are not the library's own.
    pub(super) fn crates(&self) -> usize {
        let edges = ["--edges", "normal,build,dev"];
        let tree = output(self.cargo().args(["tree", "--prefix", "none"]).args(edges));
        let foreign: BTreeSet<(&str, &str)> = tree
            .lines()
            .filter_map(|line| {
                let mut words = line.split_whitespace();
                Some((words.next()?, words.next()?))
            })
            .filter(|(name, version)| {
                // Headings such as `[build-dependencies]` are not crates.
                version.starts_with('v') && *name != Self::NAME && !name.starts_with(self.subject.family)
            })
            .collect();
        foreign.len()
    }

    /// The first build of the test, for which nothing is kept that only a next one would use: a library from a registry is
    /// built so, and ours, which is in a directory, is to be built like the others.
    pub(super) fn cold_seconds(&self) -> f64 {
        let target = self.root.join("cold");
        let seconds = build_seconds(cargo(&self.root, &target).env("CARGO_INCREMENTAL", "0"));
        // Room for the next one; what remains does no harm.
        let _ = fs::remove_dir_all(target);
        seconds
    }

    /// A build after the test file was changed, once everything was built.
    pub(super) fn incremental_seconds(&self) -> f64 {
        build_seconds(&mut self.cargo());
        let seconds = (1..=INCREMENTAL_BUILDS).map(|change| {
            self.write_test(change);
            build_seconds(&mut self.cargo())
        });
        median(seconds.collect())
    }

    /// Writes the test, of which `change` alters the code and not only its modification time.
    fn write_test(&self, change: usize) {
        let test = format!("{}\n#[test]\nfn change() {{\n    assert_eq!({change}, {change});\n}}\n", self.subject.test);
        self.write("tests/property.rs", &test);
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        let directory = path.parent().expect("a path below the root");
        fs::create_dir_all(directory).expect("the temporary directory can be written");
        fs::write(path, text).expect("the temporary directory can be written");
    }

    fn cargo(&self) -> Command {
        cargo(&self.root, &self.root.join("target"))
    }
}

fn build_seconds(cargo: &mut Command) -> f64 {
    let start = Instant::now();
    output(cargo.args(["test", "--no-run", "--offline"]));
    start.elapsed().as_secs_f64()
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // Files left in the temporary directory do no harm.
        let _ = fs::remove_dir_all(&self.root);
    }
}
