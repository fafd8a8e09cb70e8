// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

// A pattern that is known only at run time may be wrong, so there is a `Result`.
#[property]
#[rust_analyzer::test]
fn result(#[from(astragal::generators::try_string_matching("[a-z]+"))] word: String) {
    let _ = word;
}

// A wrong pattern.
#[property]
#[rust_analyzer::test]
fn text(#[from("[a-z")] word: &str) {
    let _ = word;
}

// A pattern where a number is needed.
#[property]
#[rust_analyzer::test]
fn number(#[from("[0-9]+")] number: u32) {
    let _ = number;
}

// Only in attributes is a text a pattern.
#[property]
#[rust_analyzer::test]
fn part(#[from(vec_of("[a-z]+", 0..5))] words: Vec<String>) {
    let _ = words;
}

fn main() {}
