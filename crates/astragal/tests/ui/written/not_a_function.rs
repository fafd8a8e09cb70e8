use astragal::prelude::*;

#[generator]
struct Tree;

struct Words;

impl Words {
    #[generator]
    fn word(&self) -> u8 {
        draw!(0..=9u8)
    }
}

#[generator]
fn nothing() {}

#[generator(weight = 3)]
fn options() -> u8 {
    draw!(0..=9u8)
}

fn main() {}
