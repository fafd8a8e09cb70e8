//! The property of the experiment `compile`.

use astragal::prelude::*;

#[property]
fn reversing_twice_is_the_identity(list: Vec<u32>) {
    let mut reversed = list.clone();
    reversed.reverse();
    reversed.reverse();
    assert_eq!(list, reversed);
}
