use astragal::prelude::*;

const LABEL: &str = "large";

fn says(n: u8) {
    collect!(n, "number");
    classify!(n > 3, "large");
    cover!(20.0, n > 3, "large");
    cover!(n > 3, "large", at_least = 20);
    cover!("large", n > 3, 20);
    target!(n, "number");
}

fn says_by_name(n: u8) {
    collect!(LABEL, n);
    classify!(LABEL, n > 3);
    cover!(LABEL, n > 3, at_least = 20);
    target!(LABEL, n);
}

fn main() {
    says(1);
    says_by_name(1);
}
