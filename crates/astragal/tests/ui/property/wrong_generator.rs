// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

#[property]
#[rust_analyzer::test]
fn another_type(#[from(0..100u8)] text: String, n: u8) {
    let _ = (text, n);
}

#[property]
#[rust_analyzer::test]
fn no_generator(#[from(String::from("a constant"))] text: String) {
    let _ = text;
}

#[property]
#[rust_analyzer::test]
fn closure(#[from(|src| src.draw(0..100u8))] text: String) {
    let _ = text;
}

fn main() {}
