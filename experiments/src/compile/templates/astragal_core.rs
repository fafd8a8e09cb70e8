//! The property of the experiment `compile`.

use astragal::prelude::*;

#[test]
fn reversing_twice_is_the_identity() {
    for seed in 0..100 {
        let list = any::<Vec<u32>>().sample(seed);
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(list, reversed);
    }
}
