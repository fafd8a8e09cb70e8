//! Runs cases in a child process: whatever they do to it is a failure like any other.
//!
//! The child is this very program, told to run the one test and there to take orders. It is started again whenever it
//! died. An abort, a stack overflow, an exit of any kind, a case that takes too long or too much memory: the runner knows which
//! case it was, since the child says what it is about to do before it does it, and each choice before the generator goes on.
//!
//! It runs no property but the one it was started for. Where panics abort, and where two panics at once end it, it says how the case failed
//! before it dies.

use std::ops::Range;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use astragal_core::Choices;

use super::hearing::{hear_case, heard_parameter, unheard};
use super::process::{Deadline, Limits, Servant, run_only};
use super::reply::Reply;
use super::request::Request;
use crate::evaluate::{Ended, Evaluation, Evaluator, Fault, Input, Known, Stream, Swept, Worth};
use crate::property::Body;
use crate::property::context::Said;
use crate::property::underway::Numbers;
use crate::report::{Problem, StrayPanic};

/// How many bytes a message may have: more than the text of the most choices that a case may make.
const MOST_BYTES: u64 = 1 << 30;

/// See the module.
pub(crate) struct Isolated {
    /// What tells the property from all others.
    address: String,
    /// The test that checks it, if that is known. If not, the child does all that this program was told to do.
    test: Option<String>,
    examples: usize,
    /// Whether all is drawn before the property runs.
    draws_first: bool,
    limits: Limits,
    child: Option<Servant>,
    /// Whether there are observers, and whether they want the values of each case.
    observed: Option<bool>,
    /// The number of the case that runs; from the other end for those that are run alone.
    case: Arc<AtomicU64>,
    alone: u64,
}

impl Isolated {
    pub(crate) fn new(
        address: String,
        test: Option<String>,
        body: &dyn Body,
        time: Option<Duration>,
        memory: Option<u64>,
    ) -> Isolated {
        let (examples, draws_first) = (body.examples(), body.draws_first());
        Isolated {
            address,
            test,
            examples,
            draws_first,
            limits: Limits { reach: None, time, memory, most_bytes: MOST_BYTES },
            child: None,
            observed: None,
            case: Arc::default(),
            alone: 0,
        }
    }

    fn command(&self) -> std::io::Result<Command> {
        let program = std::env::current_exe()?;
        let mut command = match self.limits.memory {
            Some(bytes) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &(bytes / 1024).to_string()]).arg(program);
                shell
            }
            _ => Command::new(program),
        };
        match &self.test {
            Some(test) => run_only(test, &mut command),
            None => _ = command.args(std::env::args_os().skip(1)),
        }
        Ok(command)
    }

    /// Sends an order, to a new child if need be.
    fn order(&mut self, request: &Request) -> Result<(), Problem> {
        if self.child.is_none() {
            let cannot = |error| Problem::Usage {
                message: format!("the child process for isolated cases cannot be started: {error}"),
                place: None,
            };
            let started = self
                .command()
                .and_then(|command| Servant::start(command, &self.address, self.limits))
                .map_err(cannot)?;
            // The time it takes to start is not the time of a case, and to die before is not to die of one.
            let ready = started.and_then(|mut servant| servant.hear_arrival().map(|_| servant));
            self.child = Some(ready.map_err(|unanswered| {
                let fault = unanswered.into_fault();
                let message = format!(
                    "the child process for isolated cases never reached the property: {}. Is it checked only sometimes, or by \
                     another test first?",
                    fault.message
                );
                Problem::Usage { message, place: None }
            })?);
            if let (Some(servant), Some(values)) = (&mut self.child, self.observed) {
                servant.order(&Request::Observe(values));
            }
        }
        if let Some(servant) = &mut self.child {
            servant.order(request);
        }
        Ok(())
    }

    /// The next thing that the child says; or how it died.
    fn hear(&mut self, deadline: Option<Deadline>) -> Result<Reply, Fault> {
        let Some(servant) = &mut self.child else {
            return Err(Fault::died("the child process is gone".into(), ""));
        };
        servant.hear(deadline).map_err(|unanswered| {
            self.child = None;
            unanswered.into_fault()
        })
    }
}

impl Evaluator for Isolated {
    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, _known: Option<&Known>) -> Swept {
        let mut swept = Swept::default();
        let mut said = Said::default();
        let mut words = Vec::new();
        if let Err(problem) = self.order(&Request::Sweep(stream, numbers.start, numbers.end)) {
            return Swept { problem: Some(problem), ..swept };
        }
        let mut at = numbers.start;
        let mut deadline = self.limits.deadline();
        loop {
            match self.hear(deadline) {
                Ok(Reply::At(number)) => {
                    (at, deadline) = (number, self.limits.deadline());
                    self.case.store(number, Ordering::Relaxed);
                }
                Ok(Reply::Word(word)) => words.push(word),
                Ok(Reply::EndOfCase) => said.count(std::mem::take(&mut words), at),
                Ok(Reply::EndOfRejected) => words.clear(),
                Ok(Reply::Rejection(rejection)) => said.add_rejections(rejection),
                Ok(Reply::Parameter(parameter)) => {
                    swept.problem = swept.problem.take().or_else(|| heard_parameter(parameter));
                }
                Ok(Reply::Strayed(stray)) => StrayPanic::add(&mut said.strays, stray),
                Ok(Reply::Problem(problem)) => swept.problem = Some(problem),
                Ok(Reply::Swept { ran, rejected, overruns, failed }) => {
                    (swept.ran, swept.rejected, swept.overruns, swept.failed) = (ran, rejected, overruns, failed);
                    break;
                }
                Ok(_) => {}
                Err(fault) => {
                    swept.fault = Some(Box::new(fault));
                    swept.ran = at.saturating_sub(numbers.start);
                    swept.rejected = said.rejections.iter().map(|rejection| rejection.count).sum();
                    swept.failed = Some(at);
                    break;
                }
            }
        }
        swept.problem = swept.problem.take().or(said.problem.take());
        swept.said = Some(Box::new(said));
        swept
    }

    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation {
        self.alone += 1;
        self.case.store(u64::MAX - self.alone, Ordering::Relaxed);
        let request = match input {
            Input::Random { stream, number } => Request::Random(stream, number, show),
            Input::Choices(choices) => Request::Choices(choices.clone(), show),
            Input::Example(index) => Request::Example(index, show),
            Input::Sample { seed, size } => Request::Sample { seed, count: 1, size },
        };
        let choices = if let Input::Choices(choices) = input { choices.clone() } else { Choices::default() };
        let mut evaluation = unheard(choices);
        if let Err(problem) = self.order(&request) {
            evaluation.problem = Some(problem);
            return evaluation;
        }
        let Some(servant) = &mut self.child else { return evaluation };
        let deadline = self.limits.deadline();
        let draws_first = self.draws_first && !matches!(input, Input::Example(_));
        if let Err(unanswered) = hear_case(servant, &|| deadline, worth, draws_first, &mut evaluation) {
            evaluation.ended = Ended::Failed(Box::new(unanswered.into_fault()));
            self.child = None;
        }
        evaluation
    }

    fn observe(&mut self, values: bool) {
        self.observed = Some(values);
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn cases(&self) -> Numbers {
        Numbers::of(&self.case)
    }
}
