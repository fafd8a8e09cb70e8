//! The property of the experiment `compile` in the usual style of `hegeltest`.

use hegel::TestCase;
use hegel::generators as gs;

#[hegel::test]
fn reversing_twice_is_the_identity(tc: TestCase) {
    let list = tc.draw(gs::vecs(gs::integers::<u32>()));
    let mut reversed = list.clone();
    reversed.reverse();
    reversed.reverse();
    assert_eq!(list, reversed);
}
