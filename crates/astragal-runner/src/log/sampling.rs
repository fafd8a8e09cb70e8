//! Which cases of a long run are written: all at first; then those that show something new, and a sample that thins out.
//!
//! - The first [`EVERY`] cases are written, each for itself.
//! - After them, a case is written for itself if it failed, or if it is the first to show something: a value of a label (numbers by
//!   their magnitude), a branch at a depth, a branch within another, a place that rejects, a line that is run. There are at most
//!   [`MOST_NEW`] of these.
//! - All others are divided into stretches of consecutive cases, [`STRETCHES`] each time the number of cases has doubled. Of each
//!   stretch one case is written for each status (passed, rejected, repeated): the one of which a hash of the seed and its
//!   number is smallest. It represents all of that status in the stretch that are not written for themselves.
//!
//! So what lines represent adds up to the number of cases, and that for each status too. A run of `n` cases has at most
//! `EVERY + MOST_NEW + 3 * STRETCHES * log2(n / EVERY)` lines and those that failed: some 24,000 for a million of cases. Which cases these are
//! depends on the seed and the settings alone.

use super::hash::{HashSetOfHashes, absorb, hash_of, mixed};
use super::json::Json;
use super::picks::Picks;
use crate::observe::{CaseOutcome, ObservedCase, Word};
use crate::statistics::Observation;

/// The cases that are all written.
pub(super) const EVERY: u64 = 10_000;
/// How many cases are written after them because they show something new.
pub(super) const MOST_NEW: u64 = 2_000;
/// How many stretches there are until the number of cases has doubled.
const STRETCHES: u64 = 500;
/// How many different things are remembered, so that memory is bounded.
const MOST_SEEN: usize = 100_000;
/// The statuses of which each stretch has a case.
const STATUSES: usize = 3;

/// See the module.
#[derive(Debug)]
pub(super) struct Sampling {
    seed: u64,
    seen: HashSetOfHashes,
    /// How many cases were written because they showed something new.
    news: u64,
    /// How many lines of cases there are that represent others.
    pub(super) representatives: u64,
    /// The last case of the stretch.
    end: u64,
    candidates: [Candidate; STATUSES],
}

/// The case of a status that represents its stretch.
#[derive(Debug, Default)]
struct Candidate {
    hash: u64,
    /// How many cases it represents.
    count: u64,
    /// Its line, but for the end.
    line: Json,
}

/// Whether a case is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// Now, for itself.
    Now,
    /// Perhaps, for the stretch it is in: its line goes [here](Sampling::candidate).
    Perhaps(usize),
    /// Not at all: another one represents it.
    Not,
}

impl Sampling {
    pub(super) fn new(seed: u64) -> Sampling {
        Sampling {
            seed,
            seen: HashSetOfHashes::default(),
            news: 0,
            representatives: 0,
            end: 0,
            candidates: Default::default(),
        }
    }

    /// Whether a case is to be written, of which the choices were read. What is due before it is written first.
    pub(super) fn keep(&mut self, case: &ObservedCase, picks: &Picks, out: &mut Json) -> Kept {
        let is_new = self.is_new(case, picks);
        if case.number <= EVERY {
            return Kept::Now;
        }
        if case.number > self.end {
            self.finish(out);
            self.end = end_of_stretch(case.number);
        }
        let status = match &case.outcome {
            CaseOutcome::Failed { .. } => return Kept::Now,
            _ if is_new && self.news < MOST_NEW => {
                self.news += 1;
                return Kept::Now;
            }
            CaseOutcome::Passed => 0,
            CaseOutcome::Rejected { .. } | CaseOutcome::CutOff => 1,
            CaseOutcome::Repeated => 2,
        };
        let hash = mixed(mixed(self.seed) ^ case.number);
        let candidate = &mut self.candidates[status];
        candidate.count += 1;
        if candidate.count > 1 && hash >= candidate.hash {
            return Kept::Not;
        }
        candidate.hash = hash;
        candidate.line.clear();
        Kept::Perhaps(status)
    }

    /// Where the line of a case goes that represents its stretch, up to the end of its metadata.
    pub(super) fn candidate(&mut self, status: usize) -> &mut Json {
        &mut self.candidates[status].line
    }

    /// Writes the cases that represent the stretch.
    pub(super) fn finish(&mut self, out: &mut Json) {
        for candidate in &mut self.candidates {
            let count = std::mem::take(&mut candidate.count);
            if count == 0 {
                continue;
            }
            out.raw(candidate.line.bytes());
            if count > 1 {
                out.key("represents");
                out.integer(count);
            }
            out.raw("}}\n");
            self.representatives += 1;
        }
    }

    /// Whether a case is the first to show something.
    fn is_new(&mut self, case: &ObservedCase, picks: &Picks) -> bool {
        if self.seen.len() >= MOST_SEEN {
            return false;
        }
        let mut is_new = match &case.outcome {
            CaseOutcome::Passed => self.seen.insert(1),
            CaseOutcome::CutOff => self.seen.insert(2),
            CaseOutcome::Repeated => self.seen.insert(3),
            CaseOutcome::Rejected { by, place, .. } => {
                self.seen.insert(absorb(*by as u64, place.as_deref().unwrap_or_default()))
            }
            CaseOutcome::Failed { .. } => true,
        };
        for word in &case.words {
            is_new |= self.seen.insert(bucket_of(word));
        }
        for &(key, _) in &picks.taken {
            is_new |= self.seen.insert(mixed(key));
        }
        for &(key, _) in &picks.pairs {
            is_new |= self.seen.insert(mixed(!key));
        }
        for (file, lines) in case.lines.iter().flat_map(|files| files.iter()) {
            let file = hash_of(file);
            for &line in lines {
                is_new |= self.seen.insert(mixed(file ^ u64::from(line)));
            }
        }
        is_new
    }
}

/// The last case of the stretch that a case is in.
fn end_of_stretch(number: u64) -> u64 {
    let doublings = ((number - 1) / EVERY).ilog2();
    let (first, length) = (EVERY << doublings, (EVERY / STRETCHES) << doublings);
    first + ((number - 1 - first) / length + 1) * length
}

/// What is the same for words that say about the same.
fn bucket_of(word: &Word) -> u64 {
    // The sign, the exponent, and one more bit.
    let magnitude = |number: f64| number.to_bits() >> 51;
    match word {
        Word::Observed(label, Observation::Number(number)) | Word::Scored(label, number) => {
            mixed(hash_of(label) ^ magnitude(*number))
        }
        Word::Observed(label, Observation::Label(text)) => absorb(hash_of(label), text),
        Word::Observed(label, Observation::Holds(holds)) | Word::Covered { holds, label, .. } => {
            mixed(hash_of(label) ^ u64::from(*holds))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_get_longer_as_the_run_does() {
        assert_eq!([10_001, 10_020, 10_021, 20_000].map(end_of_stretch), [10_020, 10_020, 10_040, 20_000]);
        assert_eq!([20_001, 40_000, 40_001, 1_000_000].map(end_of_stretch), [20_040, 40_000, 40_080, 1_000_960]);
    }

    #[test]
    fn a_case_that_runs_a_line_first_is_written() {
        let mut sampling = Sampling::new(1);
        let mut keep = |number: u64, lines: &[u32]| {
            let case = ObservedCase::new(astragal_core::Choices::default(), CaseOutcome::Passed);
            let lines = Some([("a.rs".to_string(), lines.to_vec())].into_iter().collect());
            let case = ObservedCase { number: EVERY + number, lines, ..case };
            sampling.keep(&case, &Picks::default(), &mut Json::default())
        };
        assert_eq!([keep(1, &[3, 4]), keep(2, &[4, 7]), keep(3, &[3, 7, 8])], [Kept::Now; 3]);
        assert_ne!(keep(4, &[3, 8]), Kept::Now);
    }

    #[test]
    fn numbers_of_a_magnitude_are_alike() {
        let bucket = |number| bucket_of(&Word::Scored("n".into(), number));
        assert_eq!(bucket(9.0), bucket(10.0));
        assert_ne!(bucket(7.0), bucket(9.0));
        assert_ne!(bucket(1.0), bucket(-1.0));
    }
}
