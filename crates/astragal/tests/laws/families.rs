//! Families: what follows depends on what was drawn, so each value of it has a space of its own.

use crate::subjects::Tree::{self, Leaf, Node};
use crate::{both_ways, closed, forwards};
use astragal::prelude::*;

#[generator]
fn bst(lo: i64, hi: i64) -> Tree<i64> {
    if lo > hi {
        return Leaf;
    }
    pick! {
        1 => Leaf,
        5 => {
            let x = draw!(lo..=hi);
            let l = draw!(bst(lo, x - 1));
            let r = draw!(bst(x + 1, hi));
            Node(Box::new(l), x, Box::new(r))
        }
    }
}

/// Its own arguments come back, so it is a recursion and no family.
#[generator]
fn shape() -> Tree<()> {
    pick! {
        Leaf,
        Node(Box::new(draw!(shape())), (), Box::new(draw!(shape()))),
    }
}

/// The bounds depend on what is drawn around them, and the numbers go both ways from their origin.
#[generator]
fn within(low: i8, high: i8) -> (i8, i8) {
    let from = draw!(low..=high);
    let to = draw!(from..=high);
    (from, to)
}

/// A number that decides how often a loop draws, two values that decide together, and one that only a condition needs.
#[generator]
fn rows(most: u8) -> (Vec<Vec<u8>>, u8) {
    let mut rows = Vec::new();
    let (width, letter) = draw!((0..=most, option_of(0..2u8)), recover = (most, None));
    for _ in 0..2 {
        let row = draw!(vec_of(0..2u8, usize::from(width)));
        rows.push(row);
    }
    let is_last = width == most && letter.is_none();
    if is_last {
        return (rows, most);
    }
    (rows, 0)
}

#[derive(Clone, Debug, PartialEq)]
enum Tower {
    Top,
    Even(bool, Box<Tower>),
    Odd(u8, Box<Tower>),
}

/// Called by one that is called by it.
#[generator]
fn even(n: u8) -> Tower {
    if n == 0 {
        return Tower::Top;
    }
    pick! {
        Tower::Top,
        Tower::Even(draw!(any::<bool>()), Box::new(draw!(odd(n - 1)))),
    }
}

#[generator]
fn odd(n: u8) -> Tower {
    let more = draw!(0..=n);
    let half = more / 2;
    let below = draw!(even(half));
    Tower::Odd(more, Box::new(below))
}

#[test]
fn functions_that_depend_on_what_they_draw_are_closed() {
    both_ways(bst(1, 3));
    both_ways(bst(-2, 2));
    both_ways(bst(3, 2));
    both_ways(shape());
    both_ways(within(-3, 3));
    both_ways(vec_of(within(0, 2), 0..=2));
    both_ways((bst(1, 2), any::<bool>(), option_of(bst(4, 6))));
    closed(rows(2));
    both_ways(even(4));
}

#[test]
fn what_is_made_of_an_earlier_value_is_closed() {
    let flags = int(1..=3usize).and_then(|n| vec_of(any::<bool>(), n));
    forwards(flags);
    closed(flags);
    closed(vec_of(flags, 0..=2));
    closed(any::<Option<bool>>().and_then(|flag| 0..=u8::from(flag == Some(true))));
    closed(vec_of(0..2usize, 0..=2).and_then(|list| vec_of(any::<bool>(), list.len() + list.iter().sum::<usize>())));
    closed(int(0..9u8).filter(|n| n % 3 == 0).and_then(|n| 0..=n));
    closed(flags.and_then(|flags| int(0..=flags.len()).and_then(|n| 0..=n)));
    both_ways(
        int(0..4u8).then_focus(|list: &Vec<u8>| list.first().copied(), |n| vec_of(int(n..=n), 1..=usize::from(n) + 1)),
    );
}

/// All search trees with keys from `low` to `high`, without a generator.
fn search_trees(low: i64, high: i64) -> Vec<Tree<i64>> {
    let mut trees = vec![Leaf];
    for x in low..=high {
        for l in search_trees(low, x - 1) {
            for r in search_trees(x + 1, high) {
                trees.push(Node(Box::new(l.clone()), x, Box::new(r)));
            }
        }
    }
    trees
}

/// Its size by tiers: each node counts one, and as much as its key is above the lowest that may be there.
fn size(tree: &Tree<i64>, low: i64) -> usize {
    match tree {
        Leaf => 0,
        Node(l, x, r) => 1 + (x - low) as usize + size(l, low) + size(r, x + 1),
    }
}

#[cfg(feature = "spaces")]
#[test]
fn as_many_search_trees_are_counted_as_there_are() {
    use astragal::spaces::{BigUint, Measure};
    let all = search_trees(1, 6);
    let counted = bst(1, 6).measured(Measure::tiers());
    assert_eq!(all.len(), 731);
    assert_eq!(counted.total().unwrap(), 731);
    let largest = all.iter().map(|tree| size(tree, 1)).max().unwrap();
    for of in 0..=largest + 1 {
        let expected: Vec<&Tree<i64>> = all.iter().filter(|tree| size(tree, 1) == of).collect();
        assert_eq!(counted.count(of), expected.len() as u64, "of size {of}");
        let enumerated: Vec<Tree<i64>> = counted.of_size(of).collect();
        assert!(expected.iter().all(|tree| enumerated.contains(tree)), "of size {of}");
    }
    for (at, tree) in counted.iter().enumerate() {
        let rank = BigUint::from(at);
        assert_eq!(counted.rank(&tree), Ok(rank.clone()));
        assert_eq!(counted.nth(&rank), Some(tree));
    }
    // As by FEAT, where a leaf counts too and a key its bits.
    let by_bits = bst(1, 6).measured(Measure::size());
    assert_eq!((0..40).map(|size| by_bits.of_size(size).count()).sum::<usize>(), 731);
}
