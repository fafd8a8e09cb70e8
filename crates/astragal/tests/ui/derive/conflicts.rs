use astragal::prelude::*;

#[derive(Arbitrary)]
enum Conflicts {
    #[arbitrary(skip, weight = 3)]
    Skipped,
    #[arbitrary(weight = 3)]
    #[arbitrary(weight = 4)]
    Twice,
    Fields {
        #[arbitrary(with = any::<u8>(), default)]
        drawn_or_not: u8,
        #[arbitrary(with = any::<u8>(), opaque)]
        opaque_with: u8,
        #[arbitrary(opaque = any::<u8>(), default)]
        opaque_or_not: u8,
        #[arbitrary(with = any::<u8>(), open, forwards)]
        both: u8,
        #[arbitrary(opaque, open)]
        more_than_all: u8,
        #[arbitrary(opaque = any::<u8>(), forwards)]
        forwards_twice: u8,
        #[arbitrary(default, open)]
        open_or_not_drawn: u8,
        #[arbitrary(open = any::<u8>())]
        open_generator: u8,
        #[arbitrary(default, default = 3)]
        twice: u8,
    },
}

fn main() {}
