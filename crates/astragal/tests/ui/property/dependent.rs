// A test is not looked at by the compiler unless tests are built. This attribute looks like that of a test, and is none.
#![allow(dead_code)]

use astragal::prelude::*;

// The property needs it too.
#[property]
#[rust_analyzer::test]
fn given_away(words: Vec<String>, #[from(select(words))] word: String) {
    let _ = (words, word);
}

#[property]
#[rust_analyzer::test]
fn another_type(list: Vec<u8>, #[from(0..list.len())] at: u8) {
    let _ = (list, at);
}

fn main() {}
