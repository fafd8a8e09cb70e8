use astragal::prelude::*;

#[property(case = 500, colour = "never", isolate, verbose)]
fn misspelt(n: u8) {
    let _ = n;
}

#[property(cases = 500, cases = 600)]
fn twice(n: u8) {
    let _ = n;
}

fn main() {}
