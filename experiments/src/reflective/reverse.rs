//! The example `reverse`: a list is its own reverse.

use super::example::Example;
use astragal::prelude::*;

pub(super) struct Reverse;

impl Example for Reverse {
    type Value = Vec<i64>;

    fn generator(size: u32) -> impl Reflect<Value = Vec<i64>> {
        let most = i64::from(size);
        vec_of(-most..=most, 0..=size as usize)
    }

    fn fails(list: &Vec<i64>) -> bool {
        !list.iter().eq(list.iter().rev())
    }

    fn measure(list: &Vec<i64>) -> usize {
        list.len()
    }
}
