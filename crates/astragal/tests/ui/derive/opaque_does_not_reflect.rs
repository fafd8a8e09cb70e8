use astragal::prelude::*;

#[derive(Arbitrary, Debug, PartialEq)]
struct Forwards(#[arbitrary(opaque)] u8, u8);

fn is_closed<G: Closed>(_: G) {}

fn main() {
    any::<Forwards>().sample(1); // this works
    let _ = any::<Forwards>().choices_of(&Forwards(1, 2));
    is_closed(any::<Forwards>());
}
