//! Which cases of a run observers are told of: all of them, or one of every few.

use std::ops::Range;

use astragal_core::Rng;

use super::{CaseOutcome, ObservedCase};

/// The first cases of a run are all told of: a short run is seen as a whole, and what is run before random cases is among them.
const FIRST: u64 = 10;

/// Some cases of a run, by their numbers: the [first](FIRST), and then one of each stretch of this many. A hash of the seed says
/// which, so that what comes back at regular distances is not seen each time or never.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    every: u64,
    seed: u64,
}

impl Selection {
    /// All cases.
    pub(crate) const ALL: Selection = Selection { every: 1, seed: 0 };

    /// One of every this many cases, at least 1, of the run with this seed.
    pub(crate) fn new(every: u64, seed: u64) -> Selection {
        Selection { every, seed }
    }

    /// Whether it has the case of a number, counted from 1.
    pub(crate) fn has(self, number: u64) -> bool {
        self.next(number) == number
    }

    /// Whether observers are told of a case: it has it, or the case failed.
    pub(crate) fn keeps(self, case: &ObservedCase) -> bool {
        self.has(case.number) || matches!(case.outcome, CaseOutcome::Failed { .. })
    }

    /// A case that it has is one in how many.
    pub(crate) fn one_in(self, number: u64) -> u64 {
        if number <= FIRST { 1 } else { self.every }
    }

    /// The first case that it has, from a number on.
    fn next(self, number: u64) -> u64 {
        if number <= FIRST || self.every == 1 {
            return number;
        }
        let stretch = (number - 1 - FIRST) / self.every;
        let of = |stretch: u64| 1 + FIRST + stretch * self.every + Rng::new(self.seed ^ stretch).word() % self.every;
        if of(stretch) < number { of(stretch + 1) } else { of(stretch) }
    }
}

/// Which cases of a batch observers are told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    selection: Selection,
    /// What the numbers of the batch are less than those of the run. It may wrap around.
    shift: u64,
}

impl Told {
    /// Of a batch whose numbers begin with `start`, after this many cases of the run.
    pub(super) fn new(selection: Selection, start: u64, before: u64) -> Told {
        Told { selection, shift: (before + 1).wrapping_sub(start) }
    }

    /// Of all cases of a batch, with the numbers that they have for others who are told of some.
    pub(crate) fn all(some: Option<Told>) -> Told {
        Told { selection: Selection::ALL, shift: some.map_or(0, |told| told.shift) }
    }

    /// Whether observers are told of a case that has its number in the run.
    pub(crate) fn keeps(self, case: &ObservedCase) -> bool {
        self.selection.keeps(case)
    }

    /// The number in the run of a case of the batch.
    pub(crate) fn number(self, case: u64) -> u64 {
        case.wrapping_add(self.shift)
    }

    /// Whether observers are told of a case of the batch.
    pub(crate) fn has(self, case: u64) -> bool {
        self.selection.has(self.number(case))
    }

    /// Some cases of a batch from the first on, and whether observers are told of them: of all or of none.
    pub(crate) fn split(self, cases: Range<u64>) -> (Range<u64>, bool) {
        if self.selection.every == 1 {
            return (cases, true);
        }
        let next = self.selection.next(self.number(cases.start)).wrapping_sub(self.shift);
        match next == cases.start {
            true => (next..next + 1, true),
            false => (cases.start..next.min(cases.end), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_selected_and_one_of_each_stretch() {
        let selection = Selection::new(10, 7);
        let selected: Vec<u64> = (1..=1_000).filter(|&number| selection.has(number)).collect();
        assert_eq!(selected[..10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let stretches: Vec<u64> = selected[10..].iter().map(|number| (number - 11) / 10).collect();
        assert_eq!(stretches, (0..99).collect::<Vec<_>>());
        // They are not at the same place of each.
        assert!((0..10).all(|place| selected[10..].iter().any(|number| number % 10 == place)));
        assert_eq!(selected.iter().map(|&number| selection.one_in(number)).sum::<u64>(), 1_000);
        assert!((1..100).all(|number| Selection::ALL.has(number)));
    }

    #[test]
    fn a_batch_is_split_where_the_selection_changes() {
        let selection = Selection::new(5, 3);
        // Numbers of a batch begin anywhere.
        let told = Told::new(selection, 40, 12);
        let (mut next, mut found) = (40, Vec::new());
        while next < 70 {
            let (cases, is_told) = told.split(next..70);
            assert!(cases.start == next && cases.end > next && cases.end <= 70);
            found.extend(cases.clone().map(|case| (told.number(case), is_told)));
            next = cases.end;
        }
        assert_eq!(found, (13..43).map(|number| (number, selection.has(number))).collect::<Vec<_>>());
        assert_eq!(Told::new(Selection::ALL, 3, 0).split(3..9), (3..9, true));
    }
}
