//! Choices that are to stay as they are while the rest shrinks.

use std::ops::Range;

use crate::choices::Choices;
use crate::order::sort_by_key;

/// Stretches of the best sequence, in order. Where they are changes with what is around them.
pub(super) struct Held(Vec<Range<usize>>);

impl Held {
    /// Ranges that a sequence does not have are omitted.
    pub(super) fn new(mut ranges: Vec<Range<usize>>, of: &Choices) -> Held {
        ranges.retain(|range| range.start < range.end && range.end <= of.len());
        sort_by_key(&mut ranges, |range| range.start);
        Held(ranges)
    }

    /// Where they are in another sequence, if they are all there, unchanged and in order. What is at an end of the
    /// sequence stays there.
    pub(super) fn within(&self, of: &Choices, other: &Choices) -> Option<Held> {
        let mut found = Vec::with_capacity(self.0.len());
        let mut from = 0;
        for range in &self.0 {
            let wanted = &of.items[range.clone()];
            let last = other.len().checked_sub(wanted.len())?;
            let mut places = match (range.start == 0, range.end == of.len()) {
                (true, true) if last > 0 => return None,
                (true, _) => 0..=0,
                (_, true) => from.max(last)..=last,
                _ => from..=last,
            };
            let is_here = |at: usize| other.items[at..].iter().zip(wanted).all(|(one, two)| one.value == two.value);
            let at = places.find(|&at| is_here(at))?;
            from = at + wanted.len();
            found.push(at..from);
        }
        Some(Held(found))
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    fn places(held: &[Range<usize>], of: &[u64], other: &[u64]) -> Option<Vec<Range<usize>>> {
        let [of, other] = [of, other].map(|numbers| Choices::from_numbers(numbers.iter().copied()));
        Held::new(held.to_vec(), &of).within(&of, &other).map(|held| held.0)
    }

    #[test]
    fn what_is_held_may_move_but_not_change() {
        assert_eq!(places(&[2..4], &[1, 2, 3, 4, 5], &[3, 4, 5]), Some(vec![0..2]));
        assert_eq!(places(&[2..4], &[1, 2, 3, 4, 5], &[1, 2, 3, 3, 5]), None);
        assert_eq!(places(&[2..4], &[1, 2, 3, 4, 5], &[3]), None);
    }

    #[test]
    fn what_stands_at_an_end_stays_there() {
        assert_eq!(places(&[0..1, 3..4], &[7, 1, 2, 7], &[7, 7]), Some(vec![0..1, 1..2]));
        assert_eq!(places(&[0..1, 3..4], &[7, 1, 2, 7], &[0, 7, 7]), None);
        assert_eq!(places(&[3..4], &[7, 1, 2, 7], &[7, 1, 0]), None);
        assert_eq!(places(&[0..2], &[7, 1], &[7, 1, 0]), None);
    }

    #[test]
    fn ranges_that_do_not_exist_are_left_out() {
        assert_eq!(places(&[5..9, 1..1], &[1, 2], &[0]), Some(vec![]));
    }
}
