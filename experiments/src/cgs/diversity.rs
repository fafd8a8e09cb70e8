//! How different the values are that were found, by the two measures of the published code: the Levenshtein distance between
//! the choices of two values of the same size, and how many different parts a hundred values have.

use super::subjects::Spelling;
use astragal::source::Rng;
use std::collections::{BTreeMap, HashSet};

/// How many values are kept to be compared.
const KEPT: usize = 1 << 12;
/// How many pairs are compared.
const PAIRS: u64 = 5_000;
/// Parts are counted in this many values, this many times.
const VALUES: usize = 100;
const TIMES: u32 = 30;

/// Some of the values that were found, each with its size: all are equally likely to be among them.
pub(super) struct Sample {
    kept: Vec<(usize, Spelling)>,
    offered: u64,
    rng: Rng,
}

impl Sample {
    pub(super) fn new() -> Sample {
        Sample { kept: Vec::new(), offered: 0, rng: Rng::new(0) }
    }

    /// A value was found. It is spelled if it is kept.
    pub(super) fn offer(&mut self, size: usize, spell: impl FnOnce(&mut Spelling)) {
        self.offered += 1;
        let place = if self.kept.len() < KEPT { self.kept.len() } else { below(&mut self.rng, self.offered as usize) };
        if place >= KEPT {
            return;
        }
        let mut spelling = Spelling::default();
        spell(&mut spelling);
        match self.kept.get_mut(place) {
            Some(kept) => *kept = (size, spelling),
            None => self.kept.push((size, spelling)),
        }
    }

    /// The mean distance of two values of the same size; nothing if there are no two.
    pub(super) fn distance(&self) -> Option<f64> {
        let mut by_size: BTreeMap<usize, Vec<&Spelling>> = BTreeMap::new();
        for (size, spelling) in &self.kept {
            by_size.entry(*size).or_default().push(spelling);
        }
        let sizes: Vec<usize> = self.kept.iter().map(|kept| kept.0).filter(|size| by_size[size].len() > 1).collect();
        if sizes.is_empty() {
            return None;
        }
        let mut rng = Rng::new(1);
        let total: usize = (0..PAIRS)
            .map(|_| {
                let alike = &by_size[&sizes[below(&mut rng, sizes.len())]];
                let one = below(&mut rng, alike.len());
                let other = (one + 1 + below(&mut rng, alike.len() - 1)) % alike.len();
                levenshtein(&alike[one].choices, &alike[other].choices)
            })
            .sum();
        Some(total as f64 / PAIRS as f64)
    }

    /// How many different parts a hundred values have, on average.
    pub(super) fn parts(&self) -> f64 {
        let (mut rng, mut order, mut total) = (Rng::new(2), (0..self.kept.len()).collect::<Vec<_>>(), 0);
        let count = VALUES.min(order.len());
        for _ in 0..TIMES {
            for place in 0..count {
                let other = place + below(&mut rng, order.len() - place);
                order.swap(place, other);
            }
            let values = order[..count].iter().map(|&at| &self.kept[at].1);
            let parts = values.flat_map(|value| value.parts.iter().map(|&(start, end)| &value.choices[start..end]));
            total += parts.collect::<HashSet<&[u8]>>().len();
        }
        total as f64 / f64::from(TIMES)
    }
}

/// A number below a bound, which is not zero.
fn below(rng: &mut Rng, bound: usize) -> usize {
    rng.up_to(bound as u64 - 1) as usize
}

fn levenshtein(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (place, wanted) in other.iter().enumerate() {
            let above = row[place + 1];
            row[place + 1] = (diagonal + usize::from(letter != wanted)).min(above + 1).min(row[place] + 1);
            diagonal = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        assert_eq!(levenshtein(b"kitten", b"sitting"), 3);
        assert_eq!(levenshtein(b"", b"abc"), 3);
        assert_eq!(levenshtein(b"flaw", b"lawn"), 2);
        assert_eq!(levenshtein(b"same", b"same"), 0);
    }

    #[test]
    fn parts_are_counted_once() {
        let mut sample = Sample::new();
        for key in 0..50 {
            // A part of its own, and one that all have.
            let parts = vec![(0, 1), (1, 2)];
            sample.offer(1, |into| *into = Spelling { choices: vec![key + 1, 0], parts });
        }
        assert_eq!((sample.parts(), sample.distance()), (51.0, Some(1.0)));
    }
}
