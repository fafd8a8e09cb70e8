use astragal::prelude::*;

#[derive(Arbitrary)]
#[arbitrary]
enum Weights {
    #[arbitrary(weight = -1)]
    Negative,
    #[arbitrary(weight = "3")]
    Text,
    #[arbitrary(weight = 1.5)]
    Fraction,
    #[arbitrary(weight)]
    Missing,
    #[arbitrary(weight(3))]
    Parentheses,
    #[arbitrary(skip = true)]
    Skip,
    #[arbitrary(weight = )]
    Empty,
}

#[derive(Arbitrary)]
#[arbitrary(bound = T: Clone, crate = "astragal")]
struct Bounds<T>(T);

#[derive(Arbitrary)]
#[arbitrary(bound = "T Clone")]
struct NoBounds<T>(#[arbitrary(with)] T);

fn main() {}
