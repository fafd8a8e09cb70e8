//! Observers: notified of a run, of each of its cases, and of its report.
//!
//! An [`Observer`] watches one run: a log, a progress bar, your own statistics. [`Check::observed_by`](crate::Check::observed_by)
//! passes one to a check; [`register`] observes every run of this process, `#[property]` tests too. A run without observers costs
//! nothing extra.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use astragal::observe::{CaseOutcome, ObservedCase, Observer};
//! use astragal::{Check, any, assume};
//!
//! #[derive(Default)]
//! struct Rejected(u64);
//!
//! impl Observer for Rejected {
//!     fn case(&mut self, case: &ObservedCase) {
//!         self.0 += u64::from(matches!(case.outcome, CaseOutcome::Rejected { .. }));
//!     }
//! }
//!
//! let rejected = Arc::new(Mutex::new(Rejected::default()));
//! let report = Check::new().seed(1).observed_by(rejected.clone()).run(any::<u32>(), |n| assume!(n % 2 == 0));
//! assert_eq!(rejected.lock().unwrap().0, report.statistics.rejected());
//! ```
//!
//! # The log
//!
//! One observer is built in: the setting [`log`](crate::config) has it write each case to a file, as a line of JSON in the format that
//! [Hypothesis](https://hypothesis.readthedocs.io/en/latest/reference/integrations.html) and [Tyche](https://tyche-pbt.github.io/) share.
//! `ASTRAGAL_LOG=on cargo test` writes to `target/astragal/observed`, `ASTRAGAL_LOG=./observed` to a folder of the package's directory.
//! Two lines of pandas read it:
//!
//! ```text
//! cases = pandas.concat((pandas.read_json(file, lines=True) for file in glob.glob("target/astragal/observed/*_testcases.jsonl")), ignore_index=True)
//! cases.join(pandas.json_normalize(cases.features)).groupby(["property", "status"]).describe()
//! ```
//!
//! | key of a line | what it is |
//! | --- | --- |
//! | `property`, `run_start` | the path of the property, and when this run of it began: the same in all lines of the run |
//! | `status`, `status_reason` | `passed`, `failed` or `gave_up` (rejected, cut off, or the same as an enumerated case), and why and where |
//! | `arguments`, `representation` | the text of each value; all of them as a call |
//! | `features` | what `collect!`, `classify!`, `cover!` and `target!` said of the case, be it rejected or not; numbers that are not finite are in `metadata.not_finite` |
//! | `coverage` | the lines of your code that the case ran, by file, in a [program that counts](ObservedCase::lines) |
//! | `timing` | seconds to draw the values (`generate`) and to run the property (`execute`) |
//! | `how_generated`, `metadata.phase` | where the case came from; `shrink` and `minimal` are no sample |
//! | `metadata.picks`, `metadata.pairs` | which branches were taken, how deep and how often; which within which other |
//! | `metadata.size`, `depth`, `length` | the number of choices, the deepest nesting, the elements of the longest list |
//! | `metadata.choices`, `numbers`, `token` | the spans with their labels, the numbers chosen, and the replay token, as far as they are short |
//! | `metadata.parameters` | the values of the [parameters](crate::parameter) in force, if generators declared any |
//! | `metadata.one_in` | if only one of this many cases was observed: this one. With `ASTRAGAL_LOG_CASES=100` about 100 cases of a run are: the first ten, and one of every few. It costs little, since the others run as fast as without a log |
//! | `metadata.represents` | how many observed cases the line represents, if not one: up to 10,000 cases of a run are all written; of more, those that show a label, a branch, a rejection or a line of code for the first time, and a sample that thins out. The sum is the number of observed cases, for each status |
//!
//! There are two files a day (in UTC); those of more than eight days ago are removed. `*_info.jsonl` has a line for each run with its report,
//! and with its verdict, settings and failures as data. A log that cannot be written is a warning, and changes no verdict. A check inside a
//! case of another property is a part of that case, and is not logged.
//!
//! # Code coverage
//!
//! With the feature `coverage`, a program that counts tells which lines of your workspace each case [ran](ObservedCase::lines), from when its
//! values are drawn to its end or its panic. `cargo astragal test --coverage` builds such a program on the stable compiler: the members of
//! the workspace count, and their dependencies do not. The log then has the lines of each case, the [report](crate::Report) of a failure names
//! those that [all failing cases ran and no passing one](crate::Failure::lines), and the page shows them in the source.
//!
//! Without that command, `RUSTFLAGS` with the flags that `astragal-coverage` names, and `cargo test --target` with the platform of the machine,
//! count the lines of all crates, as far as they have debug information. Every test and every binary of the package then
//! has to use `astragal`, since without what reads the counters it does not link.
//!
//! The counters are those of the whole process. So in a program that counts, properties are checked one at a time, each on one thread. Tests that are
//! not properties may run beside them, and are counted then: `-- --test-threads=1` keeps them apart, as `cargo astragal` does. A check
//! inside of a case belongs to that case. A case that is [isolated](crate::config) runs in another process, and tells no lines. Lines that the program has no code for do not count: a
//! function that nothing in it refers to is not part of it.

mod selection;

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use astragal_core::Choices;

use crate::config::Setting;
use crate::report::{Drawn, Failure, Note, Origin, Payload, RejectedBy, Rejection, Report};
use crate::statistics::Observation;
pub(crate) use selection::{Selection, Told};

/// Watches a run. Each method does nothing unless it is overridden. An observer that panics is not called again, and the report
/// says so.
///
/// Cases are reported in the order of the run, which does not depend on the number of threads: those that the report's
/// [`Statistics`](crate::Statistics) count, and random cases that repeat an enumerated one. Two kinds are reported but not counted:
/// cases that measure how much guided generation would help, and cases of an enumeration that turned out to be too long. What is run
/// to shrink a failing case is reported [apart](Observer::shrinking). Runs that confirm or explain a failing case, or look for other
/// bugs after it, are not reported.
pub trait Observer: Send {
    /// Whether it wants the [values](ObservedCase::drawn) of each case, which are formatted only if an observer of the run does.
    /// Asked once, before the run begins.
    fn wants_values(&self) -> bool {
        false
    }

    /// A run begins.
    fn begin(&mut self, run: &RunStart<'_>) {
        let _ = run;
    }

    /// A case was run.
    fn case(&mut self, case: &ObservedCase) {
        let _ = case;
    }

    /// A case was run to make a failing one smaller, with the phase `shrink`: it failed in the same way, or it passed. At the end
    /// of the run come the smallest ones, with the phase `minimal`: that of the first failure of the report last. These cases have no number.
    fn shrinking(&mut self, case: &ObservedCase) {
        let _ = case;
    }

    /// The run is over.
    fn end(&mut self, report: &Report) {
        let _ = report;
    }

    /// What the observer could not do, which the report is to say. Asked once, after the end. It never changes the verdict.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// The caller keeps the other handle, to ask the observer afterwards.
impl<O: Observer + ?Sized> Observer for Arc<Mutex<O>> {
    fn wants_values(&self) -> bool {
        self.lock().unwrap_or_else(PoisonError::into_inner).wants_values()
    }

    fn begin(&mut self, run: &RunStart<'_>) {
        self.lock().unwrap_or_else(PoisonError::into_inner).begin(run);
    }

    fn case(&mut self, case: &ObservedCase) {
        self.lock().unwrap_or_else(PoisonError::into_inner).case(case);
    }

    fn shrinking(&mut self, case: &ObservedCase) {
        self.lock().unwrap_or_else(PoisonError::into_inner).shrinking(case);
    }

    fn end(&mut self, report: &Report) {
        self.lock().unwrap_or_else(PoisonError::into_inner).end(report);
    }

    fn warnings(&mut self) -> Vec<String> {
        self.lock().unwrap_or_else(PoisonError::into_inner).warnings()
    }
}

/// What is known of a run when it begins.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RunStart<'a> {
    /// The name of the property: the path of its function.
    pub property: &'a str,
    /// The seed of the random cases.
    pub seed: u64,
    /// The settings in force, and where each comes from.
    pub settings: &'a [Setting],
}

impl<'a> RunStart<'a> {
    pub(crate) fn new(property: &'a str, seed: u64, settings: &'a [Setting]) -> RunStart<'a> {
        RunStart { property, seed, settings }
    }
}

/// A case and its outcome.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObservedCase {
    /// Which case of the run it is, counted from 1; 0 while a failing case is [made smaller](Observer::shrinking).
    pub number: u64,
    /// The case source that proposed it: `pending`, `pinned`, `stored`, `replayed`, `examples`, `enumerated`, `grown`, `random`,
    /// `targeted` or `guided`; or `shrink` or `minimal`.
    pub phase: &'static str,
    /// Its choices, with which it can be run again. Empty for an explicit example.
    pub choices: Choices,
    /// How it ended.
    pub outcome: CaseOutcome,
    /// The values that were drawn, as far as they were when it ended; nothing unless an observer of the run
    /// [wants](Observer::wants_values) them.
    pub drawn: Vec<Drawn>,
    /// What `collect!`, `classify!`, `cover!` and `target!` said, in order. What a rejected case said counts for no statistics.
    pub words: Vec<Word>,
    /// What `note!` said, in order.
    pub notes: Vec<Note>,
    /// How long its values took to draw, where they are drawn before the property runs.
    pub drawing: Option<Duration>,
    /// How long it took, drawing included.
    pub time: Duration,
    /// The lines of the user's code that it ran, after its values were drawn: by file as seen from the workspace, in order. Only with the
    /// feature `coverage`, in a program that [counts](self#code-coverage).
    pub lines: Option<LinesRun>,
}

impl ObservedCase {
    /// The smallest case of a failure, and what is known of it besides if it was seen.
    fn of_failure(failure: &Failure, seen: Option<&ObservedCase>) -> ObservedCase {
        let outcome = CaseOutcome::failed(failure.origin.clone(), failure.message.clone());
        let sample = &failure.minimal;
        ObservedCase {
            drawn: sample.drawn.clone(),
            notes: sample.notes.clone(),
            words: seen.map(|seen| seen.words.clone()).unwrap_or_default(),
            drawing: seen.and_then(|seen| seen.drawing),
            time: seen.map(|seen| seen.time).unwrap_or_default(),
            lines: seen.and_then(|seen| seen.lines.clone()),
            ..ObservedCase::new(sample.choices.clone(), outcome)
        }
    }

    pub(crate) fn new(choices: Choices, outcome: CaseOutcome) -> ObservedCase {
        ObservedCase {
            number: 0,
            phase: "",
            choices,
            outcome,
            drawn: Vec::new(),
            words: Vec::new(),
            notes: Vec::new(),
            drawing: None,
            time: Duration::ZERO,
            lines: None,
        }
    }
}

/// The lines that a case ran: by file as seen from the workspace, in order. Cases that ran the same lines share them.
pub type LinesRun = Arc<[(String, Vec<u32>)]>;

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseOutcome {
    /// The property held.
    Passed,
    /// A filter or an `assume!` rejected it.
    #[non_exhaustive]
    Rejected {
        /// Which of the two.
        by: RejectedBy,
        /// Where that is written: `file:line:column`.
        place: Option<String>,
    },
    /// It was cut off, because it made too many choices.
    CutOff,
    /// It was drawn and not run, because an enumerated case was the same.
    Repeated,
    /// The property failed.
    #[non_exhaustive]
    Failed {
        /// How, and where.
        origin: Origin,
        /// What the panic or the error said.
        message: String,
    },
}

impl CaseOutcome {
    pub(crate) fn rejected(rejection: &Rejection) -> CaseOutcome {
        CaseOutcome::Rejected { by: rejection.by, place: rejection.place.clone() }
    }

    pub(crate) fn failed(origin: Origin, message: String) -> CaseOutcome {
        CaseOutcome::Failed { origin, message }
    }
}

/// One call of a macro, such as `collect!`, in a case.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Word {
    /// What `collect!` or `classify!` said under a label.
    Observed(Cow<'static, str>, Observation),
    /// What `cover!` said.
    Covered {
        /// The percentage of cases that is required.
        percent: f64,
        /// Whether this case is one of them.
        holds: bool,
        /// The label.
        label: Cow<'static, str>,
    },
    /// What `target!` said under a label.
    Scored(Cow<'static, str>, f64),
}

type Factory = Box<dyn Fn(&RunStart<'_>) -> Option<Box<dyn Observer>> + Send + Sync>;

static FACTORIES: Mutex<Vec<Factory>> = Mutex::new(Vec::new());

/// Observes every run of this process from now on, `#[property]` tests too. The function is asked at the start of each run for
/// an observer of that run. Checks inside a case of another property are part of that case, and are not observed.
///
/// ```
/// use astragal::observe::{self, ObservedCase, Observer};
///
/// struct Progress;
///
/// impl Observer for Progress {
///     fn case(&mut self, case: &ObservedCase) {
///         if case.number % 1_000 == 0 {
///             eprintln!("{} cases", case.number);
///         }
///     }
/// }
///
/// observe::register(|run| run.property.ends_with("slow").then(|| Box::new(Progress) as Box<dyn Observer>));
/// ```
pub fn register(factory: impl Fn(&RunStart<'_>) -> Option<Box<dyn Observer>> + Send + Sync + 'static) {
    FACTORIES.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(factory));
}

/// An observer that clones of a check share.
#[derive(Clone)]
pub(crate) struct SharedObserver(pub(crate) Arc<Mutex<dyn Observer>>);

impl fmt::Debug for SharedObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an observer")
    }
}

/// The observers of one run.
pub(crate) struct Observers {
    observers: Vec<Box<dyn Observer>>,
    /// Which cases they are told of, besides those that fail.
    selection: Selection,
    /// How many cases were run.
    ran: u64,
    /// The source and the number of a case that failed and was not told of yet.
    untold: Option<(&'static str, u64)>,
    /// Whether one of them wants the values of each case.
    pub(crate) want_values: bool,
    /// The smallest failing cases so far, as they were shown.
    minimal: Vec<ObservedCase>,
    /// What the report is to say of observers that panicked.
    warnings: Vec<String>,
}

impl Observers {
    /// A run begins: these observe it, and the registered ones unless it is inside a case.
    pub(crate) fn begin(
        given: &[SharedObserver],
        log: Option<(Box<dyn Observer>, Selection)>,
        run: &RunStart<'_>,
        is_inner: bool,
    ) -> Observers {
        let (log, selection) = log.map_or((None, Selection::ALL), |(log, selection)| (Some(log), selection));
        let mut observers: Vec<Box<dyn Observer>> =
            given.iter().map(|observer| Box::new(observer.0.clone()) as Box<dyn Observer>).collect();
        observers.extend(log);
        if !is_inner {
            let factories = FACTORIES.lock().unwrap_or_else(PoisonError::into_inner);
            observers.extend(factories.iter().filter_map(|factory| factory(run)));
        }
        let mut observers = Observers {
            // The log selects by itself where others are told of all.
            selection: if observers.len() == 1 { selection } else { Selection::ALL },
            observers,
            ran: 0,
            untold: None,
            want_values: false,
            minimal: Vec::new(),
            warnings: Vec::new(),
        };
        let mut want_values = false;
        observers.tell(|observer| {
            want_values |= observer.wants_values();
            observer.begin(run);
        });
        observers.want_values = want_values;
        observers
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.observers.is_empty()
    }

    /// Which of the cases that are run next are to be kept, if any: their numbers begin with `start`.
    pub(crate) fn told(&self, start: u64) -> Option<Told> {
        (!self.is_empty()).then(|| Told::new(self.selection, start, self.ran))
    }

    /// A source had this many cases run, the last of which may have failed. Those that were kept have their numbers.
    pub(crate) fn cases(&mut self, phase: &'static str, ran: u64, has_failed: bool, kept: Vec<ObservedCase>) {
        self.ran += ran + u64::from(has_failed);
        let is_told = kept.last().is_some_and(|case| case.number == self.ran);
        self.untold = (has_failed && !is_told).then_some((phase, self.ran));
        for case in kept {
            let case = ObservedCase { phase, ..case };
            self.tell(|observer| observer.case(&case));
        }
    }

    /// A source had one case run, of which this is to be told, if anything.
    pub(crate) fn case(&mut self, phase: &'static str, case: Option<ObservedCase>) {
        let Some(case) = case else { return };
        self.ran += 1;
        let case = ObservedCase { number: self.ran, phase, ..case };
        if self.selection.keeps(&case) {
            self.tell(|observer| observer.case(&case));
        }
    }

    /// A case that failed among many was run again.
    pub(crate) fn caught(&mut self, again: Option<ObservedCase>) {
        if let (Some((phase, number)), Some(case)) = (self.untold.take(), again) {
            let case = ObservedCase { number, phase, ..case };
            self.tell(|observer| observer.case(&case));
        }
    }

    /// A case was run to make a failing one smaller.
    pub(crate) fn shrinking(&mut self, case: ObservedCase) {
        let case = ObservedCase { phase: "shrink", ..case };
        self.tell(|observer| observer.shrinking(&case));
    }

    /// A failing case is as small as it gets. It is told at the end, if the report has it.
    pub(crate) fn minimal(&mut self, case: ObservedCase) {
        self.minimal.push(case);
    }

    /// The run is over. What the report is to say of it.
    pub(crate) fn end(&mut self, report: &Report) -> Vec<String> {
        let minimal = std::mem::take(&mut self.minimal);
        if !self.is_empty() {
            for failure in report.failures.iter().rev() {
                let shown = minimal.iter().rfind(|shown| shown.choices == failure.minimal.choices);
                let case = ObservedCase { phase: "minimal", ..ObservedCase::of_failure(failure, shown) };
                self.tell(|observer| observer.shrinking(&case));
            }
        }
        self.tell(|observer| observer.end(report));
        let mut warnings = Vec::new();
        self.tell(|observer| warnings.append(&mut observer.warnings()));
        warnings.append(&mut self.warnings);
        warnings
    }

    /// An observer that panics is not called again, and does not change the verdict.
    fn tell(&mut self, mut tell: impl FnMut(&mut dyn Observer)) {
        let Observers { observers, warnings, .. } = self;
        observers.retain_mut(|observer| {
            let told = catch_unwind(AssertUnwindSafe(|| tell(&mut **observer)));
            told.map_err(|payload| {
                let message = Payload::new(payload).message().unwrap_or_else(|| "a panic without a message".into());
                warnings.push(format!("an observer panicked, and was not called again: {message}"));
            })
            .is_ok()
        });
    }
}
