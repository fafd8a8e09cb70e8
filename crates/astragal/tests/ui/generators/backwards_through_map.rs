use astragal::prelude::*;

fn main() {
    let doubled = any::<u8>().map(|n| u16::from(n) * 2);
    let _ = doubled.choices_of(&8);
    let _ = vec_of(&doubled, 0..3).choices_of(&vec![8]);
}
