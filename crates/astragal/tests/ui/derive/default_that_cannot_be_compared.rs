use astragal::prelude::*;

#[derive(Default)]
struct State;

#[derive(Arbitrary)]
struct Machine {
    number: u8,
    #[arbitrary(default)]
    state: State,
}

struct NoDefault;

#[derive(Arbitrary)]
struct Other {
    number: u8,
    #[arbitrary(default)]
    state: NoDefault,
}

fn main() {}
