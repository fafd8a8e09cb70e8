//! All cases of a generator, by its choices: an odometer that finds out its own wheels.
//!
//! A case is run with the first numbers given and zeros after; what it really chose says which numbers could follow. The
//! next case raises the last number that can be raised. Where a generator has few cases, this comes to an end; where it
//! has many, the first few cases show it.

use astragal_core::{Choice, Choices};

/// A case longer than this is one of many.
const LONG: usize = 64;

/// See the module.
pub(super) struct Cases {
    /// How many cases are few.
    limit: u64,
    tried: u64,
    /// How many numbers the last case was given.
    given: usize,
    next: Option<Vec<u64>>,
    gave_up: bool,
}

impl Cases {
    pub(super) fn new(limit: u64) -> Cases {
        Cases { limit, tried: 0, given: 0, next: Some(Vec::new()), gave_up: false }
    }

    /// The next case to run.
    pub(super) fn next(&mut self) -> Option<Choices> {
        let numbers = self.next.take()?;
        if self.tried >= self.limit {
            self.gave_up = true;
            return None;
        }
        self.tried += 1;
        self.given = numbers.len();
        Some(Choices::from_numbers(numbers))
    }

    /// What the case really chose.
    pub(super) fn took(&mut self, choices: &Choices) {
        let items = choices.items();
        // A generator that refuses before it chose anything may choose something else the next time.
        if items.len() < self.given || items.len() > LONG || self.are_many(items) {
            self.gave_up = true;
            return;
        }
        let raised = items.iter().rposition(|choice| choice.value < choice.max);
        self.next = raised.map(|at| {
            let mut numbers: Vec<u64> = items[..=at].iter().map(|choice| choice.value).collect();
            numbers[at] += 1;
            numbers
        });
    }

    /// Whether all cases were run.
    pub(super) fn were_all(&self) -> bool {
        self.next.is_none() && !self.gave_up && self.tried > 0
    }

    /// Whether the numbers that this case could have had instead are too many, were they independent.
    fn are_many(&self, items: &[Choice]) -> bool {
        let mut product: u64 = 1;
        items.iter().any(|choice| {
            product = product.saturating_mul(choice.max.saturating_add(1));
            product > self.limit
        })
    }
}
