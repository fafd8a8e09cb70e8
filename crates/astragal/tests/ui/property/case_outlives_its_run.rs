//! A case is lent for the time of one call.

use astragal::prelude::*;
use std::sync::Mutex;

fn main() {
    let kept = Mutex::new(None);
    check(|t| {
        *kept.lock().unwrap() = Some(t);
    });
}
