use astragal::prelude::*;

#[generator]
fn even() -> u8 {
    let half = draw!(0..5u8, recover = value / 2);
    half * 2
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Seat(#[arbitrary(with = even(), open)] u8);

#[derive(Debug, PartialEq, Arbitrary)]
struct Forwards(#[arbitrary(with = any::<u8>().map(|n| n / 2), forwards)] u8);

fn main() {
    let _ = any::<Seat>().choices_of(&Seat(4)); // this works
    let _ = any::<Seat>().iter();
    let _ = any::<Forwards>().iter(); // this works
    let _ = any::<Forwards>().choices_of(&Forwards(4));
}
