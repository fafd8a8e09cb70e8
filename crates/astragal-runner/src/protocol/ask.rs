//! The client: starts a test binary and asks about the properties that it comes to.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use astragal_core::Choices;

use super::channel::ANY;
use super::description::Description;
use super::error::Error;
use super::hearing::{hear_case, unheard};
use super::process::{Limits, Servant, Unanswered};
use super::reply::Reply;
use super::request::Request;
use crate::evaluate::{Ended, Evaluation};
use crate::observe::Word;
use crate::report::{Origin, Problem, Sample, ShrinkRun};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to reach a property.
const REACH: Duration = Duration::from_secs(600);
/// How many bytes a message may have.
const MOST_BYTES: u64 = 1 << 26;

/// A test binary that is to be asked about its properties. See [`protocol`](super).
#[derive(Clone, Debug)]
pub struct Binary {
    program: PathBuf,
    tests: Vec<String>,
    arguments: Option<Vec<OsString>>,
    environment: Vec<(OsString, OsString)>,
    reach: Duration,
    patience: Duration,
    most_bytes: u64,
}

impl Binary {
    /// A test binary: `cargo test --no-run` says where it is. All tests in it are run that are not ignored.
    pub fn new(program: impl Into<PathBuf>) -> Binary {
        Binary {
            program: program.into(),
            tests: Vec::new(),
            arguments: None,
            environment: Vec::new(),
            reach: REACH,
            patience: PATIENCE,
            most_bytes: MOST_BYTES,
        }
    }

    /// Runs only the test of this name, ignored or not. If it is called several times, each of these.
    #[must_use]
    pub fn test(mut self, name: impl Into<String>) -> Binary {
        self.tests.push(name.into());
        self
    }

    /// Starts it with these arguments, and none of those that a test harness of Rust takes.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Binary {
        self.arguments = Some(arguments.into_iter().map(Into::into).collect());
        self
    }

    /// Sets a variable in its environment, such as a setting: `env("ASTRAGAL_SIZE", "10")`.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Binary {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// How long it may take to reach a property, with the tests that are run on the way: ten minutes, unless this says otherwise.
    /// After that it is killed.
    #[must_use]
    pub fn reach(mut self, limit: Duration) -> Binary {
        self.reach = limit;
        self
    }

    /// How long an answer may take, or a step of shrinking: a minute, unless this says otherwise. After that the process is
    /// killed.
    #[must_use]
    pub fn patience(mut self, limit: Duration) -> Binary {
        self.patience = limit;
        self
    }

    /// How many bytes a message may have, in both directions: 64 MiB, unless this says otherwise.
    #[must_use]
    pub fn most_bytes(mut self, most_bytes: u64) -> Binary {
        self.most_bytes = most_bytes;
        self
    }

    /// Starts it, and waits until it comes to a property or ends.
    pub fn start(&self) -> Result<Asking, Error> {
        let mut command = Command::new(&self.program);
        match &self.arguments {
            Some(arguments) => _ = command.args(arguments),
            None => {
                command.args(&self.tests).args(["--test-threads=1", "--nocapture"]);
                if !self.tests.is_empty() {
                    command.args(["--exact", "--include-ignored"]);
                }
            }
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let limits =
            Limits { reach: Some(self.reach), time: Some(self.patience), memory: None, most_bytes: self.most_bytes };
        match Servant::start(command, ANY, limits).map_err(Error::Start)? {
            Ok(servant) => Ok(Asking { servant: Some(servant), is_at_a_property: false, has_finished: false }),
            Err(Unanswered::Died(_, status)) if is_end_of_tests(status) => {
                Ok(Asking { servant: None, is_at_a_property: false, has_finished: true })
            }
            Err(unanswered) => Err(unanswered.into()),
        }
    }
}

/// Whether a test harness has ended the process, whatever its tests came to.
fn is_end_of_tests(status: Option<ExitStatus>) -> bool {
    matches!(status.and_then(|status| status.code()), Some(0 | 101))
}

/// A process of a test binary, which stops at each property. It ends when this is dropped.
pub struct Asking {
    /// Nothing after its end.
    servant: Option<Servant>,
    is_at_a_property: bool,
    /// Whether it came to its end by itself: then there are no more properties.
    has_finished: bool,
}

impl Asking {
    /// Leaves the property that the process is at, and goes on to the next one. There is none when the test harness has ended.
    ///
    /// After a process died or was killed at a property, others may be left: that is an [error](Error::Over).
    pub fn next_property(&mut self) -> Result<Option<Property<'_>>, Error> {
        let Some(servant) = &mut self.servant else {
            return if self.has_finished { Ok(None) } else { Err(Error::Over) };
        };
        if std::mem::replace(&mut self.is_at_a_property, false) {
            servant.order(&Request::Leave);
        }
        loop {
            match servant.hear_arrival() {
                Ok(Reply::Here(name)) => {
                    self.is_at_a_property = true;
                    return Ok(Some(Property { asking: self, name }));
                }
                // The rest of an answer that was not waited for.
                Ok(_) => {}
                Err(unanswered) => {
                    self.servant = None;
                    return match unanswered {
                        Unanswered::Died(_, status) if is_end_of_tests(status) => {
                            self.has_finished = true;
                            Ok(None)
                        }
                        unanswered => Err(unanswered.into()),
                    };
                }
            }
        }
    }
}

impl std::fmt::Debug for Asking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asking").field("has_ended", &self.servant.is_none()).finish_non_exhaustive()
    }
}

/// A property that a process is at.
#[derive(Debug)]
pub struct Property<'a> {
    asking: &'a mut Asking,
    name: String,
}

/// A case that was run, or only drawn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ran {
    /// How it ended.
    pub outcome: CaseOutcome,
    /// Its choices, its values and its notes.
    pub sample: Sample,
    /// What `collect!`, `classify!`, `cover!` and `target!` said, in order.
    pub words: Vec<Word>,
}

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseOutcome {
    /// The property held.
    Passed,
    /// A filter or an `assume!` rejected the case.
    Rejected,
    /// The case was drawn, and the property was not run on it.
    Drawn,
    /// The property failed. If the process died of it, that is the origin, and nothing more can be asked.
    Failed {
        /// Where and how.
        origin: Origin,
        /// What the panic or the error said.
        message: String,
        /// The backtrace, if backtraces are switched on.
        backtrace: Option<String>,
    },
    /// Nothing can be said about the case.
    Unknown(Problem),
}

/// The result of shrinking.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shrunk {
    /// The minimal case, which was run again at the end.
    pub ran: Ran,
    /// How it was made smaller; nothing if the given case does not fail, or if the process died meanwhile. In the latter case the
    /// smallest case is the smallest until then.
    pub shrinking: Option<ShrinkRun>,
}

impl Property<'_> {
    /// Its name, unique in the test binary: the path of its function, or for a call of `check` the function and the
    /// line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description of it, and of how it would be checked.
    pub fn describe(&mut self) -> Result<Description, Error> {
        let servant = self.ask(&Request::Describe)?;
        loop {
            match servant.hear_in_time() {
                Ok(Reply::Property(description)) => return Ok(*description),
                Ok(_) => {}
                Err(unanswered) => return Err(self.end(unanswered)),
            }
        }
    }

    /// Runs it on the case of these choices, and shows that.
    pub fn run(&mut self, choices: &Choices) -> Result<Ran, Error> {
        self.ask(&Request::Choices(choices.clone(), true))?;
        self.hear(choices, false).map(|(ran, _)| ran)
    }

    /// Runs it on an explicit example, counted from 0, and shows that.
    pub fn run_example(&mut self, index: usize) -> Result<Ran, Error> {
        self.ask(&Request::Example(index, true))?;
        self.hear(&Choices::default(), false).map(|(ran, _)| ran)
    }

    /// Draws samples at a size: the first from this seed, the next from the one after it.
    ///
    /// Unless a strategy plans them (the setting `strategy`), they are what [`sample`](astragal_core::Draw::sample) draws. The property
    /// is not run on them, unless it draws while it runs.
    pub fn sample(&mut self, seed: u64, count: u64, size: u32) -> Result<Vec<Ran>, Error> {
        self.ask(&Request::Sample { seed, count, size })?;
        let mut samples = Vec::new();
        while (samples.len() as u64) < count {
            let (ran, _) = self.hear(&Choices::default(), false)?;
            samples.push(ran);
            if self.asking.servant.is_none() {
                break;
            }
        }
        Ok(samples)
    }

    /// Shrinks a failing case as the runner would, within the limits of its settings.
    ///
    /// A candidate that ends the process ends the shrinking too, unless the property is `isolated`.
    pub fn shrink(&mut self, choices: &Choices) -> Result<Shrunk, Error> {
        self.ask(&Request::Shrink(choices.clone()))?;
        self.hear(choices, true).map(|(ran, shrinking)| Shrunk { ran, shrinking })
    }

    fn ask(&mut self, request: &Request) -> Result<&mut Servant, Error> {
        let servant = self.asking.servant.as_mut().ok_or(Error::Over)?;
        servant.order(request);
        Ok(servant)
    }

    /// Hears about a case. A death is how it ended.
    fn hear(&mut self, choices: &Choices, is_long: bool) -> Result<(Ran, Option<ShrinkRun>), Error> {
        let servant = self.asking.servant.as_mut().ok_or(Error::Over)?;
        let limits = servant.limits();
        let deadline = limits.deadline();
        let deadline = || if is_long { limits.deadline() } else { deadline };
        let mut evaluation = unheard(choices.clone());
        match hear_case(servant, &deadline, &mut |_| true, false, &mut evaluation) {
            Ok(shrinking) => Ok((ran(evaluation), shrinking)),
            Err(Unanswered::Died(fault, _) | Unanswered::Late(fault)) => {
                self.asking.servant = None;
                evaluation.ended = Ended::Failed(Box::new(fault));
                Ok((ran(evaluation), None))
            }
            Err(unanswered) => Err(self.end(unanswered)),
        }
    }

    fn end(&mut self, unanswered: Unanswered) -> Error {
        if !matches!(unanswered, Unanswered::Misunderstood(_)) {
            self.asking.servant = None;
        }
        unanswered.into()
    }
}

fn ran(evaluation: Evaluation) -> Ran {
    let Evaluation { ended, choices, problem, drawn, notes, said, .. } = evaluation;
    let words = said.map(|said| said.kept).unwrap_or_default();
    let outcome = match (problem, ended) {
        (Some(problem), _) => CaseOutcome::Unknown(problem),
        (None, Ended::Passed) => CaseOutcome::Passed,
        (None, Ended::Rejected) => CaseOutcome::Rejected,
        (None, Ended::Skipped) => CaseOutcome::Drawn,
        (None, Ended::Failed(fault)) => {
            CaseOutcome::Failed { origin: fault.origin, message: fault.message, backtrace: fault.backtrace }
        }
    };
    Ran { outcome, sample: Sample { choices, drawn, notes, ..Sample::default() }, words }
}
