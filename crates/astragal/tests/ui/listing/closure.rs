use astragal::spaces::exists;
use astragal::prelude::*;

fn main() {
    let digit = from_fn(|src| src.draw(0..10u8));
    let _ = (&digit).iter().take(3);
    let _ = vec_of(&digit, 0..=3).tiers();
    let _ = (any::<u8>(), vec_of(&digit, 0..=3)).uniform(4);
    let _ = exists(option_of(&digit), |digit| digit == Some(3));
}
