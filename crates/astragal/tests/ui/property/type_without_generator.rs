// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

struct Foreign(u8);

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

#[property]
#[rust_analyzer::test]
fn inside(all: Vec<Foreign>, pair: (u8, Foreign)) {
    let _ = (all, pair);
}

// The others depend on it.
#[property]
#[rust_analyzer::test]
fn mentioned(foreign: Foreign, #[from(just(foreign.0))] n: u8) {
    let _ = (foreign, n);
}

fn main() {}
