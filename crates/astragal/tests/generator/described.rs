//! What is known of a function before it is drawn from: its values by size, and what is not known of it.

use astragal::prelude::*;
use astragal::spaces::Measure;

use crate::trees::{Tree, bst};

/// Nothing depends on what is drawn: a product.
#[generator]
fn seat() -> (u8, char, bool) {
    let row = draw!(1..=30u8);
    let letter = draw!('a'..='f');
    (row, letter, draw!(any::<bool>()))
}

#[test]
fn what_depends_on_nothing_is_a_product() {
    let outline = seat().space().outline().to_string();
    assert_eq!(outline, "");
}

#[test]
fn scratch() {
    let space = bst(1, 2).space();
    println!("{}", space.outline());
    let all: Vec<(usize, Tree)> = bst(1, 10).tiers().take(6).enumerate().flat_map(|(s, t)| t.map(move |t| (s, t))).collect();
    for (at, (size, tree)) in all.iter().take(30).enumerate() {
        println!("{at} size {size}: {:?}", tree.keys());
    }
    for size in 0..6 {
        println!("{size}: {}", bst(1, 10).measured(Measure::tiers()).count(size).to_string());
    }
}
