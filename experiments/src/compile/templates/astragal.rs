//! The property of the experiment `compile`; to be written in our usual style.

#[test]
fn reversing_twice_is_the_identity() {
    for seed in 0..100_u32 {
        let list: Vec<u32> = (0..seed).map(|index| index.wrapping_mul(seed)).collect();
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(list, reversed);
    }
}
