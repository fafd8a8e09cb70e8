use astragal::{Reject, Source};
use astragal::prelude::*;
use astragal::Draw;
use astragal::backwards::{Back, Mismatch};

/// Runs backwards, but its space is known only by running it.
struct Digit;

impl Draw for Digit {
    type Value = u8;

    fn draw(&self, src: &mut Source) -> Result<u8, Reject> {
        (0..=9u8).draw(src)
    }
}

impl Reflect for Digit {
    fn reflect(&self, value: &u8, back: &mut Back) -> Result<(), Mismatch> {
        (0..=9u8).reflect(value, back)
    }
}

#[derive(Arbitrary)]
struct Pin(#[arbitrary(with = Digit)] u8, u8);

fn main() {}
