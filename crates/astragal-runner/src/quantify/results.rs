//! What comes of a property at each size: how many values pass, and which fail.

use std::fmt;

use astragal_core::Closed;

use super::counterexamples::{Counterexamples, counterexamples};
use crate::config::Exhaustive;
use crate::property::Outcome;

/// What came of the values of one size. See [`results`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultTier<T> {
    /// The size.
    pub size: usize,
    /// How many values of this size pass.
    pub passed: u64,
    /// How many were rejected: by `assume!` in the property, or by a filter of the generator.
    pub rejected: u64,
    /// The values that fail.
    pub failing: Vec<T>,
}

/// The results of a property by the size of its values, from size 0 on: LeanCheck's `resultiers`.
///
/// Each step checks all values of one more size. It ends with the values, if these are finitely many; so it is the caller who says how
/// far it goes, by `take`. How failures are spread over sizes tells a bug of small values from one that needs large ones:
///
/// ```
/// use astragal::prelude::*;
///
/// let has_no_two_in_a_row = |bits: Vec<bool>| !bits.windows(2).any(|two| two == [true, true]);
/// let tiers: Vec<_> = astragal::spaces::results(any::<Vec<bool>>(), has_no_two_in_a_row).take(5).collect();
///
/// assert_eq!(tiers.iter().map(|tier| tier.passed).collect::<Vec<_>>(), [1, 2, 3, 5, 8]);
/// assert_eq!(tiers[2].failing, [[true, true]]);
/// assert_eq!(tiers[4].failing.len(), 8);
/// ```
///
/// As for [`counterexamples`], a panic of the property is a failure and is not printed.
#[track_caller]
pub fn results<G, P, R>(generator: G, property: P) -> Results<G, P>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Outcome,
{
    Results { found: counterexamples(generator, Exhaustive::Size(0), property), next: 0 }
}

/// The results of a property by size. See [`results`].
pub struct Results<G, P> {
    /// Up to the present size.
    found: Counterexamples<G, P>,
    next: usize,
}

impl<G, P, R> Iterator for Results<G, P>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Outcome,
{
    type Item = ResultTier<G::Value>;

    fn next(&mut self) -> Option<ResultTier<G::Value>> {
        let size = self.next;
        let before = self.found.searched();
        self.found.go_on_to(size);
        let failing: Vec<G::Value> = self.found.by_ref().collect();
        if self.found.size() < size {
            return None; // there were no more values
        }
        self.next += 1;
        let searched = self.found.searched();
        let rejected = searched.rejected() - before.rejected();
        let passed = searched.values() - before.values() - rejected - failing.len() as u64;
        Some(ResultTier { size, passed, rejected, failing })
    }
}

impl<G, P> fmt::Debug for Results<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Results").field("next", &self.next).finish_non_exhaustive()
    }
}
