//! Conditions on a struct and on one constructor.

use astragal::laws::Laws;
use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
#[arbitrary(filter = |span| span.low <= span.high)]
struct Span {
    low: u8,
    high: u8,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    #[arbitrary(filter = is_ordered)]
    Node(Box<Tree>, #[arbitrary(with = 0..4u8)] u8, Box<Tree>),
}

fn keys(tree: &Tree) -> Vec<u8> {
    match tree {
        Tree::Leaf => vec![],
        Tree::Node(left, key, right) => [keys(left), vec![*key], keys(right)].concat(),
    }
}

fn is_ordered(tree: &Tree) -> bool {
    keys(tree).windows(2).all(|pair| pair[0] < pair[1])
}

#[test]
fn what_is_drawn_replayed_and_taken_apart_meets_the_condition() {
    Laws::of(&any::<Span>()).backwards().unwrap();
    Laws::of(&any::<Tree>()).cases(2).backwards().unwrap();
    for seed in 0..500 {
        let span = any::<Span>().sample(seed);
        assert!(span.low <= span.high);
        assert!(is_ordered(&any::<Tree>().at_size(4).sample(seed)));
    }
    let error = any::<Span>().choices_of(&Span { low: 2, high: 1 }).unwrap_err();
    assert_eq!(error.to_string(), "at Span: the condition of `Span` does not hold");
}

#[test]
fn the_values_of_a_recursive_type_still_grow() {
    let largest = (0..500).map(|seed| keys(&any::<Tree>().at_size(8).sample(seed)).len()).max();
    assert_eq!(largest, Some(4));
}

#[cfg(feature = "spaces")]
#[test]
fn what_the_condition_rejects_is_not_enumerated() {
    let trees = any::<Tree>().measured(astragal::spaces::Measure::tiers());
    assert!(!trees.count(3).is_exact());
    // Without a key, with one, and the two trees of 0 and 1: they take 2 nodes and 0 + 1.
    assert_eq!(trees.up_to(3).count(), 1 + 3 + 2);
    assert_eq!(trees.total(), None);
    Laws::of(&any::<Span>()).counting().unwrap();
    Laws::of(&any::<Span>()).ranking().unwrap();
}
