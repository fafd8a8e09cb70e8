use astragal::prelude::*;

#[property(timeout = "1s", cases = 10)]
fn may_hang(n: u8) {
    let _ = n;
}

#[property(memory = "512M", timeout = "none")]
fn may_be_large(n: u8) {
    let _ = n;
}

/// What an expression comes to is not known here: then it is told when the test runs.
#[property(timeout = std::time::Duration::from_secs(1))]
fn may_hang_too(n: u8) {
    let _ = n;
}

fn main() {}
