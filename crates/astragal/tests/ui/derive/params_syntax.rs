// How parameters are not written.
use astragal::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(params = "Limits")]
struct Quoted(u8);

#[derive(Arbitrary)]
#[arbitrary(params)]
struct Alone(u8);

#[derive(Arbitrary)]
struct Field(#[arbitrary(params = Limits)] u8);

// The field never ends, whatever the parameters are.
#[derive(Arbitrary)]
#[arbitrary(params = u8)]
struct Endless(Box<Endless>);

fn main() {}
