// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property(example(3), example(3, vec![], 4))]
#[rust_analyzer::test]
fn arity(n: u8, xs: Vec<u8>) {
    let _ = (n, xs);
}

#[property(example(true))]
#[rust_analyzer::test]
fn none() {}

#[property(example("three", vec![3]))]
#[rust_analyzer::test]
fn types(n: u8, xs: Vec<String>) {
    let _ = (n, xs);
}

fn main() {}
