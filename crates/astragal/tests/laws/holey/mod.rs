//! Trees that grow hole by hole: search trees, heaps, sorted lists, rose trees, well-typed terms.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use crate::subjects::node;
use crate::{forwards, simplest};
use astragal::Source;
use astragal::generators::Lazy;
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::shapes::{Hole, Partial};
use astragal::shapes::{Weighting, holey};
use astragal::source::{Producer, Reason};
use astragal::{Choices, Draw};

mod both_ways;
mod subjects;

use subjects::{Tree, Type, constant, fun, grown, heaps, is_heap, roses, search_trees, sorted_lists, terms, type_of};

fn weightings() -> Vec<Weighting> {
    let named = ["equal", "depth", "inverse-depth", "left", "right", "levels"].map(|name| name.parse().unwrap());
    let own = Weighting::of(|tree, hole| 1.0 + tree.nth_of(hole).0 as f64);
    named.into_iter().chain([own]).collect()
}

#[test]
fn every_weighting_keeps_the_laws() {
    fn some<G: Draw<Value: Debug + PartialEq>>(generator: G) {
        Laws::of(&generator).cases(12).forwards().unwrap();
    }
    for weighting in weightings().into_iter().chain([Weighting::uniform()]) {
        some(search_trees(0, 50).weighted(weighting.clone()));
        some(heaps(100).nodes(..=20).weighted(weighting));
    }
    for weighting in weightings() {
        some(roses().weighted(weighting.clone()));
        some(terms(fun(Type::Bool, Type::Bool)).weighted(weighting));
    }
}

#[test]
fn every_number_of_nodes_keeps_the_laws() {
    forwards(search_trees(-9, 9).nodes(0));
    forwards(search_trees(-9, 9).nodes(7));
    forwards(search_trees(-9, 9).exactly(7));
    forwards(search_trees(-9, 9).nodes(3..6));
    forwards(search_trees(0, 3).nodes(10)); // more than the contexts allow
    forwards(search_trees(-9, 9).nodes(2..));
    forwards(search_trees(-9, 9).nodes(..1_000_000));
    forwards(heaps(9).nodes(5..=60));
    forwards(sorted_lists().nodes(3..));
    forwards(roses().nodes(2..=9));
    forwards(roses().exactly(1));
    forwards(terms(Type::Bool).nodes(4).labels(3));
    forwards(search_trees(0, 99).label_size(3));
}

#[test]
fn they_are_parts_as_any_other() {
    forwards(vec_of(search_trees(0, 99), 0..4));
    forwards((search_trees(0, 9), any::<u8>(), roses()));
    forwards(search_trees(0, 99).map(|tree| tree.keys()).filter(|keys| keys.len() % 2 == 0));
    // Labels of several choices, with parts that are lists, that are rejected, and that are trees again.
    let nested = holey(
        (),
        |src, ()| {
            let label = (src.draw(any::<Vec<u8>>()), src.draw(int(0..100u32).filter(|n| n % 3 > 0)));
            Some(((label, src.draw(search_trees(0, 9))), [(); 3]))
        },
        |()| vec![],
        |label, children: [Vec<_>; 3]| [vec![vec![label]], children.into()].concat().concat(),
    );
    forwards(nested.nodes(..=12));
    // Labels that decide whether there is a node.
    let uncertain = holey(
        0,
        |src, &depth| if src.draw(0..3u8) == 2 { None } else { Some((depth, [depth + 1, depth + 1])) },
        |_| Tree::Leaf,
        grown,
    );
    forwards(uncertain.clone());
    forwards(uncertain.clone().nodes(9..=20));
    forwards(uncertain.weighted(Weighting::uniform()).nodes(9..));
}

#[test]
fn lazy_parts_of_labels_are_recorded_where_they_stand() {
    let lazy_labels = holey(
        (),
        |src, ()| Some((src.draw(any::<Lazy<Vec<u8>>>()), [(), ()])),
        |()| vec![],
        |label, [left, right]: [Vec<Lazy<Vec<u8>>>; 2]| [left, vec![label], right].concat(),
    );
    forwards(lazy_labels.clone());
    for seed in 0..50 {
        let mut src = Source::random(seed).recording();
        let drawn = src.try_draw(lazy_labels.clone().nodes(8)).unwrap();
        let looked_at: Vec<Vec<u8>> = drawn.iter().rev().map(|lazy| (**lazy).clone()).collect();
        let replayed = lazy_labels.clone().nodes(8).replay(&src.recorded()).unwrap();
        assert!(replayed.iter().rev().map(|lazy| &**lazy).eq(&looked_at));
    }
}

#[test]
fn invariants_hold_and_sizes_are_exact() {
    for seed in 0..200 {
        for weighting in weightings().into_iter().chain([Weighting::uniform()]) {
            let wanted = seed as usize % 40;
            let tree = search_trees(0, 999).nodes(wanted).weighted(weighting.clone()).sample(seed);
            let keys = tree.keys();
            assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{tree:?}");
            assert!(keys.iter().all(|key| (0..=999).contains(key)));
            // Where one part is stuck, the nodes go elsewhere.
            assert_eq!(keys.len(), wanted, "{weighting}, seed {seed}");
            let heap = heaps(1000).nodes(wanted).weighted(weighting.clone()).sample(seed);
            assert!(is_heap(&heap, 1000), "{heap:?}");
        }
        assert!(sorted_lists().nodes(20).sample(seed).iter().rev().is_sorted());
        assert_eq!(sorted_lists().nodes(20).sample(seed).len(), 20);
        let term = terms(fun(Type::Bool, Type::Bool)).nodes(15).sample(seed);
        assert_eq!(type_of(&term, &mut vec![]), Some(fun(Type::Bool, Type::Bool)), "{term:?}");
        // As many as there are keys, if more are asked for.
        for weighting in weightings().into_iter().chain([Weighting::uniform()]) {
            let all = search_trees(1, 12).nodes(20..).weighted(weighting).sample(seed);
            assert_eq!(all.keys(), (1..=12).collect::<Vec<_>>());
        }
    }
    // Rose trees may end early, since a node may have no children; otherwise they are of that size.
    let sizes: Vec<usize> = (0..200).map(|seed| roses().nodes(30).sample(seed).nodes()).collect();
    assert!(sizes.iter().all(|&nodes| nodes <= 30));
    assert!(sizes.iter().filter(|&&nodes| nodes == 30).count() > 100);
}

#[test]
fn without_a_number_there_are_up_to_as_many_nodes_as_the_size() {
    let trees = search_trees(0, 999_999);
    let sizes: HashSet<usize> = (0..400).map(|seed| (&trees).at_size(9).sample(seed).len()).collect();
    assert_eq!(sizes, (0..=9).collect());
    // Labels have a size of their own.
    let lists = holey(
        (),
        |src, ()| Some((src.draw(any::<Vec<u8>>()).len(), [()])),
        |()| 0,
        |length: usize, [longest]: [usize; 1]| longest.max(length),
    );
    let longest = |generator: &dyn Draw<Value = usize>| (0..200).map(|seed| generator.sample(seed)).max();
    assert!(longest(&lists.clone().nodes(9).label_size(5)) == Some(5));
    assert!(longest(&lists.nodes(9).at_size(50)) > Some(30));
}

#[test]
fn the_simplest_tree_is_empty_or_as_small_as_allowed() {
    assert_eq!(simplest(search_trees(0, 9)), Tree::Leaf);
    assert_eq!(simplest(search_trees(0, 9).nodes(3..)).keys(), [0, 1, 2]);
    assert_eq!(simplest(search_trees(0, 9).exactly(2)).keys(), [0, 1]);
    assert_eq!(simplest(sorted_lists().nodes(2..5)), [0, 0]);
    assert_eq!(simplest(terms(fun(Type::Bool, Type::Bool))), constant(&fun(Type::Bool, Type::Bool)));
    // A replayed tree never has another size.
    for numbers in [vec![1; 50], vec![0; 50], vec![1, 9, 1, 5, 1, 0, 1, 1], vec![1, 3, 1, 2, 0, 0, 0, 1]] {
        let choices = Choices::from_numbers(numbers);
        for trees in [search_trees(0, 9).nodes(2..=4), search_trees(0, 9).exactly(3)] {
            if let Ok(tree) = trees.replay(&choices) {
                assert!((2..=4).contains(&tree.len()), "{tree:?}");
            }
        }
    }
}

#[test]
fn choices_are_in_the_order_of_the_tree() {
    let tree = search_trees(0, 9);
    let choices = Choices::from_numbers([1, 4, 1, 2, 0, 0, 1, 3, 0, 0]);
    let expected = node(node(Tree::Leaf, 2, Tree::Leaf), 4, node(Tree::Leaf, 8, Tree::Leaf));
    assert_eq!(tree.replay(&choices).unwrap(), expected);
    // Whatever the order in which it was filled, the same tree has the same choices.
    let mut choices_of = HashMap::new();
    for weighting in weightings().into_iter().chain([Weighting::uniform()]) {
        for seed in 0..300 {
            let (drawn, choices) = search_trees(0, 3).weighted(weighting.clone()).nodes(..4).record(seed).unwrap();
            assert_eq!(choices_of.entry(format!("{drawn:?}")).or_insert(choices.clone()), &choices);
        }
    }
    assert!(choices_of.len() > 20);
    // One span for each place, and each begins with its one choice.
    let (drawn, choices) = search_trees(0, 99).nodes(10).record(1).unwrap();
    assert_eq!(choices.spans().len(), 2 * drawn.len() + 1);
    assert!(choices.spans().iter().all(|span| span.label().as_str() == "hole"));
    assert!(choices.spans().iter().all(|span| choices.numbers().nth(span.range().start).unwrap() <= 1));
}

#[test]
fn one_tree_of_labels_serves_for_many_shapes() {
    // Each key is a function of its path.
    fn check(tree: &Tree, path: u64, known: &mut HashMap<u64, i32>) {
        if let Tree::Node(left, key, right) = tree {
            assert_eq!(*known.entry(path).or_insert(*key), *key);
            check(left, 2 * path, known);
            check(right, 2 * path + 1, known);
        }
    }
    let (mut known, mut shapes) = (HashMap::new(), HashSet::new());
    for weighting in weightings().into_iter().chain([Weighting::uniform()]) {
        for seed in 0..100 {
            let tree = search_trees(0, 99_999).labels(5).nodes(..=8).weighted(weighting.clone()).sample(seed);
            check(&tree, 1, &mut known);
            shapes.insert(format!("{tree:?}"));
        }
    }
    assert!(shapes.len() > 200);
    let other = search_trees(0, 99_999).labels(6).nodes(8).sample(1);
    assert!(!other.keys().iter().all(|key| known.values().any(|known| known == key)));
}

#[test]
fn wrong_use_is_said_where_it_was_written() {
    fn says<G: Gen<Value: Debug>>(generator: &G, line: u32, message: &str) {
        for size in [30, 1_000] {
            let gave_up = generator.at_size(size).try_sample(1).unwrap_err();
            assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
            let text = gave_up.to_string();
            assert!(text.contains(message) && text.contains(&format!("{}:{line}", file!())), "{text}");
        }
    }
    let trees = search_trees(1, 41);
    says(&trees.clone().exactly(60), line!(), "60 nodes were asked for, but the contexts allow 41 here");
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = trees.clone().nodes(9..=3);
    says(&reversed, line!() - 1, "no number of nodes is at least 9 and at most 3");
    let deep = Weighting::of(|tree, hole| f64::from(u8::from(tree.depth(hole) < 3)));
    says(&trees.clone().nodes(9..).weighted(deep.clone()), line!(), "the weighting gives every hole the weight 0");
    // If fewer are enough, a weight of 0 bounds the tree.
    assert_eq!(search_trees(0, 999_999).nodes(9).weighted(Weighting::equal()).sample(3).len(), 9);
    assert!((0..50).all(|seed| trees.clone().nodes(..=20).weighted(deep.clone()).sample(seed).len() <= 7));

    let nodes = |(), below: Vec<u32>| below.iter().sum::<u32>() + 1;
    let line = line!() + 1;
    let ternary = holey((), |_, ()| Some(((), vec![(); 3])), |()| 0u32, nodes);
    says(
        &ternary.clone().nodes(5).weighted(Weighting::uniform()),
        line,
        "is for binary trees, but a node has 3 children",
    );
    let pair = ternary.clone().and(ternary.clone().nodes(5));
    says(&pair, line!() - 1, "must be said of both together, after `and`");
    assert_eq!(
        ternary.clone().nodes(5).and(ternary.clone()).sample(1),
        ternary.clone().and(ternary.clone()).nodes(5).sample(1)
    );
    says(&ternary.clone().nodes(5).weighted(Weighting::by_left(f64::NAN)), line, "it must be a number that is not");
    assert_eq!(ternary.nodes(5).sample(1), 5);
    // With given choices, contexts never make a usage error.
    assert!(matches!(trees.exactly(60).simplest().unwrap_err().reason(), Reason::Condition { .. }));
}

#[test]
fn a_rejection_of_a_label_rejects_the_value() {
    let picky = holey(
        0,
        |src, &depth| if depth == 3 { src.reject() } else { Some((depth, [depth + 1, depth + 1])) },
        |_| Tree::Leaf,
        grown,
    );
    assert!(picky.clone().nodes(..=5).try_sample(1).is_ok());
    let gave_up = picky.nodes(8).try_sample(1).unwrap_err();
    assert!(matches!(gave_up.reason(), Reason::Condition { .. }), "{gave_up}");
}

#[test]
fn where_a_producer_has_no_opinion_chance_decides() {
    struct Sometimes(u64);
    impl Producer for Sometimes {
        fn choose(&mut self, _: u64) -> Option<u64> {
            self.0 += 1;
            (self.0 % 3 == 0).then_some(self.0)
        }
    }
    let sizes: HashSet<usize> = (0..100)
        .map(|seed| {
            let mut src = Source::produced_by(Sometimes(seed), seed).recording();
            let tree = src.try_draw(search_trees(0, 99)).unwrap();
            assert_eq!(search_trees(0, 99).replay(&src.recorded()).unwrap(), tree);
            tree.len()
        })
        .collect();
    assert!(sizes.len() > 5, "{sizes:?}");
}

#[test]
fn deep_trees_are_rejected_on_an_ordinary_thread_and_drawn_on_a_deep_one() {
    let deep = search_trees(0, 1 << 30).nodes(60_000).weighted(Weighting::by_right(f64::INFINITY));
    let chain = holey(0, |_, &n| Some((n, [n + 1])), |_| 0, |_, [below]: [u32; 1]| below + 1).nodes(50_000);
    for gave_up in
        [chain.try_sample(1).unwrap_err(), chain.replay(&Choices::from_numbers(vec![1; 50_000])).unwrap_err()]
    {
        assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
    }
    astragal::source::deep(|| {
        let (length, choices) = chain.record(1).unwrap();
        assert_eq!(length, 50_000);
        assert_eq!(chain.replay(&choices).unwrap(), 50_000);
        assert!(deep.sample(1).len() > 10); // as far as there are keys on the right
    });
}

#[test]
fn a_partial_tree_knows_its_places() {
    let mut tree = Partial::new();
    let [left, middle, right]: [Hole; 3] = tree.fill(Hole::ROOT, 3).collect::<Vec<_>>().try_into().unwrap();
    let below: Vec<Hole> = tree.fill(left, 2).collect();
    let only = tree.fill(right, 1).next().unwrap();
    tree.close(middle);
    assert_eq!(tree.fill(middle, 2).len(), 0); // it is closed
    assert_eq!(tree.fill(left, 2).len(), 0); // it is a node
    tree.close(Hole::ROOT);
    assert_eq!((tree.nodes(), tree.hole_count()), (3, 3));
    assert_eq!(tree.holes().collect::<Vec<_>>(), [below[0], below[1], only]);
    assert_eq!(tree.children(left).collect::<Vec<_>>(), below);
    assert_eq!((tree.steps_left(below[0]), tree.steps_right(below[0])), (2, 0));
    assert_eq!((tree.steps_left(below[1]), tree.steps_right(below[1])), (1, 1));
    // An only child is neither on the left nor on the right.
    assert_eq!((tree.steps_left(only), tree.steps_right(only)), (0, 1));
    assert_eq!((tree.parent(only), tree.parent(Hole::ROOT)), (Some(right), None));
    assert_eq!((tree.nth_of(middle), tree.depth(only)), ((1, 3), 2));
    assert_eq!([Hole::ROOT, left, middle, only].map(|place| tree.nodes_in(place)), [3, 1, 0, 0]);
    assert!(tree.is_node(left) && !tree.is_node(middle) && !tree.is_hole(middle));
}
