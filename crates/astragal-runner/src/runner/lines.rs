//! Counts which lines all failing cases ran and no passing one, case by case, in memory that the size of the program bounds.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::evaluate::Ended;
use crate::observe::{CaseOutcome, LinesRun, ObservedCase};
use crate::report::{FailingLines, Failure, Origin};

/// How many different ways to fail are told apart.
const MOST_ORIGINS: usize = 32;
/// How many sets of lines are known to be counted already.
const MOST_KNOWN: usize = 4_096;

/// See the module.
#[derive(Default)]
pub(super) struct LineTally {
    passing: u64,
    /// The lines of any passing case, by file.
    passed: BTreeMap<String, BTreeSet<u32>>,
    failing: Vec<FailingCases>,
    /// Sets of which all lines are in `passed`, by their addresses. They are kept, so that no other gets the same one.
    known: HashMap<usize, LinesRun>,
    /// How many cases told nothing about their lines.
    silent: u64,
}

/// The cases that failed in one way.
struct FailingCases {
    origin: Origin,
    count: u64,
    /// The lines that all of them ran.
    lines: Vec<(String, Vec<u32>)>,
}

impl LineTally {
    /// Counts a case that was run for itself. One that `is_new` says was run before can only rule out lines.
    pub(super) fn count(&mut self, ended: &Ended, lines: Option<&LinesRun>, is_new: bool) {
        match (ended, lines) {
            (Ended::Passed, Some(lines)) => self.pass(lines, is_new),
            (Ended::Failed(fault), Some(lines)) => self.fail(&fault.origin, lines, is_new),
            (Ended::Passed | Ended::Failed(_), None) => self.silent += 1,
            (Ended::Rejected | Ended::Skipped, _) => {}
        }
    }

    /// Counts a case of a batch.
    pub(super) fn count_observed(&mut self, case: &ObservedCase) {
        match (&case.outcome, &case.lines) {
            (CaseOutcome::Passed, Some(lines)) => self.pass(lines, true),
            (CaseOutcome::Failed { origin, .. }, Some(lines)) => self.fail(origin, lines, true),
            (CaseOutcome::Passed | CaseOutcome::Failed { .. }, None) => self.silent += 1,
            _ => {}
        }
    }

    fn pass(&mut self, lines: &LinesRun, is_new: bool) {
        self.passing += u64::from(is_new);
        let address = Arc::as_ptr(lines).cast::<()>() as usize;
        if self.known.contains_key(&address) {
            return;
        }
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(address, lines.clone());
        for (file, lines) in lines.iter() {
            match self.passed.get_mut(file) {
                Some(passed) => passed.extend(lines),
                None => _ = self.passed.insert(file.clone(), lines.iter().copied().collect()),
            }
        }
    }

    fn fail(&mut self, origin: &Origin, lines: &LinesRun, is_new: bool) {
        let has_room = self.failing.len() < MOST_ORIGINS;
        match self.failing.iter_mut().find(|failing| failing.origin.may_be(origin)) {
            Some(failing) => {
                failing.count += u64::from(is_new);
                for (file, common) in &mut failing.lines {
                    let also = lines.iter().find(|(also, _)| also == file).map_or(&[][..], |(_, lines)| lines);
                    common.retain(|line| also.binary_search(line).is_ok());
                }
            }
            None if has_room => {
                self.failing.push(FailingCases { origin: origin.clone(), count: 1, lines: lines.to_vec() });
            }
            None => {}
        }
    }

    /// What tells the cases of a failure from passing ones. Nothing if no case passed, since then all lines would; nor of a flaky
    /// case, which passes too.
    pub(super) fn of(&self, failure: &Failure) -> Option<FailingLines> {
        let failing = self.failing.iter().find(|failing| failing.origin.may_be(&failure.origin))?;
        if self.passing == 0 || failure.flaky.is_some() {
            return None;
        }
        Some(FailingLines { files: self.only_of(failing), failing: failing.count, passing: self.passing })
    }

    /// The lines that all of these cases ran, and no passing one.
    fn only_of(&self, failing: &FailingCases) -> Vec<(String, Vec<u32>)> {
        let only = |(file, lines): &(String, Vec<u32>)| {
            let passed = self.passed.get(file);
            let is_only = |line: &&u32| !passed.is_some_and(|passed| passed.contains(line));
            (file.clone(), lines.iter().filter(is_only).copied().collect::<Vec<u32>>())
        };
        failing.lines.iter().map(only).filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// What the report is to say if the program counts and no line is known.
    pub(super) fn warning(&self) -> Option<String> {
        let is_blind = self.silent > 0 && self.passing == 0 && self.failing.is_empty();
        is_blind.then(|| {
            "the program counts lines, but none of these cases' is known: they ran in another process, or the profile has no line \
             tables (`debug = \"line-tables-only\"`)"
                .into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(files: &[(&str, &[u32])]) -> LinesRun {
        files.iter().map(|(file, lines)| (file.to_string(), lines.to_vec())).collect()
    }

    fn failed(place: &str) -> CaseOutcome {
        CaseOutcome::failed(Origin::Panicked(Some(place.into())), String::new())
    }

    fn tally(cases: &[(CaseOutcome, LinesRun)]) -> LineTally {
        let mut tally = LineTally::default();
        for (outcome, lines) in cases {
            let case = ObservedCase::new(astragal_core::Choices::default(), outcome.clone());
            tally.count_observed(&ObservedCase { lines: Some(lines.clone()), ..case });
        }
        tally
    }

    fn lines_of(tally: &LineTally, place: &str) -> Vec<(String, Vec<u32>)> {
        let origin = Origin::Panicked(Some(place.into()));
        tally.only_of(tally.failing.iter().find(|failing| failing.origin == origin).unwrap())
    }

    #[test]
    fn lines_of_all_failing_cases_and_of_no_passing_one_are_left() {
        let tally = tally(&[
            (CaseOutcome::Passed, run(&[("a", &[1, 2, 3])])),
            (failed("x"), run(&[("a", &[1, 4, 5]), ("b", &[7, 8])])),
            (failed("y"), run(&[("a", &[1, 9])])),
            (failed("x"), run(&[("a", &[1, 4]), ("b", &[7])])),
            (CaseOutcome::Passed, run(&[("b", &[8])])),
        ]);
        assert_eq!(lines_of(&tally, "x"), [("a".into(), vec![4]), ("b".into(), vec![7])]);
        assert_eq!(lines_of(&tally, "y"), [("a".into(), vec![9])]);
        assert_eq!((tally.passing, tally.failing[0].count, tally.failing[1].count), (2, 2, 1));
    }

    #[test]
    fn a_case_that_is_confirmed_rules_out_lines_and_is_not_counted() {
        let mut tally = tally(&[(failed("x"), run(&[("a", &[1, 2])]))]);
        tally.fail(&Origin::Panicked(Some("x".into())), &run(&[("a", &[2])]), false);
        tally.pass(&run(&[("a", &[3])]), false);
        assert_eq!((lines_of(&tally, "x"), tally.failing[0].count, tally.passing), (vec![("a".into(), vec![2])], 1, 0));
    }

    #[test]
    fn memory_is_bounded() {
        let mut tally = LineTally::default();
        for number in 0..MOST_KNOWN as u32 + 10 {
            tally.pass(&run(&[("a", &[number % 7])]), true);
            tally.fail(&Origin::Panicked(Some(number.to_string())), &run(&[("a", &[number])]), true);
        }
        assert!(tally.known.len() <= MOST_KNOWN && tally.failing.len() == MOST_ORIGINS);
        assert_eq!(tally.passed["a"].len(), 7);
    }
}
