//! Observers: told of a run, of each of its cases, and of its report.
//!
//! An [`Observer`] watches one run: a log, a progress bar, statistics of one's own. [`Check::observed_by`](crate::Check::observed_by)
//! passes one to a check; [`register`] has every run of this process observed, `#[property]` tests too. A run that has no observer
//! pays nothing for it.
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
//! let report = Check::new().observed_by(rejected.clone()).run(any::<u32>(), |n| assume!(n % 2 == 0));
//! assert_eq!(rejected.lock().unwrap().0, report.statistics.rejected());
//! ```

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use astragal_core::Choices;

use crate::config::Setting;
use crate::report::{Note, Origin, Payload, RejectedBy, Rejection, Report};
use crate::statistics::Observation;

/// Watches a run. Each method does nothing unless it is overridden. An observer that panics is told no more, which the report says.
///
/// The cases are told in the order of the run, which does not depend on the number of threads: those that the report's
/// [`Statistics`](crate::Statistics) count, and random cases that repeat an enumerated one. Two kinds are told and not counted:
/// cases that were made from accepted ones to see whether guidance would help, and enumerated cases that seemed to be all there are
/// and were not. Runs that confirm, shrink or explain a failing case are not told.
pub trait Observer: Send {
    /// A run begins.
    fn begin(&mut self, run: &RunStart<'_>) {
        let _ = run;
    }

    /// A case was run.
    fn case(&mut self, case: &ObservedCase) {
        let _ = case;
    }

    /// The run is over.
    fn end(&mut self, report: &Report) {
        let _ = report;
    }
}

/// The caller keeps the other handle, to ask the observer afterwards.
impl<O: Observer + ?Sized> Observer for Arc<Mutex<O>> {
    fn begin(&mut self, run: &RunStart<'_>) {
        self.lock().unwrap_or_else(PoisonError::into_inner).begin(run);
    }

    fn case(&mut self, case: &ObservedCase) {
        self.lock().unwrap_or_else(PoisonError::into_inner).case(case);
    }

    fn end(&mut self, report: &Report) {
        self.lock().unwrap_or_else(PoisonError::into_inner).end(report);
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

/// A case and what came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObservedCase {
    /// Which case of the run it is, counted from 1.
    pub number: u64,
    /// The case source that proposed it: `pending`, `pinned`, `stored`, `replayed`, `examples`, `enumerated`, `random`, `targeted` or
    /// `guided`.
    pub phase: &'static str,
    /// Its choices, with which it can be run again. Empty for an explicit example.
    pub choices: Choices,
    /// How it ended.
    pub outcome: CaseOutcome,
    /// What `collect!`, `classify!`, `cover!` and `target!` said, in order; nothing if it was rejected.
    pub words: Vec<Word>,
    /// What `note!` said, in order; nothing if the case ran in a child process.
    pub notes: Vec<Note>,
    /// How long its values took to draw, where they are drawn before the property runs.
    pub drawing: Option<Duration>,
    /// How long it took, drawing included.
    pub time: Duration,
}

impl ObservedCase {
    pub(crate) fn new(choices: Choices, outcome: CaseOutcome) -> ObservedCase {
        ObservedCase {
            number: 0,
            phase: "",
            choices,
            outcome,
            words: Vec::new(),
            notes: Vec::new(),
            drawing: None,
            time: Duration::ZERO,
        }
    }
}

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

/// Something that a case says.
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
    told: u64,
    /// What the report is to say of observers that panicked.
    pub(crate) warnings: Vec<String>,
}

impl Observers {
    /// A run begins: these observe it, and the registered ones unless it is inside a case.
    pub(crate) fn begin(given: &[SharedObserver], run: &RunStart<'_>, is_inner: bool) -> Observers {
        let mut observers: Vec<Box<dyn Observer>> =
            given.iter().map(|observer| Box::new(observer.0.clone()) as Box<dyn Observer>).collect();
        if !is_inner {
            let factories = FACTORIES.lock().unwrap_or_else(PoisonError::into_inner);
            observers.extend(factories.iter().filter_map(|factory| factory(run)));
        }
        let mut observers = Observers { observers, told: 0, warnings: Vec::new() };
        observers.tell(|observer| observer.begin(run));
        observers
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.observers.is_empty()
    }

    /// Some cases of a source were run.
    pub(crate) fn cases(&mut self, phase: &'static str, cases: impl IntoIterator<Item = ObservedCase>) {
        for case in cases {
            self.told += 1;
            let case = ObservedCase { number: self.told, phase, ..case };
            self.tell(|observer| observer.case(&case));
        }
    }

    pub(crate) fn end(&mut self, report: &Report) {
        self.tell(|observer| observer.end(report));
    }

    /// An observer that panics is told no more, and does not change the verdict.
    fn tell(&mut self, tell: impl Fn(&mut dyn Observer)) {
        let Observers { observers, warnings, .. } = self;
        observers.retain_mut(|observer| {
            let told = catch_unwind(AssertUnwindSafe(|| tell(&mut **observer)));
            told.map_err(|payload| {
                let message = Payload::new(payload).message().unwrap_or_else(|| "a panic without a message".into());
                warnings.push(format!("an observer panicked, and was told no more: {message}"));
            })
            .is_ok()
        });
    }
}
