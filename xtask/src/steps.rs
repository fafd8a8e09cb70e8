//! The table of checks: what each is called, which command runs it, and what it does.
//!
//! Cargo builds one step after the other, and the programs that a step builds run beside the builds of the next ones. So steps are
//! ordered by what they leave to run, and they agree in profile, features and flags where they can: warnings are denied by reading
//! what cargo prints, because a flag of the compiler would build everything again. Only the optimised profile and builds with fewer
//! features compile the library again; `outside` is a build of its own, as a user's is.

use std::path::Path;

use crate::{ROOT, arrows, browser, interface, judges, modules, msrv, words};

/// A check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) in_test: bool,
    pub(crate) in_quick: bool,
    pub(crate) act: Act,
}

/// What a check does.
pub(crate) enum Act {
    /// Calls a function of this program, which returns what is to be said, or what is wrong.
    Own(fn() -> Result<String, String>),
    /// Calls cargo.
    Cargo(&'static str),
    /// Calls cargo to build programs, and runs them beside the next builds.
    Programs { build: &'static str, arguments: &'static [&'static str] },
    /// Calls cargo beside the next builds.
    Beside(&'static str),
}

const fn both(name: &'static str, act: Act) -> Step {
    Step { name, in_test: true, in_quick: true, act }
}

const fn test(name: &'static str, act: Act) -> Step {
    Step { name, in_test: true, in_quick: false, act }
}

const fn quick(name: &'static str, act: Act) -> Step {
    Step { name, in_test: false, in_quick: true, act }
}

/// Builds tests, and runs all of each program.
const fn tests(build: &'static str) -> Act {
    Act::Programs { build, arguments: &[] }
}

/// All checks, in the order in which they are built: first the programs that run long. A step uses what earlier ones built.
const STEPS: &[Step] = &[
    both("format", Act::Cargo("fmt --all --check")),
    both("format, outside", Act::Cargo("fmt --manifest-path outside/Cargo.toml --check")),
    both("arrows between modules", Act::Own(|| arrows::check(Path::new(ROOT)))),
    both("modules", Act::Own(|| modules::check(Path::new(ROOT)))),
    both("words", Act::Own(|| words::check(Path::new(ROOT)))),
    quick("tests", tests("test --no-run --workspace --exclude experiments --lib --bins --test laws --test golden")),
    quick("clippy", Act::Cargo("clippy --workspace --exclude experiments --all-targets")),
    // For the tests of the report's page, which are among the next.
    test("browser", Act::Own(browser::install)),
    // For the tests of the grammars.
    test("judges", Act::Own(judges::install)),
    test("tests", tests("test --no-run --workspace --exclude experiments --lib --bins --tests")),
    test("documentation examples", Act::Beside("test --workspace --exclude experiments --doc")),
    // Among its tests is the life of a bug: the README's first example, under `cargo test`, word by word.
    test("outside", tests("test --no-run --manifest-path outside/Cargo.toml")),
    // In the profile of the tests, whose library is built by now.
    test("examples", tests("build --profile test -p astragal --examples")),
    // Bulk drawing takes another way with optimization, and a seed must mean the same in both builds.
    test("optimised", tests("test --no-run --profile optimised -p astragal --test laws --test golden --test quality")),
    test("the tour", tests("build --profile optimised -p tour")),
    // The tests bring all features with them, unless `bare` is set.
    test(
        "no features",
        tests(
            r#"test --no-run -p astragal --no-default-features --test faults --test golden --config build.rustflags=["--cfg","bare"]"#,
        ),
    ),
    // The counts that were published, and the tables that do not depend on the clock.
    test("experiments", tests("test --no-run -p experiments")),
    test("clippy", Act::Cargo("clippy --workspace --all-targets")),
    test("clippy, no features", Act::Cargo("clippy -p astragal --no-default-features")),
    test("derive alone", Act::Cargo("clippy -p astragal --no-default-features --features derive")),
    test("regex alone", Act::Cargo("clippy -p astragal --no-default-features --features regex")),
    test("config-file alone", Act::Cargo("clippy -p astragal --no-default-features --features config-file")),
    test("interrupt alone", Act::Cargo("clippy -p astragal --no-default-features --features interrupt")),
    test("spaces alone", Act::Cargo("clippy -p astragal --no-default-features --features spaces")),
    test("shapes alone", Act::Cargo("clippy -p astragal --no-default-features --features shapes")),
    test("learn alone", Act::Cargo("clippy -p astragal --no-default-features --features learn")),
    test("coverage alone", Act::Cargo("clippy -p astragal --no-default-features --features coverage")),
    test("grammar alone", Act::Cargo("clippy -p astragal --no-default-features --features grammar")),
    test("laws alone", Act::Cargo("clippy -p astragal --no-default-features --features laws")),
    test("documentation", Act::Cargo("doc --workspace --exclude experiments --no-deps")),
    test("public interface", Act::Own(interface::check)),
    test("oldest compiler", Act::Own(msrv::build)),
    test("oldest compiler, dependencies", Act::Own(msrv::dependencies)),
];

/// The steps that a command runs, in order.
pub(crate) fn steps(wanted: impl Fn(&Step) -> bool) -> Vec<&'static Step> {
    STEPS.iter().filter(|step| wanted(step)).collect()
}

/// The table as text.
pub(crate) fn list() -> String {
    let line = |step: &Step| {
        let flag = |is_set, letter| if is_set { letter } else { ' ' };
        let act = match step.act {
            Act::Own(_) => String::new(),
            Act::Cargo(line) | Act::Beside(line) => format!("cargo {line}"),
            Act::Programs { build, .. } => format!("cargo {build}, and run what it builds"),
        };
        let text = format!("  {}{} {:<30} {act}", flag(step.in_quick, 'q'), flag(step.in_test, 't'), step.name);
        text.trim_end().to_owned() + "\n"
    };
    STEPS.iter().map(line).collect()
}
