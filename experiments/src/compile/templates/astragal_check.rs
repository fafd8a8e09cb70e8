//! The property of the experiment `compile`, without the macros.

use astragal::prelude::*;

#[test]
fn reversing_twice_is_the_identity() {
    astragal::check(|t| {
        let list = t.draw(any::<Vec<u32>>());
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(list, reversed);
    });
}
