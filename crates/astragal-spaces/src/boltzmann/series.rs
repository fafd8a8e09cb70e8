//! Sums of powers and their slopes, by doubling: nothing is subtracted, so nothing is lost near one. They use no function
//! whose last bits differ from platform to platform.

/// A number that depends on another one, and how fast it changes with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    pub(super) value: f64,
    pub(super) slope: f64,
}

impl Slope {
    fn times(self, other: Slope) -> Slope {
        Slope { value: self.value * other.value, slope: self.slope * other.value + self.value * other.slope }
    }
}

/// `z` to the power of `n`.
pub(super) fn power(z: f64, n: usize) -> Slope {
    sums(z, n as u128).1
}

/// `1 + z + z² + ...`, this many terms; infinitely many if `None`.
pub(super) fn geometric(z: f64, terms: Option<u128>) -> Slope {
    match terms {
        Some(terms) => sums(z, terms).0,
        None if z < 1.0 => Slope { value: 1.0 / (1.0 - z), slope: 1.0 / ((1.0 - z) * (1.0 - z)) },
        None => Slope { value: f64::INFINITY, slope: f64::INFINITY },
    }
}

/// The sum of the powers below `n`, and the power `n`.
fn sums(z: f64, n: u128) -> (Slope, Slope) {
    let base = Slope { value: z, slope: 1.0 };
    let (mut sum, mut power) = (Slope { value: 0.0, slope: 0.0 }, Slope { value: 1.0, slope: 0.0 });
    for bit in (0..128 - n.leading_zeros()).rev() {
        sum = sum.times(Slope { value: 1.0 + power.value, slope: power.slope });
        power = power.times(power);
        if n >> bit & 1 == 1 {
            sum = sum.times(base);
            sum.value += 1.0;
            power = power.times(base);
        }
    }
    (sum, power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_doubling_are_the_sums() {
        for z in [0.0, 0.3, 0.999, 1.0, 1.5] {
            let (mut value, mut slope) = (0.0, 0.0);
            for n in 0..40usize {
                let close = |one: f64, other: f64| (one - other).abs() <= 1e-12 * other.abs();
                let sum = geometric(z, Some(n as u128));
                assert!(close(sum.value, value) && close(sum.slope, slope), "{z} {n} {sum:?}");
                value += power(z, n).value;
                slope += power(z, n).slope;
                assert!(close(power(z, n).value, (0..n).map(|_| z).product()));
            }
        }
        assert_eq!(geometric(0.5, None), Slope { value: 2.0, slope: 4.0 });
    }
}
