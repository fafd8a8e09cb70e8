use astragal::prelude::*;

#[property]
async fn waits(n: u8) {
    let _ = n;
}

fn main() {}
