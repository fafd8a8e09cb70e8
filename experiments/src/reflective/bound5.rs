//! The example `bound5`: five lists, each of a small sum, have a sum that is not large.
//!
//! The bug: sums wrap around, so that a large one can be small.

use super::example::Example;
use astragal::generators::array_of;
use astragal::prelude::*;

/// A sum below this is small.
const SMALL: i16 = 256;

/// A number of up to as many bits as half of the size.
#[generator]
fn number(size: u32) -> i16 {
    let largest = 1i32 << (size / 2).min(16);
    let number = draw!((-largest).max(i16::MIN.into()) as i16..=largest.min(i16::MAX.into()) as i16);
    number
}

fn wrapping_sum<'a>(numbers: impl IntoIterator<Item = &'a i16>) -> i16 {
    numbers.into_iter().fold(0, |sum, number| sum.wrapping_add(*number))
}

pub(super) struct Bound5;

impl Example for Bound5 {
    type Value = [Vec<i16>; 5];

    fn generator(size: u32) -> impl Reflect<Value = Self::Value> {
        array_of(vec_of(number(size), 0..=size as usize))
    }

    fn fails(lists: &Self::Value) -> bool {
        lists.iter().all(|list| wrapping_sum(list) < SMALL) && wrapping_sum(lists.iter().flatten()) >= 5 * SMALL
    }

    /// The numbers in all lists.
    fn measure(lists: &Self::Value) -> usize {
        lists.iter().map(Vec::len).sum()
    }
}
