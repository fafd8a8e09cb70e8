//! Runs the shrinker's candidates, and keeps the other bugs that come up on the way.

use std::collections::VecDeque;

use astragal_core::{Choices, Judge, Judgement};

use super::effort::Metered;
use super::{Suspect, interrupt};
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::observe::Observers;
use crate::report::{Found, Origin};

/// How many candidates that passed are kept.
const MOST_PASSED: usize = 100;

/// See the module.
pub(super) struct Same<'a, 'e> {
    pub(super) evaluator: &'a mut Metered<'e>,
    /// The bug that is looked for.
    pub(super) origin: &'a Origin,
    pub(super) found: &'a Found,
    /// The last candidates that passed.
    pub(super) passed: &'a mut VecDeque<Choices>,
    /// Other bugs, each with the simplest case seen so far.
    pub(super) others: &'a mut Vec<Suspect>,
    pub(super) observers: &'a mut Observers,
}

impl Same<'_, '_> {
    fn judgement(&mut self, mut evaluation: Evaluation) -> Judgement {
        if evaluation.problem.is_some() {
            return Judgement::Skipped;
        }
        if !self.observers.is_empty() {
            self.tell(&mut evaluation);
        }
        match evaluation.ended {
            // A terminal interrupts child processes too. Their death then is not a bug of the property.
            Ended::Failed(fault) if matches!(fault.origin, Origin::Died(_)) && interrupt::is_requested() => {
                Judgement::Skipped
            }
            Ended::Failed(fault) if fault.origin.may_be(self.origin) => Judgement::Fails(evaluation.choices),
            Ended::Failed(fault) => {
                let known = self.others.iter_mut().find(|other| other.fault.origin.may_be(&fault.origin));
                let choices = evaluation.choices;
                match known {
                    Some(known) if choices.shortlex(&known.choices).is_lt() => {
                        (known.choices, known.fault) = (choices, *fault);
                    }
                    Some(_) => {}
                    None => {
                        let found = self.found.clone();
                        self.others.push(Suspect { found, choices, fault: *fault, number: None });
                    }
                }
                Judgement::Passes
            }
            Ended::Passed => {
                if self.passed.len() == MOST_PASSED {
                    self.passed.pop_front();
                }
                self.passed.push_back(evaluation.choices);
                Judgement::Passes
            }
            Ended::Rejected | Ended::Skipped => Judgement::Skipped,
        }
    }
}

impl Same<'_, '_> {
    /// Tells observers of a candidate that passed, or failed in the same way.
    #[cold]
    fn tell(&mut self, evaluation: &mut Evaluation) {
        let is_told = match &evaluation.ended {
            Ended::Passed => true,
            Ended::Failed(fault) => fault.origin.may_be(self.origin),
            Ended::Rejected | Ended::Skipped => false,
        };
        let case = if is_told { evaluation.observed() } else { None };
        case.into_iter().for_each(|case| self.observers.shrinking(case));
    }
}

impl Judge for Same<'_, '_> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        let evaluation = self.evaluator.evaluate(Input::Choices(candidate), worth, false);
        self.judgement(evaluation)
    }

    fn width(&self) -> usize {
        self.evaluator.width()
    }

    fn first(
        &mut self,
        candidates: &[Choices],
        worth: &mut dyn FnMut(usize, &Choices) -> bool,
    ) -> Option<(usize, Choices)> {
        if self.evaluator.width() == 1 {
            for (at, candidate) in candidates.iter().enumerate() {
                if let Judgement::Fails(drawn) = self.judge(candidate, &mut |drawn| worth(at, drawn)) {
                    return Some((at, drawn));
                }
            }
            return None;
        }
        let evaluations = self.evaluator.evaluate_all(candidates);
        for (at, evaluation) in evaluations.into_iter().enumerate() {
            if worth(at, &evaluation.choices) {
                self.evaluator.count(&evaluation);
                if let Judgement::Fails(drawn) = self.judgement(evaluation) {
                    return Some((at, drawn));
                }
            }
        }
        None
    }
}
