use astragal::prelude::*;

#[generator]
fn digits() -> u8 {
    pick! { small: 1, large: 8, small: 2 }
}

fn main() {}
