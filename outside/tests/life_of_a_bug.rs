//! The life of a bug, for real: the first example of the README in a package of its own, from its first failure to the day
//! the bug comes back. Every instruction in a report is followed word by word; the README shows exactly what is printed.

#![cfg(unix)] // the lines are for a shell

use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = include_str!("../../README.md");
const PROPERTY: &str = "simplifying_keeps_the_value";
const BUG: &str = "e => e,                   // a bug: the minus is lost";
const FIX: &str = "e => Expr::Neg(Box::new(e)),";

/// The fenced blocks of a language in the README, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(&fence).skip(1).map(|rest| rest.split("```").next().expect("a block ends")).collect()
}

/// A package in a directory for temporary files, which is removed in the end unless something failed.
struct Package(PathBuf);

/// What a command printed, and whether it went well.
struct Ran {
    ok: bool,
    text: String,
}

impl Package {
    fn new(name: &str) -> Package {
        let outside = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |file: &str| std::fs::read_to_string(outside.join(file)).expect("a file of this package");
        // Remove what an earlier run left behind.
        let package = Package(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = std::fs::remove_dir_all(&package.0);
        // It has a name of its own, since packages of the same name would share what is built.
        let named = |text: &str| text.replace("name = \"outside\"", &format!("name = \"{name}\""));
        let library = outside.join("../crates/astragal").display().to_string();
        package.write("Cargo.toml", &named(&read("Cargo.toml")).replace("../crates/astragal", &library));
        // The same dependencies, which are built already.
        package.write("Cargo.lock", &named(&read("Cargo.lock")));
        package.write("src/lib.rs", "");
        package
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    /// Runs a command line in the package verbatim, as one that a report prints is pasted into a shell.
    fn run(&self, line: &str) -> Ran {
        let mut command = Command::new("sh");
        let ours =
            |name: &String| name.starts_with("ASTRAGAL_") || name.starts_with("CARGO") || name.starts_with("NEXTEST");
        let looks =
            ["CI", "COLUMNS", "CLICOLOR_FORCE", "NO_COLOR", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "RUSTFLAGS"];
        for name in std::env::vars().map(|(name, _)| name).filter(|name| ours(name) || looks.contains(&&**name)) {
            if name != "CARGO_HOME" {
                command.env_remove(name);
            }
        }
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target directory");
        command.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true");
        let output = command.args(["-c", line]).current_dir(&self.0).output().expect("there is a shell");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(!text.contains("could not compile"), "{text}");
        Ran { ok: output.status.success(), text }
    }

    fn regressions(&self) -> PathBuf {
        self.0.join("tests/astragal-regressions").join(format!("simplify.{PROPERTY}.txt"))
    }
}

impl Ran {
    /// It went well, and its text has this part.
    #[track_caller]
    fn passes_with(&self, part: &str) {
        assert!(self.ok && self.text.contains(part), "not well, or without {part:?}:\n{}", self.text);
    }

    /// It failed with a report that has this part.
    #[track_caller]
    fn fails_with(&self, part: &str) {
        assert!(!self.ok && self.text.contains(part), "not failed, or without {part:?}:\n{}", self.text);
    }

    /// The report, without what is around it.
    fn report(&self) -> &str {
        let start = self.text.find("property `").unwrap_or_else(|| panic!("a report in\n{}", self.text));
        let end = self.text[start..].find("\n\n\n").unwrap_or(self.text.len() - start);
        self.text[start..start + end].trim_end()
    }

    /// The line of the report that begins so.
    fn line(&self, beginning: &str) -> &str {
        let mut lines = self.text.lines().map(str::trim);
        lines
            .find(|line| line.starts_with(beginning))
            .unwrap_or_else(|| panic!("a line {beginning:?} in\n{}", self.text))
    }
}

/// How often the property was called, and how long that took, is chance.
fn without_counts(report: &str) -> String {
    let lines = report.lines().map(|line| {
        if !line.contains(" calls: ") && !line.contains(" to find other bugs") {
            return line.to_string();
        }
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c));
        line.split_whitespace().map(|word| if is_number(&word) { "N" } else { word }).collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn from_its_first_failure_to_its_return() {
    let package = Package::new("life-of-a-bug");
    let buggy = blocks("rust")[0];
    assert_eq!(buggy.matches(BUG).count(), 1, "the README has another bug");
    package.write("tests/simplify.rs", buggy);

    // It is found, shrunk, explained and stored. The README shows what is printed.
    let found = package.run("cargo test --test simplify");
    found.fails_with(&format!("property `{PROPERTY}` failed:\n  found by enumeration, case "));
    assert_eq!(without_counts(found.report()), without_counts(blocks("text")[0].trim_end()), "\n{}", found.report());
    let stored = std::fs::read_to_string(package.regressions()).expect("it is stored");

    // The printed line alone is enough: nothing is stored on the recipient's machine.
    std::fs::remove_file(package.regressions()).expect("it can be removed");
    let replayed = package.run(found.line("ASTRAGAL_REPLAY="));
    replayed.fails_with("the given case fails");
    replayed.fails_with("Neg(Val(1))");

    // So is the printed attribute.
    package.write("tests/simplify.rs", &buggy.replace("#[property]", found.line("#[property(pin")));
    let pinned = package.run("ASTRAGAL_PHASES=regressions ASTRAGAL_REGRESSIONS=off cargo test --test simplify");
    pinned.fails_with("Neg(Val(1))");

    // It is fixed: all is well, the pin and the stored case too, which stays.
    let fixed = buggy.replace(BUG, FIX);
    std::fs::create_dir_all(package.regressions().parent().expect("a directory")).expect("it can be made");
    std::fs::write(package.regressions(), &stored).expect("it can be written");
    package.write("tests/simplify.rs", &fixed.replace("#[property]", found.line("#[property(pin")));
    package.run("cargo test --test simplify").passes_with("1 passed");
    package.write("tests/simplify.rs", &fixed);
    package
        .run("ASTRAGAL_SHOW=steps cargo test --test simplify -- --nocapture")
        .passes_with("including 1 stored and 100 enumerated");
    assert_eq!(std::fs::read_to_string(package.regressions()).ok(), Some(stored.clone()));

    // It comes back, and is found at once.
    package.write("tests/simplify.rs", buggy);
    let again = package.run("ASTRAGAL_PHASES=regressions cargo test --test simplify");
    again.fails_with("a stored case fails");
    assert!(again.text.contains("1 case (stored)"), "{}", again.text);
    assert_eq!(std::fs::read_to_string(package.regressions()).ok(), Some(stored), "it is not stored twice");

    // All of this under the other test runner, where there is one.
    if package.run("cargo nextest --version").ok {
        package.run("cargo nextest run --test simplify").fails_with("a stored case fails");
        std::fs::remove_file(package.regressions()).expect("it can be removed");
        let replay = found.line("ASTRAGAL_REPLAY=").split(' ').next().unwrap_or_default();
        package.run(&format!("{replay} cargo nextest run {PROPERTY}")).fails_with("the given case fails");
        // Replaying a case stores it as well.
        package.run("cargo nextest run --test simplify").fails_with("a stored case fails");
        std::fs::remove_file(package.regressions()).expect("it can be removed");
        package.run("cargo nextest run --test simplify").fails_with("found by enumeration, case ");
        package.write("tests/simplify.rs", &fixed);
        let shown = package.run("ASTRAGAL_SHOW=steps cargo nextest run --test simplify --no-capture");
        shown.passes_with("including 1 stored and 100 enumerated");
    }
    std::fs::remove_dir_all(&package.0).expect("it can be removed");
}

/// The documentation tests of the README compile its examples, but ignore the tests in them.
#[test]
fn the_other_properties_of_the_readme_pass() {
    let package = Package::new("readme");
    let examples: Vec<_> = blocks("rust").into_iter().skip(1).filter(|block| block.contains("#[property")).collect();
    assert!(!examples.is_empty(), "the README has other properties");
    for (at, example) in examples.iter().enumerate() {
        package.write(&format!("tests/readme_{at}.rs"), example);
    }
    package.run("cargo test --tests").passes_with("test result: ok");
    std::fs::remove_dir_all(&package.0).expect("it can be removed");
}
