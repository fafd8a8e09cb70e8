//! What is known of a function before it is drawn from: its values by size, counted, drawn uniformly, planned.

use astragal::prelude::*;

use crate::trees::{Tree, bst};

#[test]
fn scratch() {
    let space = bst(1, 3).space();
    println!("{}", space.outline());
    let all: Vec<(usize, Tree)> = bst(1, 10).tiers().take(6).enumerate().flat_map(|(s, t)| t.map(move |t| (s, t))).collect();
    for (at, (size, tree)) in all.iter().take(30).enumerate() {
        println!("{at} size {size}: {:?}", tree.keys());
    }
    for size in 0..6 {
        println!("{size}: {}", bst(1, 10).count(size).to_string());
    }
}
