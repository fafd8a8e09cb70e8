//! Runs steps: builds one after the other, and what they built beside the next builds.

use std::collections::{BTreeSet, VecDeque};
use std::process::{Command, ExitCode};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::ROOT;
use crate::cargo::{Program, cargo, output, strict_output, target_directory};
use crate::steps::{Act, Step};
use crate::{browser, judges};

/// A command that waits for a free processor.
struct Job {
    name: String,
    command: Command,
    run: fn(Command) -> Result<String, String>,
}

/// What is left to run, and what failed.
#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    all_built: bool,
    passed: usize,
    failed: Vec<String>,
}

#[derive(Default)]
struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

/// Runs the steps until one fails, and says how it went.
pub(crate) fn run(steps: &[&Step]) -> ExitCode {
    if steps.is_empty() {
        eprintln!("there is no such step; `cargo xtask help` lists them");
        return ExitCode::from(2);
    }
    install_components();
    let start = Instant::now();
    let before = changed_files();
    let board = Board::default();
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| board.work());
        }
        for step in steps {
            if board.has_failed() {
                break;
            }
            board.take(step);
        }
        board.lock().all_built = true;
        board.changed.notify_all();
    });
    let mut state = board.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Tests that fail on purpose have nothing to store beside the sources.
    let left: Vec<String> = changed_files().difference(&before).cloned().collect();
    if !left.is_empty() {
        eprintln!("== files left behind: FAILED\n{}", left.join("\n"));
        state.failed.push("files left behind".into());
    }
    let time = format!("{:.0?}{}", start.elapsed(), processor_time());
    if state.failed.is_empty() {
        println!("\nall {} checks passed in {time}", state.passed);
        return ExitCode::SUCCESS;
    }
    eprintln!("\nFAILED after {time}: {}", state.failed.join(", "));
    ExitCode::FAILURE
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_failed(&self) -> bool {
        !self.lock().failed.is_empty()
    }

    /// Takes a step: builds it, and leaves what it built to the workers.
    fn take(&self, step: &Step) {
        let jobs = match &step.act {
            Act::Own(check) => {
                self.finish(step.name, "", check);
                Vec::new()
            }
            Act::Cargo(line) => {
                self.finish(step.name, line, || strict_output(call(line)).map(|_| String::new()));
                Vec::new()
            }
            Act::Beside(line) => vec![Job { name: step.name.to_owned(), command: call(line), run: strict_output }],
            Act::Programs { build, arguments } => {
                let mut programs = Vec::new();
                self.finish(step.name, build, || {
                    let messages = strict_output(call(&format!("{build} --message-format=json-render-diagnostics")))?;
                    programs = Program::all(&messages);
                    if programs.is_empty() { Err("there is nothing to run".into()) } else { Ok(String::new()) }
                });
                let named = |program: Program| {
                    let mut command = program.command(arguments);
                    command.envs(browser::environment()).envs(judges::environment());
                    Job { name: format!("{}, {}", step.name, program.name), command, run: output }
                };
                programs.into_iter().map(named).collect()
            }
        };
        self.lock().jobs.extend(jobs);
        self.changed.notify_all();
    }

    /// Runs jobs until all is built and nothing is left.
    fn work(&self) {
        loop {
            let job = {
                let idle = |state: &mut State| state.jobs.is_empty() && !state.all_built && state.failed.is_empty();
                let state = self.lock();
                let mut state = self.changed.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
                if !state.failed.is_empty() {
                    return;
                }
                let Some(job) = state.jobs.pop_front() else { return };
                job
            };
            self.finish(&job.name, "", || (job.run)(job.command).map(|printed| summary(&printed)));
        }
    }

    /// Makes a check and says how it went, and how to repeat it.
    fn finish(&self, name: &str, line: &str, check: impl FnOnce() -> Result<String, String>) {
        let began = Instant::now();
        let outcome = check();
        let time = began.elapsed();
        let mut state = self.lock();
        match outcome {
            Ok(note) => {
                state.passed += 1;
                println!("{:>6.1}s  {name}{}{note}", time.as_secs_f64(), if note.is_empty() { "" } else { ": " });
            }
            Err(why) => {
                state.failed.push(name.to_owned());
                let repeat = if line.is_empty() { String::new() } else { format!("\n   to repeat it: cargo {line}") };
                eprintln!("\n== {name}: FAILED after {time:.1?}\n{why}{repeat}");
                self.changed.notify_all();
            }
        }
    }
}

/// How many tests passed, where it is tests that ran.
fn summary(printed: &str) -> String {
    let results = printed.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.map(|counts| counts.split("; ").next().unwrap_or_default()).collect::<Vec<_>>().join(", ")
}

/// Prepares the call of cargo for a step.
fn call(line: &str) -> Command {
    let mut command = cargo();
    command.args(line.split_whitespace());
    if line.contains("outside/Cargo.toml") {
        // It builds while it runs: neither waits for the other if they have directories of their own.
        command.env("CARGO_TARGET_DIR", target_directory().join("outside"));
        // Clippy compiles the package itself, so that the library is not compiled again to be linted.
        command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    }
    command
}

/// The time that all commands took on the processors, where the system tells.
fn processor_time() -> String {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which is in parentheses, the time of children in hundredths of a second: of theirs and of the system.
    let fields: Vec<f64> =
        text.rsplit(')').next().unwrap_or_default().split(' ').map(|n| n.parse().unwrap_or(0.0)).collect();
    fields
        .get(14..16)
        .map_or(String::new(), |times| format!(" ({:.0}s of processor time)", times.iter().sum::<f64>() / 100.0))
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
