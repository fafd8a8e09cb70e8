//! The generating functions of the parts at a point: `x` to the power of its size, summed over all values.
//!
//! They are the least solution of a system of equations, which Newton's method finds from below (Pivoteau, Salvy and Soria,
//! 2012). Only parts that are inside themselves are unknowns; all others follow from them. The larger `x` is, the larger
//! is a random value; beyond a point, the singularity, the sums are infinite. Near it values of all sizes come up.

use super::grammar::{Grammar, Link, Part, Span};
use super::series::{geometric, power};

/// How close both sides of an equation must be, as a share. It is also how uniform a choice is.
const CLOSE: f64 = 1e-14;
/// Newton's method gains a bit in each round where it is slow.
const ROUNDS: usize = 100;

/// The generating functions at a point.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    /// By part.
    pub(super) values: Vec<f64>,
    /// The mean size of a random value.
    pub(super) mean: f64,
}

impl Point {
    /// The weight of a part in its place.
    pub(super) fn weight(&self, link: Link) -> f64 {
        power(self.x, link.cost).value * self.values[link.to]
    }

    /// The weight of some numbers.
    pub(super) fn weight_of_span(&self, span: &Span) -> f64 {
        (span.over as f64 + 1.0) * power(self.x, span.cost).value * geometric(self.x, terms(span)).value
    }
}

/// How many groups of numbers there are.
fn terms(span: &Span) -> Option<u128> {
    span.more.checked_add(1)
}

/// A value, and how it changes with each unknown and, last, with `x`.
type Gradient = Vec<f64>;

/// The largest `x` for which the mean size is at most `mean`.
pub(super) fn tune(grammar: &Grammar, mean: f64) -> Option<Point> {
    let mut best = None;
    // Floats that are not negative are ordered as their bits are.
    let (mut low, mut high) = (0f64.to_bits(), f64::MAX.to_bits());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match at(grammar, f64::from_bits(middle)) {
            Some(point) if point.values[grammar.root.to] == 0.0 => low = middle, // too small to tell
            Some(point) if point.mean <= mean => {
                low = middle;
                best = Some(point);
            }
            _ => high = middle,
        }
    }
    best
}

/// The generating functions at a point, or `None` if they are infinite there.
fn at(grammar: &Grammar, x: f64) -> Option<Point> {
    let unknowns = grammar.recursive.len();
    let mut known = vec![0.0; unknowns];
    for _ in 0..ROUNDS {
        let (values, gradients) = evaluate(grammar, x, &known)?;
        let now = grammar.recursive.iter().map(|&part| values[part]);
        let missing: Vec<f64> = now.zip(&known).map(|(now, known)| now - known).collect();
        let is_close = missing.iter().zip(&known).all(|(missing, known)| missing.abs() <= CLOSE * known);
        let rows: Vec<&Gradient> = grammar.recursive.iter().map(|&part| &gradients[part]).collect();
        if is_close {
            let by_x = solve(&rows, rows.iter().map(|row| row[unknowns]).collect())?;
            let of_root = &gradients[grammar.root.to];
            let slope = of_root[unknowns] + of_root.iter().zip(&by_x).map(|(one, by_x)| one * by_x).sum::<f64>();
            let mean = grammar.root.cost as f64 + x * slope / values[grammar.root.to];
            return Some(Point { x, values, mean });
        }
        let step = solve(&rows, missing)?;
        known.iter_mut().zip(step).for_each(|(known, step)| *known += step);
    }
    None
}

/// The value and the gradient of each part, where those of the parts inside themselves are taken as known.
fn evaluate(grammar: &Grammar, x: f64, known: &[f64]) -> Option<(Vec<f64>, Vec<Gradient>)> {
    let width = known.len() + 1;
    let mut unknown = vec![None; grammar.parts.len()];
    grammar.recursive.iter().enumerate().for_each(|(at, &part)| unknown[part] = Some(at));
    let mut values = vec![0.0; grammar.parts.len()];
    let mut gradients = vec![vec![0.0; width]; grammar.parts.len()];
    for &part in &grammar.order {
        // A part in its place, and its gradient times a factor added to that of the whole.
        let value_of = |to: usize| unknown[to].map_or(values[to], |at: usize| known[at]);
        let weigh = |link: &Link| power(x, link.cost).value * value_of(link.to);
        let add = |gradient: &mut Gradient, link: &Link, factor: f64| {
            let cost = power(x, link.cost);
            match unknown[link.to] {
                Some(at) => gradient[at] += factor * cost.value,
                None => {
                    let inner = gradients[link.to].iter();
                    gradient.iter_mut().zip(inner).for_each(|(sum, one)| *sum += factor * cost.value * one);
                }
            }
            gradient[width - 1] += factor * cost.slope * value_of(link.to);
        };
        let mut gradient = vec![0.0; width];
        let value = match &grammar.parts[part] {
            Part::Leaf { spans, .. } => spans.iter().fold(0.0, |sum, span| {
                let (cost, groups) = (power(x, span.cost), geometric(x, terms(span)));
                let each = span.over as f64 + 1.0;
                gradient[width - 1] += each * (cost.slope * groups.value + cost.value * groups.slope);
                sum + each * cost.value * groups.value
            }),
            Part::Sum(arms) => arms.iter().fold(0.0, |sum, arm| {
                add(&mut gradient, arm, 1.0);
                sum + weigh(arm)
            }),
            Part::Product(parts) => {
                // The product of those before and of those after each.
                let mut after = vec![1.0; parts.len() + 1];
                parts.iter().enumerate().rev().for_each(|(at, part)| after[at] = after[at + 1] * weigh(part));
                parts.iter().enumerate().fold(1.0, |before, (at, part)| {
                    add(&mut gradient, part, before * after[at + 1]);
                    before * weigh(part)
                })
            }
            Part::List { min, max, end, element } => {
                let each = weigh(element);
                let first = power(each, *min);
                let rest = geometric(each, (*max < usize::MAX).then(|| (max - min) as u128 + 1));
                let (end, lists) = (power(x, *end), first.value * rest.value);
                add(&mut gradient, element, end.value * (first.slope * rest.value + first.value * rest.slope));
                gradient[width - 1] += end.slope * lists;
                end.value * lists
            }
        };
        if !(value.is_finite() && gradient.iter().all(|one| one.is_finite())) {
            return None;
        }
        (values[part], gradients[part]) = (value, gradient);
    }
    Some((values, gradients))
}

/// Solves `s = rows · s + right`. It has a solution that is not negative, whatever the right side, just if each pivot is
/// positive; else `x` is beyond the singularity.
fn solve(rows: &[&Gradient], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    let entry = |row: usize, column: usize| f64::from(u8::from(row == column)) - rows[row][column];
    let mut matrix: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|column| entry(row, column)).collect()).collect();
    for pivot in 0..count {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        if row[pivot].is_nan() || row[pivot] <= 0.0 {
            return None;
        }
        for (under, other) in below.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            if factor != 0.0 {
                other.iter_mut().zip(row).skip(pivot).for_each(|(other, own)| *other -= factor * own);
                right[pivot + 1 + under] -= factor * right[pivot];
            }
        }
    }
    for row in (0..count).rev() {
        let later: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - later) / matrix[row][row];
    }
    Some(right)
}
