//! Judges the candidates of a shrinker: a case that fails in the same way shows the same bug.

use astragal_core::{Choices, Judge, Judgement};

use crate::evaluate::{Ended, Evaluator, Input};
use crate::report::Origin;

/// See the module.
pub(super) struct SameBug<'a> {
    pub(super) evaluator: &'a mut dyn Evaluator,
    pub(super) origin: &'a Origin,
}

impl Judge for SameBug<'_> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        let evaluation = self.evaluator.evaluate(Input::Choices(candidate), worth, false);
        match evaluation.ended {
            _ if evaluation.problem.is_some() => Judgement::Skipped,
            Ended::Failed(fault) if fault.origin.may_be(self.origin) => Judgement::Fails(evaluation.choices),
            Ended::Failed(_) | Ended::Passed => Judgement::Passes,
            Ended::Rejected | Ended::Skipped => Judgement::Skipped,
        }
    }
}
