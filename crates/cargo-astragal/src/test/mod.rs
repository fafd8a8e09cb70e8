//! `test`: runs properties through cargo or nextest, and says what came of each.
//!
//! Two things are listened to: what the harness says (which test ended how), and the log, to which each run of a property adds a line at
//! its end. Together they tell what no test inside of its process can see: a test that began and never ended.

mod harness;
mod nextest;
mod session;
mod show;
mod signs;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::cargo::{Project, TestBinary, cargo, no_cargo};
use crate::cli::{Selection, Test};
use crate::coverage::Counting;
use crate::exit::{Ended, Stop};
use crate::terminal::Terminal;
use session::Session;

/// The setting that says how many cases of a run are logged, and its value here: enough that a report shows something, and so few
/// that tests take hardly longer than without a log.
const LOG_CASES: &str = "ASTRAGAL_LOG_CASES";
const USUAL_LOG_CASES: &str = "50";
/// The variable whose value the library writes to the log as the session of each run.
const SESSION: &str = "ASTRAGAL_CHILD_SESSION";

/// Runs the tests.
pub(crate) fn run(arguments: &Test, terminal: Terminal) -> Ended {
    arguments.check()?;
    let project = Project::find(&arguments.selection)?;
    let counting = arguments.coverage.then(|| Counting::prepare(&project)).transpose()?;
    let target = counting.as_ref().map_or(&project.target, |counting| &counting.target).clone();
    let selection = Selection { counting, ..arguments.selection.clone() };
    let arguments = &Test { selection, ..arguments.clone() };
    let binaries = project.build(&arguments.selection)?;
    let log = folder(arguments, &project)?;
    let signs = signs::all(&target);
    let mut session = Session::new(arguments, &log, &binaries, terminal);
    let (mut child, lines) = start(arguments, &session.name, &log, &binaries)?;
    let status = match arguments.nextest {
        true => session.follow_nextest(lines, &mut child),
        false => session.follow(lines, &mut child, &binaries),
    }?;
    let (mut left, unknown) = signs::left(&target, &signs, &binaries);
    // The harness of cargo tells itself of a binary that ended early.
    left.extend(unknown.into_iter().filter(|_| arguments.nextest));
    session.never_ended(&left);
    session.finish(arguments, status, &log, writable(&log))
}

/// A line of a process.
enum Line {
    Out(String),
    Err(String),
}

impl Test {
    /// Settings that make no sense are said before anything is built.
    fn check(&self) -> Result<(), Stop> {
        let is_number = |text: &str| crate::sample::parse_seed(text).is_some();
        if let Some(cases) = self.cases.as_deref().filter(|cases| !is_number(cases) || *cases == "0") {
            return Err(Stop::usage(format!("`--cases {cases}` is not a whole number from 1 up")));
        }
        if let Some(seed) = self.seed.as_deref().filter(|seed| !is_number(seed) && *seed != "fresh") {
            return Err(Stop::usage(format!("`--seed {seed}` is not a whole number below 2^64, nor `fresh`")));
        }
        let is_time = |time: &str| {
            let digits = time.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
            time == "none" || digits.parse::<f64>().is_ok() && ["ms", "s", "m", "h"].contains(&&time[digits.len()..])
        };
        if let Some(time) = self.time.as_deref().filter(|time| !is_time(time)) {
            return Err(Stop::usage(format!("`--time {time}` is not a duration such as 500ms, 10s or 2m, nor `none`")));
        }
        let is_count = |text: &str| text == "all" || is_number(text) && text != "0";
        if let Some(cases) = self.log_cases.as_deref().filter(|cases| !is_count(cases)) {
            return Err(Stop::usage(format!("`--log-cases {cases}` is not a whole number from 1 up, nor `all`")));
        }
        Ok(())
    }

    /// How many cases are logged, unless the environment says so.
    fn log_cases(&self) -> Option<&str> {
        let is_set = std::env::var_os(LOG_CASES).is_some_and(|value| !value.is_empty());
        // A program that counts lines runs each case as one that is logged.
        let usual = if self.coverage { "all" } else { USUAL_LOG_CASES };
        self.log_cases.as_deref().or((!is_set).then_some(usual))
    }
}

/// The folder of the log, which is made.
fn folder(arguments: &Test, project: &Project) -> Result<PathBuf, Stop> {
    let set = crate::log::set_folder()?;
    let folder = arguments.log.clone().or(set).unwrap_or_else(|| project.log());
    let why = |error| Stop::system(format!("{}: {error}", folder.display()));
    // Tests run in other folders.
    let folder = std::path::absolute(&folder).map_err(why)?;
    writable(&folder)?;
    Ok(folder)
}

/// Without a log nothing is known of properties.
fn writable(log: &Path) -> Result<(), Stop> {
    let why = |error| Stop::system(format!("no log can be written: {error}")).hint("`--log` names another folder");
    astragal::store::can_log(log).map_err(why)
}

/// Starts cargo; the lines that it says come as they are said.
fn start(
    arguments: &Test,
    session: &str,
    log: &Path,
    binaries: &[TestBinary],
) -> Result<(Child, Receiver<Line>), Stop> {
    let mut command = cargo();
    match arguments.nextest {
        true => command.args(["nextest", "run", "--no-fail-fast", "--color=never", "--no-tests=pass"]),
        false => command.args(["test", "--tests", "--no-fail-fast", "--color=never"]),
    };
    arguments.selection.add_to(&mut command);
    command.arg("--").args(arguments.names.iter().map(|name| without_crate(name, binaries)));
    if arguments.coverage && !arguments.nextest {
        // What other tests run meanwhile would be counted too.
        command.arg("--test-threads=1");
    }
    set(&mut command, "ASTRAGAL_CASES", arguments.cases.as_deref());
    set(&mut command, "ASTRAGAL_TIME", arguments.time.as_deref());
    set(&mut command, "ASTRAGAL_STRATEGY", arguments.strategy.as_deref());
    set(&mut command, "ASTRAGAL_SEED", arguments.seed.as_deref());
    set(&mut command, "ASTRAGAL_PROFILE", arguments.profile.as_deref());
    command.env("ASTRAGAL_LOG", log).env(SESSION, session);
    set(&mut command, LOG_CASES, arguments.log_cases());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(no_cargo)?;
    let (sender, lines) = channel();
    if let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) {
        pump(out, Line::Out, sender.clone());
        pump(err, Line::Err, sender);
    }
    Ok((child, lines))
}

fn set(command: &mut Command, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        command.env(name, value);
    }
}

/// The harness knows tests without the name of their crate.
fn without_crate<'n>(name: &'n str, binaries: &[TestBinary]) -> &'n str {
    let rest = name.split_once("::").filter(|(first, _)| binaries.iter().any(|binary| binary.krate == *first));
    rest.map_or(name, |(_, rest)| rest)
}

fn pump(from: impl Read + Send + 'static, kind: fn(String) -> Line, to: Sender<Line>) {
    std::thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
            if to.send(kind(line)).is_err() {
                return;
            }
            bytes.clear();
        }
    });
}
