use astragal::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(weight = 3)]
struct Heavy(u8);

fn main() {}
