//! Generators of one constructor, `built!`: forwards, backwards, counted, and inside of a recursion.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use astragal::backwards::Overlap;
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::{built, partial};

use crate::{both_ways, there_and_back};

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[arbitrary(with = 0..10i64)] i64, Box<Tree>),
}
use Tree::{Leaf, Node};

fn node(l: Tree, x: i64, r: Tree) -> Tree {
    Node(Box::new(l), x, Box::new(r))
}

fn trees() -> impl Gen<Value = Tree> + Reflect + Closed + Clone {
    recursive(|me| one_of![leaf: built!(Leaf), node: built!(Node(me.clone(), 0..10, me))])
}

fn size(tree: &Tree) -> usize {
    match tree {
        Leaf => 0,
        Node(l, _, r) => 1 + size(l) + size(r),
    }
}

#[derive(Debug, PartialEq)]
struct Point {
    x: u8,
    y: i32,
}

/// Not `Clone`, and it holds something that cannot be compared with itself.
#[derive(Debug, PartialEq)]
struct Raw {
    ratio: f64,
}

#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::redundant_allocation)] // pointers in pointers are what is tested
struct Shared<T>(Rc<T>, Arc<u8>, Box<Rc<bool>>);

/// All laws: both ways, and counted.
#[track_caller]
fn all_laws<T: std::fmt::Debug + PartialEq>(generator: impl Reflect<Value = T> + Closed + Gen + Clone) {
    for broken in [
        Laws::of(&generator).forwards(),
        Laws::of(&generator).backwards(),
        Laws::of(&generator).counting(),
        Laws::of(&generator).ranking(),
        Laws::of(&generator).planning(),
    ] {
        broken.unwrap_or_else(|broken| panic!("{broken}"));
    }
    both_ways(generator.clone());
}

#[test]
fn constructors_of_every_form_keep_the_laws() {
    let y = int(-5..5);
    all_laws(built!(Leaf));
    all_laws(built!(Leaf {}));
    all_laws(built!(Point { x: 0..10, y }));
    all_laws(built!(Point { y: any::<i32>(), x: 3..=3 }));
    all_laws(built!(Some(0..10u8)));
    all_laws(built!(Ok::<_, ()>((0..10u8, any::<bool>()))));
    all_laws(built!(Node(built!(Leaf), 0..3, built!(Node(any::<Tree>(), 4..9, any::<Box<Tree>>())))));
    all_laws(built!(Shared::<u8>(0..3, Arc::new(0..3), Box::new(Rc::new(any::<bool>())))));
    all_laws(trees());
}

#[test]
fn a_value_that_was_never_drawn_has_choices() {
    let tree = node(node(Leaf, 1, Leaf), 5, Leaf);
    there_and_back(trees(), &tree);
    assert_eq!(
        trees().choices_of(&tree).unwrap().to_string(),
        "astragal choices 1
one_of {
  one_of.node 1 of 2
  Node {
    one_of {
      one_of.node 1 of 2
      Node {
        one_of {
          one_of.leaf 0 of 2
        }
        1 of 10
        one_of {
          one_of.leaf 0 of 2
        }
      }
    }
    5 of 10
    one_of {
      one_of.leaf 0 of 2
    }
  }
}
"
    );
}

#[test]
fn what_does_not_fit_is_named() {
    let why = |tree: &Tree| trees().choices_of(tree).unwrap_err().to_string();
    assert_eq!(why(&node(node(Leaf, 12, Leaf), 5, Leaf)), "at one_of > Node > one_of > Node: 12 is not in 0..=9");
    assert_eq!(built!(Leaf).choices_of(&node(Leaf, 1, Leaf)).unwrap_err().to_string(), "this is not made by `Leaf`");
    let pairs = built!(Node(built!(Leaf), 0..3, built!(Leaf)));
    assert_eq!(
        pairs.choices_of(&node(Leaf, 1, node(Leaf, 1, Leaf))).unwrap_err().to_string(),
        "at Node: this is not made by `Leaf`"
    );
}

#[test]
fn there_are_as_many_as_the_derived_generator_has() {
    for size in 0..8 {
        assert_eq!(trees().count(size), any::<Tree>().count(size), "{size}");
    }
    let enumerated: Vec<Tree> = trees().iter().take(500).collect();
    let derived: Vec<Tree> = any::<Tree>().iter().take(500).collect();
    assert_eq!(enumerated, derived);
    assert_eq!(built!(Point { x: 0..10, y: -5..5 }).iter().count(), 100);
}

#[test]
fn recursion_grows_to_its_size_and_ends() {
    let sizes: BTreeSet<usize> = (0..300).map(|seed| size(&trees().at_size(40).sample(seed))).collect();
    assert!(sizes.contains(&0) && sizes.iter().any(|&size| size > 10), "{sizes:?}");
    assert!(sizes.iter().all(|&size| size < 400), "{sizes:?}");
    assert_eq!(trees().at_size(0).simplest().unwrap(), Leaf);
}

#[test]
fn holes_are_filled_and_values_are_changed() {
    let tree = trees().complete(&partial!(Node(_, 3, Node(Leaf, _, _))), 5).unwrap();
    let Node(_, 3, right) = &tree else { panic!("{tree:?}") };
    assert!(matches!(&**right, Node(left, ..) if **left == Leaf), "{tree:?}");
    let shrunk = trees().shrink(&node(node(Leaf, 7, Leaf), 9, Leaf), |tree| *tree != Leaf).unwrap();
    assert_eq!(shrunk.value, node(Leaf, 0, Leaf));
}

#[derive(Clone, Debug, PartialEq)]
enum Nat {
    Z,
    S(Box<Nat>),
}
use Nat::{S, Z};

fn nat(number: usize) -> Nat {
    (0..number).fold(Z, |smaller, _| S(Box::new(smaller)))
}

/// Each number in as many ways as it is a sum of ones and twos.
#[test]
fn overlap_is_found() {
    let numbers =
        recursive(|me| one_of![z: built!(Z), s: built!(S(me.clone())), two: built!(S(built!(S(me))))].named("nat"));
    both_ways(numbers.clone());
    for (number, ways) in [1, 1, 2, 3, 5, 8, 13].into_iter().enumerate() {
        assert_eq!(numbers.traces(&nat(number)).unwrap().overlap(), Overlap::Exactly(ways));
    }
}

/// Each number in infinitely many ways: an arm goes round and adds nothing.
#[test]
fn infinite_overlap_is_found() {
    let numbers = recursive(|me| one_of![z: built!(Z), s: built!(S(me.clone())), round: me]);
    assert_eq!(numbers.traces(&nat(3)).unwrap().overlap(), Overlap::Infinite);
    there_and_back(numbers, &nat(3));
}

#[test]
fn parts_that_run_forwards_only_can_be_drawn() {
    let even = from_fn(|src| src.draw(0..100u8) * 2);
    let points = built!(Point { x: even, y: 1..=1 }).filter(|point| point.x > 0);
    assert!((0..50).all(|seed| points.sample(seed).x % 2 == 0));
    let raw = built!(Raw { ratio: float(0.0..1.0) });
    assert!(raw.can_make(&Raw { ratio: 0.25 }).is_ok() && raw.can_make(&Raw { ratio: 2.0 }).is_err());
    assert!(raw.sample(1).ratio < 1.0);
}

#[test]
fn parts_may_be_lent() {
    let words = [String::from("a"), String::from("b")];
    let lent: Vec<&str> = words.iter().map(String::as_str).collect();
    let pairs = built!(Two(select(lent.clone()), select(lent)));
    both_ways(pairs.clone());
    assert!(pairs.can_make(&Two("a", "b")).is_ok() && pairs.can_make(&Two("a", "c")).is_err());
}

#[derive(Debug, PartialEq)]
struct Two<'a>(&'a str, &'a str);
