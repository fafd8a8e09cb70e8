//! How a number is lowered: the smallest first, then by halves.

use super::search::Search;

/// Up to here every smaller number is tried: not every property is monotone.
const SCAN: u64 = 8;

/// How often the interval is halved where the neighbors already failed.
const TRIES: u32 = 4;

/// How far it looks around for a number that the generator does not reject.
const REJECTIONS: u64 = 32;

/// Lowers a number as far as an attempt with it succeeds, and returns where it ended.
///
/// Most numbers do not matter, so 0, 1 and 2 come first. Then the interval between what failed and what succeeded is
/// halved: first by the count of digits, since what matters is small more often than large. Numbers around an origin
/// alternate in sign, so this keeps to the numbers of the same parity; the neighbor below comes afterwards. `place`
/// says what is lowered: where the search ended once, only the neighbors are tried again.
pub(super) fn minimise(
    search: &mut Search<'_>,
    place: u64,
    from: u64,
    mut attempt: impl FnMut(&mut Search<'_>, u64) -> bool,
) -> u64 {
    for small in 0..from.min(3) {
        if attempt(search, small) {
            return small;
        }
    }
    // If the nearest do not succeed either, it is probably as low as it can be. A few tries are for the other case.
    let near = nearest(search, from, &mut attempt);
    let mut high = near.unwrap_or(from);
    let mut tries = match near {
        Some(_) => u32::MAX,
        None if search.is_new_end(place, from) => TRIES,
        None => 0,
    };
    let mut low = 2;
    while tries > 0 && high > low + 1 {
        let middle = same_parity(middle(low, high), high);
        if middle <= low || middle >= high {
            break;
        }
        let step = if near.is_some() { 2 } else { 1 };
        match upwards(search, middle, high, step, &mut attempt) {
            Some(found) => {
                high = found;
                tries = u32::MAX;
            }
            None => {
                low = middle;
                tries -= 1;
            }
        }
    }
    if high < from {
        high = nearest(search, high, &mut attempt).unwrap_or(high);
    }
    if high <= SCAN {
        high = (3..high).find(|&value| attempt(search, value)).unwrap_or(high);
    }
    search.is_new_end(place, high);
    high
}

/// Multiples of most small periods, the largest first; a number around an origin has every period twice.
const PERIODS: [u64; 6] = [6_000, 1_000, 240, 60, 12, 6];

/// Lowers a number at which the search ended because its neighbors do not fail: perhaps one in three does, or all that
/// end in a certain digit. Among the numbers that differ by a multiple of the period it can be halved again.
pub(super) fn by_periods(
    search: &mut Search<'_>,
    place: u64,
    from: u64,
    mut attempt: impl FnMut(&mut Search<'_>, u64) -> bool,
) {
    if from <= SCAN || !search.is_new_end(!place, from) {
        return;
    }
    let mut high = from;
    for period in PERIODS {
        if high <= period || !attempt(search, high - period) {
            continue;
        }
        // It can be lowered by `lowers` periods, but not by `too_far`.
        let (mut lowers, mut too_far) = (1, high / period + 1);
        while too_far > lowers + 1 {
            let middle = if too_far > 4 * lowers { 2 * lowers } else { lowers + (too_far - lowers) / 2 };
            if attempt(search, high - middle * period) {
                lowers = middle;
            } else {
                too_far = middle;
            }
        }
        high -= lowers * period;
    }
    search.is_new_end(!place, high);
}

/// The nearest numbers below one: two of them, not counting those that the generator rejects.
fn nearest(search: &mut Search<'_>, from: u64, attempt: &mut impl FnMut(&mut Search<'_>, u64) -> bool) -> Option<u64> {
    let mut judged = 0;
    for number in (from.saturating_sub(REJECTIONS).max(3)..from).rev() {
        if attempt(search, number) {
            return Some(number);
        }
        judged += u32::from(!search.was_rejected());
        if judged == 2 {
            return None;
        }
    }
    None
}

/// A number or, if the generator rejects it, one of the next above it. If the sign is not known, the next one is tried too.
fn upwards(
    search: &mut Search<'_>,
    from: u64,
    below: u64,
    step: u64,
    attempt: &mut impl FnMut(&mut Search<'_>, u64) -> bool,
) -> Option<u64> {
    let mut judged = 0;
    let mut number = from;
    while number < below && number - from < REJECTIONS {
        if attempt(search, number) {
            return Some(number);
        }
        judged += step * u64::from(!search.was_rejected());
        if judged >= 2 {
            return None;
        }
        number += step;
    }
    None
}

fn middle(low: u64, high: u64) -> u64 {
    let digits = |number: u64| 64 - number.leading_zeros();
    if digits(high) > digits(low) + 1 { 1 << ((digits(low) + digits(high)) / 2 - 1) } else { low + (high - low) / 2 }
}

fn same_parity(number: u64, as_of: u64) -> u64 {
    number + (as_of - number) % 2
}
