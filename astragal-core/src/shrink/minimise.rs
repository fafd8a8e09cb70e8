//! How a number is lowered: the smallest first, then by halves.

use super::search::Search;

/// Up to here every smaller number is tried: not every property is monotone.
const SCAN: u64 = 8;

/// Lowers a number as far as an attempt with it succeeds, and returns where it ended.
///
/// Most numbers do not matter, so 0, 1 and 2 come first. Then the interval between what failed and what succeeded is
/// halved: first by the count of digits, since what matters is small more often than large. Numbers around an origin
/// alternate in sign, so this keeps to the numbers of the same parity; the neighbour below comes afterwards. `place`
/// says what is lowered: where the search ended once, only the neighbours are tried again.
pub(super) fn minimise(
    search: &mut Search<'_>,
    place: u64,
    from: u64,
    mut attempt: impl FnMut(&mut Search<'_>, u64) -> bool,
) -> u64 {
    let is_new = search.is_new_end(place, from);
    for small in 0..from.min(3) {
        if attempt(search, small) {
            return small;
        }
    }
    if !is_new && from > 4 && (from - 2..from).all(|near| !attempt(search, near)) {
        return from;
    }
    let (mut low, mut high) = (2, from);
    while high > low + 1 {
        let middle = same_parity(middle(low, high), high);
        if middle <= low || middle >= high {
            break;
        }
        if attempt(search, middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    if high > 3 && attempt(search, high - 1) {
        high -= 1;
    }
    if high <= SCAN {
        if let Some(found) = (3..high).find(|&value| attempt(search, value)) {
            high = found;
        }
    }
    search.is_new_end(place, high);
    high
}

fn middle(low: u64, high: u64) -> u64 {
    let digits = |number: u64| 64 - number.leading_zeros();
    if digits(high) > digits(low) + 1 {
        1 << ((digits(low) + digits(high)) / 2)
    } else {
        low + (high - low) / 2
    }
}

fn same_parity(number: u64, as_of: u64) -> u64 {
    number + (as_of - number) % 2
}
