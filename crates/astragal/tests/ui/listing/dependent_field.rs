use astragal::prelude::*;

#[derive(Debug, Arbitrary)]
struct Between {
    high: u8,
    #[arbitrary(with = 0..=self.high)]
    low: u8,
}

fn main() {
    let _ = any::<Between>().by_choices();
    let _ = any::<Between>().iter();
}
