//! A run of tests that is followed to its end: what the harness says and what the log says, put together.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};

use astragal::store::LOG_IS_INCOMPLETE;

use super::harness::{Event, Harness, Outcome, Section};
use super::nextest::Nextest;
use super::show::{Show, Totals};
use super::{Line, without_crate};
use crate::cargo::TestBinary;
use crate::cli::Test;
use crate::exit::{Code, Ended, Stop};
use crate::log::{Run, Tail, last_runs};
use crate::terminal::{Terminal, Tone, safe};

/// How often the log is looked at.
const PACE: Duration = Duration::from_millis(100);

/// What is known while tests run.
pub(super) struct Session {
    /// By this name the runs of these tests are known in the log.
    pub(super) name: String,
    tail: Tail,
    show: Show,
    /// How many cases the last run of a property wanted.
    wanted: HashMap<String, u64>,
    /// The runs of properties whose test has not ended yet.
    waiting: Vec<Run>,
    totals: Totals,
    /// The properties whose runs ended, and tests that ended and are not known to be properties.
    over: HashSet<String>,
    /// The tests of binaries that ended early.
    unfinished: Vec<String>,
    silent: HashSet<String>,
    /// What failed, and what it said.
    failures: Vec<(String, String)>,
    /// What the report of a failed property is, by its test.
    of_property: HashMap<String, String>,
    /// Tests that ended, of those that were announced.
    counts: (usize, usize),
    is_verbose: bool,
    /// Why lines of the log were lost, as a property said it.
    lost: Option<String>,
    /// Whether a run logged only a sample of its cases.
    is_sampled: bool,
    cases: Option<u64>,
    /// Parts of the names of the tests to run.
    names: Vec<String>,
}

impl Session {
    /// Nothing has been heard yet.
    pub(super) fn new(arguments: &Test, log: &Path, binaries: &[TestBinary], terminal: Terminal) -> Session {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Session {
            name: format!("{}-{}", std::process::id(), now.as_nanos()),
            tail: Tail::from_now(log),
            wanted: last_runs(log).into_iter().filter_map(|(name, run)| Some((name, run.wanted?))).collect(),
            show: Show::new(terminal),
            waiting: Vec::new(),
            totals: Totals::default(),
            over: HashSet::new(),
            unfinished: Vec::new(),
            silent: HashSet::new(),
            failures: Vec::new(),
            of_property: HashMap::new(),
            counts: (0, 0),
            is_verbose: arguments.verbose,
            lost: None,
            is_sampled: false,
            names: arguments.names.iter().map(|name| without_crate(name, binaries).to_string()).collect(),
            cases: arguments.cases.as_deref().and_then(|cases| cases.replace('_', "").parse().ok()),
        }
    }

    /// Follows cargo to its end; whether it succeeded.
    pub(super) fn follow(
        &mut self,
        lines: Receiver<Line>,
        child: &mut Child,
        binaries: &[TestBinary],
    ) -> Result<bool, Stop> {
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
    pub(super) fn follow_nextest(&mut self, lines: Receiver<Line>, child: &mut Child) -> Result<bool, Stop> {
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
        if let Some((name, cases)) = self.show.is_live().then(|| self.tail.last_case()).flatten() {
            let wanted = self.cases.or_else(|| self.wanted.get(&name).copied());
            self.show.current = Some((name, cases, wanted));
        }
        self.show.status(self.counts.0, self.counts.1);
    }

    /// Reads the lines of runs that were added to the log.
    fn read_runs(&mut self) {
        let runs: Vec<Run> = self.tail.runs().iter().filter_map(|line| Run::parse(line)).collect();
        // Others may write to the same log meanwhile.
        for run in runs.into_iter().filter(|run| run.session.as_ref().is_none_or(|session| *session == self.name)) {
            self.over.insert(run.property.clone());
            self.is_sampled |= run.is_sampled;
            self.waiting.push(run);
        }
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
                self.silent.insert(test.to_string());
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
        self.hear(line);
        // The log has it, with the property.
        if !line.starts_with("astragal: property `") {
            self.show.clear();
            eprintln!("{}", safe(line));
        }
    }

    /// A property says what its log cannot, because lines of that were lost.
    fn hear(&mut self, text: &str) {
        if let (None, Some(at)) = (&self.lost, text.find(LOG_IS_INCOMPLETE)) {
            self.lost = text[at..].lines().next().map(ToString::to_string);
        }
    }

    /// All has been heard: what the failed tests printed is known.
    fn settle(&mut self, printed: &[(String, String)]) {
        printed.iter().for_each(|(_, text)| self.hear(text));
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
    /// Of its tests, only those are named that were asked for.
    fn broken(&mut self, section: &Section, binary: Option<&TestBinary>, complaint: Option<&str>) {
        let how = complaint
            .and_then(|text| text.rsplit_once(" ("))
            .map_or("with exit code 0, as if all had passed".into(), |(_, how)| format!("({how}"));
        let title = binary.map_or("a test binary".into(), TestBinary::title);
        let missing = section.announced.saturating_sub(section.results.len()) as u64;
        let names: Vec<String> = binary.and_then(TestBinary::tests).into_iter().flatten().collect();
        let names: Vec<String> = names
            .into_iter()
            .filter(|name| self.is_asked_for(name) && section.results.iter().all(|(ended, _)| ended != name))
            .collect();
        self.totals.unfinished += missing;
        for name in &names {
            self.show.test("unfinished", Tone::Bad, &binary.map_or(name.clone(), |binary| binary.property(name)));
        }
        self.unfinished.extend(names);
        let text = format!(
            "The process ended {how}, before {missing} of {} tests had.\n\
             A test that calls `_exit`, `exec` or `abort`, or is killed, ends all that run beside it or come after it.\n\
             With `#[property(isolated)]` each case has a process of its own.",
            section.announced
        );
        self.failures.push((title, text));
    }

    /// Whether the harness was told to run a test.
    fn is_asked_for(&self, test: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| test.contains(&**name))
    }

    /// Properties that left the sign of a run that never ended.
    pub(super) fn never_ended(&mut self, names: &[String]) {
        for name in names {
            let test = name.split_once("::").map_or(&**name, |(_, test)| test);
            let has_passed = self.silent.remove(test);
            // Another run of the same tests may go on beside this one: what this one never came to is not its business.
            if self.over.contains(name)
                || !has_passed
                    && !self.unfinished.iter().any(|unfinished| unfinished == test)
                    && !name.starts_with("..")
            {
                continue;
            }
            if has_passed {
                self.totals.plain.0 -= 1;
            }
            if !self.unfinished.iter().any(|unfinished| unfinished == test) {
                self.totals.unfinished += 1;
                self.show.test("unfinished", Tone::Bad, name);
            }
            let text = "Its run began and never ended: a case ended the process (by `_exit`, `exec`, an abort or a kill).\n\
                        Run it again: the case is then found in a process of its own.";
            self.failures.push((name.clone(), text.into()));
        }
    }

    pub(super) fn finish(
        mut self,
        arguments: &Test,
        is_success: bool,
        log: &Path,
        writable: Result<(), Stop>,
    ) -> Ended {
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
        let lost = self.lost.take().map(Stop::system).or(writable.err());
        if let Some(lost) = lost {
            let lost = lost.hint("a property without a line in the log is counted as another test");
            if !is_red {
                return Err(lost);
            }
            self.show.line(&safe(&lost.message));
        }
        if totals.properties == (0, 0) && !is_red {
            let message = "these tests passed, but none of them logged a property";
            return Err(Stop::nothing(message)
                .hint("a property is a test under `#[property]`, or one that calls `astragal::check`"));
        }
        if is_red && totals.properties.1 + totals.plain.1 + totals.unfinished == 0 {
            return Err(Stop::new(
                Code::Failed,
                "cargo says that a test failed, but no output names it; run `cargo test` to see it",
            ));
        }
        if self.is_sampled {
            self.show
                .line("a sample of the cases is logged, in which duplicates are counted; `--log-cases all` logs each");
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
