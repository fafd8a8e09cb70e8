// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property]
#[rust_analyzer::test]
fn sums(xs: Vec<u8>) -> bool {
    let sum: u8 = xs.iter().sum::<u32>();
    xs.is_empty() || summ > 0
}

fn main() {}
