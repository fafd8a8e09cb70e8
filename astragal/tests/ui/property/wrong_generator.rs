use astragal::prelude::*;

#[property]
fn another_type(#[from(0..100u8)] text: String, n: u8) {
    let _ = (text, n);
}

#[property]
fn no_generator(#[from("a constant")] text: String) {
    let _ = text;
}

#[property]
fn closure(#[from(|src| src.draw(0..100u8))] text: String) {
    let _ = text;
}

fn main() {}
