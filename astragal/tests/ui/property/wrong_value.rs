use astragal::prelude::*;

#[property(time = "2 seconds", shrink_time = "none", memory = "512MB", phases = "randm", show = quiet)]
fn texts(n: u8) {
    let _ = n;
}

#[property(cases, time, pin, example = 3, threads(2))]
fn no_value(n: u8) {
    let _ = n;
}

#[property(cases = "many", isolation = 3, pin = 5)]
fn types(n: u8) {
    let _ = n;
}

fn main() {}
