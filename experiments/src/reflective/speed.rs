//! What it costs that a generator runs both ways: search trees drawn, beside functions by hand, and taken apart.

use crate::median::median;
use crate::report::{HAND_WRITTEN, OURS, Report};
use crate::stopwatch::Stopwatch;
use astragal::Draw;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::Rng;
use std::hint::black_box;

/// Search trees are drawn with keys up to this one.
const KEYS: i64 = 1_000;
/// Trees per round, of each contender in turn.
const TREES: u64 = 100;
const ROUNDS: usize = 101;
/// The trees that are taken apart have this many nodes, whose keys are below `WIDE`.
const NODES: usize = 1_000;
const WIDE: i64 = 1 << 20;
const TIMES: u64 = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

use Tree::{Leaf, Node};

/// Forwards and backwards.
#[generator]
fn bst(lo: i64, hi: i64) -> Tree {
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

/// By hand, over random words.
fn by_hand(rng: &mut Rng, lo: i64, hi: i64) -> Tree {
    if lo > hi || rng.up_to(5) == 0 {
        return Leaf;
    }
    let x = lo + rng.up_to((hi - lo) as u64) as i64;
    let l = by_hand(rng, lo, x - 1);
    let r = by_hand(rng, x + 1, hi);
    Node(Box::new(l), x, Box::new(r))
}

/// By hand, over a source: it runs forwards only.
fn in_direct_style(src: &mut Source, lo: i64, hi: i64) -> Tree {
    if lo > hi || src.draw(one_of![1 => just(true), 5 => just(false)]) {
        return Leaf;
    }
    let x = src.draw(lo..=hi);
    let l = src.draw(from_fn(|src| in_direct_style(src, lo, x - 1)));
    let r = src.draw(from_fn(|src| in_direct_style(src, x + 1, hi)));
    Node(Box::new(l), x, Box::new(r))
}

impl Tree {
    fn size(&self) -> usize {
        match self {
            Leaf => 0,
            Node(left, _, right) => left.size() + 1 + right.size(),
        }
    }

    /// The keys from `lo` to `hi`.
    fn balanced(lo: i64, hi: i64) -> Tree {
        if lo > hi {
            return Leaf;
        }
        let x = lo + (hi - lo) / 2;
        Node(Box::new(Tree::balanced(lo, x - 1)), x, Box::new(Tree::balanced(x + 1, hi)))
    }

    fn insert(&mut self, key: i64) {
        match self {
            Leaf => *self = Node(Box::new(Leaf), key, Box::new(Leaf)),
            Node(left, own, _) if key < *own => left.insert(key),
            Node(_, own, right) if key > *own => right.insert(key),
            Node(..) => {}
        }
    }
}

pub(super) fn run(report: &mut Report) {
    draw(report);
    take_apart(report);
}

/// The nanoseconds of a node, since the trees of the contenders are not the same.
fn draw(report: &mut Report) {
    let trees = bst(0, KEYS);
    let direct = from_fn(|src| in_direct_style(src, 0, KEYS));
    let mut src = Source::random(0);
    let (mut written, mut closure, mut hand) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS as u64 {
        written.push(time_of_a_node(|tree| drawn(&trees, &mut src, round * TREES + tree)));
        hand.push(time_of_a_node(|tree| by_hand(&mut Rng::new(round * TREES + tree), 0, KEYS)));
        closure.push(time_of_a_node(|tree| drawn(&direct, &mut src, round * TREES + tree)));
    }
    let ratios = |to: &[f64]| median(written.iter().zip(to).map(|(ours, other)| ours / other).collect());
    report.add("bst_drawn", "ratio", OURS, ratios(&hand));
    report.add("bst_drawn", "ratio", "target", 1.2);
    report.add("bst_drawn", "ratio_to_closure", OURS, ratios(&closure));
    report.add("bst_drawn", "ns_per_node", OURS, median(written));
    report.add("bst_drawn", "ns_per_node", HAND_WRITTEN, median(hand));
    report.add("bst_drawn", "ns_per_node", "closure", median(closure));
}

fn drawn(trees: &impl Draw<Value = Tree>, src: &mut Source, seed: u64) -> Tree {
    src.restart(seed);
    src.try_draw(trees).expect("no tree is rejected")
}

/// Trees are dropped at once, as in a run. They are counted afterwards, when they are drawn again.
fn time_of_a_node(mut draw: impl FnMut(u64) -> Tree) -> f64 {
    let watch = Stopwatch::start();
    (0..TREES).for_each(|tree| drop(black_box(draw(tree))));
    let seconds = watch.seconds();
    seconds * 1e9 / (0..TREES).map(|tree| draw(tree).size()).sum::<usize>() as f64
}

/// Of two shapes: all leaves at one depth, or as keys in random order make it.
fn take_apart(report: &mut Report) {
    let mut grown = Leaf;
    let mut rng = Rng::new(1);
    while grown.size() < NODES {
        grown.insert(rng.up_to(WIDE as u64) as i64);
    }
    for (row, tree) in [("bst_reflected", Tree::balanced(0, NODES as i64 - 1)), ("bst_reflected_grown", grown)] {
        let trees = bst(0, WIDE);
        let choices = trees.choices_of(&tree).expect("it is a search tree");
        assert_eq!(trees.replay(&choices).as_ref(), Ok(&tree));
        // The best of them: memory goes back to the system each time, so whatever else the machine does costs much.
        let times = (0..ROUNDS).map(|_| {
            let watch = Stopwatch::start();
            (0..TIMES).for_each(|_| drop(black_box(trees.choices_of(black_box(&tree)))));
            watch.seconds() * 1e3 / TIMES as f64
        });
        report.add(row, "ms", OURS, times.fold(f64::MAX, f64::min));
        report.add(row, "ms", "target", 0.1);
    }
    report.note("bst_reflected_grown", "where the allocator gives memory back each time, that is nearly half of it");
}
