//! Checks a property: looks for a failing case, makes it small, finds out what matters, and says what came of it.
//!
//! The phases, in this order: a case that was given; what the last run left behind; stored regressions and pinned cases;
//! explicit examples; all cases, if they are few; random cases of growing size, in turns with cases of higher scores if the
//! property has any; then, for each bug found, shrinking and
//! explaining. Who runs the cases is not known here (see [`evaluate`](crate::evaluate)).

mod beside;
mod by_text;
mod clock;
mod doubt;
mod effort;
mod exhaustive;
mod explain;
mod finish;
mod full;
mod given;
mod guidance;
mod interrupt;
mod judge;
mod known;
mod listed;
mod others;
mod pace;
mod realign;
mod search;
mod settle;
mod smaller;
mod target;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use astragal_core::{Choices, Space, Strategy};

use crate::config::{Config, Phase, Values};
use crate::evaluate::{Evaluator, Fault, Stream};
use crate::property::underway::{Run, Underway};
use crate::property::{context, hook};
use crate::report::Payload;
use crate::report::{Efforts, Failure, Found, Problem, Report, Reread, SourceCode, Statistics, Verdict};
use crate::statistics::{Coverage, Tally};
use crate::store::{Regressions, Running, Scratch};
use beside::Beside;
use clock::Clock;
use effort::Metered;
pub(crate) use finish::finish;
pub(crate) use given::Pin;
pub(crate) use smaller::smallest;
use target::Aim;

/// A property to be checked.
pub(crate) struct Job {
    /// Its name: the path of its function.
    pub(crate) name: String,
    /// The name of the thread that runs it, which the harness names after the test, if the property may stand elsewhere.
    pub(crate) test: Option<String>,
    /// Whether it is checked inside of a case of another one. Then the case that is to be replayed is not one of its own.
    pub(crate) is_inner: bool,
    pub(crate) source: Option<SourceCode>,
    /// The space of its cases, if it is known before they run.
    pub(crate) space: Option<Space>,
    /// Cases that are run before all others.
    pub(crate) pins: Vec<Pin>,
    pub(crate) config: Config,
    pub(crate) regressions: Regressions,
    /// Where to leave word for the next run; nowhere if the property has no name of its own.
    pub(crate) scratch: Option<Scratch>,
}

/// A failing case, as it was found.
pub(crate) struct Suspect {
    found: Found,
    choices: Choices,
    fault: Fault,
    /// Which of the random cases it is, if it is one.
    number: Option<u64>,
}

/// A run, as far as it got.
struct Session<'a> {
    job: &'a Job,
    values: &'a Values,
    evaluator: Metered<'a>,
    stream: Stream,
    /// Enumerated cases that take turns with random ones.
    beside: Option<Beside>,
    /// How many enumerated cases passed before the random ones.
    enumerated: u64,
    clock: Clock,
    statistics: Statistics,
    tally: Tally,
    coverage: Coverage,
    aim: Aim,
    /// How many random cases there were.
    random: u64,
    warnings: Vec<String>,
    reread: Vec<Reread>,
    failures: Vec<Failure>,
    /// The file with the texts of the failing cases in full.
    in_full: Option<PathBuf>,
}

/// Checks a property. A panic in here is a bug of ours, and is reported as one.
///
/// `isolated` makes an evaluator that runs cases in a child process, for a property whose last run never ended.
pub(crate) fn run(job: &Job, evaluator: &mut dyn Evaluator, isolated: Isolated<'_>) -> Report {
    let started = Instant::now();
    let values = job.config.values();
    let mut warnings: Vec<String> = job.config.warnings().iter().map(ToString::to_string).collect();
    warnings.extend(job.left_to_chance());
    let mut seed = values.seed.unwrap_or_else(fresh_seed);
    // A run that never ended died in one of its cases: they are run again where they can do no harm.
    let mut child = None;
    if let (None, Some(died)) = (&values.replay, job.seed_of_a_run_that_died()) {
        seed = died;
        child = isolated.map(|isolated| isolated());
        let place = if child.is_some() { ", in a child process" } else { "" };
        warnings.push(format!("the last run of this property never ended: its cases are run again{place}"));
    }
    let is_revived = child.is_some();
    let evaluator = match &mut child {
        Some(child) => &mut **child,
        None => evaluator,
    };
    let _underway = Underway::begin(Run {
        name: job.name.clone(),
        seed,
        replay: values.replay.clone(),
        is_test: job.source.as_ref().is_some_and(|source| !source.manifest_dir.is_empty()),
        source: job.source.clone(),
        can_be_isolated: isolated.is_some(),
        case: evaluator.case(),
    });
    let mut session = Session {
        job,
        values,
        evaluator: Metered::new(evaluator),
        stream: Stream { seed, max_size: values.size },
        beside: None,
        enumerated: 0,
        clock: Clock::new(&job.config),
        statistics: Statistics { guided: job.space.as_ref().is_some_and(Space::is_guided), ..Statistics::default() },
        tally: Tally::default(),
        coverage: Coverage::new(values.coverage_confidence),
        aim: Aim::default(),
        random: 0,
        warnings,
        reread: Vec::new(),
        failures: Vec::new(),
        in_full: None,
    };
    let verdict = match job.config.errors().first() {
        Some(error) => Verdict::Unknown(Problem::Usage { message: error.to_string(), place: None }),
        None => {
            let checked = catch_unwind(AssertUnwindSafe(|| {
                let verdict = session.check(is_revived);
                session.in_full = session.write_in_full();
                verdict
            }));
            checked.unwrap_or_else(|payload| {
                let message = Payload::new(payload).message();
                Verdict::Unknown(Problem::Bug(message.unwrap_or_else(|| "a panic without a message".into())))
            })
        }
    };
    hook::forget_those_of_cases();
    session.report(verdict, started.elapsed())
}

impl Job {
    /// What a strategy cannot follow, since only running it tells what it draws.
    fn left_to_chance(&self) -> Option<String> {
        let strategy = &self.config.values().strategy;
        let parts: Vec<&str> = self.space.iter().flat_map(Space::opaque_parts).collect();
        if strategy.is_random() || *strategy == Strategy::usual() || parts.is_empty() {
            return None;
        }
        let parts = parts.iter().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(", ");
        Some(format!(
            "the strategy {strategy} cannot plan what is known only by running it, which is drawn at random: {parts}"
        ))
    }

    fn seed_of_a_run_that_died(&self) -> Option<u64> {
        self.scratch.as_ref()?.died().iter().find_map(|run| run.trim().parse().ok())
    }
}

/// Makes an evaluator that runs cases in a child process, if that is possible.
pub(crate) type Isolated<'a> = Option<&'a dyn Fn() -> Box<dyn Evaluator + 'a>>;

impl Session<'_> {
    fn check(&mut self, is_revived: bool) -> Verdict {
        match &self.values.replay {
            Some(token) if !self.job.is_inner => return self.replay(token),
            _ => {}
        }
        let running = self.job.scratch.as_ref().map(|scratch| scratch.begin(&self.stream.seed.to_string()));
        if let Some(why) = running.as_ref().and_then(Running::problem) {
            self.warnings.push(format!("what this run leaves for the next one, should it die, cannot be kept: {why}"));
        }
        let verdict = self.search_and_settle();
        let died = self.failures.iter().any(|failure| failure.origin.ends_the_process());
        match running {
            // The case that ends the process is stored now and comes first: the next run, too, is to be in a child.
            Some(running) if is_revived && died => std::mem::forget(running),
            Some(running) => running.end(),
            None => {}
        }
        verdict
    }

    fn search_and_settle(&mut self) -> Verdict {
        match self.search() {
            // Inside of a case that is not to be shown it is enough that there is one: else nested checks would multiply.
            search::End::Found(suspect) if self.job.is_inner && !context::is_showing() => self.settle_unseen(suspect),
            search::End::Found(suspect) => self.settle(suspect),
            search::End::Nothing(verdict) => verdict,
        }
    }

    fn wants(&self, phase: Phase) -> bool {
        self.values.phases.contains(phase)
    }

    fn report(mut self, verdict: Verdict, total: Duration) -> Report {
        self.statistics.charts = self.tally.charts();
        self.statistics.covered = self.coverage.states();
        self.statistics.scores = self.aim.scores();
        let efforts = Efforts { total, ..self.evaluator.efforts() };
        Report {
            property: self.job.name.clone(),
            test: self.job.test.clone(),
            source: self.job.source.clone(),
            verdict,
            failures: self.failures,
            in_full: self.in_full,
            statistics: self.statistics,
            settings: self.job.config.settings(),
            seed: self.stream.seed,
            efforts,
            warnings: self.warnings,
            reread: self.reread,
        }
    }
}

/// A seed that no other run has: hash maps are seeded with it too.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}
