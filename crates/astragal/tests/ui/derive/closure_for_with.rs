use astragal::prelude::*;

#[derive(Arbitrary)]
struct Even {
    #[arbitrary(with = |src| src.draw(0..100u8) * 2)]
    number: u8,
    #[arbitrary(with = move |src: &mut Source| src.draw(0..100u8))]
    other: u8,
}

fn main() {}
