//! An example: values, a property of them that fails, how large a value is, and a generator that runs backwards.

use astragal::prelude::*;
use std::fmt::Debug;

pub(super) trait Example {
    /// What is generated.
    type Value: Clone + PartialEq + Debug;

    /// Makes values up to a size. Those of a smaller size are among those of a larger one.
    fn generator(size: u32) -> impl Reflect<Value = Self::Value>;

    /// Whether the property fails. Where it says nothing about a value, it does not.
    fn fails(value: &Self::Value) -> bool;

    /// How large a value is.
    fn measure(value: &Self::Value) -> usize;
}
