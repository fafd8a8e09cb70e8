use astragal::prelude::*;

#[property]
fn exclusive(xs: &mut Vec<u8>) {
    xs.clear();
}

#[property]
fn lifetimes(text: &'static str, twice: &&u8, object: &dyn std::fmt::Debug) {
    let _ = (text, twice, object);
}

#[property]
fn abstract_type(items: impl IntoIterator<Item = u8>) {
    let _ = items.into_iter();
}

#[property]
fn attributes(#[with(0..10)] a: u8, #[from] b: u8, #[from(0..10u8)] #[from(0..9u8)] c: u8) {
    let _ = (a, b, c);
}

#[property]
fn without_type(n) {}

fn main() {}
