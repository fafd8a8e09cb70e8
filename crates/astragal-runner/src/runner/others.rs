//! Other bugs than the first: they are searched for among the cases that were left, and each bug is reported once.
//!
//! A failure whose smallest case has another failure in it, which is left when parts are taken away or lowered, is the same bug at another place,
//! and is reported with it in a line.

use astragal_core::{Choices, Judge, Judgement, Shrinker};

use super::effort::{Metered, Part};
use super::settle::{MOST_BUGS, Settling};
use super::{Suspect, interrupt};
use crate::evaluate::{Batch, Cases, Ended, Evaluator, Input};
use crate::report::{Elsewhere, Failure, Found, Origin};

/// Over how many failing cases other bugs are searched for after the first.
const FAILING_CASES: u32 = 100;
/// One that ends the process takes longer, and counts as this many.
const DEATH: u32 = 50;
/// After this many cases the search looks at the clock.
const AT_ONCE: u64 = 100;
/// How many candidates are tried to get from the smallest case of one failure to another failure.
const STEPS: u64 = 1_000;

impl Settling<'_, '_> {
    /// Goes on with the random cases that are left after one has failed: there may be other bugs, and other smallest cases of the
    /// same bug, if they were asked for.
    pub(super) fn look_for_more(&mut self, mut number: u64) {
        let minima = usize::from(self.bench.values.minima);
        let (first, mut patience) = (number, FAILING_CASES);
        // As many random cases as would have run without a failure.
        let end = number.saturating_add(self.bench.values.cases.saturating_sub(self.progress.tally.statistics.cases));
        while patience > 0 && number < end && !interrupt::is_requested() && !self.bench.clock.is_settled() {
            self.bench.evaluator.begin(Part::OtherBugs);
            let numbers = number..end.min(number.saturating_add(AT_ONCE));
            let cases = Cases::Random { stream: self.bench.stream, known: self.progress.known.as_ref() };
            let swept = self.bench.evaluator.run(Batch { cases, numbers, told: None });
            number += swept.ran;
            if swept.problem.is_some() {
                return;
            }
            let Some(failed) = swept.failed else { continue };
            number = failed + 1;
            let input = Input::Random { stream: self.bench.stream, number: failed };
            let evaluation = self.bench.run(input);
            let Ended::Failed(fault) = evaluation.ended else { continue };
            patience = patience.saturating_sub(if fault.origin.ends_the_process() { DEATH } else { 1 });
            let is_known = self.failures.iter().any(|failure| failure.origin.may_be(&fault.origin));
            if self.failures.len() >= if is_known { minima } else { MOST_BUGS } {
                continue;
            }
            let found = Found::Later(failed - first + 1);
            let suspect = Suspect { found, choices: evaluation.choices, fault: *fault, number: Some(failed) };
            let known = self.failures.len();
            self.settle_one(suspect, &mut Vec::new());
            // The same smallest case again is nothing new.
            let is_new = |failure: &Failure| {
                self.failures[..known].iter().all(|known| known.minimal.choices != failure.minimal.choices)
            };
            if !self.failures.last().is_some_and(is_new) {
                self.failures.truncate(known);
            }
        }
    }

    /// One bug may show at several places: a failure whose smallest case has another failure in it, which is left when parts are
    /// taken away or lowered, is reported with that.
    pub(super) fn group(&mut self) {
        let mut at = 0;
        while at < self.failures.len() && self.failures.len() > 1 {
            match self.leads_to(at) {
                Some(to) => {
                    let Failure { origin, message, minimal, elsewhere, .. } = self.failures.remove(at);
                    let to = &mut self.failures[if to > at { to - 1 } else { to }];
                    to.elsewhere.push(Elsewhere { origin, message, choices: minimal.choices });
                    to.elsewhere.extend(elsewhere);
                    // Failures checked already may lead to those that are left.
                    at = 0;
                }
                None => at += 1,
            }
        }
    }

    /// The failure to which the smallest case of another one leads.
    fn leads_to(&mut self, at: usize) -> Option<usize> {
        let failure = &self.failures[at];
        let is_shrunk = |failure: &Failure| failure.flaky.is_none() && !matches!(failure.found, Found::Example(_));
        let is_other = |other: &Failure| is_shrunk(other) && !other.shows_at(&failure.origin);
        if !is_shrunk(failure) || interrupt::is_requested() || !self.failures.iter().any(is_other) {
            return None;
        }
        let choices = failure.minimal.choices.clone();
        let of = failure.origin.clone();
        let time_left = self.bench.clock.left_to_settle();
        self.bench.evaluator.begin(Part::OtherBugs);
        let from = choices.clone();
        let mut judge =
            Leads { evaluator: &mut self.bench.evaluator, from: &from, of: &of, failures: self.failures, to: None };
        let _ = Shrinker::new(choices)
            .evaluations(STEPS)
            .time(time_left)
            .stop_when(&interrupt::is_requested)
            .run(&mut judge);
        judge.to
    }
}

impl Failure {
    /// Whether it is one that shows at a place.
    fn shows_at(&self, origin: &Origin) -> bool {
        self.origin.may_be(origin) || self.elsewhere.iter().any(|elsewhere| elsewhere.origin.may_be(origin))
    }
}

/// Judges candidates by whether they fail as another failure does.
struct Leads<'a, 'e> {
    evaluator: &'a mut Metered<'e>,
    /// The smallest case of a failure, and where that shows.
    from: &'a Choices,
    of: &'a Origin,
    failures: &'a [Failure],
    /// The failure that was come to.
    to: Option<usize>,
}

impl Judge for Leads<'_, '_> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        if self.to.is_some() {
            return Judgement::Skipped;
        }
        let evaluation = self.evaluator.evaluate(Input::Choices(candidate), worth, false);
        match evaluation.ended {
            Ended::Failed(fault) if !fault.origin.may_be(self.of) && is_part(&evaluation.choices, self.from) => {
                self.to = self.failures.iter().position(|failure| failure.shows_at(&fault.origin));
                Judgement::Passes
            }
            Ended::Failed(_) | Ended::Passed => Judgement::Passes,
            Ended::Rejected | Ended::Skipped => Judgement::Skipped,
        }
    }
}

/// Whether a sequence is what is left of another one if numbers are taken away or lowered. (To swap two numbers is another thing:
/// it leads from a bug in one argument to one in the other.)
fn is_part(part: &Choices, whole: &Choices) -> bool {
    let mut whole = whole.numbers();
    part.numbers().all(|number| whole.any(|other| number <= other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_what_is_left() {
        let is_part = |part: &[u64], whole: &[u64]| {
            is_part(&Choices::from_numbers(part.to_vec()), &Choices::from_numbers(whole.to_vec()))
        };
        assert!(is_part(&[], &[5]) && is_part(&[1, 3], &[2, 0, 3]) && is_part(&[2, 2], &[2, 2]));
        assert!(!is_part(&[0, 500], &[500, 0]) && !is_part(&[3], &[2, 2]) && !is_part(&[0, 0], &[7]));
    }
}
