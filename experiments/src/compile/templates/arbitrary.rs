//! The property of the experiment `compile` over `arbitrary`, which leaves the loop to its users.

use arbitrary::{Arbitrary, Unstructured};

#[test]
fn reversing_twice_is_the_identity() {
    let mut state = 1_u64;
    for _ in 0..100 {
        let mut next_byte = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        let bytes: Vec<u8> = (0..512).map(|_| next_byte()).collect();
        let list = Vec::<u32>::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let mut reversed = list.clone();
        reversed.reverse();
        reversed.reverse();
        assert_eq!(list, reversed);
    }
}
