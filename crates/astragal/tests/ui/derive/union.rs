use astragal::prelude::*;

#[derive(Arbitrary)]
union Word {
    number: u32,
    bytes: [u8; 4],
}

fn main() {}
