//! Lowers numbers one at a time.

use super::minimise::{by_periods, minimise};
use super::search::Search;
use super::shape::leaves;
use crate::choices::{Edit, WIDE};

/// What counts as small.
const SMALL: u64 = 8;

/// Each leaf at once as small as it can be, if it can be small: up to one more than other small ones, as where all must
/// differ. This cannot creep, so it comes before what takes longer.
pub(super) fn to_small(search: &mut Search<'_>) {
    for at in leaves(&search.best()) {
        let best = search.best();
        if at >= best.len() || search.is_over() {
            return;
        }
        let small = best.numbers().take(at).filter(|&number| number < SMALL).max().unwrap_or(0);
        let numbers = 0..best.items[at].value.min(small + 2);
        search.first_of(numbers.map(|number| Edit::new().set(at, number).apply_unnamed(&best)));
    }
}

/// Each number, from the first on: in the order of simplicity it counts most. To lower the length of a list is to delete
/// its last elements, which was tried before.
pub(super) fn each(search: &mut Search<'_>) {
    let mut at = 0;
    while at < search.choices() {
        if !search.best().is_length(at) {
            lower(search, at);
            borrow(search, at);
        }
        at += 1;
    }
}

/// Where a number is the high half of another, it may go down if the low half goes up as far as it can. (Of the two largest
/// ones each is on another side of the origin.)
fn borrow(search: &mut Search<'_>, at: usize) {
    let best = search.best();
    if best.is_span(at..at + 2, WIDE) && best.items[at].value > 0 {
        let high = best.items[at].value - 1;
        let lows = [u64::MAX, u64::MAX - 1];
        search.first_of(lows.into_iter().map(|low| Edit::new().set(at, high).set(at + 1, low).apply_unnamed(&best)));
    }
}

/// One number, as far as it goes.
pub(super) fn lower(search: &mut Search<'_>, at: usize) {
    let from = search.best().items.get(at).map_or(0, |choice| choice.value);
    let attempt = |search: &mut Search<'_>, value: u64| {
        let best = search.best();
        let is_lower = at < best.len() && value < best.items[at].value;
        is_lower && search.attempt(Edit::new().set(at, value).apply_unnamed(&best))
    };
    let end = minimise(search, at as u64, from, attempt);
    by_periods(search, at as u64, end, attempt);
}
