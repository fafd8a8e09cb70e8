// Patterns from which no strings can be made, and one for a field that is not a string.
use astragal::prelude::*;

#[derive(Arbitrary)]
struct Wrong {
    #[arbitrary(with = "[a-z")]
    unclosed: String,
    #[arbitrary(opaque = r"\bword\b")]
    unsupported: String,
}

#[derive(Arbitrary)]
struct Number(#[arbitrary(with = "[0-9]+")] u32);

fn main() {}
