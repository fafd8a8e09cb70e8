use astragal::prelude::*;

#[derive(Arbitrary)]
struct Name {
    #[arbitrary(with = 0..100u8)]
    text: String,
    #[arbitrary(with = String::from("a constant"))]
    constant: &'static str,
}

fn main() {}
