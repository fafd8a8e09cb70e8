use astragal::prelude::*;

fn main() {
    let _ = string_of("[a-z]+", 1..=8);
    let _ = string_of(one_of!['a'..='f', '0'..='9'], 1..=8);
}
