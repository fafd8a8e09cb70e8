//! What the properties are about: sums, one of which is wrong.

/// The sum of some numbers. The bug: it takes none for more than a hundred.
pub fn sum(numbers: &[u32]) -> u32 {
    let mut sum = 0;
    for &number in numbers {
        if number > macros::hundred!() {
            sum += macros::hundred!();
        } else {
            sum += number;
        }
    }
    sum
}

/// Twice the sum.
pub fn twice(numbers: &[u32]) -> u32 {
    match env!("TWO") {
        "2" => shared::double(sum(numbers)),
        _ => 0,
    }
}
