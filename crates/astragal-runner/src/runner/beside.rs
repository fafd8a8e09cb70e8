//! Enumerated cases that take turns with random ones: one for three, until as many are enumerated as were meant to be, and
//! from then on one for two that are rejected.
//!
//! So whenever the time is used up there were cases of both kinds; and where conditions reject most random cases, the smallest
//! that meet them are soon enumerated.

use astragal_core::{Shape, Space};

use super::exhaustive::Cases;
use super::pace::Pace;
use super::search::End;
use super::{Session, interrupt};
use crate::evaluate::{Input, Known};
use crate::report::{Found, Listed, Verdict};

/// How many are enumerated at first; then as many again each time.
const FIRST_TURN: u64 = 16;
/// For each enumerated case there are this many random ones.
const RANDOM_FOR_EACH: u64 = 3;
/// For each case that is enumerated because others were rejected, this many were.
const REJECTED_FOR_EACH: u64 = 2;
/// As many are enumerated at once because others were rejected.
const BATCH: u64 = 256;
/// A random case that takes more random words is no repetition of an enumerated one.
const FEW_WORDS: u64 = 32;
/// Where numbers are larger than this, random cases seldom repeat enumerated ones, and it is not cheap to see.
const LARGE: u128 = 64;
/// For each case that was asked for, this many random ones are drawn at most to make up for repetitions.
const MOST_DRAWS: u64 = 2;

/// See the module.
pub(super) struct Beside {
    cases: Cases,
    /// How many were enumerated so far.
    enumerated: u64,
    /// How many are, whether any are rejected or not.
    first: u64,
    /// The first ones, which random cases are not to repeat.
    known: Option<Known>,
}

impl Beside {
    pub(super) fn new(cases: Cases, first: u64, known: Option<Known>) -> Beside {
        Beside { cases, enumerated: 0, first, known }
    }

    /// The cases that random ones are not to repeat.
    pub(super) fn known(&self) -> Option<&Known> {
        self.known.as_ref()
    }

    /// How many random cases can be run at least before it is the turn of enumerated ones.
    pub(super) fn next(&self, number: u64, rejected: u64) -> u64 {
        match self.first.checked_sub(self.enumerated) {
            Some(1..) => (RANDOM_FOR_EACH * self.enumerated).saturating_sub(number),
            _ => (REJECTED_FOR_EACH * (self.enumerated - self.first + BATCH)).saturating_sub(rejected),
        }
    }

    /// How many are to be enumerated now.
    fn due(&self, number: u64, rejected: u64) -> u64 {
        match self.first.checked_sub(self.enumerated) {
            _ if self.next(number, rejected) > 0 => 0,
            Some(missing @ 1..) => self.enumerated.max(FIRST_TURN).min(missing),
            _ => BATCH,
        }
    }
}

impl Session<'_> {
    /// Enumerates as many cases as are due, until as many as are missing have passed. How many have; or the end.
    pub(super) fn enumerate_beside(&mut self, number: u64, rejected: u64, missing: u64) -> Result<u64, Box<End>> {
        let Some(mut beside) = self.beside.take() else { return Ok(0) };
        let end = beside.enumerated + beside.due(number, rejected);
        let (mut passed, mut is_over, mut pace) = (0, false, Pace::new(BATCH));
        while beside.enumerated < end && passed < missing && !is_over {
            // Whoever runs random cases stops the run.
            if self.clock.is_over() || interrupt::is_requested() {
                break;
            }
            let at_once = pace.begin().min(end - beside.enumerated).min(missing - passed);
            let numbers = beside.enumerated..beside.enumerated + at_once;
            let (mut swept, choices) = beside.cases.sweep(&mut self.evaluator, numbers);
            pace.end(swept.ran);
            beside.enumerated += swept.ran;
            is_over = swept.ran < at_once;
            let (problem, failed, fault) = (swept.problem.take(), swept.failed, swept.fault.take());
            if let Some(said) = &mut swept.said {
                // Shares are demanded of a random sample, which has each case as often as chance draws it.
                if !said.coverage.is_empty() {
                    beside.known = None;
                }
                said.coverage.forget();
            }
            passed += self.count_swept(swept);
            // One that fails is among the cases, too.
            let enumerated = beside.enumerated + u64::from(failed.is_some());
            let all_up_to = beside.cases.complete_size();
            self.statistics.listed = Some(Listed { cases: enumerated, all_up_to, by_depth: false });
            if let Some(problem) = problem {
                return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
            }
            if failed.is_some() {
                self.statistics.cases += 1;
                let found = Found::Exhaustive(enumerated);
                return Err(Box::new(self.catch(found, Input::Choices(&choices), fault)));
            }
        }
        if !is_over {
            self.beside = Some(beside);
        }
        Ok(passed)
    }

    /// The first enumerated cases, if random ones are likely to repeat them and it is cheap to see that they do.
    pub(super) fn known(&self, first: u64) -> Option<Known> {
        let is_large = |shape: &Shape| matches!(shape, Shape::Number { max, .. } if *max > LARGE);
        if self.job.space.iter().flat_map(Space::nodes).any(|(_, shape)| is_large(shape)) {
            return None;
        }
        let cases = self.first_numbers(first).into_iter().collect();
        Some(Known { cases, words: FEW_WORDS, until: self.values.cases.saturating_mul(MOST_DRAWS) })
    }
}
