use astragal::prelude::*;

#[property]
fn sums(xs: Vec<u8>) -> bool {
    let sum: u8 = xs.iter().sum::<u32>();
    xs.is_empty() || summ > 0
}

fn main() {}
