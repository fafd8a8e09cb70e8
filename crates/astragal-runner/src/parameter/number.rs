//! The numbers that a parameter may be.

use std::fmt::Debug;

/// A number that a [parameter](super::parameter) may be: an integer of at most 64 bits, or a float.
pub trait ParameterNumber: sealed::Number {}

pub(super) mod sealed {
    use super::Debug;

    pub trait Number: Copy + PartialOrd + Debug + 'static {
        const IS_WHOLE: bool;
        /// Whether it is the same number as a float, and finite.
        fn is_exact(self) -> bool;
        fn to_f64(self) -> f64;
        fn from_f64(value: f64) -> Self;
    }
}

/// Whole numbers up to this one are floats too.
const EXACT: f64 = 9_007_199_254_740_992.0;

macro_rules! numbers {
    ($($type:ty: $is_whole:literal),+ $(,)?) => {$(
        impl sealed::Number for $type {
            const IS_WHOLE: bool = $is_whole;

            fn is_exact(self) -> bool {
                let value = self as f64;
                if $is_whole { value.abs() <= EXACT } else { value.is_finite() }
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64(value: f64) -> $type {
                value as $type
            }
        }

        impl ParameterNumber for $type {}
    )+};
}

numbers! {
    u8: true, u16: true, u32: true, u64: true, usize: true, i8: true, i16: true, i32: true, i64: true, isize: true,
    f32: false, f64: false,
}
