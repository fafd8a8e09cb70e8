use astragal::prelude::*;

fn main() {
    let _ = one_of![small: 0..10u8, 3 => large: 200..=255u8, small: 10..20u8];
}
