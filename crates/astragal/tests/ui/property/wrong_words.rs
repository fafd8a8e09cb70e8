use astragal::prelude::*;

fn says(n: u8) {
    assume!();
    collect!();
    classify!(n > 3);
    cover!(n > 3);
    cover!(n > 3, "large");
    target!();
    note!();
    astragal::reach!();
    assume!(n > 3, "{} is small", m);
}

fn main() {}
