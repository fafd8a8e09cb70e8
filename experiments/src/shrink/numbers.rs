//! The challenges about the difference of two numbers.

use super::challenge::{Challenge, Verdict};

/// Two numbers up to `MAX`: if the first is at least ten, their difference is not from `LOW` to `HIGH`.
pub(crate) struct Difference<const LOW: u64, const HIGH: u64, const MAX: u64>;

impl<const LOW: u64, const HIGH: u64, const MAX: u64> Challenge for Difference<LOW, HIGH, MAX> {
    type Value = (u64, u64);

    fn judge((x, y): &Self::Value) -> Verdict {
        Verdict::fails_if(*x >= 10 && (LOW..=HIGH).contains(&x.abs_diff(*y)))
    }

    fn is_smallest(pair: &Self::Value) -> bool {
        *pair == (10, 10 - HIGH)
    }
}
