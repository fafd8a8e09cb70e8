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

#[property(strategy = "agata:linaer", minima = 9, size = -1, threads = 0, seed = "0x", exhaustive = "size six")]
#[rust_analyzer::test]
fn out_of_range(n: u8) {
    let _ = n;
}

#[property(time = 2s, shrink_time = 2sec, strategy = agata:linear, phases = ["random", "shrnk"], color = [1])]
#[rust_analyzer::test]
fn without_quotes(n: u8) {
    let _ = n;
}

/// Only an expression is left to the compiler.
#[property(cases = "many".len() as u32, pin = 5)]
#[rust_analyzer::test]
fn expressions(n: u8) {
    let _ = n;
}

fn main() {}
