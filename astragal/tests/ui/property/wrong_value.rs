// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property(time = "2 seconds", shrink_time = "none", memory = "512MB", phases = "randm", show = quiet)]
#[rust_analyzer::test]
fn texts(n: u8) {
    let _ = n;
}

#[property(cases, time, pin, example = 3, threads(2))]
#[rust_analyzer::test]
fn no_value(n: u8) {
    let _ = n;
}

#[property(cases = "many", isolated = 3, pin = 5)]
#[rust_analyzer::test]
fn types(n: u8) {
    let _ = n;
}

fn main() {}
