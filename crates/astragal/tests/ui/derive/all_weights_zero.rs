use astragal::prelude::*;

#[derive(Arbitrary)]
enum Weightless {
    #[arbitrary(weight = 0)]
    First,
    #[arbitrary(weight = 0)]
    Second(u8),
    #[arbitrary(skip)]
    Third,
}

fn main() {}
