//! The property of the experiment `compile` in the usual style of `chaos_theory`.

use chaos_theory::check;

#[test]
fn reversing_twice_is_the_identity() {
    check(|src| {
        let list: Vec<u32> = src.any("list");
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(list, reversed);
    });
}
