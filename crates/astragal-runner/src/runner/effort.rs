//! What a run costs: how often each part of it calls the property, and how long that takes.

use std::ops::Range;
use std::time::Instant;

use astragal_core::Choices;

use super::lines::LineTally;
use crate::evaluate::{Batch, Cases, Ended, Evaluation, Evaluator, Input, Known, Stream, Swept, Worth, timed};
use crate::observe::Told;
use crate::report::{Effort, Efforts, RejectedBy, Rejection};

/// The parts of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Searching,
    Confirming,
    Shrinking,
    Explaining,
    OtherBugs,
}

/// An evaluator that counts the calls of the property, for the part of the run that makes them.
///
/// Calls that threads make ahead and whose answers are not used are not counted, so that the count does not depend on the
/// number of threads.
pub(super) struct Metered<'a> {
    evaluator: &'a mut dyn Evaluator,
    part: Part,
    since: Instant,
    efforts: Efforts,
    /// Whether there are observers, who want to know how long each case takes.
    observed: bool,
    /// The lines that cases ran, if the program counts.
    lines: Option<LineTally>,
}

impl<'a> Metered<'a> {
    pub(super) fn new(evaluator: &'a mut dyn Evaluator) -> Metered<'a> {
        Metered {
            evaluator,
            part: Part::Searching,
            since: Instant::now(),
            efforts: Efforts::default(),
            observed: false,
            lines: None,
        }
    }

    /// From now on the lines of each case are looked at.
    pub(super) fn tally_lines(&mut self) {
        self.lines = Some(LineTally::default());
    }

    /// What came of the lines.
    pub(super) fn take_lines(&mut self) -> Option<LineTally> {
        self.lines.take()
    }

    fn is_timed(&self) -> bool {
        self.observed || self.lines.is_some()
    }

    /// Another part of the run begins. The one before it.
    pub(super) fn begin(&mut self, part: Part) -> Part {
        let now = Instant::now();
        let since = std::mem::replace(&mut self.since, now);
        self.effort().time += now - since;
        std::mem::replace(&mut self.part, part)
    }

    /// All that was counted.
    pub(super) fn efforts(mut self) -> Efforts {
        self.begin(Part::Searching);
        self.efforts
    }

    /// Runs a case as one of those that may be run ahead: it is [counted](Metered::count) if its answer is used.
    pub(super) fn evaluate_uncounted(&mut self, choices: &Choices, worth: Worth<'_>) -> Evaluation {
        timed(self.is_timed(), worth, |worth| self.evaluator.evaluate(Input::Choices(choices), worth, false))
    }

    /// Counts a case that was [run ahead](Evaluator::evaluate_all) and whose answer is used.
    pub(super) fn count(&mut self, evaluation: &Evaluation) {
        let rejections = evaluation.said.as_ref().map_or(&[][..], |said| &said.rejections);
        let is_call = match evaluation.ended {
            Ended::Passed | Ended::Failed(_) => true,
            Ended::Rejected => by_assumptions(rejections) > 0,
            Ended::Skipped => false,
        };
        self.effort().calls += u64::from(is_call);
        // A case that is confirmed is not another one.
        let is_new = self.part != Part::Confirming;
        if let (Some(lines), None) = (&mut self.lines, &evaluation.problem) {
            lines.count(&evaluation.ended, evaluation.times.lines.as_ref(), is_new);
        }
    }

    fn count_swept(&mut self, swept: &Swept) {
        let assumed = swept.said.as_ref().map_or(0, |said| by_assumptions(&said.rejections));
        let not_run = (swept.rejected + swept.overruns).saturating_sub(assumed) + swept.repeats;
        self.effort().calls += swept.ran.saturating_sub(not_run) + u64::from(swept.failed.is_some());
    }

    fn effort(&mut self) -> &mut Effort {
        match self.part {
            Part::Searching => &mut self.efforts.searching,
            Part::Confirming => &mut self.efforts.confirming,
            Part::Shrinking => &mut self.efforts.shrinking,
            Part::Explaining => &mut self.efforts.explaining,
            Part::OtherBugs => &mut self.efforts.other_bugs,
        }
    }
}

/// How many cases an assumption rejected: for these the property was called.
fn by_assumptions(rejections: &[Rejection]) -> u64 {
    rejections.iter().filter(|rejection| rejection.by == RejectedBy::Assumption).map(|rejection| rejection.count).sum()
}

impl Evaluator for Metered<'_> {
    fn run(&mut self, batch: Batch<'_>) -> Swept {
        let told = batch.told;
        // What is confirmed in a batch is to be run as it was then.
        let is_looked_at = self.lines.is_some() && self.part != Part::Confirming;
        let wanted = if is_looked_at { Some(Told::all(told)) } else { told };
        let mut swept = self.evaluator.run(Batch { told: wanted, ..batch });
        if let (Some(lines), true) = (&mut self.lines, is_looked_at) {
            swept.seen.iter().for_each(|case| lines.count_observed(case));
            swept.seen.retain(|case| told.is_some_and(|told| told.keeps(case)));
        }
        self.count_swept(&swept);
        swept
    }

    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, known: Option<&Known>) -> Swept {
        self.run(Batch { cases: Cases::Random { stream, known }, numbers, told: None })
    }

    fn observe(&mut self, values: bool) {
        self.observed = true;
        self.evaluator.observe(values);
    }

    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation {
        let evaluation = timed(self.is_timed(), worth, |worth| self.evaluator.evaluate(input, worth, show));
        self.count(&evaluation);
        evaluation
    }

    fn examples(&self) -> usize {
        self.evaluator.examples()
    }

    fn width(&self) -> usize {
        self.evaluator.width()
    }

    fn evaluate_all(&mut self, inputs: &[Choices]) -> Vec<Evaluation> {
        self.evaluator.evaluate_all(inputs)
    }
}
