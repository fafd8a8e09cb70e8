//! The property of the experiment `compile` in the usual style of `bolero`.

use bolero::check;

#[test]
fn reversing_twice_is_the_identity() {
    check!().with_type::<Vec<u32>>().for_each(|list| {
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(*list, reversed);
    });
}
