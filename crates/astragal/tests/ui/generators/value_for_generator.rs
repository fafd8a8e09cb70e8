use astragal::prelude::*;

fn main() {
    let _ = vec_of(5, 0..3);
    let _ = vec_of(0..5u8, "three");
    let _ = (0..5u8, "text").sample(1);
}
