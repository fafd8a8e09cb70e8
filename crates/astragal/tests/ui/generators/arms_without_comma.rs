use astragal::prelude::*;

fn main() {
    let _ = one_of![just(1) just(2)];
}
