//! The property of the experiment `compile` in the usual style of `proptest`.

use proptest::prelude::*;

proptest! {
    #[test]
    fn reversing_twice_is_the_identity(list: Vec<u32>) {
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        prop_assert_eq!(list, reversed);
    }
}
