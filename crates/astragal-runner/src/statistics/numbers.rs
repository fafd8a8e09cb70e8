//! The numbers of a chart: exact while they are few, rounded from then on; cut into rows at round numbers.

use super::chart::{Chart, MOST_ROWS, Row, Summary, show};

/// At most this many different numbers are kept exactly; from then on they are rounded to about three in a hundred.
const MOST_EXACT: usize = 1_000;

/// How many bits of a float are dropped by rounding: five bits of its mantissa stay.
const DROPPED: u32 = 47;

/// How often each number was seen. It depends only on the numbers, not on their order, so merging is associative.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Numbers {
    counts: Counts,
    rounded: bool,
    /// The least and the greatest, which are never rounded.
    ends: Option<(f64, f64)>,
}

/// How often, by a key that is ordered as the numbers are, in that order. Keys are few: a list is faster than a tree.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts(Vec<(i64, u64)>);

impl Counts {
    fn add(&mut self, key: i64, count: u64) {
        let at = self.0.partition_point(|(other, _)| *other < key);
        match self.0.get_mut(at) {
            Some((other, sum)) if *other == key => *sum += count,
            _ => self.0.insert(at, (key, count)),
        }
    }
}

impl Numbers {
    /// Adds a finite number.
    pub(crate) fn add(&mut self, number: f64) {
        // There is one zero.
        let number = number + 0.0;
        self.widen(number, number);
        let key = if self.rounded { round(key_of(number)) } else { key_of(number) };
        self.counts.add(key, 1);
        self.round_if_many();
    }

    pub(crate) fn absorb(&mut self, other: Numbers) {
        if let Some((least, greatest)) = other.ends {
            self.widen(least, greatest);
        }
        if other.rounded {
            self.round();
        }
        for (key, count) in other.counts.0 {
            self.counts.add(if self.rounded { round(key) } else { key }, count);
        }
        self.round_if_many();
    }

    fn widen(&mut self, least: f64, greatest: f64) {
        let (min, max) = self.ends.unwrap_or((least, greatest));
        self.ends = Some((min.min(least), max.max(greatest)));
    }

    fn round_if_many(&mut self) {
        if self.counts.0.len() > MOST_EXACT {
            self.round();
        }
    }

    fn round(&mut self) {
        if !self.rounded {
            self.rounded = true;
            for (key, count) in std::mem::take(&mut self.counts).0 {
                self.counts.add(round(key), count);
            }
        }
    }

    /// The chart, unless there is no number.
    pub(crate) fn chart(&self, name: &str) -> Option<Chart> {
        let (min, max) = self.ends?;
        let total: u64 = self.counts.0.iter().map(|(_, count)| count).sum();
        let median = self.at_rank(total.div_ceil(2)).clamp(min, max);
        let rows = if self.counts.0.len() <= MOST_ROWS && !self.rounded {
            self.counts.0.iter().map(|(key, count)| Row::of(show(number_of(*key)), *count, total)).collect()
        } else {
            self.rows(min, max, total)
        };
        let summary = Some(Summary { min, median, max });
        Some(Chart { name: name.to_string(), total, rows, other: None, summary })
    }

    /// The number at a place in their order, counted from 1.
    fn at_rank(&self, rank: u64) -> f64 {
        let mut seen = 0;
        let found = self.counts.0.iter().find(|(_, count)| {
            seen += *count;
            seen >= rank
        });
        found.map_or(0.0, |(key, _)| number_of(*key))
    }

    /// Some rows, from each limit to the next. They are equally wide, unless most numbers would then be in one row.
    fn rows(&self, min: f64, max: f64, total: u64) -> Vec<Row> {
        let even = self.cut(&even_limits(min, max), total);
        if even.iter().all(|row| row.share < 0.8) { even } else { self.cut(&power_limits(min, max), total) }
    }

    fn cut(&self, limits: &[f64], total: u64) -> Vec<Row> {
        let mut rows: Vec<Row> = limits.windows(2).map(|ends| Row::of(range(ends[0], ends[1]), 0, total)).collect();
        for (key, count) in &self.counts.0 {
            let number = number_of(*key);
            let place = limits.partition_point(|limit| *limit <= number).saturating_sub(1).min(rows.len() - 1);
            rows[place].count += count;
        }
        for row in &mut rows {
            row.share = row.count as f64 / total as f64;
        }
        rows
    }
}

fn range(from: f64, to: f64) -> String {
    format!("{}..{}", show(from), show(to))
}

/// Limits at multiples of 1, 2 or 5 times a power of ten. The last one is greater than every number.
fn even_limits(min: f64, max: f64) -> Vec<f64> {
    // Halves, since the difference of two floats may be infinite.
    let half = (max / 2.0 - min / 2.0).max(f64::MIN_POSITIVE);
    let magnitude = 10_f64.powf((half / MOST_ROWS as f64 * 2.0).log10().floor());
    let rows_at = |step: f64| (max / step).floor() - (min / step).floor() + 1.0;
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0];
    let step = steps.iter().map(|step| step * magnitude).find(|step| rows_at(*step) <= MOST_ROWS as f64);
    let Some(step) = step.filter(|step| step.is_normal()) else { return vec![min, f64::INFINITY] };
    let first = (min / step).floor();
    (0..=rows_at(step) as usize).map(|row| (first + row as f64) * step).collect()
}

/// Limits at powers of ten on both sides of zero, only some of them if there are many.
fn power_limits(min: f64, max: f64) -> Vec<f64> {
    let decades = |number: f64| if number >= 1.0 { number.log10() as usize + 1 } else { 1 };
    let below = if min < 0.0 { decades(-min) } else { 0 };
    let above = if max > 0.0 { decades(max) } else { 0 };
    // One row on each side is between zero and one, and one may be for the rest of a stride.
    let stride = (below + above).div_ceil(MOST_ROWS - 4).max(1);
    let powers = |decades: usize| (0..=decades.div_ceil(stride)).map(move |power| 10_f64.powf((power * stride) as f64));
    let mut limits: Vec<f64> = if below > 0 { powers(below).map(|power| -power).collect() } else { Vec::new() };
    limits.reverse();
    limits.push(0.0);
    limits.extend(powers(above));
    // Rows beyond the numbers say nothing.
    while limits.len() > 2 && limits[limits.len() - 2] > max {
        limits.pop();
    }
    while limits.len() > 2 && limits[1] <= min {
        limits.remove(0);
    }
    limits
}

/// A number whose order is that of the floats.
fn key_of(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn number_of(key: i64) -> f64 {
    if key < 0 { -f64::from_bits(key.unsigned_abs()) } else { f64::from_bits(key as u64) }
}

/// Towards zero.
fn round(key: i64) -> i64 {
    let magnitude = (key.unsigned_abs() >> DROPPED << DROPPED) as i64;
    if key < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_as_the_numbers_are() {
        let numbers = [f64::MIN, -1e9, -1.5, -1.0, -f64::MIN_POSITIVE, 0.0, 5e-324, 0.1, 1.0, 1e300, f64::MAX];
        assert!(numbers.windows(2).all(|pair| key_of(pair[0]) < key_of(pair[1])));
        assert!(numbers.iter().all(|number| number_of(key_of(*number)) == *number));
        assert!(numbers.iter().all(|number| number_of(round(key_of(*number))).abs() <= number.abs()));
    }

    #[test]
    fn every_cut_has_few_rows_and_holds_every_number() {
        let ends = [f64::MIN, -1e300, -12345.0, -3.5, -1.0, -1e-9, 0.0, 5e-324, 0.3, 1.0, 7.0, 1e15, 1e16, f64::MAX];
        for (place, min) in ends.iter().enumerate() {
            for max in &ends[place..] {
                for limits in [even_limits(*min, *max), power_limits(*min, *max)] {
                    assert!((2..=MOST_ROWS + 1).contains(&limits.len()), "{min} {max} {limits:?}");
                    assert!(limits.windows(2).all(|pair| pair[0] < pair[1]), "{min} {max} {limits:?}");
                    assert!(limits[0] <= *min && limits[limits.len() - 1] >= *max, "{min} {max} {limits:?}");
                }
            }
        }
    }
}
