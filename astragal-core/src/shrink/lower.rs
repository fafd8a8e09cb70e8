//! Lowers numbers one at a time.

use super::edit::Edit;
use super::minimise::minimise;
use super::search::Search;

/// Each number, from the first on: in the order of simplicity it counts most.
pub(super) fn each(search: &mut Search<'_>) {
    let mut at = 0;
    while at < search.best().len() {
        let value = search.best().items[at].value;
        minimise(search, at as u64, value, |search, value| {
            let best = search.best();
            at < best.len() && value < best.items[at].value && search.attempt(Edit::new(&best).number(at, value).made())
        });
        at += 1;
    }
}
