//! A test that does not use the library, and so does not link what reads the counters.

#[test]
fn twice_one_is_two() {
    assert_eq!(counted::twice(&[1]), 2);
}
