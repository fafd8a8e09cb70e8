use astragal::prelude::*;

#[property(example(3), example(3, vec![], 4))]
fn arity(n: u8, xs: Vec<u8>) {
    let _ = (n, xs);
}

#[property(example(true))]
fn none() {}

#[property(example("three", vec![3]))]
fn types(n: u8, xs: Vec<String>) {
    let _ = (n, xs);
}

fn main() {}
