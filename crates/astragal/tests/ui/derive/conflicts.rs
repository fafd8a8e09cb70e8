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
        #[arbitrary(default, default = 3)]
        twice: u8,
    },
}

fn main() {}
