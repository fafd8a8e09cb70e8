//! A predicate of lazy lists that forces no more than it needs.

use astragal::generators::LazyList;

/// Whether the elements rise. Forces nothing after the first that is smaller than the one before it.
pub(crate) fn is_sorted(list: &LazyList<u8>) -> bool {
    let mut last = 0;
    list.iter().all(|element| {
        let rises = last <= **element;
        last = **element;
        rises
    })
}
