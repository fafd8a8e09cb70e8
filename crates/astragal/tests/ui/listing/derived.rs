use astragal::spaces::exists_unique;
use astragal::prelude::*;

#[derive(Debug, PartialEq, Arbitrary)]
struct Account {
    is_open: bool,
    #[arbitrary(opaque = from_fn(|src| src.draw(0..1_000u32)))]
    number: u32,
}

fn main() {
    any::<Account>().sample(1); // this works
    let _ = any::<Vec<Account>>().iter().nth(3);
    let _ = exists_unique(any::<Account>(), |account| account.is_open);
}
