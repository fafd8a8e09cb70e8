//! The walk behind the uniform weighting, in fractions: it makes all shapes of a size equally likely, exactly.

use super::shape;
use std::collections::HashMap;

/// A fraction in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction(i128, i128);

impl Fraction {
    pub(super) fn new(above: i128, below: i128) -> Fraction {
        let shared = greatest_divisor(above, below).max(1);
        Fraction(above / shared, below / shared)
    }

    fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.0, self.1 * other.1)
    }

    fn rest(self) -> Fraction {
        Fraction::new(self.1 - self.0, self.1)
    }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { greatest_divisor(b, a % b) }
}

/// The chance to go left at a node of a tree of `n` nodes, `k` of which are on its left.
pub(super) fn left_chance(n: i128, k: i128) -> Fraction {
    Fraction::new((k + 1) * (2 * k + 1) * (3 * n - 2 * k), n * (n + 1) * (2 * n + 1))
}

/// The same by the recurrence from which it was derived: `P_n(0) = 3 / ((n+1)(2n+1))`, and from each to the next.
pub(super) fn left_chances_by_recurrence(n: i128) -> Vec<Fraction> {
    let mut chances = vec![Fraction::new(3, (n + 1) * (2 * n + 1))];
    for k in 1..n {
        let last = chances[k as usize - 1].times(Fraction::new(k + 1, 2 * k - 1));
        let inner = Fraction::new(n + 2, 2 * n + 1).plus(Fraction::new(-last.0, last.1));
        chances.push(Fraction::new(2 * n - 2 * k - 1, n - k + 1).times(inner).rest());
    }
    chances
}

/// What is true of the shapes of `n` nodes.
pub(super) struct Checked {
    pub(super) shapes: usize,
    /// For how many the chances to come to it from some shape that is one smaller sum up to `C(n-1) / C(n)` (Lemma 3.1).
    pub(super) balanced: usize,
    /// How many are drawn with the chance `1 / C(n)` (Theorem 3.2).
    pub(super) uniform: usize,
}

/// Goes through all shapes of up to `most` nodes.
pub(super) fn check(most: usize) -> Vec<Checked> {
    let mut chances = HashMap::from([("L".to_string(), Fraction::new(1, 1))]);
    let mut checked = Vec::new();
    for nodes in 1..=most {
        let fewer = chances.len() as i128;
        let mut sums: HashMap<String, Fraction> = HashMap::new();
        let mut next: HashMap<String, Fraction> = HashMap::new();
        for (from, &chance) in &chances {
            for (to, step) in steps(from) {
                add(&mut sums, &to, step);
                add(&mut next, &to, step.times(chance));
            }
        }
        let all = shape::all_of(nodes);
        let count = all.len() as i128;
        let are = |found: &HashMap<String, Fraction>, expected: Fraction| {
            all.iter().filter(|shape| found.get(*shape) == Some(&expected)).count()
        };
        checked.push(Checked {
            shapes: all.len(),
            balanced: are(&sums, Fraction::new(fewer, count)),
            uniform: are(&next, Fraction::new(1, count)),
        });
        chances = next;
    }
    checked
}

fn add(to: &mut HashMap<String, Fraction>, shape: &str, chance: Fraction) {
    let sum = to.entry(shape.into()).or_insert(Fraction::new(0, 1));
    *sum = sum.plus(chance);
}

/// What a shape becomes when the walk ends in one of its holes, and the chance of that.
fn steps(shape: &str) -> Vec<(String, Fraction)> {
    let Some(below) = shape.strip_prefix('N') else {
        return vec![("NLL".into(), Fraction::new(1, 1))];
    };
    let (left, right) = below.split_at(end_of_first(below));
    let nodes = |part: &str| part.matches('N').count() as i128;
    let goes_left = left_chance(nodes(shape), nodes(left));
    let on_left = steps(left).into_iter().map(|(to, chance)| (format!("N{to}{right}"), chance.times(goes_left)));
    let on_right =
        steps(right).into_iter().map(|(to, chance)| (format!("N{left}{to}"), chance.times(goes_left.rest())));
    on_left.chain(on_right).collect()
}

/// How long the shape is with which a text begins.
fn end_of_first(text: &str) -> usize {
    let mut open = 1;
    for (at, letter) in text.char_indices() {
        open = if letter == 'N' { open + 1 } else { open - 1 };
        if open == 0 {
            return at + 1;
        }
    }
    text.len()
}
