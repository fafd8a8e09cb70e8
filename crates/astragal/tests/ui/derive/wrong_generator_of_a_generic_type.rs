use astragal::prelude::*;

#[derive(Arbitrary)]
struct Pair<T> {
    #[arbitrary(with = vec_of(any::<T>(), 1..=2))]
    first: T,
    #[arbitrary(with = any::<T>().map(|first| first))]
    second: T,
}

#[derive(Arbitrary)]
enum Dependent<T> {
    Variant(T, u8, #[arbitrary(with = self.1)] u8),
    Other(#[arbitrary(opaque = |src| src.draw(0..9u8))] String),
}

fn main() {}
