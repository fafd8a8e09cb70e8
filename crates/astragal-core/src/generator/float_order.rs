//! The order of simplicity of floats: a bijection between the floats (with one NaN) and the numbers from zero.
//!
//! | index | floats |
//! |---|---|
//! | first | the integers that are exact with their neighbours: 0, 1, -1, 2, -2, .. below 2^53 (2^24) |
//! | then | fractions, by exponents -1, 0, -2, 1, -3, 2, ..: the fewer binary places, the simpler |
//! | then | larger integers, then tiny fractions, then subnormal ones |
//! | last | -0.0, the infinities, NaN |
//!
//! Floats that a policy may forbid come last, so that forbidding them only lowers the bound of the choice.

/// A binary floating-point format; its floats are given as bits in the low end of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    /// Bits of the mantissa, without the leading one.
    mantissa: u32,
    /// Bits of the exponent.
    exponent: u32,
}

pub(super) const F64: Format = Format { mantissa: 52, exponent: 11 };
pub(super) const F32: Format = Format { mantissa: 23, exponent: 8 };

impl Format {
    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    const fn sign_bit(self) -> u64 {
        1 << (self.mantissa + self.exponent)
    }

    /// Positive infinity: all bits of the exponent and none of the mantissa.
    const fn infinity(self) -> u64 {
        self.sign_bit() - (1 << self.mantissa)
    }

    /// How many floats are finite; also the index of positive infinity.
    #[inline(always)]
    pub(super) const fn finite_count(self) -> u64 {
        self.infinity().wrapping_mul(2)
    }

    /// The number of 0, 1, -1, .. up to the last integer that is exact with its neighbours.
    const fn small_integers(self) -> u64 {
        (1 << (self.mantissa + 2)) - 1
    }

    /// How many positive fractions come before the pair of exponents -1 - `pair` and `pair`.
    const fn fractions_before(self, pair: u64) -> u64 {
        (pair << (self.mantissa + 1)) - ((1 << pair) - 1)
    }

    /// How many positive floats are larger integers than the small ones.
    const fn large_integers(self) -> u64 {
        ((self.bias() - self.mantissa as i32) as u64) << self.mantissa
    }

    /// How many positive floats are normal and below the fractions.
    const fn tiny(self) -> u64 {
        ((self.bias() - 1 - self.mantissa as i32) as u64) << self.mantissa
    }

    /// Where the floats that come in pairs, one of each sign, begin to be larger, tiny, and subnormal.
    const fn sections(self) -> (u64, u64, u64) {
        let large = self.small_integers() + 2 * self.fractions_before(self.mantissa as u64);
        let tiny = large + 2 * self.large_integers();
        (large, tiny, tiny + 2 * self.tiny())
    }

    /// The index of a float. All NaNs have the same.
    pub(super) fn index(self, bits: u64) -> u64 {
        let sign = u64::from(bits & self.sign_bit() != 0);
        let magnitude = bits & (self.sign_bit() - 1);
        if magnitude >= self.infinity() {
            return if magnitude > self.infinity() { self.finite_count() + 2 } else { self.finite_count() + sign };
        }
        if magnitude == 0 {
            return if sign == 0 { 0 } else { self.finite_count() - 1 };
        }
        let width = self.mantissa as i32;
        let exponent = (magnitude >> self.mantissa) as i32 - self.bias();
        let mantissa = magnitude & ((1 << self.mantissa) - 1);
        let (large, tiny, subnormal) = self.sections();
        let (section, inside) = if exponent == -self.bias() {
            (subnormal, mantissa - 1)
        } else if exponent > width {
            (large, ((exponent - width - 1) as u64) << width | mantissa)
        } else if exponent < -width {
            (tiny, ((-width - 1 - exponent) as u64) << width | reversed(mantissa, self.mantissa))
        } else if exponent < 0 {
            let pair = (-1 - exponent) as u64;
            (self.small_integers(), self.fractions_before(pair) + reversed(mantissa, self.mantissa))
        } else {
            let places = self.mantissa - exponent as u32;
            let (whole, part) = (mantissa >> places, mantissa & ((1 << places) - 1));
            if part == 0 {
                let integer = 1 << exponent | whole;
                return 2 * integer - 1 + sign;
            }
            let before = self.fractions_before(exponent as u64) + (1 << self.mantissa);
            (self.small_integers(), before + ((reversed(part, places) - 1) << exponent | whole))
        };
        section + 2 * inside + sign
    }

    /// The bits of the float with an index.
    pub(super) fn at(self, index: u64) -> u64 {
        let (large, tiny, subnormal) = self.sections();
        let last = self.finite_count() - 1;
        if index >= last {
            return match index - last {
                0 => self.sign_bit(),
                1 => self.infinity(),
                2 => self.infinity() | self.sign_bit(),
                _ => self.infinity() | 1 << (self.mantissa - 1),
            };
        }
        let width = self.mantissa as i32;
        let low_bits = (1u64 << self.mantissa) - 1;
        if index < self.small_integers() {
            let integer = index.div_ceil(2);
            if integer == 0 {
                return 0;
            }
            let exponent = integer.ilog2();
            let mantissa = (integer << (self.mantissa - exponent)) & low_bits;
            return self.bits(index % 2 == 0, exponent as i32, mantissa);
        }
        let inside = |section: u64| ((index - section) / 2, (index - section) % 2 == 1);
        if index < large {
            let (inside, negative) = inside(self.small_integers());
            let mut pair = inside >> (self.mantissa + 1);
            if self.fractions_before(pair + 1) <= inside {
                pair += 1; // the groups are a little smaller than a power of two
            }
            let inside = inside - self.fractions_before(pair);
            if inside <= low_bits {
                return self.bits(negative, -1 - pair as i32, reversed(inside, self.mantissa));
            }
            let (inside, places) = (inside - low_bits - 1, self.mantissa - pair as u32);
            let (part, whole) = ((inside >> pair) + 1, inside & ((1 << pair) - 1));
            self.bits(negative, pair as i32, whole << places | reversed(part, places))
        } else if index < tiny {
            let (inside, negative) = inside(large);
            self.bits(negative, width + 1 + (inside >> width) as i32, inside & low_bits)
        } else if index < subnormal {
            let (inside, negative) = inside(tiny);
            self.bits(negative, -width - 1 - (inside >> width) as i32, reversed(inside & low_bits, self.mantissa))
        } else {
            let (inside, negative) = inside(subnormal);
            self.bits(negative, -self.bias(), inside + 1)
        }
    }

    const fn bits(self, negative: bool, exponent: i32, mantissa: u64) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        sign | ((exponent + self.bias()) as u64) << self.mantissa | mantissa
    }

    /// The place of a float (not a NaN) on the line from -infinity to infinity.
    #[inline(always)]
    pub(super) const fn place(self, bits: u64) -> u64 {
        if bits & self.sign_bit() == 0 { bits | self.sign_bit() } else { !bits & (self.sign_bit() - 1) }
    }

    /// How many places a normal float is apart from one that is a quarter larger, or less.
    pub(super) const fn quarter(self) -> u64 {
        1 << (self.mantissa - 2)
    }

    /// The float at a place on the line.
    #[inline(always)]
    pub(super) const fn at_place(self, place: u64) -> u64 {
        if place & self.sign_bit() != 0 {
            place ^ self.sign_bit()
        } else {
            !place & (self.sign_bit() | (self.sign_bit() - 1))
        }
    }
}

/// The low `width` bits in the opposite order, so that halves come before quarters.
const fn reversed(bits: u64, width: u32) -> u64 {
    if width == 0 { 0 } else { bits.reverse_bits() >> (64 - width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small enough to check every float.
    const TOY: Format = Format { mantissa: 4, exponent: 4 };

    fn toy_value(bits: u64) -> f64 {
        let (sign, exponent, mantissa) = (bits >> 8, (bits >> 4 & 15) as i32, (bits & 15) as f64);
        let magnitude = match exponent {
            0 => mantissa / 16.0 * 2f64.powi(-6),
            15 if mantissa == 0.0 => f64::INFINITY,
            15 => f64::NAN,
            _ => (1.0 + mantissa / 16.0) * 2f64.powi(exponent - 7),
        };
        if sign == 1 { -magnitude } else { magnitude }
    }

    #[test]
    fn every_index_of_a_small_format_is_one_float() {
        let count = TOY.finite_count() + 3;
        let mut seen = std::collections::HashSet::new();
        for index in 0..count {
            let bits = TOY.at(index);
            assert!(bits < 512, "{index} gives {bits:#x}");
            assert_eq!(TOY.index(bits), index, "{} has two indices", toy_value(bits));
            assert!(seen.insert(bits));
        }
        // All but the NaNs, of which one is left.
        assert_eq!(seen.len(), 512 - 2 * 15 + 1);
        assert!((1..16).all(|payload| TOY.index(0xF0 | payload) == count - 1));
    }

    #[test]
    fn the_order_is_the_one_described() {
        let values: Vec<f64> = (0..TOY.finite_count() + 3).map(|index| toy_value(TOY.at(index))).collect();
        assert_eq!(values[..7], [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0]);
        let small = TOY.small_integers() as usize;
        assert_eq!(small, 63);
        assert!(values[..small].iter().all(|x| x.fract() == 0.0 && x.abs() < 32.0));
        assert_eq!(values[small..small + 8], [0.5, -0.5, 0.75, -0.75, 0.625, -0.625, 0.875, -0.875]);
        let from_one = values.iter().position(|&x| x == 1.5).unwrap();
        assert_eq!(values[from_one..from_one + 6], [1.5, -1.5, 1.25, -1.25, 1.75, -1.75]);
        let from_two = values.iter().position(|&x| x == 2.5).unwrap();
        assert_eq!(values[from_two..from_two + 6], [2.5, -2.5, 3.5, -3.5, 2.25, -2.25]);
        let (large, tiny, subnormal) = TOY.sections();
        assert_eq!(values[large as usize..][..4], [32.0, -32.0, 34.0, -34.0]);
        assert_eq!(values[tiny as usize..][..2], [2f64.powi(-5), -2f64.powi(-5)]);
        assert_eq!(values[subnormal as usize..][..2], [2f64.powi(-10), -2f64.powi(-10)]);
        let end = &values[values.len() - 4..];
        assert!(end[0] == 0.0 && end[0].is_sign_negative());
        assert_eq!(end[1..3], [f64::INFINITY, f64::NEG_INFINITY]);
        assert!(end[3].is_nan());
    }

    #[test]
    fn the_real_formats_are_bijections_at_their_boundaries() {
        for format in [F32, F64] {
            let (large, tiny, subnormal) = format.sections();
            let end = format.finite_count() + 2;
            let pairs =
                (0..u64::from(format.mantissa)).map(|pair| format.small_integers() + 2 * format.fractions_before(pair));
            let sections = [0, format.small_integers(), large, tiny, subnormal, end].into_iter().chain(pairs);
            let spread = (0..100_000u64).map(|n| crate::source::mix(n) % (end + 1));
            for index in sections.flat_map(|edge| edge.saturating_sub(300)..=(edge + 300).min(end)).chain(spread) {
                assert_eq!(format.index(format.at(index)), index, "{format:?}");
            }
        }
        assert_eq!(F64.finite_count() + 2, u64::MAX - (1 << 53) + 3);
    }

    #[test]
    fn bits_are_those_of_the_floats() {
        for (index, x) in [0.0, 1.0, -1.0, 2.0, -2.0].into_iter().enumerate() {
            assert_eq!(F64.index(f64::to_bits(x)), index as u64);
            assert_eq!(F32.index(f32::to_bits(x as f32).into()), index as u64);
        }
        for x in [0.1, 1e300, -5e-324, f64::MAX, f64::EPSILON, f64::MIN_POSITIVE, 1e16, 123_456.789] {
            assert_eq!(F64.at(F64.index(x.to_bits())), x.to_bits());
            let narrow = x as f32;
            assert_eq!(F32.at(F32.index(narrow.to_bits().into())), u64::from(narrow.to_bits()));
        }
        assert_eq!(F64.at(F64.finite_count() + 2), f64::NAN.to_bits());
        assert_eq!(F32.at(F32.finite_count() + 2), u64::from(f32::NAN.to_bits()));
    }

    #[test]
    fn places_follow_the_order_of_the_line() {
        let line = [f64::NEG_INFINITY, f64::MIN, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY];
        for pair in line.windows(2) {
            assert!(F64.place(pair[0].to_bits()) < F64.place(pair[1].to_bits()), "{pair:?}");
        }
        for bits in 0..512 {
            assert_eq!(TOY.at_place(TOY.place(bits)), bits);
        }
        assert_eq!(F64.at_place(F64.place((-1.5f64).to_bits())), (-1.5f64).to_bits());
    }
}
