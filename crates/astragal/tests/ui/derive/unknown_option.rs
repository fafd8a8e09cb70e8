use astragal::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(rename = "x")]
enum Unknown {
    #[arbitrary(weigth = 3)]
    First,
    Second(#[arbitrary(using = any::<u8>())] u8),
}

#[derive(Arbitrary)]
enum Misplaced {
    #[arbitrary(default)]
    First,
    #[arbitrary(bound = "T: Clone")]
    Second(#[arbitrary(skip)] u8, #[arbitrary(weight = 2)] u8),
}

fn main() {}
