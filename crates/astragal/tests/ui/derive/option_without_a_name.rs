use astragal::prelude::*;

#[derive(Arbitrary)]
struct Dice {
    #[arbitrary(0..5)]
    first: u8,
    #[arbitrary(with = 0..5, "second")]
    second: u8,
}

fn main() {}
