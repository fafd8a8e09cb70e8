use astragal::prelude::*;

#[property]
fn inferred_from_nothing(n: _, list: Vec<_>) {
    let _ = (n, list);
}

fn main() {}
