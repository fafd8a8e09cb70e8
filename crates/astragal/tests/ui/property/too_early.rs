// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property]
#[rust_analyzer::test]
fn too_early(#[from(0..list.len())] at: usize, list: Vec<u8>) {
    let _ = (at, list);
}

fn main() {}
