//! What sorted lists promise. Two properties differ in their generators alone.

use astragal::prelude::*;
use planted::{contains, least, merge};

fn sorted(mut list: Vec<u8>) -> Vec<u8> {
    list.sort_unstable();
    list
}

#[property]
fn merging_sorts(left: Vec<u8>, right: Vec<u8>) {
    assert!(merge(&sorted(left), &sorted(right)).is_sorted());
}

fn keeps_all(left: Vec<u8>, right: Vec<u8>) {
    let (left, right) = (sorted(left), sorted(right));
    assert_eq!(merge(&left, &right), sorted([left, right].concat()));
}

#[property]
fn merging_keeps_all(left: Vec<u8>, right: Vec<u8>) {
    keeps_all(left, right);
}

#[property]
fn merging_keeps_all_of_few(
    #[from(vec_of(0..4u8, 0..=8))] left: Vec<u8>,
    #[from(vec_of(0..4u8, 0..=8))] right: Vec<u8>,
) {
    keeps_all(left, right);
}

#[property]
fn what_is_there_is_found(list: Vec<u8>, element: u8) {
    assert_eq!(contains(&sorted(list.clone()), element), list.contains(&element));
}

#[test]
fn the_least_comes_first() {
    check(|t| {
        let list = sorted(t.draw(any::<Vec<u8>>()));
        assert_eq!(least(&list), list.iter().min().copied());
    });
}

#[test]
fn nothing_and_nothing_is_nothing() {
    assert_eq!(merge(&[], &[]), []);
}
