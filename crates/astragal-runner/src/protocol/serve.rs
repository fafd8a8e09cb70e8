//! The server side: at each property, this process answers requests until it is told to leave.
//!
//! Shrinking on request is the runner's (`runner/smaller`), in a child of the asked process if the property is isolated.

use std::sync::atomic::{AtomicBool, Ordering};

use astragal_core::__private::{Journal, seeds_of_sample};
use astragal_core::Choices;

use super::description::Description;
use super::isolated::Isolated;
use super::reply::Reply;
use super::request::Request;
use super::same_bug::SameBug;
use super::speaker::{Role, Speaker, role};
use crate::config::Values;
use crate::evaluate::{Ended, Evaluation, Evaluator, Fault, Input, Local, Swept, own_problem};
use crate::parameter::Parameters;
use crate::property::elsewhere::Checked;
use crate::property::{Body, Told, context::Said, panics};
use crate::runner::smallest;

/// Whether this process is at a property for which it is asked. Inner checks are a part of it.
static IS_SERVING: AtomicBool = AtomicBool::new(false);

/// How many choices the tries for one sample may make.
const MOST_CHOICES: usize = 1 << 25;

/// What this process has to do with a property that it comes to.
pub(crate) enum Turn {
    /// To check it.
    Check,
    /// To pass it by, since it is asked for another one.
    Pass,
    /// To answer what it is asked about it.
    Answer(Asked),
}

/// The turn of a property.
pub(crate) fn turn(address: &str) -> Turn {
    match role() {
        Role::Asked(asked, speaker) if !IS_SERVING.load(Ordering::SeqCst) => match asked.is_for(address) {
            true => Turn::Answer(Asked { speaker, address: address.into() }),
            false => Turn::Pass,
        },
        _ => Turn::Check,
    }
}

/// Why this process does not know what it is there for, if so: then it can check nothing.
pub(crate) fn is_lost() -> Option<&'static str> {
    match role() {
        Role::Lost(why) => Some(why),
        _ => None,
    }
}

/// What can be asked about a property apart from its cases.
pub(crate) struct Subject<'a> {
    pub(crate) describe: &'a dyn Fn() -> Description,
    pub(crate) values: &'a Values,
    /// Runs cases in a process of their own, if the settings want that.
    pub(crate) isolated: Option<&'a dyn Fn() -> Isolated>,
}

/// A client asks about a property.
pub(crate) struct Asked {
    speaker: &'static Speaker,
    address: String,
}

impl Asked {
    /// Answers about a property that can be run here.
    pub(crate) fn answer(self, subject: &Subject<'_>, body: &dyn Body) {
        let local = Local::new(body);
        let speaker = self.speaker;
        local.forward(Box::new(move |note| speaker.say(&Reply::Note(note))));
        self.serve(subject, Hands::Local(local));
    }

    /// Answers about a property that an evaluator runs.
    pub(crate) fn answer_with(self, subject: &Subject<'_>, evaluator: &mut dyn Evaluator) {
        self.serve(subject, Hands::Other(evaluator));
    }

    fn serve(self, subject: &Subject<'_>, hands: Hands<'_>) {
        let Asked { speaker, address } = self;
        IS_SERVING.store(true, Ordering::SeqCst);
        panics::before_death(Box::new(move |thrown| match own_problem(&thrown) {
            Some(problem) => speaker.say(&Reply::Problem(problem)),
            None => speaker.say(&Reply::Dying(Box::new(Fault::thrown(thrown)))),
        }));
        let checked = Checked::begin();
        speaker.say(&Reply::Here(address));
        let mut server = Server { speaker, subject, hands };
        while let Some(request) = speaker.next() {
            if matches!(request, Request::Leave) {
                break;
            }
            server.answer(request);
        }
        drop(checked);
        // What comes after it is another property.
        IS_SERVING.store(false, Ordering::SeqCst);
    }
}

/// Who runs the cases that are asked for.
enum Hands<'a> {
    /// This thread, which tells all that it does before it does it.
    Local(Local<'a>),
    /// Another evaluator, whose cases are told when they have ended.
    Other(&'a mut dyn Evaluator),
}

impl Hands<'_> {
    fn evaluator(&mut self) -> &mut dyn Evaluator {
        match self {
            Hands::Local(local) => local,
            Hands::Other(evaluator) => *evaluator,
        }
    }
}

struct Server<'s, 'h> {
    speaker: &'static Speaker,
    subject: &'s Subject<'s>,
    hands: Hands<'h>,
}

impl Server<'_, '_> {
    fn answer(&mut self, request: Request) {
        let speaker = self.speaker;
        match request {
            Request::Describe => speaker.say(&Reply::Property(Box::new((self.subject.describe)()))),
            Request::Observe(values) => self.hands.evaluator().observe(values),
            Request::Sweep(stream, from, to) => {
                let mut all = Swept::default();
                for number in from..to {
                    speaker.say(&Reply::At(number));
                    let mut swept = self.hands.evaluator().sweep(stream, number..number + 1, None);
                    tell_said(speaker, swept.said.take());
                    all.absorb(swept);
                    if all.failed.is_some() || all.problem.is_some() {
                        break;
                    }
                }
                if let Some(problem) = all.problem {
                    speaker.say(&Reply::Problem(problem));
                }
                tell_parameters(speaker);
                let Swept { ran, rejected, overruns, failed, .. } = all;
                speaker.say(&Reply::Swept { ran, rejected, overruns, failed });
            }
            Request::Random(stream, number, show) => self.run(Input::Random { stream, number }, show),
            Request::Choices(choices, show) => self.run(Input::Choices(&choices), show),
            Request::Example(index, show) if index < self.hands.evaluator().examples() => {
                self.run(Input::Example(index), show);
            }
            Request::Example(index, _) => {
                speaker.say(&Reply::Misunderstood(format!("there is no example {index}: they are counted from 0")));
            }
            Request::Sample { seed, count, size } => {
                (0..count).for_each(|number| self.sample(seed.wrapping_add(number), size));
            }
            Request::Shrink(choices) => self.shrink(choices),
            Request::Go | Request::Skip | Request::Leave => {
                speaker.say(&Reply::Misunderstood("no case is waiting for this".into()));
            }
        }
    }

    /// Runs a case.
    fn run(&mut self, input: Input<'_>, show: bool) {
        let speaker = self.speaker;
        let evaluation = match &mut self.hands {
            Hands::Local(local) => local.evaluate_telling(
                input,
                &mut |choices| {
                    speaker.say(&Reply::Drew(choices.clone()));
                    speaker.is_told_to_go_on()
                },
                show,
                Some(&mut |told| match told {
                    Told::Choices(choices) => speaker.say(&Reply::Draws(choices.clone())),
                    Told::Value(drawn) => speaker.say(&Reply::Value(drawn.clone())),
                }),
                Some(&Journal::new(|entry| speaker.say(&Reply::Wrote(entry)))),
            ),
            Hands::Other(evaluator) => return tell_all(speaker, evaluator.evaluate(input, &mut |_| true, show)),
        };
        tell_end(speaker, evaluation);
    }

    /// Draws what a seed gives. A case that is rejected is drawn again from other seeds, as
    /// [`sample`](astragal_core::Draw::sample) does.
    fn sample(&mut self, seed: u64, size: u32) {
        let mut spent = 0;
        let mut last = None;
        for seed in seeds_of_sample(seed) {
            let input = Input::Sample { seed, size };
            let evaluation = match &mut self.hands {
                Hands::Local(local) => local.evaluate_telling(input, &mut |_| false, true, None, None),
                Hands::Other(evaluator) => evaluator.evaluate(input, &mut |_| false, true),
            };
            spent += evaluation.choices.len();
            let is_drawn = !matches!(evaluation.ended, Ended::Rejected) || evaluation.problem.is_some();
            last = Some(evaluation);
            if is_drawn || spent > MOST_CHOICES {
                break;
            }
        }
        last.into_iter().for_each(|evaluation| tell_all(self.speaker, evaluation));
    }

    /// Makes a failing case as small as the runner would, and runs it. A case that does not fail is run as it is.
    fn shrink(&mut self, choices: Choices) {
        let speaker = self.speaker;
        let mut isolated = self.subject.isolated.map(|isolated| isolated());
        let evaluator = match &mut isolated {
            Some(isolated) => isolated as &mut dyn Evaluator,
            None => self.hands.evaluator(),
        };
        let first = evaluator.evaluate(Input::Choices(&choices), &mut |_| true, false);
        let mut smallest_yet = choices;
        if let (Ended::Failed(fault), None) = (&first.ended, &first.problem) {
            let mut judge = SameBug { evaluator, origin: &fault.origin };
            let Values { shrink_evaluations, shrink_time, .. } = *self.subject.values;
            let mut tell = |step: &astragal_core::Step<'_>| speaker.say(&Reply::Draws(step.choices.clone()));
            let (small, shrinking) = smallest(&first.choices, shrink_evaluations, shrink_time, &mut judge, &mut tell);
            let (evaluations, steps, finished) = (shrinking.evaluations, shrinking.steps, shrinking.finished);
            speaker.say(&Reply::Shrunk { evaluations, steps, finished });
            smallest_yet = small;
        }
        let input = Input::Choices(&smallest_yet);
        match &mut isolated {
            Some(isolated) => tell_all(speaker, isolated.evaluate(input, &mut |_| true, true)),
            None => self.run(input, true),
        }
    }
}

/// Tells all that is known of a case, if nothing was told before.
fn tell_all(speaker: &Speaker, mut evaluation: Evaluation) {
    std::mem::take(&mut evaluation.drawn).into_iter().for_each(|drawn| speaker.say(&Reply::Value(drawn)));
    std::mem::take(&mut evaluation.notes).into_iter().for_each(|note| speaker.say(&Reply::Note(note)));
    tell_end(speaker, evaluation);
}

/// Tells how a case ended.
fn tell_end(speaker: &Speaker, evaluation: Evaluation) {
    let Evaluation { ended, choices, problem, said, .. } = evaluation;
    speaker.say(&Reply::Draws(choices));
    tell_said(speaker, said);
    if let Some(problem) = problem {
        speaker.say(&Reply::Problem(problem));
    }
    tell_parameters(speaker);
    speaker.say(&Reply::Ended(ended));
}

/// Tells of the parameters that were declared since this was last told.
fn tell_parameters(speaker: &Speaker) {
    let fresh = Parameters::in_force().map(|parameters| parameters.fresh()).unwrap_or_default();
    fresh.into_iter().for_each(|parameter| speaker.say(&Reply::Parameter(parameter)));
}

fn tell_said(speaker: &Speaker, said: Option<Box<Said>>) {
    let Some(said) = said else { return };
    if !said.forwarded.is_empty() {
        said.forwarded.into_iter().for_each(|word| speaker.say(&Reply::Word(word)));
        speaker.say(&Reply::EndOfCase);
    } else if !said.kept.is_empty() {
        said.kept.into_iter().for_each(|word| speaker.say(&Reply::Word(word)));
        speaker.say(&Reply::EndOfRejected);
    }
    said.rejections.into_iter().for_each(|rejection| speaker.say(&Reply::Rejection(rejection)));
    said.strays.into_iter().for_each(|stray| speaker.say(&Reply::Strayed(stray)));
}
