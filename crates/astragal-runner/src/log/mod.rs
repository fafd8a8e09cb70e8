//! The log: each case of a run as a line of JSON, in the format that Tyche and Hypothesis share, to see what was tested.
//!
//! It is an [observer](crate::observe) like any other, which the setting `log` switches on. It writes to two files a day (in UTC):
//!
//! - `YYYY-MM-DD_testcases.jsonl`: a line for each case, with all twelve keys of the format, always. What the user said is in `features`,
//!   what we know besides in `metadata`. A [long run](sampling) is sampled down; with the setting `log_cases`, most cases are not even observed.
//! - `YYYY-MM-DD_info.jsonl`: what came of each [run](run), for people; and as data, in keys that other tools do not look at.
//!
//! Lines are only ever added. What cannot be written is lost, which the report says; a log never changes a verdict.

mod case;
mod duplicates;
mod file;
mod hash;
mod json;
mod picks;
mod run;
mod sampling;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use astragal_core::{Choices, Outline};

use crate::observe::{CaseOutcome, ObservedCase, Observer, RunStart, Selection};
use crate::parameter::Parameters;
use crate::report::{Drawn, Report};
use case::{Lines, name_of};
use duplicates::Duplicates;
use file::Files;
pub use file::{INCOMPLETE as LOG_IS_INCOMPLETE, can_log};
use json::Json;
use picks::Picks;
use sampling::{Kept, Sampling};

/// Lines are written when there are this many bytes of them, or when the cases have taken this long: whichever comes first.
const CHUNK: usize = 1 << 16;
const PAUSE: Duration = Duration::from_millis(200);
/// While a failing case is made smaller, at most this many cases are written that fail, and that pass.
const MOST_SMALLER: u64 = 500;
const MOST_PASSED: u64 = 100;
/// At most this many steps are told of each failure.
const MOST_STEPS: usize = 500;
/// A step of shrinking is told with at most this many characters.
const LONGEST_STEP: usize = 1_000;

/// At least one of every this many cases is observed, however few are wanted: a run may end long before it has had all its cases.
const MOST_UNSEEN: u64 = 100;

/// Which cases of a run are observed, if about this many are wanted of those that it may have.
pub(crate) fn selection(wanted: Option<u64>, cases: u64, seed: u64) -> Selection {
    wanted.map_or(Selection::ALL, |wanted| Selection::new((cases / wanted.max(1)).clamp(1, MOST_UNSEEN), seed))
}

/// What is known of a property before its run, besides what every observer is told.
pub(crate) struct Subject {
    /// The folder of the log, if it is not the usual one.
    pub(crate) folder: Option<PathBuf>,
    /// The test that checks it, as the test harness names it.
    pub(crate) test: Option<String>,
    /// Its doc comment.
    pub(crate) doc: &'static str,
    /// What its arguments can be, if that is known before they are drawn.
    pub(crate) outline: Option<Outline>,
    /// Its parameters.
    pub(crate) parameters: Arc<Parameters>,
}

/// The log of one run.
pub(crate) struct Log {
    subject: Subject,
    files: Files,
    run_start: f64,
    lines: Lines,
    picks: Picks,
    /// The cases that are looked at, besides those that fail.
    selection: Selection,
    sampling: Sampling,
    duplicates: Duplicates,
    /// Lines that are still to be written.
    out: Json,
    /// How long the cases took since lines were last written.
    waited: Duration,
    /// How many lines of cases there are so far.
    written: u64,
    smaller: u64,
    passed: u64,
    /// The ways on which failing cases were made smaller.
    paths: Vec<Path>,
    /// The files of the user's code that cases ran lines of.
    reached: BTreeSet<String>,
}

/// The steps from a failing case to a smaller one.
struct Path {
    /// Where it has come to.
    end: Choices,
    steps: Vec<String>,
}

impl Log {
    /// The log of a run of a property that begins now.
    pub(crate) fn new(subject: Subject, run: &RunStart<'_>, selection: Selection) -> Log {
        let start = SystemTime::now();
        // To the microsecond: a number that all readers take for the same.
        let since = start.duration_since(UNIX_EPOCH).unwrap_or_default();
        let run_start = since.as_micros() as f64 / 1e6;
        Log {
            files: Files::new(subject.folder.clone(), start),
            lines: Lines::new(run.property, run_start, subject.parameters.clone()),
            subject,
            run_start,
            picks: Picks::default(),
            selection,
            sampling: Sampling::new(run.seed),
            duplicates: Duplicates::default(),
            out: Json::default(),
            waited: Duration::ZERO,
            written: 0,
            smaller: 0,
            passed: 0,
            paths: Vec::new(),
            reached: BTreeSet::new(),
        }
    }

    /// Writes what is there, if it is much or has been there for long.
    fn write_when_due(&mut self, time: Duration) {
        self.waited += time;
        if self.out.bytes().len() >= CHUNK || self.waited >= PAUSE {
            self.write();
        }
    }

    fn write(&mut self) {
        self.files.add_cases(self.out.bytes());
        self.out.clear();
        self.waited = Duration::ZERO;
    }

    /// A failing case was made smaller. One that is not smaller than the last begins another path.
    fn step(&mut self, case: &ObservedCase) {
        let is_smaller = |path: &Path| case.choices.shortlex(&path.end).is_lt();
        if !self.paths.last().is_some_and(is_smaller) {
            self.paths.push(Path { end: Choices::default(), steps: Vec::new() });
        }
        if let Some(path) = self.paths.last_mut() {
            path.end = case.choices.clone();
            if path.steps.len() < MOST_STEPS {
                path.steps.push(in_one_line(&case.drawn));
            }
        }
    }

    /// Takes note of the files that a case reached.
    fn reach(&mut self, case: &ObservedCase) {
        for (file, _) in case.lines.iter().flat_map(|lines| lines.iter()) {
            if !self.reached.contains(file) {
                self.reached.insert(file.clone());
            }
        }
    }

    /// A case that is looked at is one in how many. One that failed is itself, and so is one that makes another smaller.
    fn one_in(&self, case: &ObservedCase) -> u64 {
        let is_itself = case.number == 0 || matches!(case.outcome, CaseOutcome::Failed { .. });
        if is_itself { 1 } else { self.selection.one_in(case.number) }
    }

    /// Writes the line of a case whose choices were read.
    fn line(&mut self, case: &ObservedCase) {
        self.lines.write(case, self.one_in(case), &self.picks, &mut self.out);
        self.out.raw("}}\n");
        self.written += 1;
    }
}

impl Observer for Log {
    fn wants_values(&self) -> bool {
        true
    }

    fn case(&mut self, case: &ObservedCase) {
        if !self.selection.keeps(case) {
            return;
        }
        self.reach(case);
        self.duplicates.compare(case);
        self.picks.read(&case.choices);
        let one_in = self.one_in(case);
        match self.sampling.keep(case, &self.picks, &mut self.out) {
            Kept::Now => self.line(case),
            Kept::Perhaps(status) => self.lines.write(case, one_in, &self.picks, self.sampling.candidate(status)),
            Kept::Not => {}
        }
        self.write_when_due(case.time.saturating_mul(one_in as u32));
    }

    fn shrinking(&mut self, case: &ObservedCase) {
        self.reach(case);
        let (is_minimal, has_failed) = (case.phase == "minimal", matches!(case.outcome, CaseOutcome::Failed { .. }));
        if has_failed && !is_minimal {
            self.step(case);
        }
        let (count, most) = match has_failed {
            _ if is_minimal => (&mut self.smaller, u64::MAX),
            true => (&mut self.smaller, MOST_SMALLER),
            false => (&mut self.passed, MOST_PASSED),
        };
        *count += 1;
        if *count <= most {
            self.picks.read(&case.choices);
            self.line(case);
        }
        self.write_when_due(case.time);
    }

    fn end(&mut self, report: &Report) {
        self.sampling.finish(&mut self.out);
        self.written += self.sampling.representatives;
        self.write();
        self.files.add_info(run::lines(self, report).bytes());
    }

    fn warnings(&mut self) -> Vec<String> {
        self.files.problem.take().into_iter().collect()
    }
}

/// The values of a case in one line.
fn in_one_line(drawn: &[Drawn]) -> String {
    let mut text = String::new();
    for (at, one) in drawn.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        if drawn.len() > 1 || !one.name.is_empty() {
            text.push_str(&name_of(one, at));
            text.push_str(" = ");
        }
        text.push_str(&one.text);
    }
    match text.char_indices().nth(LONGEST_STEP) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
