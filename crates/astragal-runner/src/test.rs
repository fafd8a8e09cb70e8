//! Checks a property as a test: loads the settings, prints the report, and panics unless it passes.

use std::cell::RefCell;
use std::panic::Location;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use astragal_core::{Draw, Space};

use crate::config::{self, Config};
use crate::coverage;
use crate::evaluate::{AsyncBody, Evaluator, Local, Make, Parallel, connected};
use crate::parameter::Parameters;
use crate::property::case::Immediate;
use crate::property::context;
use crate::property::{Argument, Body, Case, Drawing, Outcome, Shown, Target, plans_of};
use crate::protocol::{Asked, CHILD, Description, Isolated, SettingInForce, Subject, Turn, is_lost, turn};
use crate::report::SourceCode;
use crate::runner::{self, Job, Pin};
use crate::store::{Regressions, Scratch, WeightsFile};

/// Checks a property that draws while it runs, as a test: it panics unless the property passes.
///
/// ```
/// use astragal::prelude::*;
///
/// astragal::check(|t| {
///     let list = t.draw(any::<Vec<i32>>());
///     let at = t.draw(0..=list.len());
///     let (front, back) = list.split_at(at);
///     assert_eq!([front, back].concat(), list);
/// });
/// ```
#[track_caller]
pub fn check<P, R>(property: P)
where
    P: Fn(&mut Case<'_>) -> R,
    R: Outcome,
{
    check_with(|config| config, property);
}

/// Like [`check`], with settings.
///
/// With `isolated`, a child process of the same program runs the cases. It runs the test up to this call, so the code before it
/// runs in each such process.
///
/// ```
/// use astragal::prelude::*;
///
/// astragal::check_with(|config| config.cases(50), |t| {
///     let n = t.draw(any::<u8>());
///     assert!(n.checked_sub(n) == Some(0));
/// });
/// ```
#[track_caller]
pub fn check_with<P, R>(configure: impl FnOnce(Config) -> Config, property: P)
where
    P: Fn(&mut Case<'_>) -> R,
    R: Outcome,
{
    let place = Location::caller();
    let manifest_dir = manifest_dir();
    // A closure is named after the function in which it is written, which is the test.
    let name = std::any::type_name::<P>().trim_end_matches("::{{closure}}").to_string();
    let (file, line, package) = (place.file(), place.line(), package());
    let source = SourceCode { file, manifest_dir, package, first_line: line, last_line: line };
    let config = Config::load(manifest_dir).merge(&configure(Config::new())).drawing_by_weights(&source, &name);
    let address = numbered(format!("{name}:{}", place.line()));
    // The harness names the thread after the test, unless it has only one. The closure may be in a function of its own.
    let test = std::thread::current().name().filter(|name| *name != "main").map(ToString::to_string);
    let job = Job {
        test: test.clone(),
        is_inner: false,
        regressions: config.values().regressions_of(&source, &name),
        scratch: Some(Scratch::for_property(&format!("{name}:{} in {manifest_dir}", place.line()))),
        source: Some(source),
        doc: "",
        space: None,
        pins: Vec::new(),
        parameters: Parameters::new(config.parameters().clone()),
        config,
        name,
    };
    let strategy = job.config.values().strategy.clone();
    let parameters = job.parameters.clone();
    parameters.within(|| {
        run_test(job, &address, test, &Immediate { property: &property, strategy }, None, &[], false);
    });
}

/// The same address with a number, from the second time on that this thread comes to it.
fn numbered(address: String) -> String {
    thread_local! {
        static TIMES: RefCell<Vec<(String, u32)>> = const { RefCell::new(Vec::new()) };
    }
    let times = TIMES.with_borrow_mut(|times| match times.iter_mut().find(|(known, _)| *known == address) {
        Some((_, times)) => {
            *times += 1;
            *times
        }
        None => {
            times.push((address.clone(), 1));
            1
        }
    });
    if times == 1 { address } else { format!("{address}#{times}") }
}

/// The directory of the package under test, which cargo and nextest tell.
fn manifest_dir() -> &'static str {
    static DIRECTORY: OnceLock<String> = OnceLock::new();
    DIRECTORY.get_or_init(|| std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into()))
}

/// The name of the package under test; see [`manifest_dir`].
fn package() -> &'static str {
    static PACKAGE: OnceLock<String> = OnceLock::new();
    PACKAGE.get_or_init(|| std::env::var("CARGO_PKG_NAME").unwrap_or_default())
}

/// The body of the test that `#[property]` makes of a function.
pub fn run_property<G, P, R>(
    target: &'static Target,
    configure: impl FnOnce(Config) -> Config,
    generator: impl Fn() -> G + Sync,
    property: P,
    show: impl Fn(&G::Value, &mut Shown) + Sync,
    examples: &[&(dyn Fn() -> G::Value + Sync)],
) where
    G: Draw,
    P: Fn(G::Value) -> R + Sync,
    R: Outcome,
{
    let examples: Vec<&dyn Fn() -> G::Value> =
        examples.iter().map(|example| *example as &dyn Fn() -> G::Value).collect();
    let config = Config::load(target.manifest_dir)
        .merge(&configure(Config::new()))
        .drawing_by_weights(&target.source(), target.path);
    let job = Job::of(target, config);
    let parameters = job.parameters.clone();
    parameters.within(|| run_drawing(job, target, &generator, &property, &show, &examples));
}

/// Runs a property whose arguments are drawn before it.
fn run_drawing<G, P, R>(
    job: Job,
    target: &'static Target,
    generator: &(impl Fn() -> G + Sync),
    property: &P,
    show: &(impl Fn(&G::Value, &mut Shown) + Sync),
    examples: &[&dyn Fn() -> G::Value],
) where
    G: Draw,
    P: Fn(G::Value) -> R + Sync,
    R: Outcome,
{
    let strategy = job.config.values().strategy.clone();
    let drawing = |examples| Drawing {
        arguments: target.arguments,
        plans: plans_of(&strategy, &generator()),
        generator: generator(),
        property,
        show,
        examples,
    };
    let body = drawing(examples);
    let make = || -> Box<dyn Body + '_> { Box::new(drawing(&[])) };
    let job = Job { space: body.space(), ..job };
    run_test(job, target.path, Some(target.test().into()), &body, Some(&make), target.arguments, target.should_panic);
}

/// The body of the test that `#[property]` makes of an async function. It is awaited by the test that the user's runtime runs.
pub async fn run_property_async<G, P, F, R>(
    target: &'static Target,
    configure: impl FnOnce(Config) -> Config,
    generator: impl Fn() -> G,
    property: P,
    show: impl Fn(&G::Value, &mut Shown),
    examples: &[&(dyn Fn() -> G::Value + Sync)],
) where
    G: Draw,
    P: Fn(G::Value) -> F,
    F: Future<Output = R>,
    R: Outcome,
{
    let asked = match turn(target.path) {
        Turn::Check => None,
        Turn::Pass => return,
        Turn::Answer(asked) => Some(asked),
    };
    let examples: Vec<&dyn Fn() -> G::Value> =
        examples.iter().map(|example| *example as &dyn Fn() -> G::Value).collect();
    let config = Config::load(target.manifest_dir)
        .merge(&configure(Config::new()))
        .drawing_by_weights(&target.source(), target.path);
    let values = config.values().clone();
    let mut config = config;
    config.reject_lost_process();
    let job = Job::of(target, config);
    let parameters = job.parameters.clone();
    let (space, plans) = parameters.within(|| (generator().space(), plans_of(&values.strategy, &generator())));
    let job = Job { space: Some(space), ..job };
    let body = AsyncBody {
        arguments: target.arguments,
        generator: parameters.within(&generator),
        property,
        show,
        examples: &examples,
        plans,
        parameters,
    };
    let (mut remote, task) = connected(examples.len());
    let name = std::thread::current().name().unwrap_or("astragal").to_string();
    let runner = std::thread::Builder::new().name(name).spawn(move || match asked {
        None => Some(runner::run(&job, &mut remote, None, &[])),
        Some(asked) => {
            job.answer(asked, target, &mut remote);
            None
        }
    });
    match runner {
        Ok(runner) => {
            task.serve(&body).await;
            match runner.join() {
                Ok(report) => report.iter().for_each(|report| runner::finish(report, &values, target.should_panic)),
                Err(payload) => std::panic::resume_unwind(payload),
            }
        }
        Err(error) => panic!("a thread for the runner of `{}` cannot be started: {error}", target.path),
    }
}

/// How long a case may take after a run that never ended, unless the settings say so.
const REVIVED: Duration = Duration::from_secs(10);

/// Runs a property where the settings want it: here, on threads if there is a way to make it for them, or in a child process,
/// which knows it by its address and comes to it by running a test.
fn run_test(
    mut job: Job,
    address: &str,
    test: Option<String>,
    body: &dyn Body,
    make: Option<Make<'_>>,
    arguments: &[Argument],
    should_panic: bool,
) {
    match turn(address) {
        Turn::Check => {}
        Turn::Pass => return,
        Turn::Answer(asked) => {
            let values = job.config.values();
            let isolated = || Isolated::new(address.into(), test.clone(), body, values.timeout, values.memory);
            let describe = || job.describe(test.clone(), arguments, body.examples());
            let subject = Subject { describe: &describe, values, isolated: values.isolated.then_some(&isolated) };
            return asked.answer(&subject, body);
        }
    }
    job.config.reject_lost_process();
    if context::is_running() {
        // A failure inside of a case of another property is not kept: that case is.
        (job.regressions, job.scratch, job.is_inner) = (Regressions::off(), None, true);
    }
    let values = job.config.values();
    let isolated = |timeout| Isolated::new(address.into(), test.clone(), body, timeout, values.memory);
    let mut evaluator: Box<dyn Evaluator> = match (make, values.threads) {
        _ if values.isolated => Box::new(isolated(values.timeout)),
        // What is counted of a case is counted of the whole process.
        (Some(make), threads @ 2..) if !coverage::is_on() => Box::new(Parallel::new(make, threads)),
        _ => Box::new(Local::new(body)),
    };
    // A run that never ended may have hung.
    let revive = || Box::new(isolated(values.timeout.or(Some(REVIVED)))) as Box<dyn Evaluator>;
    let report = runner::run(&job, &mut *evaluator, Some(&revive), &[]);
    drop(evaluator);
    runner::finish(&report, values, should_panic);
}

impl Config {
    /// A process that was told that a runner has started it, and cannot reach that, checks nothing.
    fn reject_lost_process(&mut self) {
        if let Some(why) = is_lost() {
            self.reject_variable(CHILD, why.into());
        }
    }
}

impl Job {
    fn of(target: &Target, config: Config) -> Job {
        let source = target.source();
        let place = format!("{}:{}", target.file, target.first_line);
        Job {
            name: target.path.into(),
            test: None,
            is_inner: false,
            // An expected failure is not a regression.
            regressions: match target.should_panic {
                true => Regressions::off(),
                false => config.values().regressions_of(&source, target.path),
            },
            // Packages that share a target directory may have properties of the same path.
            scratch: Some(Scratch::for_property(&format!("{} in {}", target.path, target.manifest_dir))),
            source: Some(source),
            doc: target.doc,
            space: None,
            pins: target.pins.iter().map(|pin| Pin::Token((*pin).into(), place.clone())).collect(),
            parameters: Parameters::new(config.parameters().clone()),
            config,
        }
    }
}

impl Job {
    /// Answers about a property that an evaluator runs.
    fn answer(&self, asked: Asked, target: &Target, evaluator: &mut dyn Evaluator) {
        let examples = evaluator.examples();
        let describe = || self.describe(Some(target.test().into()), target.arguments, examples);
        let subject = Subject { describe: &describe, values: self.config.values(), isolated: None };
        self.parameters.within(|| asked.answer_with(&subject, evaluator));
    }

    fn describe(&self, test: Option<String>, arguments: &[Argument], examples: usize) -> Description {
        let source = self.source.clone().unwrap_or_default();
        let setting = |setting: config::Setting| SettingInForce {
            name: setting.name.into(),
            value: setting.value,
            origin: setting.origin.to_string(),
        };
        Description {
            name: self.name.clone(),
            test,
            file: source.file.into(),
            first_line: source.first_line,
            last_line: source.last_line,
            package: source.package.into(),
            manifest_dir: source.manifest_dir.into(),
            doc: self.doc.into(),
            arguments: arguments.iter().map(|argument| argument.name.into()).collect(),
            types: arguments.iter().map(|argument| argument.ty.into()).collect(),
            generators: arguments.iter().map(|argument| argument.generator.into()).collect(),
            shape: self.space.as_ref().map(Space::outline),
            is_closed: self.space.as_ref().is_some_and(|space| space.opaque_parts().next().is_none()),
            most_cases: self.space.as_ref().and_then(Space::most_values),
            examples,
            settings: self.config.settings().into_iter().map(setting).collect(),
            parameters: self.parameters.all(),
            problem: self.config.errors().first().map(ToString::to_string),
        }
    }
}

impl Config {
    /// With the weights of a property, if it has any.
    fn drawing_by_weights(mut self, source: &SourceCode, property: &str) -> Config {
        let file = match &self.values().weights {
            config::Folder::Beside => WeightsFile::beside(source.file, source.manifest_dir, property),
            config::Folder::Directory(directory) => {
                WeightsFile::in_directory(Path::new(source.manifest_dir).join(directory), property)
            }
            _ => WeightsFile::off(),
        };
        if let Some(path) = file.path() {
            self.draw_by_weights(path, file.read());
        }
        self
    }
}

impl config::Values {
    /// Where the failing cases of a property are stored.
    pub(crate) fn regressions_of(&self, source: &SourceCode, property: &str) -> Regressions {
        match &self.regressions {
            config::Folder::Beside => Regressions::beside(source.file, source.manifest_dir, property),
            config::Folder::Directory(directory) => {
                Regressions::in_directory(Path::new(source.manifest_dir).join(directory), property)
            }
            _ => Regressions::off(),
        }
    }
}
