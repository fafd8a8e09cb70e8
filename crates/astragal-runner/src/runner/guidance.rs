//! Where conditions refuse most cases: how many would be let through if cases were made from those that were.
//!
//! That is what guided generation does. It needs no generator here, only choices: a few cases that were let through are changed,
//! and it is counted how many of the results are let through again. The figure goes into the report, beside the advice.

use std::collections::HashSet;

use astragal_core::{Choices, Rng};

use super::search::End;
use super::target::{Move, hash_of, index, make};
use super::{Session, Suspect, interrupt};
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Guidance, Verdict};

/// It is worth a word if not one case in so many is let through.
const ONE_IN: u64 = 10;
/// And if at least so many were refused.
const REFUSED: u64 = 100;
/// This many accepted cases are looked for, among this many random ones; and no more than cases were asked for.
const STARTS: usize = 3;
const RANDOM: u64 = 1_000;
/// This many others are made from them; and no more than cases were asked for.
const MADE: u64 = 300;

impl Session<'_> {
    /// The end of the random cases; if most of them were refused, with a figure of what guidance would change.
    pub(super) fn with_guidance(&mut self, ended: Option<End>) -> Option<End> {
        let (through, refused) = (self.statistics.cases, self.statistics.rejected());
        let is_about_refusals = matches!(ended, None | Some(End::Nothing(Verdict::GaveUp | Verdict::Vacuous)));
        if !is_about_refusals || refused < REFUSED || through * ONE_IN > through + refused {
            return ended;
        }
        match self.guidance() {
            Ok(guidance) => {
                self.statistics.guidance = guidance;
                ended
            }
            Err(end) => Some(*end),
        }
    }

    fn guidance(&mut self) -> Result<Option<Guidance>, Box<End>> {
        let cases = self.values.cases;
        let mut through: Vec<Choices> = Vec::new();
        for number in 0..RANDOM.min(cases) {
            if self.is_stopped() {
                return Ok(None);
            }
            if through.len() == STARTS {
                break;
            }
            let input = Input::Random { stream: self.stream, number };
            let evaluation = self.evaluator.evaluate(input, &mut |_| true, false);
            through.extend(self.let_through(evaluation, Found::Guided(number + 1))?);
        }
        if through.is_empty() {
            return Ok(None);
        }
        let starts = through.len() as u64;
        let mut rng = Rng::new(self.stream.seed);
        let mut seen: HashSet<u64> = through.iter().map(hash_of).collect();
        let made = MADE.min(cases);
        for tried in 0..made {
            if self.is_stopped() {
                return Ok(None);
            }
            let Some(next) = another(&mut rng, &through) else { return Ok(None) };
            let evaluation = self.evaluator.evaluate(Input::Choices(&next), &mut |_| true, false);
            if seen.insert(hash_of(&evaluation.choices)) {
                through.extend(self.let_through(evaluation, Found::Guided(tried + 1))?);
            }
        }
        Ok(Some(Guidance { let_through: through.len() as u64 - starts, of: made }))
    }

    /// Whether there is no time for a figure, which is then told.
    fn is_stopped(&mut self) -> bool {
        let is_late = self.clock.is_over();
        self.statistics.out_of_time |= is_late;
        is_late || interrupt::is_requested()
    }

    /// The choices of a case, if it was let through. One that fails is what all this is for.
    fn let_through(&mut self, evaluation: Evaluation, found: Found) -> Result<Option<Choices>, Box<End>> {
        let Evaluation { ended, choices, problem, .. } = evaluation;
        if let Some(problem) = problem {
            return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
        }
        match ended {
            Ended::Passed => Ok(Some(choices)),
            Ended::Failed(fault) if !interrupt::is_requested() => {
                self.statistics.cases += 1;
                Err(Box::new(End::Found(Suspect { found, choices, fault: *fault, number: None })))
            }
            Ended::Failed(_) | Ended::Rejected | Ended::Skipped => Ok(None),
        }
    }
}

/// A case made from those that were let through.
fn another(rng: &mut Rng, through: &[Choices]) -> Option<Choices> {
    let of = &through[index(rng, through.len())?];
    let others: Vec<&Choices> = through.iter().collect();
    let by = Move::ALL[index(rng, Move::ALL.len())?];
    make(by, rng, of, &others).or_else(|| make(Move::Edit, rng, of, &others))
}
