//! Looks for a failing case.

use astragal_core::__private::sort_by_key;

use super::beside::Beside;
use super::effort::Part;
use super::pace::Pace;
use super::target::Turns;
use super::{Session, Suspect, interrupt};
use crate::config::Phase;
use crate::evaluate::{Ended, Evaluator, Fault, Input};
use crate::property::context::Said;
use crate::report::{Found, Problem, Refuser, Rejection, StrayPanic, Verdict};
use crate::statistics::Answer;

/// How a search ended.
pub(super) enum End {
    /// With a failing case.
    Found(Suspect),
    /// Without one.
    Nothing(Verdict),
}

/// If not one case in a hundred gets past the filters, one is 99 % sure of it after so many were refused.
const REFUSED_BEFORE_GIVING_UP: u64 = 459;
/// For each case that does get past, so many more may be refused.
const REFUSED_FOR_EACH_CASE: u64 = 150;
/// After at most so many cases somebody looks at the clock.
const AT_ONCE: u64 = 1 << 20;
/// `cover!` may take so many times the cases that were asked for.
const PATIENCE_OF_COVER: u64 = 1_000;

impl Session<'_> {
    pub(super) fn search(&mut self) -> End {
        for phase in [Phase::Regressions, Phase::Examples, Phase::Exhaustive, Phase::Random] {
            let ended = match phase {
                _ if !self.wants(phase) => None,
                Phase::Regressions => self.known_cases(),
                Phase::Examples => self.examples(),
                Phase::Exhaustive => self.listed_cases(),
                _ => {
                    let ended = self.random_cases();
                    self.with_guidance(ended)
                }
            };
            if let Some(end) = ended {
                return end;
            }
        }
        let ran = self.statistics.cases > 0;
        End::Nothing(if ran { Verdict::Passed } else { Verdict::Vacuous })
    }

    fn examples(&mut self) -> Option<End> {
        for index in 0..self.evaluator.examples() {
            self.statistics.examples += 1;
            if let Some(end) = self.try_input(Input::Example(index), Found::Example(index + 1)) {
                return Some(end);
            }
        }
        None
    }

    /// Random cases of growing size, until there are enough. Enumerated ones and those that aim at higher scores take turns
    /// with them.
    ///
    /// What comes next is decided only where one count has reached another, which is after the same case however fast the cases
    /// are and however many run at once: a stretch has at most as many cases as the nearest of these counts is away.
    fn random_cases(&mut self) -> Option<End> {
        self.clock.begin();
        // What was enumerated before is part of what was asked for; stored cases and examples are not.
        let (mut number, mut refused, mut valid) = (0, 0, self.enumerated);
        let mut turns = Turns::new(valid, self.values.cases);
        let mut pace = Pace::new(AT_ONCE);
        loop {
            let enough = valid >= self.values.cases;
            if enough {
                let patience = self.values.cases.saturating_mul(PATIENCE_OF_COVER);
                if self.coverage.look() != Answer::Unsure || number >= patience {
                    return self.covered();
                }
            } else if valid >= turns.until {
                match self.aim_higher(turns.budget(valid, self.values.cases)) {
                    Ok(passed) => valid += passed,
                    Err(end) => return Some(*end),
                }
                turns.next(valid, self.values.cases, self.has_scores());
                continue;
            } else {
                let drawn = number - self.statistics.repeats;
                match self.enumerate_beside(drawn, refused, self.values.cases - valid) {
                    Ok(0) => {}
                    Ok(passed) => {
                        valid += passed;
                        continue;
                    }
                    Err(end) => return Some(*end),
                }
            }
            let patience = REFUSED_BEFORE_GIVING_UP + REFUSED_FOR_EACH_CASE * valid;
            if !enough && refused >= patience {
                return self.too_few(valid);
            }
            let stretch = match enough {
                true => self.values.cases,
                false => {
                    let drawn = number - self.statistics.repeats;
                    let until_enumerated = self.beside.as_ref().map_or(u64::MAX, |beside| beside.next(drawn, refused));
                    let until_valid = turns.until.min(self.values.cases).saturating_sub(valid);
                    until_valid.min(patience - refused).min(until_enumerated).max(1)
                }
            };
            let end = number + stretch;
            while number < end {
                if self.clock.is_over() {
                    self.statistics.out_of_time = true;
                    return if valid > 0 || refused > 0 {
                        self.covered().or_else(|| self.too_few(valid))
                    } else {
                        None
                    };
                }
                if interrupt::is_requested() {
                    return Some(End::Nothing(Verdict::Unknown(Problem::Interrupted)));
                }
                let at_once = pace.begin().min(end - number);
                let known = self.beside.as_ref().and_then(Beside::known);
                let mut swept = self.evaluator.sweep(self.stream, number..number + at_once, known);
                pace.end(swept.ran);
                let passed = swept.ran - (swept.refused + swept.overruns + swept.repeats).min(swept.ran);
                refused += swept.refused + swept.overruns;
                valid += passed;
                number += swept.ran;
                self.random = number;
                self.statistics.cases += passed;
                self.statistics.repeats += swept.repeats;
                self.statistics.overruns += swept.overruns;
                if let Some(said) = swept.said.take() {
                    self.count(*said);
                }
                if let Some(problem) = swept.problem {
                    return Some(End::Nothing(Verdict::Unknown(problem)));
                }
                if let Some(failed) = swept.failed {
                    self.statistics.cases += 1;
                    return Some(self.caught(failed, swept.fault));
                }
            }
        }
    }

    /// A random case failed.
    fn caught(&mut self, number: u64, fault: Option<Box<Fault>>) -> End {
        let found = Found::Random(self.statistics.cases);
        match self.catch(found, Input::Random { stream: self.stream, number }, fault) {
            End::Found(suspect) => End::Found(Suspect { number: Some(number), ..suspect }),
            end => end,
        }
    }

    /// A case failed in a sweep: it is run again, with all that is to be known about it. If it does not fail again in the same
    /// way, it is flaky.
    pub(super) fn catch(&mut self, found: Found, input: Input<'_>, fault: Option<Box<Fault>>) -> End {
        self.evaluator.begin(Part::Confirming);
        let evaluation = self.evaluator.evaluate(input, &mut |_| true, false);
        if let Some(problem) = evaluation.problem {
            return End::Nothing(Verdict::Unknown(problem));
        }
        match evaluation.ended {
            // What fails in another way from now on fails because of what the first time has left behind.
            Ended::Failed(again) if fault.as_ref().is_none_or(|fault| fault.origin.may_be(&again.origin)) => {
                End::Found(Suspect { found, choices: evaluation.choices, fault: *again, number: None })
            }
            _ => self.not_again(found, input, evaluation.choices, fault),
        }
    }

    /// Too few cases were let through.
    fn too_few(&mut self, valid: u64) -> Option<End> {
        let rejections = &mut self.statistics.rejections;
        sort_by_key(rejections, |rejection| std::cmp::Reverse(rejection.count));
        let assumed = rejections.first().is_some_and(|rejection| rejection.by == Refuser::Assumption);
        if valid == 0 && assumed {
            return Some(End::Nothing(Verdict::Vacuous));
        }
        let refused = self.statistics.rejected() + self.statistics.overruns;
        (refused > REFUSED_FOR_EACH_CASE * valid).then_some(End::Nothing(Verdict::GaveUp))
    }

    /// What the demands of `cover!` came to.
    fn covered(&mut self) -> Option<End> {
        match self.coverage.look() {
            Answer::Met => None,
            Answer::Missed => Some(End::Nothing(Verdict::Unknown(Problem::NotCovered(self.complaint())))),
            Answer::Unsure => {
                self.warnings.push(format!("not sure yet: {}", self.complaint()));
                None
            }
        }
    }

    /// The requirements that are not met.
    fn complaint(&self) -> String {
        let states = self.coverage.states();
        let unmet = states.iter().filter(|state| state.answer != Answer::Met);
        unmet.map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// Counts what cases said.
    pub(super) fn count(&mut self, said: Said) {
        self.count_rejections(said.rejections);
        said.strays.into_iter().for_each(|stray| StrayPanic::add(&mut self.statistics.strays, stray));
        self.tally.absorb(said.tally);
        self.aim.by_chance.absorb(said.scores);
        if let Err(message) = self.coverage.absorb(said.coverage) {
            self.warnings.push(message);
        }
    }

    /// Counts cases that were refused.
    pub(super) fn count_rejections(&mut self, rejections: Vec<Rejection>) {
        for rejection in rejections {
            let mine = &mut self.statistics.rejections;
            match mine.iter_mut().find(|mine| mine.by == rejection.by && mine.place == rejection.place) {
                Some(mine) => mine.count += rejection.count,
                None => mine.push(rejection),
            }
        }
    }
}
