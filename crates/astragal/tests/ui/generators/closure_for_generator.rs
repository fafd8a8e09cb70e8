use astragal::Source;
use astragal::prelude::*;

fn main() {
    let mut src = Source::random(1);
    let _ = src.draw(|src: &mut Source| src.draw(0..5u8));
    let _ = vec_of(|src: &mut Source| src.draw(0..5u8), 0..3);
}
