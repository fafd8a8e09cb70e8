use astragal::prelude::*;

#[property(100)]
fn cases(n: u8) {
    let _ = n;
}

#[property(timeout = 1, time = 1.5, shrink_time = 2, phases = 3, show = true, exhaustive = 10, memory = 1_000, isolated)]
fn no_texts(n: u8) {
    let _ = n;
}

fn main() {}
