//! How far climbs may go: scores that have no end, such as a length, would make each case larger and slower than the last.
//!
//! A turn makes no more choices than as many cases as long as those it begins with, so that what is looked for does not depend on
//! how fast a machine is. Where a user says how long a run may take, that is the only bound.

/// The bounds of one turn.
pub(super) struct Leash {
    /// How many choices it may make yet.
    choices: u64,
}

impl Leash {
    /// No bounds but those of the run.
    pub(super) fn none() -> Leash {
        Leash { choices: u64::MAX }
    }

    /// For a number of cases of a length.
    pub(super) fn new(cases: u64, length: usize) -> Leash {
        Leash { choices: cases.saturating_mul(length.max(1) as u64) }
    }

    /// A case made this many choices.
    pub(super) fn give(&mut self, choices: usize) {
        self.choices = self.choices.saturating_sub(choices as u64);
    }

    /// Whether the turn is over.
    pub(super) fn is_taut(&self) -> bool {
        self.choices == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_by_choices() {
        let mut leash = Leash::new(2, 10);
        leash.give(19);
        assert!(!leash.is_taut());
        leash.give(100);
        assert!(leash.is_taut());
        assert!(!Leash::none().is_taut());
    }
}
