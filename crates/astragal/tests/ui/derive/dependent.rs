use astragal::prelude::*;

#[derive(Arbitrary)]
struct Later {
    #[arbitrary(with = 0..self.high)]
    low: u8,
    #[arbitrary(with = 0..=self.height)]
    high: u8,
    #[arbitrary(default)]
    version: u8,
    #[arbitrary(with = just(self.version))]
    copied: u8,
}

fn main() {}
