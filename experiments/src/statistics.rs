//! Statistics of many numbers, and of the characters of texts.

use std::collections::BTreeMap;

/// The middle of a set of numbers, and the middles of its halves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quartiles {
    pub(crate) least: f64,
    pub(crate) first: f64,
    pub(crate) median: f64,
    pub(crate) third: f64,
    pub(crate) most: f64,
}

impl Quartiles {
    /// Of at least one number. Between two of them it is interpolated.
    pub(crate) fn of(numbers: &[f64]) -> Quartiles {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (sorted.len() - 1) as f64;
            let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            low + (high - low) * place.fract()
        };
        Quartiles { least: at(0.0), first: at(0.25), median: at(0.5), third: at(0.75), most: at(1.0) }
    }
}

pub(crate) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The standard deviation, of the numbers themselves.
pub(crate) fn deviation(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / numbers.len() as f64).sqrt()
}

/// How often each character occurs, as a share of all.
pub(crate) struct Characters(BTreeMap<char, f64>);

impl Characters {
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Characters {
        let mut counts: BTreeMap<char, f64> = BTreeMap::new();
        for c in texts.into_iter().flat_map(str::chars) {
            *counts.entry(c).or_default() += 1.0;
        }
        let total: f64 = counts.values().sum();
        counts.values_mut().for_each(|count| *count /= total);
        Characters(counts)
    }

    fn share(&self, c: char) -> f64 {
        self.0.get(&c).copied().unwrap_or(0.0)
    }

    /// The divergence of Jensen and Shannon in bits: zero if both are the same, one if no character is in both.
    pub(crate) fn divergence(&self, other: &Characters) -> f64 {
        let from_middle = |one: &Characters, other: &Characters| -> f64 {
            let share = |(&c, &share): (&char, &f64)| share * (share / ((share + other.share(c)) / 2.0)).log2();
            one.0.iter().map(share).sum()
        };
        (from_middle(self, other) + from_middle(other, self)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_interpolated() {
        let quartiles = Quartiles::of(&[4.0, 1.0, 2.0, 3.0]);
        assert_eq!((quartiles.first, quartiles.median, quartiles.third), (1.75, 2.5, 3.25));
    }

    #[test]
    fn the_deviation_is_that_of_all_numbers() {
        assert_eq!(deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 2.0);
    }

    #[test]
    fn divergence_is_from_zero_to_one() {
        let of = |text: &str| Characters::of([text]);
        assert_eq!(of("abba").divergence(&of("ab")), 0.0);
        assert_eq!(of("aa").divergence(&of("b")), 1.0);
        assert!((of("aab").divergence(&of("abb")) - 0.0817).abs() < 1e-4);
    }
}
