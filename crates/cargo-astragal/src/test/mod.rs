//! `test`: runs properties through cargo or nextest, and says what came of each.
//!
//! Two things are listened to: what the harness says (which test ended how), and the log, to which each run of a property adds a line at
//! its end. Together they tell what no test inside of its process can see: a test that began and never ended.

mod harness;
mod nextest;
mod show;
mod signs;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::cargo::{Project, TestBinary, cargo, no_cargo};
use crate::cli::Test;
use crate::exit::{Code, Ended, Stop};
use crate::log::{Run, Tail, last_runs};
use crate::terminal::{Terminal, Tone, safe};
use harness::{Event, Harness, Outcome};
use nextest::Nextest;
use show::{Show, Totals};

/// How often the log is looked at.
const PACE: Duration = Duration::from_millis(100);

/// Runs the tests.
pub(crate) fn run(arguments: &Test, terminal: Terminal) -> Ended {
    arguments.check()?;
    let project = Project::find(&arguments.selection)?;
    let binaries = project.build(&arguments.selection)?;
    let log = folder(arguments, &project)?;
    let signs = signs::all(&project.target);
    let mut session = Session {
        tail: Tail::from_now(&log),
        wanted: last_runs(&log).into_iter().filter_map(|(name, run)| Some((name, run.wanted?))).collect(),
        show: Show::new(terminal),
        waiting: Vec::new(),
        totals: Totals::default(),
        failures: Vec::new(),
        of_property: HashMap::new(),
        counts: (0, 0),
        is_verbose: arguments.verbose,
        cases: arguments.cases.as_deref().and_then(|cases| cases.replace('_', "").parse().ok()),
    };
    let (mut child, lines) = start(arguments, &log, &binaries)?;
    let status = match arguments.nextest {
        true => session.follow_nextest(lines, &mut child),
        false => session.follow(lines, &mut child, &binaries),
    }?;
    session.never_ended(&signs::left(&project.target, &signs, &binaries));
    session.finish(arguments, status, &log)
}

/// What is known while tests run.
struct Session {
    tail: Tail,
    show: Show,
    /// How many cases the last run of a property wanted.
    wanted: HashMap<String, u64>,
    /// The runs of properties whose test has not ended yet.
    waiting: Vec<Run>,
    totals: Totals,
    /// What failed, and what it said.
    failures: Vec<(String, String)>,
    /// What the report of a failed property is, by its test.
    of_property: HashMap<String, String>,
    /// Tests that ended, of those that were announced.
    counts: (usize, usize),
    is_verbose: bool,
    cases: Option<u64>,
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
        Ok(())
    }
}

/// The folder of the log, which is made.
fn folder(arguments: &Test, project: &Project) -> Result<PathBuf, Stop> {
    let set = || std::env::var_os("ASTRAGAL_LOG").map(PathBuf::from).filter(|folder| !folder.as_os_str().is_empty());
    let folder = arguments.log.clone().or_else(set).unwrap_or_else(|| project.log());
    let why = |error| Stop::system(format!("{}: no log can be written here: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(why)?;
    // Tests run in other folders.
    std::path::absolute(&folder).map_err(why)
}

/// Starts cargo; the lines that it says come as they are said.
fn start(arguments: &Test, log: &Path, binaries: &[TestBinary]) -> Result<(Child, Receiver<Line>), Stop> {
    let mut command = cargo();
    match arguments.nextest {
        true => command.args(["nextest", "run", "--no-fail-fast", "--color=never", "--no-tests=pass"]),
        false => command.args(["test", "--tests", "--no-fail-fast", "--color=never"]),
    };
    arguments.selection.add_to(&mut command);
    command.arg("--").args(arguments.names.iter().map(|name| without_crate(name, binaries)));
    set(&mut command, "ASTRAGAL_CASES", arguments.cases.as_deref());
    set(&mut command, "ASTRAGAL_TIME", arguments.time.as_deref());
    set(&mut command, "ASTRAGAL_STRATEGY", arguments.strategy.as_deref());
    set(&mut command, "ASTRAGAL_SEED", arguments.seed.as_deref());
    set(&mut command, "ASTRAGAL_PROFILE", arguments.profile.as_deref());
    command.env("ASTRAGAL_LOG", log);
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

impl Session {
    /// Follows cargo to its end; whether it succeeded.
    fn follow(&mut self, lines: Receiver<Line>, child: &mut Child, binaries: &[TestBinary]) -> Result<bool, Stop> {
        let mut harness = Harness::default();
        self.each(&lines, |session, line| match line {
            Line::Out(line) => match harness.out(&line) {
                Event::Begins(count) => session.counts.1 += count,
                Event::Ended(test, outcome) => session.ended(&test, outcome),
                Event::Nothing => {}
            },
            Line::Err(line) => {
                if harness.err(&line) {
                    session.aside(&line);
                }
            }
        });
        let status = child.wait().map_err(|error| Stop::system(format!("cargo cannot be waited for: {error}")))?;
        self.settle(&harness.sections.iter().flat_map(|section| section.printed.clone()).collect::<Vec<_>>());
        for (section, program) in harness.broken() {
            let complaint = harness
                .complaints
                .iter()
                .find(|complaint| program.is_none_or(|program| complaint.contains(&program.display().to_string())));
            self.broken(section, program.and_then(|program| find(binaries, program)), complaint.map(|text| &**text));
        }
        Ok(status.success())
    }

    /// As [`follow`](Session::follow), for nextest.
    fn follow_nextest(&mut self, lines: Receiver<Line>, child: &mut Child) -> Result<bool, Stop> {
        let (mut nextest, mut said) = (Nextest::default(), Vec::new());
        self.each(&lines, |session, line| {
            let (Line::Out(line) | Line::Err(line)) = line;
            match nextest.line(&line) {
                Some((test, outcome)) => {
                    session.counts.0 += 1;
                    session.ended(&test, outcome);
                }
                None => said.push(line),
            }
        });
        let status = child.wait().map_err(|error| Stop::system(format!("nextest cannot be waited for: {error}")))?;
        if let Some(line) = said.iter().find(|line| line.contains("no such command: `nextest`")) {
            return Err(
                Stop::system(line.trim_start_matches("error: ")).hint("install cargo-nextest, or leave out --nextest")
            );
        }
        self.settle(&nextest.printed);
        Ok(status.success())
    }

    /// Takes all lines, and looks at the log meanwhile.
    fn each(&mut self, lines: &Receiver<Line>, mut take: impl FnMut(&mut Session, Line)) {
        loop {
            match lines.recv_timeout(PACE) {
                Ok(line) => take(self, line),
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.read_runs();
        self.show.clear();
    }

    /// Looks at the log while nothing is said.
    fn look(&mut self) {
        self.read_runs();
        if let Some((name, cases)) = self.tail.last_case() {
            let wanted = self.cases.or_else(|| self.wanted.get(&name).copied());
            self.show.current = Some((name, cases, wanted));
        }
        self.show.status(self.counts.0, self.counts.1);
    }

    fn read_runs(&mut self) {
        let runs = self.tail.runs();
        self.waiting.extend(runs.iter().filter_map(|line| Run::parse(line)));
    }

    /// A test has ended.
    fn ended(&mut self, test: &str, outcome: Outcome) {
        self.counts.0 += 1;
        self.read_runs();
        let (of_test, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|run: &Run| run.is_of(test));
        self.waiting = waiting;
        let runs: Vec<Run> = of_test;
        for run in &runs {
            let is_pass = run.is_pass || outcome == Outcome::Passed;
            self.show.property(run, outcome == Outcome::Passed);
            *(if is_pass { &mut self.totals.properties.0 } else { &mut self.totals.properties.1 }) += 1;
            if !is_pass {
                self.of_property.insert(test.to_string(), run.report.clone());
            }
        }
        let is_explained = runs.iter().any(|run| !run.is_pass);
        match outcome {
            Outcome::Failed => {
                self.failures.push((test.to_string(), String::new()));
                if !is_explained {
                    self.totals.plain.1 += 1;
                    self.show.test("failed", Tone::Bad, test);
                }
            }
            Outcome::Passed if runs.is_empty() => {
                self.totals.plain.0 += 1;
                if self.is_verbose {
                    self.show.test("passed", Tone::Good, test);
                }
            }
            Outcome::Passed => {}
            Outcome::Ignored => self.totals.plain.2 += 1,
        }
    }

    /// What was said past the capture of the harness.
    fn aside(&mut self, line: &str) {
        // The log has it, with the property.
        if !line.starts_with("astragal: property `") {
            self.show.clear();
            eprintln!("{}", safe(line));
        }
    }

    /// All has been heard: what the failed tests printed is known.
    fn settle(&mut self, printed: &[(String, String)]) {
        for (test, text) in &mut self.failures {
            let report = self.of_property.get(test).filter(|report| !report.trim().is_empty());
            let printed = || printed.iter().find(|(name, _)| name == test).map(|(_, text)| text);
            *text = report.or_else(printed).cloned().unwrap_or_default();
        }
        for run in std::mem::take(&mut self.waiting) {
            self.show.property(&run, false);
            *(if run.is_pass { &mut self.totals.properties.0 } else { &mut self.totals.properties.1 }) += 1;
            if !run.is_pass {
                self.failures.push((run.property, run.report));
            }
        }
    }

    /// A binary ended before its tests did.
    fn broken(&mut self, section: &harness::Section, binary: Option<&TestBinary>, complaint: Option<&str>) {
        let how = complaint
            .and_then(|text| text.rsplit_once(" ("))
            .map_or("with exit code 0, as if all had passed".into(), |(_, how)| format!("({how}"));
        let title = binary.map_or("a test binary".into(), TestBinary::title);
        let missing = section.announced.saturating_sub(section.results.len()) as u64;
        let names: Vec<String> = binary.and_then(TestBinary::tests).into_iter().flatten().collect();
        let names: Vec<String> =
            names.into_iter().filter(|name| section.results.iter().all(|(ended, _)| ended != name)).collect();
        self.totals.unfinished += missing;
        if names.len() as u64 == missing {
            names.iter().for_each(|name| self.show.test("unfinished", Tone::Bad, name));
        }
        let text = format!(
            "The process ended {how}, before {missing} of {} tests had.\n\
             A test that calls `_exit`, `exec` or `abort`, or is killed, ends all that run beside it or come after it.\n\
             With `#[property(isolated)]` each case has a process of its own.",
            section.announced
        );
        self.failures.push((title, text));
    }

    /// Properties that left the sign of a run that never ended.
    fn never_ended(&mut self, names: &[String]) {
        for name in names {
            self.show.test("unfinished", Tone::Bad, name);
            let text = "Its run began and never ended: a case ended the process (by `_exit`, `exec`, an abort or a kill).\n\
                        Run it again: the case is then found in a process of its own.";
            self.failures.push((name.clone(), text.into()));
            // Counted with its binary, unless that ended as it should.
            self.totals.unfinished = self.totals.unfinished.max(names.len() as u64);
        }
    }

    fn finish(mut self, arguments: &Test, is_success: bool, log: &Path) -> Ended {
        for (name, text) in std::mem::take(&mut self.failures) {
            self.show.failure(&name, &text);
        }
        let totals = self.totals.clone();
        let is_red = totals.properties.1 + totals.plain.1 + totals.unfinished > 0 || !is_success;
        let tests = totals.properties.0 + totals.properties.1 + totals.plain.0 + totals.plain.1 + totals.unfinished;
        if tests == 0 && !is_red {
            return Err(match &arguments.names[..] {
                [] => Stop::nothing("there are no tests in these packages"),
                names => Stop::nothing(format!("no test has `{}` in its name", names.join("` or `")))
                    .hint("`cargo astragal list` names all properties"),
            });
        }
        self.show.summary(&totals);
        if totals.properties == (0, 0) && !is_red {
            let message = "these tests passed, but none of them logged a property";
            return Err(Stop::nothing(message)
                .hint("a property is a test under `#[property]`, or one that calls `astragal::check`"));
        }
        if is_red && totals.properties.1 + totals.plain.1 + totals.unfinished == 0 {
            return Err(Stop::new(
                Code::Failed,
                "cargo says that a test failed, which was not heard of; run `cargo test` to see it",
            ));
        }
        self.show.line(&format!(
            "what was tested: cargo astragal report {}",
            crate::terminal::quoted(&safe(&log.display().to_string()))
        ));
        Ok(if is_red { Code::Failed } else { Code::Passed })
    }
}

fn find<'b>(binaries: &'b [TestBinary], program: &Path) -> Option<&'b TestBinary> {
    // Cargo shortens paths below the current folder.
    binaries.iter().find(|binary| binary.program.file_name() == program.file_name())
}

impl Run {
    /// Whether a test of the harness checked it.
    fn is_of(&self, test: &str) -> bool {
        self.test == test
            || self.test.is_empty() && self.property.split_once("::").is_some_and(|(_, path)| path == test)
    }
}
