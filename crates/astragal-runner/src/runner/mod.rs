//! Checks a property: searches for a failing case, shrinks it, explains it, and returns a report.
//!
//! A [search](search::search) asks the [case sources](cases) what to try next and has an [evaluator](crate::evaluate) run it;
//! for each bug found, [settling](settle::Settling) confirms, shrinks and explains a failing case. A [bench](bench::Bench) is what both
//! work with, [progress](progress::Progress) is what the search has come to.

mod bench;
mod cases;
mod clock;
mod doubt;
mod effort;
mod explain;
mod finish;
mod full;
mod interrupt;
mod judge;
mod lines;
mod others;
mod progress;
mod search;
mod settle;
mod smaller;
mod tally;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use astragal_core::{Choices, Space, Strategy};

use crate::config::{self, Config};
use crate::coverage::{self, Order};
use crate::evaluate::{Evaluator, Fault, Stream};
use crate::log::{Log, Subject};
use crate::observe::{Observer, Observers, RunStart, Selection, SharedObserver};
use crate::parameter::Parameters;
use crate::property::underway::{Run, Underway};
use crate::property::{context, hook};
use crate::report::{Efforts, Failure, Found, Payload, Problem, Report, SourceCode, Verdict};
use crate::store::{Regressions, Running, Scratch};
use bench::Bench;
pub(crate) use cases::Pin;
use clock::Clock;
use effort::Metered;
pub(crate) use finish::finish;
use progress::Progress;
use settle::Settling;
pub(crate) use smaller::smallest;
use tally::RunTally;

/// A property to be checked.
pub(crate) struct Job {
    /// Its name: the path of its function.
    pub(crate) name: String,
    /// The name of the thread that runs it, which the harness names after the test, if the property may be elsewhere.
    pub(crate) test: Option<String>,
    /// Whether it is checked inside of a case of another one. Then the case that is to be replayed is not one of its own.
    pub(crate) is_inner: bool,
    pub(crate) source: Option<SourceCode>,
    /// Its doc comment.
    pub(crate) doc: &'static str,
    /// The space of its cases, if it is known before they run.
    pub(crate) space: Option<Space>,
    /// Cases that are run before all others.
    pub(crate) pins: Vec<Pin>,
    pub(crate) config: Config,
    /// Its parameters, which generators declare while they are described and drawn from.
    pub(crate) parameters: Arc<Parameters>,
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

/// Checks a property. A panic in here is a bug of ours, and is reported as one.
///
/// `isolated` makes an evaluator that runs cases in a child process, for a property whose last run never ended. The observers are
/// those of this run alone.
pub(crate) fn run(
    job: &Job,
    evaluator: &mut dyn Evaluator,
    isolated: Isolated<'_>,
    observers: &[SharedObserver],
) -> Report {
    job.parameters.within(|| run_within(job, evaluator, isolated, observers))
}

/// The same, on a thread on which the parameters of the run are in force.
fn run_within(
    job: &Job,
    evaluator: &mut dyn Evaluator,
    isolated: Isolated<'_>,
    observers: &[SharedObserver],
) -> Report {
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
        warnings.push(format!("the last run of this property did not finish: its cases are run again{place}"));
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
        cases: evaluator.cases(),
    });
    let settings = job.config.settings();
    let start = RunStart::new(&job.name, seed, &settings);
    let mut observers = Observers::begin(observers, job.log(&start), &start, job.is_inner);
    let mut bench = Bench {
        job,
        values,
        evaluator: Metered::new(evaluator),
        stream: Stream { seed, max_size: values.size },
        clock: Clock::new(&job.config),
        warnings,
        reread: Vec::new(),
    };
    let order = job.order();
    let turn = coverage::turn(order);
    if !observers.is_empty() {
        bench.evaluator.observe(observers.want_values);
    }
    if turn.counts() {
        bench.evaluator.tally_lines();
        bench.warnings.extend(coverage::problem().map(|why| format!("the lines that cases ran are not known: {why}")));
    } else if coverage::is_on() && order != Order::Inner {
        let why = "another property was checked at the same time: run the tests with `--test-threads=1`";
        bench.warnings.push(format!("the lines that cases ran were not counted, because {why}"));
    }
    let is_guided = job.space.as_ref().is_some_and(Space::is_guided);
    let mut progress = Progress::new(RunTally::new(values.coverage_confidence, is_guided), values.cases);
    let (mut failures, mut in_full) = (Vec::new(), None);
    let mut verdict = match job.config.errors().first() {
        Some(error) => Verdict::Unknown(Problem::Usage { message: error.to_string(), place: None }),
        None => {
            let checked = catch_unwind(AssertUnwindSafe(|| {
                let verdict = check(&mut bench, &mut progress, &mut observers, &mut failures, is_revived);
                in_full = full::write_in_full(&mut bench, &failures);
                verdict
            }));
            checked.unwrap_or_else(|payload| {
                let message = Payload::new(payload).message();
                Verdict::Unknown(Problem::Bug(message.unwrap_or_else(|| "a panic without a message".into())))
            })
        }
    };
    hook::forget_those_of_cases();
    let Bench { mut evaluator, mut warnings, reread, .. } = bench;
    // A replayed case need not come to all of them.
    if let (Some(problem), None) = (job.parameters.undeclared(), &values.replay) {
        match &verdict {
            Verdict::Unknown(_) => {}
            verdict if !verdict.is_pass() => warnings.push(problem),
            _ => verdict = Verdict::Unknown(Problem::Usage { message: problem, place: None }),
        }
    }
    if let Some(lines) = evaluator.take_lines() {
        failures.iter_mut().for_each(|failure| failure.lines = lines.of(failure));
        warnings.extend(lines.warning().filter(|_| coverage::problem().is_none()));
    }
    let mut report = Report {
        property: job.name.clone(),
        test: job.test.clone(),
        source: job.source.clone(),
        verdict,
        failures,
        in_full,
        statistics: progress.tally.finish(),
        settings,
        parameters: job.parameters.all(),
        seed,
        efforts: Efforts { total: started.elapsed(), ..evaluator.efforts() },
        warnings,
        reread,
    };
    let warnings = observers.end(&report);
    report.warnings.extend(warnings);
    report
}

impl Job {
    /// The log of this run, if the settings want one. A check inside a case is a part of that case.
    fn log(&self, run: &RunStart<'_>) -> Option<(Box<dyn Observer>, Selection)> {
        let (source, values) = (self.source.clone().unwrap_or_default(), self.config.values());
        let folder = match &values.log {
            config::Log::On => None,
            config::Log::Directory(folder) => Some(Path::new(source.manifest_dir).join(folder)),
            _ => return None,
        };
        if self.is_inner || context::is_running() {
            return None;
        }
        // The path begins with the name of the crate, of which a test harness knows nothing.
        let path = self.name.split_once("::").filter(|_| !source.manifest_dir.is_empty());
        let test = self.test.clone().or_else(|| path.map(|(_crate, test)| test.into()));
        let outline = self.space.as_ref().map(Space::outline);
        let selection = crate::log::selection(values.log_cases, values.cases, run.seed);
        let subject = Subject { folder, test, doc: self.doc, outline, parameters: self.parameters.clone() };
        Some((Box::new(Log::new(subject, run, selection)), selection))
    }

    /// What a strategy cannot follow, since only running it tells what it draws.
    fn left_to_chance(&self) -> Option<String> {
        let strategy = &self.config.values().strategy;
        let parts: Vec<&str> = self.space.as_ref().map_or_else(Vec::new, |space| space.opaque_parts().collect());
        if strategy.is_random() || *strategy == Strategy::usual() || parts.is_empty() {
            return None;
        }
        let parts = parts.iter().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(", ");
        Some(format!("the strategy {strategy} cannot plan opaque parts; they are drawn at random: {parts}"))
    }

    /// When it counts lines, if the program does. On the thread of a test no other run can wait for it.
    fn order(&self) -> Order {
        let thread = std::thread::current();
        let is_test = |name: &str| name == "main" || self.test.as_deref() == Some(name) || self.name.ends_with(name);
        match thread.name() {
            _ if self.is_inner || context::is_running() => Order::Inner,
            Some(name) if is_test(name) => Order::Waits,
            _ => Order::IfFree,
        }
    }

    fn seed_of_a_run_that_died(&self) -> Option<u64> {
        self.scratch.as_ref()?.died().iter().find_map(|run| run.trim().parse().ok())
    }
}

/// Makes an evaluator that runs cases in a child process, if that is possible.
pub(crate) type Isolated<'a> = Option<&'a dyn Fn() -> Box<dyn Evaluator + 'a>>;

/// Looks for a failing case, and settles it.
fn check(
    bench: &mut Bench<'_>,
    progress: &mut Progress,
    observers: &mut Observers,
    failures: &mut Vec<Failure>,
    is_revived: bool,
) -> Verdict {
    let replay = bench.values.replay.as_ref().filter(|_| !bench.job.is_inner);
    let running = match replay {
        Some(_) => None,
        None => bench.job.scratch.as_ref().map(|scratch| scratch.begin(&bench.stream.seed.to_string())),
    };
    if let Some(why) = running.as_ref().and_then(Running::problem) {
        bench.warnings.push(format!(
            "if this run dies, the next one cannot replay it, because its seed cannot be written: {why}"
        ));
    }
    let sources = match replay {
        Some(token) => cases::replayed(token),
        None => cases::sources(bench),
    };
    let end = search::search(bench, progress, observers, sources);
    let verdict = Settling { bench, progress, observers, failures }.conclude(end);
    let died = failures.iter().any(|failure| failure.origin.ends_the_process());
    match running {
        // The case that ends the process is stored now and comes first: the next run, too, is to be in a child.
        Some(running) if is_revived && died => std::mem::forget(running),
        Some(running) => running.end(),
        None => {}
    }
    verdict
}

/// A seed that no other run has: hash maps are seeded with it too.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}
