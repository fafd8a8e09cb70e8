//! How many shapes there are: forests of some trees with some nodes, of which each has one of some numbers of children.
//!
//! Let `F(n, k)` be the number of forests of `k` places with `n` nodes. The first place is empty, or it is a node, whose children
//! join the other places:
//!
//! ```text
//! F(n, k) = F(n, k - 1) + sum over the numbers of children a: F(n - 1, k - 1 + a)        F(0, k) = 1, F(n, 0) = 0
//! ```
//!
//! Only ratios of these are asked for. Where all nodes have `d` children, `F(n, k) = k / m * binomial(m, n)` with `m = d n + k`
//! (the cycle lemma), and the ratio that matters has a closed form. Otherwise they are in a table, as numbers whose exponents
//! do not overflow. Additions and quotients of floats are the same on every platform, and so is what is drawn by them.

use std::sync::{Arc, Mutex, PoisonError};

/// A table with more numbers than this is not made.
const MOST: usize = 1 << 22;

/// See the module.
#[derive(Debug)]
pub(super) struct Forests {
    /// How many children a node may have, ascending.
    arities: Vec<usize>,
    table: Mutex<Arc<Table>>,
}

/// The shapes of one value.
#[derive(Clone, Debug)]
pub(super) enum Counts {
    /// All nodes have this many children.
    Alike(usize),
    Mixed(Vec<usize>, Arc<Table>),
}

impl Forests {
    pub(super) fn new(arities: impl IntoIterator<Item = usize>) -> Forests {
        let mut arities: Vec<usize> = arities.into_iter().collect();
        arities.sort_unstable();
        arities.dedup();
        Forests { arities, table: Mutex::default() }
    }

    pub(super) fn arities(&self) -> &[usize] {
        &self.arities
    }

    /// What is known of values of this many nodes in this many trees; or why that is too much.
    pub(super) fn counts(&self, trees: usize, nodes: usize) -> Result<Counts, String> {
        if let [only] = self.arities[..] {
            return Ok(Counts::Alike(only));
        }
        let most = self.arities.last().copied().unwrap_or_default();
        let cells = |nodes: usize| (nodes + 1).saturating_mul(trees + nodes.saturating_mul(most.saturating_sub(1)) / 2);
        if cells(nodes) > MOST {
            return Err(format!(
                "shapes of {nodes} nodes with different numbers of children, up to {most}, are too many to be counted"
            ));
        }
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if table.trees < trees || table.nodes() < nodes {
            // The next value may be larger.
            let roomy = if cells(2 * nodes) > MOST { nodes } else { 2 * nodes };
            *table = Arc::new(Table::new(&self.arities, trees.max(table.trees), roomy));
        }
        Ok(Counts::Mixed(self.arities.clone(), Arc::clone(&table)))
    }
}

impl Counts {
    /// How likely the first of `places` is empty, if they are to have `nodes` nodes: `F(n, k - 1) / F(n, k)`.
    pub(super) fn chance_of_none(&self, nodes: usize, places: usize) -> f64 {
        if places <= 1 || nodes == 0 {
            return f64::from(u8::from(nodes == 0));
        }
        match self {
            Counts::Alike(children) => {
                let (n, k) = (nodes as f64, places as f64);
                let m = *children as f64 * n + k;
                ((k - 1.0) * (m - n) / (k * (m - 1.0))).max(0.0)
            }
            Counts::Mixed(_, table) => table.at(nodes, places - 1).over(table.at(nodes, places)),
        }
    }

    /// How many children a node has, beside which there are `places` for the other `nodes`; by a ticket from 0 to below 1.
    pub(super) fn children(&self, nodes: usize, places: usize, ticket: f64) -> usize {
        match self {
            Counts::Alike(children) => *children,
            Counts::Mixed(arities, table) => {
                let ways = || arities.iter().map(|&arity| (arity, table.at(nodes, places + arity)));
                let total = ways().fold(Scaled::ZERO, |total, (_, ways)| total.plus(ways));
                let mut below = 0.0;
                for (arity, ways) in ways() {
                    below += ways.over(total);
                    if ticket < below {
                        return arity;
                    }
                }
                // What rounding lost; or there is no such shape, and the more places the better.
                arities.last().copied().unwrap_or_default()
            }
        }
    }
}

/// `F(n, k)` for all that can come up in values of some size.
#[derive(Debug, Default)]
pub(super) struct Table {
    trees: usize,
    /// By `n`, then by `k`. With more nodes left there are fewer places.
    rows: Vec<Vec<Scaled>>,
}

impl Table {
    fn new(arities: &[usize], trees: usize, nodes: usize) -> Table {
        let wider = arities.last().map_or(0, |most| most.saturating_sub(1));
        let places = |left: usize| trees + (nodes - left) * wider;
        let mut rows = vec![vec![Scaled::ONE; places(0) + 1]];
        for left in 1..=nodes {
            let fewer = &rows[left - 1];
            let mut row = vec![Scaled::ZERO];
            for place in 1..=places(left) {
                let ways = arities.iter().map(|arity| fewer[place - 1 + arity]);
                row.push(ways.fold(row[place - 1], Scaled::plus));
            }
            rows.push(row);
        }
        Table { trees, rows }
    }

    fn nodes(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    fn at(&self, nodes: usize, places: usize) -> Scaled {
        self.rows.get(nodes).and_then(|row| row.get(places)).copied().unwrap_or(Scaled::ZERO)
    }
}

/// A number that is not negative, with a large exponent: `mantissa * 2^(512 * exponent)`.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    mantissa: f64,
    exponent: u32,
}

/// 2 to the power of 256.
const LARGE: f64 = (1u128 << 127) as f64 * (1u128 << 127) as f64 * 4.0;

impl Scaled {
    const ZERO: Scaled = Scaled { mantissa: 0.0, exponent: 0 };
    const ONE: Scaled = Scaled { mantissa: 1.0, exponent: 0 };

    fn plus(self, other: Scaled) -> Scaled {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let small = match large.exponent - small.exponent {
            0 => small.mantissa,
            1 => small.mantissa / LARGE / LARGE,
            _ => 0.0,
        };
        let mantissa = large.mantissa + small;
        if mantissa < LARGE {
            Scaled { mantissa, exponent: large.exponent }
        } else {
            Scaled { mantissa: mantissa / LARGE / LARGE, exponent: large.exponent + 1 }
        }
    }

    /// The quotient with one that is not smaller; 0 if both are 0.
    fn over(self, other: Scaled) -> f64 {
        match other.exponent.saturating_sub(self.exponent) {
            _ if self.mantissa == 0.0 => 0.0,
            0 => self.mantissa / other.mantissa,
            1 => self.mantissa / LARGE / other.mantissa / LARGE,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, as whole numbers.
    fn forests(arities: &[usize], n: usize, k: usize) -> u128 {
        match (n, k) {
            (0, _) => 1,
            (_, 0) => 0,
            _ => {
                let filled: u128 = arities.iter().map(|arity| forests(arities, n - 1, k - 1 + arity)).sum();
                filled + forests(arities, n, k - 1)
            }
        }
    }

    #[test]
    fn ratios_are_those_of_the_counts() {
        for arities in [&[0][..], &[1], &[2], &[3], &[5], &[1, 2], &[0, 1, 2, 3], &[0, 4]] {
            let counts = Forests::new(arities.iter().copied()).counts(4, 6).unwrap();
            for (n, k) in (0..=6).flat_map(|n| (1..=4).map(move |k| (n, k))) {
                let (all, none) = (forests(arities, n, k), forests(arities, n, k - 1));
                if all > 0 {
                    let expected = none as f64 / all as f64;
                    assert!((counts.chance_of_none(n, k) - expected).abs() < 1e-12, "{arities:?}, {n}, {k}");
                }
            }
        }
        // Large Schröder numbers, shapes of unary and binary nodes; and Catalan's.
        assert_eq!([1, 2, 3, 4].map(|n| forests(&[1, 2], n, 1)), [2, 6, 22, 90]);
        assert_eq!([1, 2, 3, 4].map(|n| forests(&[2], n, 1)), [1, 2, 5, 14]);
    }

    #[test]
    fn large_numbers_keep_their_ratios() {
        let counts = Forests::new([1, 2]).counts(1, 1_500).unwrap();
        let Counts::Mixed(_, table) = &counts else { panic!("there are two numbers") };
        assert!(table.at(1_500, 1).exponent > 3);
        // F(n, 1) has the growth rate of its generating function: T = 1 + z (T + T^2), so z = 1 / (3 + 2 sqrt 2).
        let rate = table.at(1_499, 1).over(table.at(1_500, 1)) * (3.0 + 8f64.sqrt());
        assert!((rate - 1.0).abs() < 0.002, "{rate}");
        let too_large = Forests::new([1, 2]).counts(1, 100_000).unwrap_err();
        assert!(too_large.contains("100000 nodes"), "{too_large}");
    }
}
