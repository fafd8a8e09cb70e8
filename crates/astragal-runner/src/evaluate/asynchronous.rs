//! Runs the cases of an async property on the task that the user's runtime gives: one runtime for all cases.
//!
//! The runner is not async. It runs on a thread of its own and sends its requests to the task, which draws the values,
//! awaits the property, and answers.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use astragal_core::{Choices, Draw, Plans, Source, Unseen};

use super::local::{concluded, overheard, own_problem, rejected};
use super::{Ended, Evaluation, Evaluator, Input, Known, Stream, Swept, Times, Worth};
use crate::parameter::Parameters;
use crate::property::context::Context;
use crate::property::exit;
use crate::property::panics::{self, Awaiting, Quiet, Thrown};
use crate::property::underway::Numbers;
use crate::property::{Argument, Outcome, Shown, draw, ended};
use crate::report::Problem;
use crate::thread::{Receiver, Sender, queue};

/// What the runner asks for.
enum Request {
    Observe(bool),
    Sweep(Stream, Range<u64>),
    Random(Stream, u64, bool),
    Choices(Choices, bool),
    Example(usize, bool),
    Sample(u64, u32, bool),
}

/// What the task answers.
enum Answer {
    Swept(Swept),
    Evaluation(Evaluation),
}

/// Requests on their way to a task.
#[derive(Default)]
struct Mailbox {
    requests: VecDeque<Request>,
    closed: bool,
    waker: Option<Waker>,
}

type Shared = Arc<Mutex<Mailbox>>;

fn change<R>(mailbox: &Shared, work: impl FnOnce(&mut Mailbox) -> R) -> R {
    let mut mailbox = mailbox.lock().unwrap_or_else(PoisonError::into_inner);
    let result = work(&mut mailbox);
    if let Some(waker) = mailbox.waker.take() {
        waker.wake();
    }
    result
}

/// The runner's side.
pub(crate) struct Remote {
    mailbox: Shared,
    answers: Receiver<Answer>,
    examples: usize,
    /// The number of the case that runs.
    case: Arc<AtomicU64>,
}

/// The task's side.
pub(crate) struct Task {
    mailbox: Shared,
    answers: Sender<Answer>,
    case: Arc<AtomicU64>,
}

/// Both sides.
pub(crate) fn connected(examples: usize) -> (Remote, Task) {
    let mailbox = Shared::default();
    let (sender, receiver) = queue(usize::MAX);
    let case = Arc::<AtomicU64>::default();
    let remote = Remote { mailbox: mailbox.clone(), answers: receiver, examples, case: case.clone() };
    (remote, Task { mailbox, answers: sender, case })
}

impl Remote {
    fn ask(&self, request: Request) -> Option<Answer> {
        self.send(request);
        self.answers.receive()
    }

    fn send(&self, request: Request) {
        change(&self.mailbox, |mailbox| mailbox.requests.push_back(request));
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        change(&self.mailbox, |mailbox| mailbox.closed = true);
    }
}

impl Evaluator for Remote {
    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, _known: Option<&Known>) -> Swept {
        match self.ask(Request::Sweep(stream, numbers)) {
            Some(Answer::Swept(swept)) => swept,
            _ => Swept { problem: Some(Problem::Interrupted), ..Swept::default() },
        }
    }

    fn observe(&mut self, values: bool) {
        self.send(Request::Observe(values));
    }

    /// Does not ask whether it is worth it: the answer would have to go back and forth.
    fn evaluate(&mut self, input: Input<'_>, _worth: Worth<'_>, show: bool) -> Evaluation {
        let request = match input {
            Input::Random { stream, number } => Request::Random(stream, number, show),
            Input::Choices(choices) => Request::Choices(choices.clone(), show),
            Input::Example(index) => Request::Example(index, show),
            Input::Sample { seed, size } => Request::Sample(seed, size, show),
        };
        match self.ask(request) {
            Some(Answer::Evaluation(evaluation)) => evaluation,
            _ => Evaluation {
                ended: Ended::Rejected,
                choices: Choices::default(),
                problem: Some(Problem::Interrupted),
                drawn: Vec::new(),
                notes: Vec::new(),
                said: None,
                times: Times::default(),
            },
        }
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn cases(&self) -> Numbers {
        Numbers::of(&self.case)
    }
}

/// An async property and what it is run with.
pub(crate) struct AsyncBody<'a, G: Draw, P, S> {
    pub(crate) arguments: &'static [Argument],
    pub(crate) generator: G,
    pub(crate) property: P,
    pub(crate) show: S,
    pub(crate) examples: &'a [&'a dyn Fn() -> G::Value],
    /// By what plan it draws, if not by chance alone.
    pub(crate) plans: Option<RefCell<Plans>>,
    pub(crate) parameters: Arc<Parameters>,
}

impl Task {
    /// Answers the runner's requests until it has no more.
    pub(crate) async fn serve<G, P, F, R, S>(self, body: &AsyncBody<'_, G, P, S>)
    where
        G: Draw,
        P: Fn(G::Value) -> F,
        F: Future<Output = R>,
        R: Outcome,
        S: Fn(&G::Value, &mut Shown),
    {
        let context = Rc::new(Context::of_case(self.case.clone()));
        let _awaiting = Awaiting::new();
        // Whether observers want the values of each case.
        let mut wanted = false;
        while let Some(request) = self.next().await {
            let answer = match request {
                Request::Observe(values) => {
                    context.observe(true);
                    wanted = values;
                    continue;
                }
                Request::Sweep(stream, numbers) => Answer::Swept(body.sweep(&context, stream, numbers).await),
                Request::Random(stream, number, show) => {
                    let mut source = Source::random(stream.seed_of(number)).recording();
                    source.set_size(stream.size_of(number));
                    Answer::Evaluation(body.evaluate(&context, source, None, (show, wanted), true).await)
                }
                Request::Sample(seed, size, show) => {
                    let mut source = Source::random(seed).recording();
                    source.set_size(size);
                    Answer::Evaluation(body.evaluate(&context, source, None, (show, wanted), false).await)
                }
                Request::Choices(choices, show) => {
                    let source = Source::replay(choices).recording();
                    Answer::Evaluation(body.evaluate(&context, source, None, (show, wanted), true).await)
                }
                Request::Example(index, show) => {
                    let source = Source::replay(Choices::default()).recording();
                    Answer::Evaluation(body.evaluate(&context, source, Some(index), (show, wanted), true).await)
                }
            };
            if !self.answers.send(answer) {
                return;
            }
        }
    }

    async fn next(&self) -> Option<Request> {
        poll_fn(|task| {
            let mut mailbox = self.mailbox.lock().unwrap_or_else(PoisonError::into_inner);
            match mailbox.requests.pop_front() {
                Some(request) => Poll::Ready(Some(request)),
                None if mailbox.closed => Poll::Ready(None),
                None => {
                    mailbox.waker = Some(task.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl<G, P, F, R, S> AsyncBody<'_, G, P, S>
where
    G: Draw,
    P: Fn(G::Value) -> F,
    F: Future<Output = R>,
    R: Outcome,
    S: Fn(&G::Value, &mut Shown),
{
    async fn sweep(&self, context: &Rc<Context>, stream: Stream, numbers: Range<u64>) -> Swept {
        let mut swept = Swept::default();
        let mut source = Source::random(0);
        context.widen(true);
        for number in numbers {
            source.restart(stream.seed_of(number));
            source.set_size(stream.size_of(number));
            context.begin(number);
            match self.quietly(context, false, || draw(&self.generator, self.plans.as_ref(), &mut source)) {
                Ok(Ok(values)) => match self.run(context, values, false).await {
                    Ok(Ended::Failed(_)) if !context.is_rejected() => swept.failed = Some(number),
                    Ok(_) => {}
                    Err(thrown) if panics::is_rejection(&thrown, &mut source) => rejected(&source, context, &mut swept),
                    Err(thrown) => {
                        swept.problem = own_problem(&thrown);
                        swept.failed = (swept.problem.is_none() && !context.is_rejected()).then_some(number);
                    }
                },
                Ok(Err(_)) => rejected(&source, context, &mut swept),
                Err(thrown) => {
                    swept.problem = own_problem(&thrown);
                    swept.failed = swept.problem.is_none().then_some(number);
                }
            }
            if swept.failed.is_some() || swept.problem.is_some() {
                break;
            }
            swept.ran += 1;
        }
        swept.problem = swept.problem.take().or_else(|| overheard(context, swept.failed.is_some()));
        swept.said = context.take();
        if let Some(said) = &mut swept.said {
            swept.rejected += said.rejected;
            swept.problem = swept.problem.take().or(said.problem.take());
        }
        swept
    }

    async fn evaluate(
        &self,
        context: &Rc<Context>,
        mut source: Source,
        example: Option<usize>,
        (show, wanted): (bool, bool),
        run: bool,
    ) -> Evaluation {
        context.begin_alone(show);
        let mut shown = Shown::of(self.arguments);
        let drawn = self.quietly(context, show, || match example {
            Some(index) => Ok(self.examples[index]()),
            None => draw(&self.generator, self.plans.as_ref(), &mut source),
        });
        let caught = match drawn {
            Ok(Ok(values)) => {
                if show || wanted {
                    (self.show)(&values, &mut shown);
                }
                if run { self.run(context, values, show).await } else { Ok(Ended::Skipped) }
            }
            Ok(Err(_)) => Ok(Ended::Rejected),
            Err(thrown) => Err(thrown),
        };
        let (ended, mut problem) = concluded(caught, context, &mut source);
        problem = problem.or_else(|| overheard(context, matches!(ended, Ended::Failed(_))));
        let choices = source.end_recording(Unseen::Simplest);
        let mut said = context.take();
        problem = problem.or_else(|| said.as_mut().and_then(|said| said.problem.take()));
        Evaluation {
            ended,
            choices,
            problem,
            drawn: shown.drawn,
            notes: context.take_notes(),
            said,
            times: Times::default(),
        }
    }

    /// Awaits the property. Between two polls the thread belongs to others.
    async fn run(&self, context: &Rc<Context>, values: G::Value, show: bool) -> Result<Ended, Thrown> {
        let future = self.quietly(context, show, || (self.property)(values))?;
        let mut future = pin!(future);
        let outcome = poll_fn(|task| match self.quietly(context, show, || future.as_mut().poll(task)) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(outcome)) => Poll::Ready(Ok(outcome)),
            Err(thrown) => Poll::Ready(Err(thrown)),
        });
        outcome.await.map(ended)
    }

    /// Does a piece of the work of a case.
    fn quietly<T>(&self, context: &Rc<Context>, show: bool, work: impl FnOnce() -> T) -> Result<T, Thrown> {
        let _quiet = Quiet::new();
        let work = || self.parameters.within(|| context.within(|| exit::guarded(work)));
        if show { panics::catch_with_backtrace(work) } else { panics::catch(work) }
    }
}
