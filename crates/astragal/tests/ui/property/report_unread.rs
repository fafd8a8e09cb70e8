#![deny(unused_must_use)]

use astragal::Check;
use astragal::prelude::*;

fn main() {
    Check::new().run(any::<u8>(), |n| n < 200);
    Check::new().run_drawing(|t| t.draw(any::<u8>()) < 200);
}
