//! Checks a property by a call and returns a report: nothing is printed, and nothing panics.

use std::fmt::Debug;
use std::panic::Location;
use std::sync::{Arc, Mutex};

use astragal_core::__private::debug_text;
use astragal_core::{Draw, Reflect, Space};

use crate::config::Config;
use crate::evaluate::{Evaluator, Local, Parallel};
use crate::observe::{Observer, SharedObserver};
use crate::parameter::Parameters;
use crate::property::case::Immediate;
use crate::property::{Body, Case, Drawing, Outcome, Shown, plans_of};
use crate::report::{Report, SourceCode};
use crate::runner::{self, Job, Pin};
use crate::store::{Regressions, Scratch};

/// Checks a property and returns a [`Report`].
///
/// ```
/// use astragal::{Check, any};
/// use astragal::report::Verdict;
///
/// let report = Check::new().seed(1).cases(500).run(any::<Vec<u8>>(), |list| {
///     let mut sorted = list.clone();
///     sorted.dedup(); // not sorted at all
///     assert!(sorted.is_sorted());
/// });
/// assert_eq!(report.verdict, Verdict::Failed);
/// assert_eq!(report.failures[0].minimal.drawn[0].text, "[1, 0]");
/// ```
#[derive(Clone, Debug)]
pub struct Check {
    name: Option<String>,
    source: SourceCode,
    config: Config,
    pins: Vec<Pin>,
    observers: Vec<SharedObserver>,
}

impl Default for Check {
    #[track_caller]
    fn default() -> Check {
        Check::new()
    }
}

impl Check {
    /// The defaults, whatever the environment says: 1,000 random cases, a fresh seed, and nothing on disk.
    #[track_caller]
    pub fn new() -> Check {
        let place = Location::caller();
        let (file, line) = (place.file(), place.line());
        let source = SourceCode { file, manifest_dir: "", package: "", first_line: line, last_line: line };
        Check { name: None, source, config: Config::new(), pins: Vec::new(), observers: Vec::new() }
    }

    /// Names the property, for the report and for the file of its regressions.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Check {
        self.name = Some(name.into());
        self
    }

    /// Changes the settings: see [`Config`].
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(Config) -> Config) -> Check {
        self.config = change(self.config);
        self
    }

    /// How many random cases are run.
    #[must_use]
    pub fn cases(self, cases: u64) -> Check {
        self.with(|config| config.cases(cases))
    }

    /// The seed of the random cases.
    #[must_use]
    pub fn seed(self, seed: u64) -> Check {
        self.with(|config| config.seed(seed))
    }

    /// The largest size of a case.
    #[must_use]
    pub fn size(self, size: u32) -> Check {
        self.with(|config| config.size(size))
    }

    /// Adds a case that runs before all others, given by its replay token.
    #[must_use]
    #[track_caller]
    pub fn pin(mut self, token: impl Into<String>) -> Check {
        let place = Location::caller();
        self.pins.push(Pin::Token(token.into(), format!("{}:{}", place.file(), place.line())));
        self
    }

    /// Registers an observer of the run, of each case, and of the report; see [`observe`](crate::observe). It does not change what
    /// is run, or the report.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use astragal::observe::{ObservedCase, Observer};
    /// use astragal::{Check, any};
    ///
    /// #[derive(Default)]
    /// struct Log(Vec<String>);
    ///
    /// impl Observer for Log {
    ///     fn case(&mut self, case: &ObservedCase) {
    ///         self.0.push(format!("{} {}: {:?}", case.number, case.phase, case.outcome));
    ///     }
    /// }
    ///
    /// let log = Arc::new(Mutex::new(Log::default()));
    /// let report = Check::new().seed(1).observed_by(log.clone()).run(any::<bool>(), |_| true);
    /// assert_eq!(log.lock().unwrap().0, ["1 enumerated: Passed", "2 enumerated: Passed"]);
    /// # assert!(report.verdict.is_pass());
    /// ```
    #[must_use]
    pub fn observed_by(mut self, observer: impl Observer + 'static) -> Check {
        self.observers.push(SharedObserver(Arc::new(Mutex::new(observer))));
        self
    }

    /// Checks a property of the values of a generator.
    pub fn run<G, P, R>(self, generator: G, property: P) -> Report
    where
        G: Draw<Value: Debug>,
        P: Fn(G::Value) -> R,
        R: Outcome,
    {
        self.run_with_examples(generator, &[], property)
    }

    /// Like [`run`](Check::run), but tries these examples first.
    ///
    /// ```
    /// use astragal::{Check, any};
    ///
    /// let report = Check::new().seed(1).run_with_examples(any::<u64>(), &[&|| 1 << 63], |n| n.count_ones() != 1 || n < 1 << 62);
    /// assert_eq!(report.failures[0].minimal.drawn[0].text, "9223372036854775808");
    /// ```
    pub fn run_with_examples<G, P, R>(self, generator: G, examples: &[&dyn Fn() -> G::Value], property: P) -> Report
    where
        G: Draw<Value: Debug>,
        P: Fn(G::Value) -> R,
        R: Outcome,
    {
        Parameters::unset(|parameters| {
            let plans = plans_of(&self.config.values().strategy, &generator);
            let body = Drawing { arguments: &[], generator, property: &property, show: &show_debug, examples, plans };
            self.run_body(&body, parameters)
        })
    }

    /// Like [`run`](Check::run), but tries these values first. The generator must run backwards.
    ///
    /// Unlike an example, such a value is a case like any other: if it fails it is shrunk, explained and stored. It survives
    /// every change of the generator, as long as the generator can still make it; if it cannot, that is a usage error.
    ///
    /// ```
    /// use astragal::{Check, any};
    /// use astragal::report::Found;
    ///
    /// let reported = vec![0, 3, 200, 7]; // from a bug report
    /// let report = Check::new().seed(1).run_with_values(any::<Vec<u8>>(), [reported], |list| list.iter().all(|&n| n < 100));
    /// assert_eq!(report.failures[0].found, Found::Given);
    /// assert_eq!(report.failures[0].minimal.drawn[0].text, "[100]");
    /// ```
    pub fn run_with_values<G, P, R>(
        mut self,
        generator: G,
        values: impl IntoIterator<Item = G::Value>,
        property: P,
    ) -> Report
    where
        G: Reflect<Value: PartialEq + Debug>,
        P: Fn(G::Value) -> R,
        R: Outcome,
    {
        for value in values {
            let choices = Parameters::unset(|_| generator.choices_of(&value));
            let why = |mismatch| format!("the generator cannot make the value {}: {mismatch}", debug_text(&value));
            self.pins.push(Pin::Value(choices.map_err(why)));
        }
        self.run(generator, property)
    }

    /// Checks a property that draws while it runs.
    pub fn run_drawing<P, R>(self, property: P) -> Report
    where
        P: Fn(&mut Case<'_>) -> R,
        R: Outcome,
    {
        let strategy = self.config.values().strategy.clone();
        Parameters::unset(|parameters| self.run_body(&Immediate { property: &property, strategy }, parameters))
    }

    /// Like [`run`](Check::run), on as many threads as the setting `threads` says. The report is the same.
    pub fn run_on_threads<G, P, R>(self, generator: G, property: P) -> Report
    where
        G: Draw<Value: Debug> + Sync,
        P: Fn(G::Value) -> R + Sync,
        R: Outcome,
    {
        let threads = self.config.values().threads;
        let (generator, property, strategy) = (&generator, &property, &self.config.values().strategy.clone());
        let make = || -> Box<dyn Body + '_> {
            Box::new(Drawing {
                arguments: &[],
                generator,
                property,
                show: &show_debug::<G::Value>,
                examples: &[],
                plans: plans_of(strategy, &generator),
            })
        };
        Parameters::unset(|parameters| {
            self.run_evaluator(Some(generator.space()), &mut Parallel::new(&make, threads), parameters)
        })
    }

    fn run_body(self, body: &dyn Body, parameters: Arc<Parameters>) -> Report {
        self.run_evaluator(body.space(), &mut Local::new(body), parameters)
    }

    fn run_evaluator(self, space: Option<Space>, evaluator: &mut dyn Evaluator, parameters: Arc<Parameters>) -> Report {
        // Nothing is stored unless the user says where.
        let says_where = self.config.says_where_regressions_are();
        let (regressions, scratch) = match &self.name {
            Some(name) if says_where => {
                (self.config.values().regressions_of(&self.source, name), Some(Scratch::for_property(name)))
            }
            _ => (Regressions::off(), None),
        };
        let Check { name, source, mut config, pins, observers } = self;
        config.reject_isolation();
        let name = name.unwrap_or_else(|| "the property".into());
        let job = Job {
            name,
            test: None,
            is_inner: false,
            source: Some(source),
            doc: "",
            space,
            pins,
            config,
            parameters,
            regressions,
            scratch,
        };
        runner::run(&job, evaluator, None, &observers)
    }
}

/// Shows a value as it is.
fn show_debug<T: Debug>(value: &T, shown: &mut Shown) {
    shown.argument(0, value, |out| write!(out, "{value:?}"));
}
