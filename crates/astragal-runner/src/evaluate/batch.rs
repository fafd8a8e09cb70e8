//! Cases that are run one after the other, as fast as they run, and what came of them.

use std::ops::Range;
use std::time::{Duration, Instant};

use astragal_core::Listing;
use astragal_core::{Choices, Paths};

use super::{Ended, Evaluation, Fault, Input, Known, Stream, Worth};
use crate::coverage;
use crate::observe::{CaseOutcome, LinesRun, ObservedCase, Told};
use crate::property::context::Said;
use crate::report::{Origin, Problem};

/// Cases to be run until one fails.
pub(crate) struct Batch<'a> {
    pub(crate) cases: Cases<'a>,
    /// Their numbers, which say how many there are at most.
    pub(crate) numbers: Range<u64>,
    /// Which of them are to be kept, for observers; none if there are no observers.
    pub(crate) told: Option<Told>,
}

/// Which cases.
pub(crate) enum Cases<'a> {
    /// The random cases of these numbers, but for those that are known, if the evaluator can tell.
    Random { stream: Stream, known: Option<&'a Known> },
    /// The next cases of a listing.
    Listing(&'a mut Listing),
    /// The cases of the next paths. Unless the evaluator can do better, all parts of a case are drawn, even if the property does
    /// not look at them.
    Paths(&'a mut Paths),
}

/// The outcome of many cases.
#[derive(Default)]
pub(crate) struct Swept {
    /// How many cases were run, not counting the one that failed.
    pub(crate) ran: u64,
    /// The number of the first case that failed.
    pub(crate) failed: Option<u64>,
    /// How that case failed, if it is known: it may never do so again.
    pub(crate) fault: Option<Box<Fault>>,
    /// What that case chose, unless its number tells.
    pub(crate) choices: Option<Box<Choices>>,
    /// Cases that were rejected by generators or assumptions.
    pub(crate) rejected: u64,
    /// Cases that were cut off.
    pub(crate) overruns: u64,
    /// Cases that were not run, since they are [known](Known).
    pub(crate) repeats: u64,
    pub(crate) said: Option<Box<Said>>,
    pub(crate) problem: Option<Problem>,
    /// The cases that observers are to be told of.
    pub(crate) seen: Vec<ObservedCase>,
}

impl Swept {
    /// How many cases passed.
    pub(crate) fn passed(&self) -> u64 {
        self.ran - (self.rejected + self.overruns + self.repeats).min(self.ran)
    }

    /// Adds what came of the cases after these.
    pub(crate) fn absorb(&mut self, other: Swept) {
        self.ran += other.ran;
        self.choices = self.choices.take().or(other.choices);
        self.failed = self.failed.or(other.failed);
        self.fault = self.fault.take().or(other.fault);
        self.rejected += other.rejected;
        self.overruns += other.overruns;
        self.repeats += other.repeats;
        self.problem = self.problem.take().or(other.problem);
        self.seen.extend(other.seen);
        self.said = match (self.said.take(), other.said) {
            (Some(mut mine), Some(theirs)) => {
                mine.absorb(*theirs);
                Some(mine)
            }
            (mine, theirs) => mine.or(theirs),
        };
    }
}

/// Runs a single case.
type RunOne<'r> = &'r mut dyn FnMut(Input<'_>, Worth<'_>) -> Evaluation;

/// Runs cases until one fails, in stretches that are kept for observers or are not.
pub(super) fn in_stretches(
    numbers: Range<u64>,
    told: Option<Told>,
    mut run: impl FnMut(Range<u64>, Option<Told>) -> Swept,
) -> Swept {
    let Some(told) = told else { return run(numbers, None) };
    let (mut all, mut next) = (Swept::default(), numbers.start);
    while next < numbers.end {
        let (stretch, is_told) = told.split(next..numbers.end);
        let swept = run(stretch.clone(), is_told.then_some(told));
        next += swept.ran;
        all.absorb(swept);
        if next < stretch.end || all.failed.is_some() || all.problem.is_some() {
            break;
        }
    }
    all
}

impl Batch<'_> {
    /// Runs each case alone, for evaluators that know no faster way.
    pub(super) fn run_one_by_one(self, run: RunOne<'_>) -> Swept {
        let Batch { mut cases, numbers, told } = self;
        let mut swept = Swept::default();
        while numbers.start + swept.ran < numbers.end && swept.problem.is_none() {
            let number = numbers.start + swept.ran;
            let next = match &mut cases {
                Cases::Random { .. } => None,
                Cases::Listing(listing) => listing.next_choices(),
                Cases::Paths(paths) => paths.next_numbers(),
            };
            let input = match (&cases, &next) {
                (Cases::Random { stream, .. }, _) => Input::Random { stream: *stream, number },
                (_, Some(choices)) => Input::Choices(choices),
                (_, None) => break,
            };
            let mut evaluation = timed(told.is_some(), &mut |_| true, |worth| run(input, worth));
            if let Some(told) = told.filter(|told| told.has(number) || evaluation.fails()) {
                let case = evaluation.observed();
                swept.seen.extend(case.map(|case| ObservedCase { number: told.number(number), ..case }));
            }
            swept.problem = evaluation.problem.take();
            if let Cases::Paths(paths) = &mut cases {
                paths.took(&evaluation.choices);
            }
            if let Some(said) = evaluation.said {
                swept.absorb(Swept { said: Some(said), ..Swept::default() });
            }
            match evaluation.ended {
                Ended::Failed(fault) => {
                    (swept.failed, swept.fault, swept.choices) =
                        (Some(number), Some(fault), Some(Box::new(evaluation.choices)));
                    break;
                }
                Ended::Rejected | Ended::Skipped => swept.rejected += 1,
                Ended::Passed => {}
            }
            swept.ran += 1;
        }
        swept
    }
}

/// How long a case took, and where it went.
#[derive(Clone, Default)]
pub(crate) struct Times {
    /// How long its values took to draw, where they are drawn before the property runs.
    pub(crate) drawing: Option<Duration>,
    /// How long it took, drawing included.
    pub(crate) all: Duration,
    /// The lines it ran, if the program counts that.
    pub(crate) lines: Option<LinesRun>,
}

/// Runs a single case, and if there are observers takes the time and the lines.
pub(crate) fn timed(observed: bool, worth: Worth<'_>, run: impl FnOnce(Worth<'_>) -> Evaluation) -> Evaluation {
    if !observed {
        return run(worth);
    }
    let started = Instant::now();
    let mut drawing = None;
    coverage::begin();
    let mut evaluation = run(&mut |choices| {
        drawing = Some(started.elapsed());
        let is_worth_it = worth(choices);
        coverage::begin();
        is_worth_it
    });
    let has_panicked = matches!(&evaluation.ended, Ended::Failed(fault) if matches!(fault.origin, Origin::Panicked(_)));
    evaluation.times = Times { drawing, all: started.elapsed(), lines: coverage::lines(has_panicked) };
    evaluation
}

impl Evaluation {
    /// The case as observers get it; `None` if the property was not run, or nothing can be said about it.
    pub(crate) fn observed(&mut self) -> Option<ObservedCase> {
        if self.problem.is_some() {
            return None;
        }
        let rejection = self.said.as_ref().and_then(|said| said.rejections.first());
        let outcome = match (&self.ended, rejection) {
            (Ended::Skipped, _) => return None,
            (Ended::Passed, _) => CaseOutcome::Passed,
            (Ended::Failed(fault), _) => CaseOutcome::failed(fault.origin.clone(), fault.message.clone()),
            (Ended::Rejected, Some(rejection)) => CaseOutcome::rejected(rejection),
            (Ended::Rejected, None) => CaseOutcome::CutOff,
        };
        let words = self.said.as_mut().map(|said| std::mem::take(&mut said.kept)).unwrap_or_default();
        let (drawn, notes) = (self.drawn.clone(), self.notes.clone());
        let Times { drawing, all: time, lines } = self.times.clone();
        Some(ObservedCase {
            drawn,
            words,
            notes,
            drawing,
            time,
            lines,
            ..ObservedCase::new(self.choices.clone(), outcome)
        })
    }
}
