// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

struct Foreign;

#[property]
#[rust_analyzer::test]
fn by_value(n: u8, foreign: Foreign) {
    let _ = (n, foreign);
}

#[property]
#[rust_analyzer::test]
fn lent(foreign: &Foreign, all: &[Foreign]) {
    let _ = (foreign, all);
}

fn main() {}
