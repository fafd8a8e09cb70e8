use astragal::prelude::*;

#[property]
fn one(n in 0..100u8) {
    assert!(n < 100);
}

#[property]
fn several(n: u8, list in vec_of(any::<u8>(), 0..=9), (a, b) in (0..3u8, 0..3u8)) {
    assert!(a + b < 9);
}

fn main() {}
