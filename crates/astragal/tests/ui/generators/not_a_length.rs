use astragal::generators::btree_set_of;
use astragal::prelude::*;

fn main() {
    // What was drawn is a value only after `?`.
    let _ = from_fn(|src| {
        let count = src.draw(1..=4usize);
        src.draw(vec_of(any::<u8>(), count))
    });
    // Another type of number.
    let _ = vec_of(any::<u8>(), 0..5i32);
    // The other way round.
    let _ = vec_of(0..5, any::<u8>());
    let _ = btree_set_of(0..5, any::<u8>());
}
