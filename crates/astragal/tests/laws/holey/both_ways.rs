//! Trees that grow hole by hole, backwards: values that were never drawn, values with holes, examples.

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::subjects::{Rose, Tree, grown, heaps, is_heap, search_trees};
use crate::both_ways;
use crate::subjects::Tree::{Leaf, Node};
use crate::subjects::node;
use astragal::Choices;
use astragal::backwards::{Incomplete, Reflect};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::shapes::{ClosedHoles, Holes, Holey, Unbuild, Weighting, holey};
use astragal::spaces::{BigUint, Measure};

/// Search trees that come apart.
fn keyed(low: i32, high: i32) -> Holey<impl Unbuild<Value = Tree> + ClosedHoles + Clone> {
    holey(
        (low, high),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some((key, [(low, key - 1), (key + 1, high)]))
        },
        |_| Leaf,
        grown,
    )
    .apart(
        |&(low, high)| low..=high,
        |tree| match tree {
            Leaf => None,
            Node(left, key, right) => Some((key, [left, right])),
        },
    )
}

/// Rose trees whose label says how many children there are.
fn counted() -> Holey<impl Unbuild<Value = Rose> + ClosedHoles + Clone> {
    holey(
        (),
        |src, ()| {
            let children = src.draw(0..=4usize);
            Some((children, vec![(); children]))
        },
        |()| Rose(None, vec![]),
        |label, children| Rose(Some(label), children),
    )
    .apart(|()| 0..=4usize, |Rose(label, children)| label.as_ref().map(|label| (label, children.iter().collect())))
}

fn single(key: i32) -> Tree {
    node(Leaf, key, Leaf)
}

/// Takes the same choices as the generator that does not come apart.
fn same_choices<A: Holes<Value = Tree>, B: Unbuild<Value = Tree>>(forwards: &Holey<A>, both: &Holey<B>) {
    for seed in 0..50 {
        let (tree, choices) = forwards.record(seed).unwrap();
        assert_eq!(both.record(seed).unwrap(), (tree.clone(), choices.clone()));
        assert_eq!(both.choices_of(&tree).unwrap(), choices, "{tree:?}");
    }
}

#[test]
fn they_keep_the_laws_backwards() {
    fn both_ways_open<G: Reflect<Value: Debug + PartialEq>>(generator: G) {
        Laws::of(&generator).cases(12).backwards().unwrap();
    }
    for weighting in ["equal", "uniform", "depth"] {
        both_ways_open(keyed(0, 50).weighted(weighting.parse().unwrap()));
    }
    both_ways_open(keyed(-9, 9).nodes(7));
    both_ways_open(keyed(-9, 9).exactly(3));
    both_ways_open(keyed(-9, 9).nodes(2..6));
    both_ways_open(keyed(0, 3).nodes(10)); // more than the contexts allow
    both_ways_open(counted());
    both_ways_open(counted().nodes(2..=9));
    both_ways_open(vec_of(keyed(0, 9), 0..3));
    both_ways_open(keyed(0, 9).and(counted()));
    both_ways_open(keyed(0, 9).and(keyed(20, 29)).and(counted()).nodes(3..=8).weighted(Weighting::by_depth(2.0)));
    both_ways_open(keyed(0, 3).and(keyed(0, 2)).nodes(20));
}

#[test]
fn the_way_back_leads_to_the_choices_that_were_taken() {
    same_choices(&search_trees(0, 99), &keyed(0, 99));
    same_choices(&search_trees(0, 9).nodes(4..), &keyed(0, 9).nodes(4..));
    same_choices(&search_trees(0, 4).nodes(9), &keyed(0, 4).nodes(9));
    let tree = node(single(2), 4, single(8));
    let numbers: Vec<u64> = keyed(0, 9).choices_of(&tree).unwrap().numbers().collect();
    assert_eq!(numbers, [1, 4, 1, 2, 0, 0, 1, 3, 0, 0]);
}

#[test]
fn what_does_not_fit_is_said() {
    fn says_of<H: Unbuild<Value = Tree>>(trees: Holey<H>, tree: &Tree) -> String {
        trees.can_make(tree).unwrap_err().to_string()
    }
    assert_eq!(says_of(keyed(0, 9), &single(12)), "at hole: 12 is not in 0..=9");
    assert_eq!(says_of(keyed(0, 9), &node(Leaf, 5, single(5))), "at hole > hole: 5 is not in 6..=9");
    assert_eq!(says_of(keyed(0, 9).nodes(..=1), &node(Leaf, 5, single(6))), "at hole > hole: it has more than 1 nodes");
    assert_eq!(says_of(keyed(0, 9).exactly(2), &single(5)), "it has 1 nodes, and not 2");
    let few = says_of(keyed(0, 9).nodes(2..), &single(5));
    assert_eq!(few, "at hole > hole: at least 2 nodes are wanted, and here could be one more");
    assert!(keyed(5, 5).nodes(2..).can_make(&single(5)).is_ok()); // there is no other key
    // A way back that does not fit the way there is an error, and never another value.
    let mirrored = holey(
        (),
        |src, ()| Some((src.draw(0..9), [(), ()])),
        |()| Leaf,
        |key, [left, right]: [Tree; 2]| node(right, key, left),
    )
    .apart(
        |()| 0..9,
        |tree| match tree {
            Leaf => None,
            Node(left, key, right) => Some((key, [left, right])),
        },
    );
    assert!(mirrored.can_make(&node(single(1), 2, single(1))).is_ok());
    let error = mirrored.can_make(&node(single(1), 2, Leaf)).unwrap_err().to_string();
    assert!(error.contains("the way back is wrong"), "{error}");
}

#[test]
fn values_that_were_never_drawn_are_shrunk_and_changed() {
    let reported = node(node(Leaf, 3, single(17)), 50, node(single(60), 77, single(91)));
    let shrunk = keyed(0, 99).shrink(&reported, |tree| tree.len() >= 2 && tree.keys().contains(&17)).unwrap();
    assert_eq!(shrunk.value.keys().len(), 2);
    assert!(shrunk.value.keys().contains(&17));
    let trees = keyed(0, 99);
    for seed in 0..50 {
        let other = trees.mutate(&reported, seed).unwrap();
        assert!(other != reported && other.keys().is_sorted());
    }
    let heap = node(single(40), 80, node(single(1), 60, Leaf));
    assert!(is_heap(&heap, 100) && heaps(100).replay(&Choices::default()).is_ok());
    // A pair shares its number of nodes, also where it shrinks.
    let pair = keyed(0, 99).and(keyed(0, 99)).nodes(5..);
    let value = (reported.clone(), single(8));
    let shrunk = pair.shrink(&value, |(one, other)| one.keys().contains(&50) || other.keys().contains(&50)).unwrap();
    assert_eq!(shrunk.value.0.len() + shrunk.value.1.len(), 5);
}

#[test]
fn what_is_missing_is_drawn_in_its_context() {
    let trees = keyed(0, 99);
    for seed in 0..100 {
        let partial = Incomplete::new(node(Leaf, 50, single(77))).without(|tree| match tree {
            Node(left, ..) => &**left,
            Leaf => unreachable!(),
        });
        let whole = trees.complete(&partial, seed).unwrap();
        let Node(left, 50, right) = &whole else { panic!("{whole:?}") };
        assert!(left.keys().iter().all(|&key| key < 50) && left.keys().is_sorted());
        assert_eq!(**right, single(77));
        let whole = trees.complete(&astragal::partial!(Node(_, 50, Node(Leaf, 77, _))), seed).unwrap();
        assert!(whole.is_search_tree() && whole.keys().contains(&77), "{whole:?}");
        // A label, within the bounds that the given ones above it leave.
        let partial = Incomplete::new(node(single(-1), 50, Leaf)).without(|tree| match tree {
            Node(left, ..) => match &**left {
                Node(_, key, _) => key,
                Leaf => unreachable!(),
            },
            Leaf => unreachable!(),
        });
        let keys = trees.complete(&partial, seed).unwrap().keys();
        assert!(keys.len() == 2 && (0..50).contains(&keys[0]) && keys[1] == 50, "{keys:?}");
        // One of two trees, within the number of nodes of both.
        let partial = Incomplete::new((Leaf, node(single(3), 5, Leaf))).without(|(one, _): &(Tree, Tree)| one);
        let (one, other) = keyed(0, 99).and(keyed(0, 99)).nodes(..=6).complete(&partial, seed).unwrap();
        assert!(one.len() <= 4 && other.len() == 2);
    }
    let sizes: BTreeSet<usize> =
        (0..100).map(|seed| trees.complete(&Incomplete::new(Leaf).without(|tree| tree), seed).unwrap().len()).collect();
    assert!(sizes.len() > 10);
}

#[test]
fn trees_are_drawn_like_examples() {
    // All nodes are in the middle third, and half of the places are nodes, less one.
    let examples = [node(single(45), 50, single(55)), node(Leaf, 50, single(52)), single(48)];
    let like = keyed(0, 99).like(&examples).unwrap();
    assert_eq!(like.chances("hole"), [("0".to_owned(), 0.6), ("1".to_owned(), 0.4)]);
    assert!((0..200).all(|seed| like.sample(seed).keys().is_sorted()));
    // An example has two nodes on average, and so has what is drawn where contexts close no holes: 0.4 / (1 - 2 * 0.4).
    let same = holey((), |src, ()| Some((src.draw(0..9), [(), ()])), |()| Leaf, grown);
    let same = same.apart(
        |()| 0..9,
        |tree| match tree {
            Leaf => None,
            Node(left, key, right) => Some((key, [left, right])),
        },
    );
    let same = same.like(&[node(single(4), 5, single(5)), node(Leaf, 5, single(5)), single(4)]).unwrap();
    let mean = (0..4_000).map(|seed| same.sample(seed).len()).sum::<usize>() as f64 / 4_000.0;
    assert!((1.7..2.3).contains(&mean), "{mean}");
    // Labels count where they have a name.
    let named = holey(
        (),
        |src, ()| Some((src.draw(digit()), [()])),
        |()| vec![],
        |digit, [mut rest]: [Vec<u8>; 1]| {
            rest.push(digit);
            rest
        },
    );
    fn digit() -> impl Gen<Value = u8> + Clone {
        one_of![low: just(1u8), high: just(9u8)].named("digit")
    }
    let weights = astragal::learn::Weights::default();
    assert_eq!(named.clone().tuned(&weights).sample(3), named.sample(3));
    let text = "astragal weights 1\ndigit.low: 1\ndigit.high: 0\n".parse().unwrap();
    assert!((0..50).all(|seed| named.clone().tuned(&text).sample(seed).iter().all(|&digit| digit == 1)));
    // How likely a tree is then follows from its holes.
    let chance = like.plain_probability_of(&Leaf).unwrap();
    assert!((chance.value() - 0.6).abs() < 1e-9, "{chance}");
}

#[test]
fn all_trees_are_enumerated_by_running() {
    let all: Vec<Tree> = keyed(1, 3).by_choices().map(|(tree, _)| tree).take(10_000).collect();
    // Each way to fill a hole that is closed is one more.
    assert!((15..10_000).contains(&all.len()), "{}", all.len());
    assert_eq!(all.iter().map(|tree| format!("{tree:?}")).collect::<BTreeSet<_>>().len(), 15);
}

/// Search trees over this many keys: those of k nodes are all choices of k keys, times the shapes of k nodes.
fn search_trees_over(keys: u64) -> u64 {
    let (mut all, mut choices, mut shapes) = (0, 1, 1);
    for k in 0..=keys {
        all += choices * shapes;
        choices = choices * (keys - k) / (k + 1);
        shapes = shapes * 2 * (2 * k + 1) / (k + 2);
    }
    all
}

#[test]
fn all_trees_are_enumerated_and_counted_by_context() {
    assert_eq!([1, 2, 3].map(search_trees_over), [2, 5, 15]);
    both_ways(keyed(1, 4));
    both_ways(keyed(1, 3).and(keyed(5, 6)));
    both_ways(counted());
    let all: Vec<Tree> = keyed(1, 3).iter().collect();
    assert_eq!(all.len(), 15);
    assert!(all.iter().all(Tree::is_search_tree));
    assert_eq!(all.iter().map(|tree| format!("{tree:?}")).collect::<BTreeSet<_>>().len(), 15);
    for keys in [0i32, 1, 5, 12] {
        assert_eq!(keyed(1, keys).space().most_values(), Some(search_trees_over(keys as u64)));
    }
    let pairs = keyed(1, 5).and(keyed(1, 3)).space().most_values();
    assert_eq!(pairs, Some(search_trees_over(5) * search_trees_over(3)));
    // Each of a size is as likely as any other, and none of them is rejected.
    let values = keyed(1, 9).measured(Measure::size());
    let size = (3..30).find(|&size| *values.count(size) > BigUint::from(40u8)).unwrap();
    let drawn: BTreeSet<String> = (0..4_000).map(|seed| format!("{:?}", values.uniform(size).sample(seed))).collect();
    let listed: BTreeSet<String> = values.of_size(size).map(|tree| format!("{tree:?}")).collect();
    assert_eq!(drawn, listed);
    let tree = node(single(2), 4, single(8));
    let rank = keyed(0, 9).rank(&tree).unwrap();
    assert_eq!(keyed(0, 9).nth(&rank), Some(tree));
    // No description says which trees have some number of nodes.
    assert!(keyed(1, 3).nodes(..=2).space().opaque_parts().next().is_some());
}
