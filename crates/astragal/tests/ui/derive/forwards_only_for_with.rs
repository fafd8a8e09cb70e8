use astragal::prelude::*;

#[derive(Arbitrary)]
struct Even(#[arbitrary(with = any::<u8>().map(|n| n / 2 * 2))] u8);

fn main() {}
