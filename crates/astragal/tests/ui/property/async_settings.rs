use astragal::prelude::*;

#[property(isolated, cases = 10)]
#[tokio::test]
async fn may_abort(n: u8) {
    let _ = n;
}

#[property(timeout = "1s", memory = "512M", threads = 2)]
#[tokio::test]
async fn may_hang(n: u8) {
    let _ = n;
}

fn main() {}
