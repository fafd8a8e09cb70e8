// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property]
#[rust_analyzer::test]
fn counts(xs: Vec<u8>) -> usize {
    xs.len()
}

struct NotDebug;

#[property]
#[rust_analyzer::test]
fn fails(n: u8) -> Result<(), NotDebug> {
    if n > 3 { Err(NotDebug) } else { Ok(()) }
}

#[property]
#[rust_analyzer::test]
async fn waits(xs: Vec<u8>) -> Option<u8> {
    xs.first().copied()
}

fn main() {}
