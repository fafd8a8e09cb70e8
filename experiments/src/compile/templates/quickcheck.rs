//! The property of the experiment `compile` in the usual style of `quickcheck`.

use quickcheck::quickcheck;

quickcheck! {
    fn reversing_twice_is_the_identity(list: Vec<u32>) -> bool {
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        list == reversed
    }
}
