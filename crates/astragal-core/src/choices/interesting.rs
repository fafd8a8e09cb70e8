//! Which other numbers are worth a try in place of one: ends, neighbors, powers of two.
//!
//! Rewrites differ in which of them they try, in which order and how far; what each of them is, and that it stays within the
//! bound, is said here once.

use super::Choice;

/// A number that is worth a try in place of a choice, described by where it is.
///
/// ```
/// use astragal::choices::{Choice, Interesting};
///
/// let choice = Choice { value: 100, max: 255 };
/// assert_eq!(Interesting::Small(0).instead_of(choice), 0);
/// assert_eq!(Interesting::Large(1).instead_of(choice), 254);
/// assert_eq!(Interesting::Above(2).instead_of(choice), 102);
/// assert_eq!(Interesting::PowerBelow.instead_of(choice), 64);
/// assert_eq!(Interesting::Above(200).instead_of(choice), 255); // never beyond the bound
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interesting {
    /// This number itself: 0 is the simplest.
    Small(u64),
    /// This far below the bound.
    Large(u64),
    /// This far above the number.
    Above(u64),
    /// This far below the number.
    Below(u64),
    /// The largest power of two up to the number.
    PowerBelow,
    /// The power of two after that.
    PowerAbove,
    /// This power of two: 2^k.
    Power(u32),
    /// The number before it: 2^k - 1.
    BeforePower(u32),
}

impl Interesting {
    /// The number, brought within the bound.
    #[inline]
    pub fn instead_of(self, choice: Choice) -> u64 {
        self.within(choice.value.into(), choice.max.into()) as u64
    }

    /// The same for numbers that take two choices.
    #[inline]
    #[doc(hidden)]
    pub fn within(self, value: u128, max: u128) -> u128 {
        let power_below = || 1u128 << value.checked_ilog2().unwrap_or(0);
        let power = |power: u32| 1u128.checked_shl(power).unwrap_or(u128::MAX);
        let number = match self {
            Interesting::Small(number) => number.into(),
            Interesting::Large(below) => max.saturating_sub(below.into()),
            Interesting::Above(by) => value.saturating_add(by.into()),
            Interesting::Below(by) => value.saturating_sub(by.into()),
            Interesting::PowerBelow => power_below(),
            Interesting::PowerAbove => power_below().saturating_mul(2),
            Interesting::Power(of) => power(of),
            Interesting::BeforePower(of) => power(of) - 1,
        };
        number.min(max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stays_within_every_bound() {
        let kinds = [0, 1, 63, 64, 127, 128].map(|n| {
            let far = if n > 100 { u64::MAX } else { n.into() };
            [
                Interesting::Small(far),
                Interesting::Large(far),
                Interesting::Above(far),
                Interesting::Below(far),
                Interesting::PowerBelow,
                Interesting::PowerAbove,
                Interesting::Power(n),
                Interesting::BeforePower(n),
            ]
        });
        for max in [0, 1, 7, 255, u64::MAX] {
            for value in [0, max / 3, max / 2, max] {
                assert!(kinds.iter().flatten().all(|kind| kind.instead_of(Choice { value, max }) <= max));
            }
        }
    }
}
