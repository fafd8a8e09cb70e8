//! Enumerated cases that take turns with random ones: one for three, until as many are enumerated as were meant to be, and
//! from then on one for two that are rejected.
//!
//! So whenever the time is used up there were cases of both kinds; and where conditions reject most random cases, the smallest
//! that meet them are soon enumerated.

use astragal_core::Shape;

use super::pace::Pace;
use super::smallest::{Smallest, first_numbers};
use super::{CaseSource, Next};
use crate::evaluate::{Known, Swept};
use crate::report::{EnumeratedCases, Found};
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;

/// How many are enumerated at first; then as many again each time.
const FIRST_TURN: u64 = 16;
/// For each enumerated case there are this many random ones.
const RANDOM_FOR_EACH: u64 = 3;
/// For each case that is enumerated because others were rejected, this many were.
const REJECTED_FOR_EACH: u64 = 2;
/// As many are enumerated at once because others were rejected.
const BATCH: u64 = 256;
/// A random case that takes more random words does not repeat an enumerated one.
const FEW_WORDS: u64 = 32;
/// Where numbers are larger than this, random cases seldom repeat enumerated ones, and it is not cheap to see.
const LARGE: u128 = 64;
/// For each case that was asked for, this many random ones are drawn at most to make up for repetitions.
const MOST_DRAWS: u64 = 2;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Beside { turns: None })
}

/// See the module.
struct Beside {
    turns: Option<Turns>,
}

/// Cases that take turns.
struct Turns {
    cases: Smallest,
    /// How many were enumerated so far, the one that failed included.
    enumerated: u64,
    /// How many are, whether any are rejected or not.
    first: u64,
    /// Up to how many are enumerated in this turn.
    until: u64,
    pace: Pace,
    /// How many cases the last batch was to have.
    at_once: u64,
}

impl Turns {
    /// How many random cases can be run at least before it is the turn of enumerated ones.
    fn next(&self, number: u64, rejected: u64) -> u64 {
        match self.first.checked_sub(self.enumerated) {
            Some(1..) => (RANDOM_FOR_EACH * self.enumerated).saturating_sub(number),
            _ => (REJECTED_FOR_EACH * (self.enumerated - self.first + BATCH)).saturating_sub(rejected),
        }
    }

    /// How many are to be enumerated in a turn that begins now.
    fn due(&self) -> u64 {
        match self.first.checked_sub(self.enumerated) {
            Some(missing @ 1..) => self.enumerated.max(FIRST_TURN).min(missing),
            _ => BATCH,
        }
    }
}

impl CaseSource for Beside {
    fn name(&self) -> &'static str {
        "enumerated"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        if let Some((cases, first)) = progress.beside.take() {
            progress.tally.statistics.enumerated = Some(EnumeratedCases { cases: 0, all_up_to: None, by_depth: false });
            progress.known = known(bench, first);
            let pace = Pace::new(BATCH);
            self.turns = Some(Turns { cases, enumerated: 0, first, until: 0, pace, at_once: 0 });
        }
        let Some(turns) = &mut self.turns else { return Next::Over };
        if progress.is_enough() {
            return Next::Over;
        }
        if turns.enumerated >= turns.until {
            let after = turns.next(progress.unrepeated(), progress.rejected);
            if after > 0 {
                return Next::After(after);
            }
            turns.until = turns.enumerated + turns.due();
            turns.pace = Pace::new(BATCH);
        }
        let most = (turns.until - turns.enumerated).min(progress.asked - progress.passed);
        turns.at_once = turns.pace.begin().min(most);
        Next::Enumerated(&mut turns.cases, turns.enumerated..turns.enumerated + turns.at_once)
    }

    fn swept(&mut self, mut swept: Swept, progress: &mut Progress) {
        let Some(turns) = &mut self.turns else { return };
        turns.pace.end(swept.ran);
        let (is_over, has_failed) = (swept.ran < turns.at_once, swept.failed.is_some());
        // One that fails is among the cases, too.
        turns.enumerated += swept.ran + u64::from(has_failed);
        if is_over && !has_failed {
            turns.cases.are_over();
        }
        if let Some(said) = &mut swept.said {
            // Shares are demanded of a random sample, which has each case as often as chance draws it.
            if !said.coverage.is_empty() {
                progress.known = None;
            }
            said.coverage.forget();
        }
        progress.passed += progress.tally.enumerated(swept);
        let all_up_to = turns.cases.complete_size();
        progress.tally.statistics.enumerated =
            Some(EnumeratedCases { cases: turns.enumerated, all_up_to, by_depth: false });
        if is_over {
            progress.known = None;
            self.turns = self.turns.take().filter(|_| has_failed);
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Exhaustive(self.turns.as_ref().map_or(0, |turns| turns.enumerated))
    }
}

/// The first enumerated cases, if random ones are likely to repeat them and it is cheap to see that they do.
fn known(bench: &Bench<'_>, first: u64) -> Option<Known> {
    let is_large = |shape: &Shape| matches!(shape, Shape::Number { max, .. } if *max > LARGE);
    if bench.job.space.as_ref().is_some_and(|space| space.nodes().any(|(_, shape)| is_large(shape))) {
        return None;
    }
    let cases = first_numbers(bench, first).into_iter().collect();
    Some(Known { cases, words: FEW_WORDS, until: bench.values.cases.saturating_mul(MOST_DRAWS) })
}
