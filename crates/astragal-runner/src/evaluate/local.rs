//! Runs cases on this thread.

mod draws;

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use astragal_core::__private::{Journal, Looks};
use astragal_core::{Choices, Reason, Source, Unseen};

use super::{
    Batch, Cases, Ended, Evaluation, Evaluator, Fault, Input, Known, STILL_DRAWING, Stream, Swept, Times, Worth,
    in_stretches,
};
use crate::observe::Told;
use crate::property::context::Context;
use crate::property::exit;
use crate::property::panics::{self, Cause, Misuse, Quiet, Thrown};
use crate::property::underway::Numbers;
use crate::property::{Body, Few, Run, Shown, Tell, Watch, elsewhere, unheard};
use crate::report::{Drawn, Note, Problem};
use draws::{Draws, Observed, Unknown, random, sized};

/// See the module.
pub(crate) struct Local<'a> {
    body: &'a dyn Body,
    source: Source,
    context: Rc<Context>,
    /// Whether there are observers, and whether they want the values.
    observed: Option<bool>,
    _quiet: Quiet,
}

impl<'a> Local<'a> {
    pub(crate) fn new(body: &'a dyn Body) -> Local<'a> {
        Local { body, source: Source::random(0), context: Rc::default(), observed: None, _quiet: Quiet::new() }
    }

    /// The number of the case that runs, for others to look at.
    pub(super) fn number(&self) -> Arc<AtomicU64> {
        self.context.case()
    }

    /// Runs cases until one does not pass: its number, and how it failed if it did.
    ///
    /// A panic leaves the loop; what is caught is caught outside of it, so that a case that passes pays nothing.
    fn run_many(
        &mut self,
        cases: &mut (impl Draws + ?Sized),
        next: &mut u64,
        end: u64,
        swept: &mut Swept,
    ) -> Option<Fault> {
        let mut run = Run { source: &mut self.source, watch: None, few: Few::default() };
        while *next < end && cases.begin(*next, run.source) {
            self.context.begin(*next);
            run.few = cases.few(*next);
            let mut ended = cases.run(self.body, &mut run);
            if matches!(ended, Ended::Skipped) {
                ended = cases.run_unless_known(*next, self.body, run.source);
            }
            match ended {
                Ended::Passed => {}
                Ended::Failed(fault) => return Some(*fault),
                Ended::Skipped => swept.repeats += 1,
                Ended::Rejected => {
                    rejected(run.source, &self.context, swept);
                    if swept.problem.is_some() {
                        return None;
                    }
                }
            }
            *next += 1;
        }
        None
    }
}

/// Takes note of why a generator gave no value.
pub(super) fn rejected(source: &Source, context: &Context, swept: &mut Swept) {
    match source.reason() {
        Some(Reason::Usage { .. }) => swept.problem = usage(source),
        Some(Reason::Overrun) => swept.overruns += 1,
        Some(Reason::Condition { place, .. }) => {
            swept.rejected += 1;
            context.rejected(Some(*place));
        }
        None => {
            swept.rejected += 1;
            context.rejected(None);
        }
    }
}

/// The usage error for which a source gave no value.
fn usage(source: &Source) -> Option<Problem> {
    match source.reason() {
        Some(Reason::Usage { place: None, message }) => {
            Some(Problem::Usage { message: format!("{message} (in a generator of its arguments)"), place: None })
        }
        Some(Reason::Usage { place, message }) => Some(Problem::Usage { message: message.to_string(), place: *place }),
        _ => None,
    }
}

impl Evaluator for Local<'_> {
    fn run(&mut self, batch: Batch<'_>) -> Swept {
        let Batch { cases, numbers, told } = batch;
        match cases {
            Cases::Random { stream, known } => self.sweep_stretches(&mut Unknown { stream, known }, numbers, told),
            Cases::Listing(listing) => {
                let random = std::mem::replace(&mut self.source, listing.source());
                let mut swept = self.sweep_stretches(listing, numbers, told);
                self.source = random;
                if swept.failed.is_some() {
                    swept.choices = Some(Box::new(listing.choices()));
                }
                swept
            }
            Cases::Paths(paths) => {
                let random = std::mem::replace(&mut self.source, paths.source());
                let mut swept = self.sweep_stretches(paths, numbers, told);
                self.source = random;
                if swept.failed.is_some() {
                    // Its choices were made in the order in which it looked. A recorder puts them where they belong.
                    let again = self.evaluate_source(paths.recording_again(), None, &mut |_| true, false, None);
                    swept.choices = Some(Box::new(again.choices));
                }
                swept
            }
        }
    }

    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, known: Option<&Known>) -> Swept {
        self.sweep_cases(&mut Unknown { stream, known }, numbers)
    }

    fn observe(&mut self, values: bool) {
        self.context.observe(true);
        self.observed = Some(values);
    }

    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation {
        let Input::Choices(choices) = input else { return self.evaluate_telling(input, worth, show, None, None) };
        if !show {
            return self.evaluate_telling(input, worth, show, None, None);
        }
        // A replayed case is drawn as a whole. It is shown with only those lazy parts that the property forces, and
        // which these are is known only when it has run.
        let replay = || Source::replay(choices.clone()).recording();
        let looks = Looks::default();
        let evaluation = self.evaluate_source(replay().hiding_until_seen(&looks), None, worth, show, None);
        if looks.is_empty() || evaluation.problem.is_some() || matches!(evaluation.ended, Ended::Skipped) {
            return evaluation;
        }
        self.evaluate_source(replay().hiding_unseen(&looks), None, &mut |_| true, show, None)
    }

    fn examples(&self) -> usize {
        self.body.examples()
    }

    fn cases(&self) -> Numbers {
        Numbers::of(&self.context.case())
    }
}

impl Local<'_> {
    /// Whether observers want the values of each case.
    fn values(&self) -> bool {
        self.observed == Some(true)
    }

    /// Runs cases, and keeps those that observers are told of.
    fn sweep_stretches(&mut self, cases: &mut impl Draws, numbers: Range<u64>, told: Option<Told>) -> Swept {
        let swept = in_stretches(numbers, told, |numbers, told| {
            self.context.observe(self.observed.is_some() && told.is_some());
            match told {
                Some(told) => self.sweep_observed(cases, numbers, told),
                None => self.sweep_cases(cases, numbers),
            }
        });
        self.context.observe(self.observed.is_some());
        swept
    }

    /// Runs cases one at a time, with a recorder, and keeps each.
    #[cold]
    fn sweep_observed(&mut self, cases: &mut dyn Draws, numbers: Range<u64>, told: Told) -> Swept {
        let mut observed = Observed::new(cases, self.values());
        let mut all = Swept::default();
        for number in numbers {
            let mut swept = self.sweep_cases(&mut observed as &mut dyn Draws, number..number + 1);
            if swept.ran == 0 && swept.failed.is_none() {
                all.absorb(swept);
                break;
            }
            let notes = self.context.take_notes();
            let has_lazy_parts = self.source.has_lazy_parts();
            let mut seen = observed.seen(&mut swept, &mut self.source, notes);
            if let Some(seen) = &mut seen {
                seen.number = told.number(number);
                if has_lazy_parts && self.values() && self.body.draws_first() {
                    seen.drawn = self.draw_again(&seen.choices);
                }
            }
            swept.seen.extend(seen);
            all.absorb(swept);
            if all.failed.is_some() || all.problem.is_some() {
                break;
            }
        }
        all
    }

    /// The values of a case whose parts were drawn on demand, with all of these.
    fn draw_again(&mut self, choices: &Choices) -> Vec<Drawn> {
        let source = Source::replay(choices.clone()).recording();
        self.evaluate_source(source, None, &mut |_| false, false, None).drawn
    }

    /// Runs cases. It is compiled for random cases, and once for all others.
    fn sweep_cases<C: Draws + ?Sized>(&mut self, cases: &mut C, numbers: Range<u64>) -> Swept {
        let context = self.context.clone();
        context.widen(!cases.can_repeat());
        let mut swept = Swept::default();
        let mut next = numbers.start;
        // Cases of another kind may have had the same numbers: one rejected then is not rejected now.
        context.begin_alone(false);
        context.within(|| {
            while next < numbers.end && swept.problem.is_none() {
                let caught =
                    panics::catch(|| exit::guarded(|| self.run_many(cases, &mut next, numbers.end, &mut swept)));
                let fault = match caught {
                    Ok(None) => break,
                    Ok(Some(fault)) => Some(fault),
                    Err(thrown) if panics::is_rejection(&thrown, &mut self.source) => {
                        rejected(&self.source, &context, &mut swept);
                        None
                    }
                    Err(thrown) => {
                        swept.problem = own_problem(&thrown);
                        swept.problem.is_none().then(|| Fault::thrown(thrown))
                    }
                };
                if fault.is_some() && context.was_narrow() {
                    context.widen(true);
                    continue;
                }
                if let Some(fault) = fault.filter(|_| !context.is_rejected()) {
                    (swept.failed, swept.fault) = (Some(next), Some(Box::new(fault)));
                    break;
                }
                next += 1;
            }
        });
        swept.ran = next - numbers.start;
        swept.problem = swept.problem.take().or_else(|| overheard(&context, swept.failed.is_some()));
        swept.said = context.take();
        if let Some(said) = &mut swept.said {
            swept.rejected += said.rejected;
            swept.problem = swept.problem.take().or(said.problem.take());
        }
        swept
    }
}

/// What spawned threads did: panics that were not joined, and macro calls that had no effect.
pub(super) fn overheard(context: &Context, failed: bool) -> Option<Problem> {
    let strays = elsewhere::take_strays();
    // A failure is reported anyway.
    if !failed {
        context.strayed(strays);
    }
    unheard::take()
}

impl Local<'_> {
    /// The receiver counts what cases report, and gets notes at once.
    pub(crate) fn forward(&self, tell: Box<dyn Fn(Note)>) {
        self.context.forward(tell);
    }

    /// Runs a single case; reports the drawn values before the property runs on them, and each choice as it is made.
    pub(crate) fn evaluate_telling<'w>(
        &mut self,
        input: Input<'_>,
        worth: Worth<'w>,
        show: bool,
        tell: Option<&'w mut Tell<'w>>,
        journal: Option<&Journal>,
    ) -> Evaluation {
        let source = match input {
            Input::Random { stream, number } => random(stream, number),
            Input::Choices(choices) => Source::replay(choices.clone()),
            Input::Example(_) => Source::replay(Choices::default()),
            Input::Sample { seed, size } => sized(seed, size),
        };
        let source = match journal {
            Some(journal) => source.recording_in(journal),
            None => source.recording(),
        };
        let example = if let Input::Example(index) = input { Some(index) } else { None };
        self.evaluate_source(source, example, worth, show, tell)
    }

    /// Runs an explicit example, or the single case that a source draws.
    fn evaluate_source<'w>(
        &mut self,
        mut source: Source,
        example: Option<usize>,
        worth: Worth<'w>,
        show: bool,
        tell: Option<&'w mut Tell<'w>>,
    ) -> Evaluation {
        self.context.begin_alone(show);
        let mut watch = Watch { worth, show: show || self.values(), choices: None, shown: Shown::default(), tell };
        let context = self.context.clone();
        let body = self.body;
        let caught = context.within(|| {
            let mut run = Run { source: &mut source, watch: Some(&mut watch), few: Few::default() };
            let run = || match example {
                Some(index) => body.example(index, &mut run),
                None => body.run(&mut run),
            };
            if show {
                panics::catch_with_backtrace(|| exit::guarded(run))
            } else {
                panics::catch(|| exit::guarded(run))
            }
        });
        let (mut ended, mut problem) = concluded(caught, &context, &mut source);
        if let (Ended::Failed(fault), None, None) = (&mut ended, &watch.choices, example) {
            if body.draws_first() {
                fault.message.push_str(STILL_DRAWING);
            }
        }
        if let (Ended::Rejected, Some(Reason::Condition { place, .. })) = (&ended, source.reason()) {
            context.rejected(Some(*place));
        }
        problem = problem.or_else(|| overheard(&context, matches!(ended, Ended::Failed(_))));
        let mut said = context.take();
        problem = problem.or_else(|| said.as_mut().and_then(|said| said.problem.take()));
        let Watch { choices, shown, .. } = watch;
        Evaluation {
            ended,
            choices: choices
                .filter(|_| !source.has_lazy_parts())
                .unwrap_or_else(|| source.end_recording(Unseen::Simplest)),
            problem,
            drawn: shown.drawn,
            notes: context.take_notes(),
            said,
            times: Times::default(),
        }
    }
}

/// How a case ended, given what its run returned or threw; and why nothing can be said about it, if so.
pub(super) fn concluded(
    caught: Result<Ended, Thrown>,
    context: &Context,
    source: &mut Source,
) -> (Ended, Option<Problem>) {
    match caught {
        Ok(Ended::Failed(_) | Ended::Passed) | Err(_) if context.is_rejected() => (Ended::Rejected, usage(source)),
        Ok(Ended::Rejected) => (Ended::Rejected, usage(source)),
        Ok(ended) => (ended, None),
        Err(thrown) if panics::is_rejection(&thrown, source) => (Ended::Rejected, usage(source)),
        Err(thrown) => {
            let problem = own_problem(&thrown);
            (Ended::Failed(Box::new(Fault::thrown(thrown))), problem)
        }
    }
}

/// A panic inside of Astragal is never a counterexample, nor is one that says that the property is misconfigured.
pub(crate) fn own_problem(thrown: &Thrown) -> Option<Problem> {
    if let Some(misuse) = thrown.payload.downcast_ref::<Misuse>() {
        return Some(Problem::Usage { message: misuse.0.into(), place: None });
    }
    let at = thrown.place.as_ref().map(|place| format!(" (at {place})")).unwrap_or_default();
    match thrown.cause {
        Cause::Property => None,
        Cause::Assumption(place) => Some(unheard::not_heard("assume!", place)),
        Cause::Unwrapped => {
            let message = format!("a rejected draw was unwrapped{at}: propagate it with `?`");
            Some(Problem::Usage { message, place: None })
        }
        Cause::Uncaught => Some(Problem::Usage { message: format!("{}{at}", thrown.message), place: None }),
        Cause::Astragal => Some(Problem::Bug(format!("{}{at}", thrown.message))),
    }
}
