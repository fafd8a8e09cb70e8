//! How likely a value is: the sum over all ways to make it.

use std::fmt;

use super::traces::{Traces, log2_sum};
use super::{Overlap, Reflect};

/// So many ways are added up.
const WAYS: usize = 10_000;

/// How likely something is drawn. See [`Gen::chance_of`](crate::Gen::chance_of).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    log2: f64,
    exact: bool,
}

impl Chance {
    pub(crate) fn new(log2: f64, exact: bool) -> Chance {
        Chance { log2, exact }
    }

    /// As a number from 0 to 1; too small a chance is 0.
    pub fn value(&self) -> f64 {
        self.log2.exp2()
    }

    /// The logarithm to base 2, which even the smallest chance has. No chance at all is negative infinity.
    pub fn log2(&self) -> f64 {
        self.log2
    }

    /// Whether it is just that; otherwise it is at least that.
    pub fn is_exact(&self) -> bool {
        self.exact
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.exact {
            f.write_str("at least ")?;
        }
        if self.log2 < -40.0 { write!(f, "2^{:.1}", self.log2) } else { write!(f, "{:.4}", self.value()) }
    }
}

/// Adds up the ways that are listed.
pub(super) fn chance<G: Reflect + ?Sized>(generator: &G, traces: Traces) -> Chance {
    let mut exact = match traces.overlap() {
        Overlap::Exactly(ways) => ways <= WAYS as u128,
        _ => false,
    };
    let mut log2 = f64::NEG_INFINITY;
    for trace in traces.take(WAYS) {
        match generator.chance_of(&trace) {
            Ok(chance) => log2 = log2_sum(log2, chance.log2),
            Err(_) => exact = false,
        }
    }
    Chance { log2: log2.min(0.0), exact }
}
