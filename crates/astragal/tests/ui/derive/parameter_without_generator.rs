use astragal::prelude::*;

struct Foreign;

#[derive(Arbitrary)]
struct Wrapper<T>(T, u8);

fn main() {
    any::<Wrapper<Foreign>>().sample(1);
}
