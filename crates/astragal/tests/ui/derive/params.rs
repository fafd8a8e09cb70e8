// A type with parameters, and where they are missing or wrong.
use astragal::generators::any_with;
use astragal::prelude::*;

struct Limits {
    max: u32,
}

#[derive(Arbitrary)]
#[arbitrary(params = Limits)]
struct Doc {
    #[arbitrary(with = 0..=params.max)]
    n: u32,
}

// There are no default parameters.
#[derive(Arbitrary)]
struct Outer {
    doc: Doc,
}

// A tuple does not pass them on.
#[derive(Arbitrary)]
#[arbitrary(params = Limits)]
struct Tree {
    parts: Vec<(u8, Tree)>,
}

// There is no such parameter.
#[derive(Arbitrary)]
#[arbitrary(params = Limits)]
struct Other(#[arbitrary(with = 0..=params.min)] u32);

fn main() {
    any::<Doc>();
    any_with::<Doc>(3);
    any_with::<String>("[a-z]+");
    any_with::<Vec<u8>>(0..5);
}
