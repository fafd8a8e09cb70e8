use astragal::prelude::*;

struct Foreign;

#[property]
fn by_value(n: u8, foreign: Foreign) {
    let _ = (n, foreign);
}

#[property]
fn lent(foreign: &Foreign, all: &[Foreign]) {
    let _ = (foreign, all);
}

fn main() {}
