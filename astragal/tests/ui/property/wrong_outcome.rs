use astragal::prelude::*;

#[property]
fn counts(xs: Vec<u8>) -> usize {
    xs.len()
}

struct NotDebug;

#[property]
fn fails(n: u8) -> Result<(), NotDebug> {
    if n > 3 { Err(NotDebug) } else { Ok(()) }
}

fn main() {}
