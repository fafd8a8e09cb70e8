//! What is known of a function before it is drawn from: its values by size, and of what nothing is known.

use astragal::prelude::*;
use astragal::spaces::{Measure, Measured};

use crate::trees::Tree::{self, Leaf, Node};
use crate::trees::bst;

/// Why the values of a generator cannot be counted.
#[track_caller]
fn unknown(generator: impl Closed) -> String {
    match Measured::new(generator, &Measure::tiers()) {
        Ok(_) => panic!("they can be counted"),
        Err(uncountable) => uncountable.to_string(),
    }
}

/// How many values there are.
fn total(generator: impl Closed) -> String {
    Measured::new(generator, &Measure::tiers()).unwrap().total().unwrap().to_string()
}

/// Nothing depends on what is drawn.
#[generator]
fn seat() -> (u8, char, bool) {
    let row = draw!(1..=30u8);
    let letter = draw!('a'..='f');
    (row, letter, draw!(any::<bool>()))
}

#[generator]
fn booking(most: u8) -> (Vec<u8>, Option<char>) {
    let mut rows = Vec::new();
    for _ in 0..2 {
        rows.push(draw!(1..=most));
    }
    pick! {
        walks: (rows, None),
        3 => rides: (rows, Some(draw!('a'..='f'))),
    }
}

#[test]
fn what_depends_on_nothing_is_a_product_and_a_pick_is_a_sum() {
    let outline = |space: astragal::spaces::Space| space.outline().to_string();
    assert_eq!(outline(seat().space()), r#"(type "seat" (product (number 29 0) (character 6) (constants 2)))"#);
    assert_eq!(
        outline(booking(9).space()),
        r#"(type "booking" (product (number 8 0) (number 8 0) (sum "booking" ("walks" unit) ("rides" (character 6)))))"#
    );
    assert_eq!(outline(bst(4, 3).space()), r#"(type "bst" unit)"#);
    assert_eq!(total(seat()), "360");
    assert_eq!(total(booking(9)), "567");
}

#[test]
fn search_trees_are_enumerated_by_size() {
    // A tree counts one for each node, and for each key as much as it is above the lowest that may be there.
    let sizes: Vec<usize> = bst(1, 10).tiers().take(6).map(Iterator::count).collect();
    assert_eq!(sizes, [1, 1, 2, 5, 11, 26]);
    let first: Vec<Vec<i64>> = bst(1, 10).iter().take(10).map(|tree| tree.keys()).collect();
    assert_eq!(first[..4], [vec![], vec![1], vec![1, 2], vec![2]]);
    // The first tree with four nodes is the tenth.
    assert_eq!(first.iter().position(|keys| keys.len() == 4), Some(9));
}

#[generator]
fn interval() -> (u64, u64) {
    let to = draw!(any::<u64>());
    let from = draw!(0..=to);
    (from, to)
}

/// Its calls have no end.
#[generator]
fn chain(n: u64) -> Tree {
    pick! {
        Leaf,
        Node(Box::new(Leaf), 0, Box::new(draw!(chain(n + 1)))),
    }
}

/// Nothing tells one call from another.
#[generator]
fn halved(x: f64) -> Tree {
    if x < 1.0 {
        return Leaf;
    }
    let half = draw!(halved(x / 2.0));
    Node(Box::new(Leaf), 0, Box::new(half))
}

/// Not known: for some of what it draws it panics.
#[generator]
fn divided() -> (u8, u8) {
    let by = draw!(0..=3u8);
    let part = draw!(0..=6 / by);
    (by, part)
}

#[test]
fn what_is_too_much_is_named() {
    for (message, name) in [
        (unknown(interval()), "interval"),
        (unknown(vec_of((any::<bool>(), chain(0)), 0..=3)), "chain"),
        (unknown(halved(8.0)), "halved"),
        (unknown(divided()), "divided"),
    ] {
        let expected =
            format!("a part of the space is known only by running it: {name} (too much depends on what it draws)");
        assert_eq!(message, expected);
    }
    let panic = std::panic::catch_unwind(|| drop(interval().tiers())).expect_err("its values are not known");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains("interval (too much depends on what it draws)"), "{message}");
    // They are drawn as ever, also by a strategy that plans what is around them.
    let parts = (chain(0), any::<Vec<bool>>(), interval()).by(astragal::shapes::agata::partitions());
    assert!((0..50).all(|seed| parts.sample(seed).2.0 <= parts.sample(seed).2.1));
    assert_eq!(total(halved(0.5)), "1");
}

/// A condition on what is drawn, and no arm that is open for some of it.
#[generator]
fn odd_and_less() -> (u8, u8) {
    let odd = draw!(0..6u8);
    let half = odd / 2;
    assert!(half < 3);
    pick! {
        if odd % 2 == 1, (odd, draw!(0..odd)),
    }
}

#[test]
fn what_is_rejected_on_the_way_is_not_there() {
    assert_eq!(total(odd_and_less()), "9");
    assert_eq!(odd_and_less().iter().count(), 9);
}
