//! What values are counted with: numbers that stop counting where they are many, or that hold any count.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Rem, Sub, SubAssign};

/// A number of values.
pub trait Number:
    Clone
    + Debug
    + Ord
    + From<u128>
    + Sum
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + AddAssign
    + SubAssign
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
{
    /// Nothing.
    const ZERO: Self;
    /// Whether it holds any count. Otherwise the largest number represents itself and all that are larger.
    const IS_EXACT: bool;

    /// The number, if it has at most 128 bits.
    fn wide(&self) -> Option<u128>;

    /// How many bits it has.
    fn bits(&self) -> u64;

    /// The product.
    fn times(&self, other: &Self) -> Self;

    /// A number that a computer can count to.
    fn of(count: usize) -> Self {
        Self::from(count as u128)
    }

    /// The number, if it has at most 64 bits.
    fn small(&self) -> Option<u64> {
        self.wide().and_then(|wide| u64::try_from(wide).ok())
    }

    /// The power.
    fn power(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::of(1), |power, _| power.times(self))
    }
}

/// A number that stays at its largest value, once it is there: it is for enumerating, which never gets that far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Few(u128);

impl Few {
    const MANY: Few = Few(u128::MAX);

    /// Applies an operation to a number that is not too large to be known.
    fn known(self, operation: impl FnOnce(u128) -> u128) -> Few {
        if self == Few::MANY { self } else { Few(operation(self.0)) }
    }
}

impl From<u128> for Few {
    fn from(number: u128) -> Few {
        Few(number)
    }
}

impl Number for Few {
    const ZERO: Few = Few(0);
    const IS_EXACT: bool = false;

    fn wide(&self) -> Option<u128> {
        (*self != Few::MANY).then_some(self.0)
    }

    fn bits(&self) -> u64 {
        // One more than there are, where they are many.
        u64::from(u128::BITS - self.0.leading_zeros()) + u64::from(*self == Few::MANY)
    }

    fn times(&self, other: &Few) -> Few {
        Few(self.0.saturating_mul(other.0))
    }
}

impl Add for Few {
    type Output = Few;

    fn add(self, other: Few) -> Few {
        Few(self.0.saturating_add(other.0))
    }
}

impl Sub for Few {
    type Output = Few;

    fn sub(self, other: Few) -> Few {
        self.known(|number| number - other.0)
    }
}

impl Mul for Few {
    type Output = Few;

    fn mul(self, other: Few) -> Few {
        self.times(&other)
    }
}

impl Div for Few {
    type Output = Few;

    fn div(self, other: Few) -> Few {
        self.known(|number| number / other.0)
    }
}

impl Rem for Few {
    type Output = Few;

    fn rem(self, other: Few) -> Few {
        self.known(|number| number % other.0)
    }
}

impl AddAssign for Few {
    fn add_assign(&mut self, other: Few) {
        *self = *self + other;
    }
}

impl SubAssign for Few {
    fn sub_assign(&mut self, other: Few) {
        *self = *self - other;
    }
}

impl AddAssign<&Few> for Few {
    fn add_assign(&mut self, other: &Few) {
        *self = *self + *other;
    }
}

impl SubAssign<&Few> for Few {
    fn sub_assign(&mut self, other: &Few) {
        *self = *self - *other;
    }
}

impl Sum for Few {
    fn sum<I: Iterator<Item = Few>>(numbers: I) -> Few {
        numbers.fold(Few::ZERO, Few::add)
    }
}

#[cfg(feature = "big")]
impl Number for num_bigint::BigUint {
    const ZERO: Self = num_bigint::BigUint::ZERO;
    const IS_EXACT: bool = true;

    fn wide(&self) -> Option<u128> {
        self.try_into().ok()
    }

    fn bits(&self) -> u64 {
        num_bigint::BigUint::bits(self)
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_many_stays_many_and_the_rest_is_exact() {
        let many = Few::from(1 << 100).times(&Few::from(1 << 28));
        assert_eq!((many, many.wide()), (Few::MANY, None));
        assert_eq!((many - Few::of(1), many / Few::of(2), many + many), (many, many, many));
        assert_eq!(many.times(&Few::ZERO), Few::ZERO);
        assert_eq!((Few::of(7) / many, Few::of(7) % many), (Few::ZERO, Few::of(7)));
        assert_eq!(Few::of(3).power(4), Few::of(81));
    }
}
