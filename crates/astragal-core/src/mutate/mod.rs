//! New sequences from old ones: small edits of one, and crosses of two.

mod operations;

use crate::order::sort_by;
use crate::{Choices, Label, Rng};
use operations::{OPERATIONS, index, join, transplant};

/// A result of more choices and spans than this, and than what it was made from, is not taken: doubling must end.
const SIZE_LIMIT: usize = 1 << 16;

/// How often a cross is tried again that gave back one of its parents.
const CROSS_ATTEMPTS: usize = 4;

/// Makes new sequences from old ones, for a search that goes on from what it found interesting.
///
/// The results are well formed, with spans that nest, but are made without knowledge of the generator; since every
/// sequence parses, each of them is a value all the same. The same seed makes the same results.
///
/// ```
/// use astragal::Choices;
/// use astragal::choices::Mutator;
///
/// let found = Choices::from_numbers([3, 1, 4, 1, 5]);
/// let mut mutator = Mutator::new(7);
/// assert_ne!(mutator.mutate(&found), found);
/// assert_eq!(Mutator::new(8).mutate(&found), Mutator::new(8).mutate(&found));
/// ```
#[derive(Clone, Debug)]
pub struct Mutator {
    rng: Rng,
}

impl Mutator {
    /// The mutator of a seed.
    pub fn new(seed: u64) -> Mutator {
        Mutator { rng: Rng::new(seed) }
    }

    /// The sequence with one small edit, or a few.
    ///
    /// A number is changed or copied from elsewhere, a unit is deleted, duplicated or swapped, or a span takes the
    /// place of another of its name. The result differs from the original wherever that is possible.
    ///
    /// ```
    /// use astragal::Choices;
    /// use astragal::choices::Mutator;
    ///
    /// let nothing = Choices::default();
    /// assert_eq!(Mutator::new(0).mutate(&nothing), nothing); // there is nothing to edit
    /// ```
    pub fn mutate(&mut self, of: &Choices) -> Choices {
        // One edit half of the time, two a quarter of it, and so on.
        let edits = self.rng.word().trailing_ones().min(3);
        let mut made = self.edit(of);
        for _ in 0..edits {
            made = self.edit(&made);
        }
        // A later edit can undo an earlier one.
        if made == *of { self.edit(of) } else { made }
    }

    /// The first sequence with one span replaced by a span of the same name from the second.
    ///
    /// If they share no name, the start of the first is followed by the rest of the second.
    ///
    /// ```
    /// use astragal::Choices;
    /// use astragal::choices::Mutator;
    ///
    /// let one = Choices::from_numbers([1, 2]);
    /// let other = Choices::from_numbers([7, 8, 9]);
    /// assert_eq!(Mutator::new(0).cross(&one, &other), Choices::from_numbers([1, 8, 9]));
    /// ```
    pub fn cross(&mut self, one: &Choices, other: &Choices) -> Choices {
        let mut names: Vec<&Label> = other.spans.iter().map(|span| &span.label).collect();
        sort_by(&mut names, |one, other| one.cmp(other));
        let shared: Vec<usize> =
            (0..one.spans.len()).filter(|&at| names.binary_search(&&one.spans[at].label).is_ok()).collect();
        let is_new = |made: &Choices| made != one && made != other && is_small_enough(made, one);
        let mut attempts = (0..CROSS_ATTEMPTS).filter_map(|_| transplant(&mut self.rng, one, &shared, other));
        let made = attempts.find(is_new).unwrap_or_else(|| join(&mut self.rng, one, other));
        if is_small_enough(&made, one) { made } else { one.clone() }
    }

    /// One edit that makes a difference, if there is one to be found.
    fn edit(&mut self, of: &Choices) -> Choices {
        let first = index(&mut self.rng, OPERATIONS.len()).unwrap_or(0);
        // Twice around, because an operation may change nothing at the place that it finds: two equal units to swap, for example.
        let mut operations = OPERATIONS.iter().cycle().skip(first).take(2 * OPERATIONS.len());
        let made = operations
            .find_map(|operation| operation(&mut self.rng, of).filter(|made| made != of && is_small_enough(made, of)));
        made.unwrap_or_else(|| of.clone())
    }
}

fn is_small_enough(made: &Choices, of: &Choices) -> bool {
    let size = |choices: &Choices| choices.len() + choices.spans.len();
    size(made) <= SIZE_LIMIT.max(size(of))
}
