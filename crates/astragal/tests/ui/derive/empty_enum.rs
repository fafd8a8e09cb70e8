use astragal::prelude::*;

#[derive(Arbitrary)]
enum Never {}

#[derive(Arbitrary)]
enum AllSkipped {
    #[arbitrary(skip)]
    First,
}

fn main() {}
