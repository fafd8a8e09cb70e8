use astragal::prelude::*;

fn main() {
    let _ = (0..10u8).map(|n| n * 2).sample(1);
}
