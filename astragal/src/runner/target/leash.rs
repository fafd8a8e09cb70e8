//! How far climbs may go: scores that have no end, such as a length, would make each case larger and slower than the last.
//!
//! A turn makes no more choices than as many cases as long as those it begins with, so that what is looked for does not depend on
//! how fast a machine is; and all turns together take no longer than the other cases, twice. Whoever says how long a run may
//! take has said all there is to say: then nothing is bounded here.

use std::time::{Duration, Instant};

/// All turns may take so long together, however fast the other cases are.
const AT_LEAST: Duration = Duration::from_millis(300);

/// The bounds of one turn.
pub(super) struct Leash {
    /// How many choices it may make yet.
    choices: u64,
    /// When it is over.
    end: Option<Instant>,
}

impl Leash {
    /// No bounds but those of the run.
    pub(super) fn none() -> Leash {
        Leash { choices: u64::MAX, end: None }
    }

    /// For so many cases of a length; `climbed` is what turns took so far, of all the time since the first case.
    pub(super) fn new(cases: u64, length: usize, climbed: Duration, since_the_first: Duration) -> Leash {
        let others = since_the_first.saturating_sub(climbed);
        let most = AT_LEAST.max(others * 2);
        Leash {
            choices: cases.saturating_mul(length.max(1) as u64),
            end: Some(Instant::now() + most.saturating_sub(climbed)),
        }
    }

    /// A case made so many choices.
    pub(super) fn give(&mut self, choices: usize) {
        self.choices = self.choices.saturating_sub(choices as u64);
    }

    /// Whether the turn is over.
    pub(super) fn is_taut(&self) -> bool {
        self.choices == 0 || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_by_choices_or_by_time() {
        let mut leash = Leash::new(2, 10, Duration::ZERO, Duration::ZERO);
        leash.give(19);
        assert!(!leash.is_taut());
        leash.give(100);
        assert!(leash.is_taut());
        let second = Duration::from_secs(1);
        assert!(Leash::new(2, 10, second * 2, second * 3).is_taut());
        assert!(!Leash::new(2, 10, second, second * 3).is_taut());
        assert!(!Leash::none().is_taut());
    }
}
