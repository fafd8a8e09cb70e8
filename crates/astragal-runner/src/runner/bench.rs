//! What every part of a run works with: the property, the evaluator of its cases, the clock, and what the report is to say.

use astragal_core::Choices;

use super::clock::Clock;
use super::effort::Metered;
use super::{Job, interrupt};
use crate::config::{Phase, Values};
use crate::evaluate::{Evaluation, Evaluator, Input, Stream};
use crate::report::{Drawn, Reread};

/// See the module.
pub(super) struct Bench<'a> {
    pub(super) job: &'a Job,
    pub(super) values: &'a Values,
    pub(super) evaluator: Metered<'a>,
    /// The random cases.
    pub(super) stream: Stream,
    pub(super) clock: Clock,
    pub(super) warnings: Vec<String>,
    /// What became of stored cases that read differently today.
    pub(super) reread: Vec<Reread>,
}

impl Bench<'_> {
    pub(super) fn wants(&self, phase: Phase) -> bool {
        self.values.phases.contains(phase)
    }

    /// Runs a single case.
    pub(super) fn run(&mut self, input: Input<'_>) -> Evaluation {
        self.evaluator.evaluate(input, &mut |_| true, false)
    }

    /// The values of a case in one line.
    pub(super) fn text_of(&mut self, choices: &Choices) -> String {
        values_of(&self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, true).drawn)
    }

    /// Whether the search has to stop.
    pub(super) fn is_stopped(&mut self) -> bool {
        self.clock.is_over() || interrupt::is_requested()
    }

    /// Forgets the case that an interrupted run would leave to the next one.
    pub(super) fn forget_pending(&self) {
        // An interrupted run goes on from there the next time.
        if !interrupt::is_requested() {
            if let Some(scratch) = &self.job.scratch {
                scratch.clear_pending();
            }
        }
    }
}

/// The values of a case in one line.
pub(super) fn values_of(drawn: &[Drawn]) -> String {
    let value = |drawn: &Drawn| match &*drawn.name {
        "" => drawn.text.clone(),
        name => format!("{name} = {}", drawn.text),
    };
    drawn.iter().map(value).collect::<Vec<_>>().join(", ")
}
