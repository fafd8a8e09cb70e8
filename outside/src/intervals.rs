//! A set of numbers as intervals that neither overlap nor touch.

use std::ops::RangeInclusive;

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals {
    /// In order, with a gap between any two.
    parts: Vec<(u8, u8)>,
}

impl Intervals {
    /// Adds all numbers of a range. An empty one adds nothing.
    pub fn insert(&mut self, range: RangeInclusive<u8>) {
        let (mut low, mut high) = (*range.start(), *range.end());
        if low > high {
            return;
        }
        let before = self.parts.partition_point(|&(_, end)| end.checked_add(1).is_some_and(|next| next < low));
        let after = self.parts.partition_point(|&(start, _)| high.checked_add(1).is_none_or(|next| start <= next));
        if before < after {
            low = low.min(self.parts[before].0);
            high = high.max(self.parts[after - 1].1);
        }
        self.parts.splice(before..after, [(low, high)]);
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u8) -> bool {
        let at = self.parts.partition_point(|&(_, end)| end < number);
        self.parts.get(at).is_some_and(|&(start, _)| start <= number)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|&(low, high)| usize::from(high - low) + 1).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The intervals, in order.
    pub fn parts(&self) -> &[(u8, u8)] {
        &self.parts
    }
}
