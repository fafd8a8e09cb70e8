//! Holey generators: the shapes that weightings promise, and how trees shrink.

use std::collections::{BTreeMap, BTreeSet};

use astragal::Check;
use astragal::prelude::*;
use astragal::shapes::{Holes, Holey, Partial};
use astragal::shapes::{Weighting, holey};
use astragal::source::Rng;

/// The shape of a binary tree: the paths to its nodes. `""` is the root, `"lr"` the right child of its left child.
type Shape = BTreeSet<String>;

fn holes(shape: &Shape) -> Vec<String> {
    let below = |path: &String| [format!("{path}l"), format!("{path}r")];
    let places: Vec<String> = [String::new()].into_iter().chain(shape.iter().flat_map(below)).collect();
    places.into_iter().filter(|path| !shape.contains(path)).collect()
}

fn filled(shape: &Shape, hole: &str) -> Shape {
    shape.iter().cloned().chain([hole.to_owned()]).collect()
}

/// How many nodes are at a path and below.
fn below(shape: &Shape, path: &str) -> u128 {
    shape.iter().filter(|node| node.starts_with(path)).count() as u128
}

/// The shapes of a size, with what weights make of them, by going through all orders of filling.
fn probabilities(nodes: usize, weight: &dyn Fn(&Shape, &str) -> f64) -> BTreeMap<Shape, f64> {
    let mut now = BTreeMap::from([(Shape::new(), 1.0)]);
    for _ in 0..nodes {
        let mut next = BTreeMap::new();
        for (shape, probability) in &now {
            let total: f64 = holes(shape).iter().map(|hole| weight(shape, hole)).sum();
            for hole in holes(shape) {
                *next.entry(filled(shape, &hole)).or_insert(0.0) += probability * weight(shape, &hole) / total;
            }
        }
        now = next;
    }
    now
}

/// Trees of paths, which are their own labels.
fn shapes() -> Holey<impl Holes<Value = Shape> + Clone> {
    holey(
        String::new(),
        |_, path: &String| Some((path.clone(), [format!("{path}l"), format!("{path}r")])),
        |_| Shape::new(),
        |path, [left, right]: [Shape; 2]| left.into_iter().chain(right).chain([path]).collect(),
    )
}

/// Pearson's test: five standard deviations of the statistic are allowed.
fn assert_distributed(what: &str, expected: &BTreeMap<Shape, f64>, draw: impl Fn(u64) -> Shape) {
    const CASES: u64 = 20_000;
    let mut counts = BTreeMap::new();
    for seed in 0..CASES {
        *counts.entry(draw(seed)).or_insert(0.0) += 1.0;
    }
    assert!(
        counts.keys().all(|shape| expected.get(shape).is_some_and(|&share| share > 0.0)),
        "{what}: what is not to be"
    );
    // Shapes that are too rare for a verdict are taken together.
    let (mut statistic, mut freedom, mut rare) = (0.0f64, -1.0f64, (0.0, 0.0));
    for (shape, share) in expected {
        let (mean, count) = (share * CASES as f64, counts.get(shape).copied().unwrap_or(0.0));
        if mean < 20.0 {
            rare = (rare.0 + mean, rare.1 + count);
        } else {
            statistic += (count - mean) * (count - mean) / mean;
            freedom += 1.0;
        }
    }
    if rare.0 > 20.0 {
        statistic += (rare.1 - rare.0) * (rare.1 - rare.0) / rare.0;
        freedom += 1.0;
    }
    assert!(freedom >= 0.0);
    assert!(statistic <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{what}: {statistic:.1} for {freedom}");
}

fn count(path: &str, side: char) -> i32 {
    path.chars().filter(|&step| step == side).count() as i32
}

#[test]
fn uniform_means_that_every_shape_is_equally_likely() {
    for (nodes, shapes_of_that_size) in [(1, 1.0), (3, 5.0), (4, 14.0), (6, 132.0)] {
        let mut expected = probabilities(nodes, &|_, _| 1.0);
        expected.values_mut().for_each(|share| *share = 1.0 / shapes_of_that_size);
        assert_eq!(expected.len() as f64, shapes_of_that_size);
        let uniform = shapes().nodes(nodes).weighted(Weighting::uniform());
        assert_distributed("uniform", &expected, |seed| uniform.sample(seed));
    }
}

#[test]
fn other_weightings_have_the_distribution_that_they_promise() {
    let deepest = |shape: &Shape| holes(shape).iter().map(String::len).max().unwrap_or(0);
    let highest = |shape: &Shape| holes(shape).iter().map(String::len).min().unwrap_or(0);
    type Weight<'a> = Box<dyn Fn(&Shape, &str) -> f64 + 'a>;
    let table: Vec<(&str, Weight<'_>)> = vec![
        ("equal", Box::new(|_, _| 1.0)),
        ("depth", Box::new(|_, hole| 4f64.powi(hole.len() as i32))),
        ("inverse-depth", Box::new(|shape, hole| 4f64.powi((deepest(shape) - hole.len()) as i32))),
        ("left", Box::new(|_, hole| 4f64.powi(count(hole, 'l')))),
        ("right", Box::new(|_, hole| 4f64.powi(count(hole, 'r')))),
        ("levels", Box::new(|shape, hole| f64::from(u8::from(hole.len() == highest(shape))))),
        ("depth:1.5", Box::new(|_, hole| 1.5f64.powi(hole.len() as i32))),
        ("left:0.5", Box::new(|_, hole| 0.5f64.powi(count(hole, 'l')))),
    ];
    for (name, weight) in &table {
        for nodes in [3, 4] {
            let generator = shapes().nodes(nodes).weighted(name.parse().unwrap());
            assert_distributed(name, &probabilities(nodes, weight), |seed| generator.sample(seed));
        }
    }
    // One's own: where there are many nodes there will be more.
    let own = Weighting::of(|tree, hole| 1.0 + tree.parent(hole).map_or(0, |parent| tree.nodes_in(parent)) as f64);
    let weight =
        |shape: &Shape, hole: &str| 1.0 + hole.len().checked_sub(1).map_or(0, |up| below(shape, &hole[..up])) as f64;
    let generator = shapes().nodes(4).weighted(own);
    assert_distributed("own", &probabilities(4, &weight), |seed| generator.sample(seed));
}

/// As the generator, without one: and some holes are closed, so that the weights of the others are renormalized.
#[test]
fn where_holes_are_closed_the_others_keep_their_proportions() {
    let is_closed = |path: &str| path.ends_with("ll") || path == "r";
    let walk = |shape: &Shape, hole: &str| {
        let product = (0..hole.len()).map(|at| {
            let (n, k) = (below(shape, &hole[..at]), below(shape, &hole[..=at]));
            ((k + 1) * (2 * k + 1) * (3 * n - 2 * k)) as f64 / (n * (n + 1) * (2 * n + 1)) as f64
        });
        product.product::<f64>()
    };
    let open = |weight: &dyn Fn(&Shape, &str) -> f64, shape: &Shape, hole: &str| {
        if is_closed(hole) { 0.0 } else { weight(shape, hole) }
    };
    let depth = |_: &Shape, hole: &str| 4f64.powi(hole.len() as i32);
    type Weight<'a> = &'a dyn Fn(&Shape, &str) -> f64;
    let table: [(&str, Weight<'_>); 3] = [("uniform", &walk), ("depth", &depth), ("equal", &|_, _| 1.0)];
    for (name, weight) in table {
        let expected = probabilities(5, &|shape, hole| open(weight, shape, hole));
        let expected: BTreeMap<_, _> = expected.into_iter().filter(|(_, share)| *share > 0.0).collect();
        // Closed as soon as they are there, or only when they are chosen: it makes no difference.
        for at_once in [true, false] {
            let weighting: Weighting = name.parse().unwrap();
            assert_distributed(name, &expected, |seed| {
                let (mut tree, mut rng) = (Partial::new(), Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
                let mut paths = vec![String::new()];
                let mut shape = Shape::new();
                while shape.len() < 5 {
                    let hole = weighting.choose(&mut tree, &mut rng).unwrap();
                    let path = paths[hole.index()].clone();
                    if is_closed(&path) {
                        tree.close(hole);
                        continue;
                    }
                    for (place, side) in tree.fill(hole, 2).zip(["l", "r"]) {
                        paths.push(format!("{path}{side}"));
                        if at_once && is_closed(&paths[place.index()]) {
                            tree.close(place);
                        }
                    }
                    shape.insert(path);
                }
                shape
            });
        }
    }
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fraction(u128, u128);

fn fraction(above: u128, below: u128) -> Fraction {
    let (mut a, mut b) = (above, below);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    Fraction(above / a, below / a)
}

impl Fraction {
    fn times(self, other: Fraction) -> Fraction {
        fraction(self.0 * other.0, self.1 * other.1)
    }

    fn plus(self, other: Fraction) -> Fraction {
        fraction(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn minus(self, other: Fraction) -> Fraction {
        fraction(self.0 * other.1 - other.0 * self.1, self.1 * other.1)
    }
}

/// The probability that the walk goes to a side with `k` of `n` nodes.
fn step(n: u128, k: u128) -> Fraction {
    fraction((k + 1) * (2 * k + 1) * (3 * n - 2 * k), n * (n + 1) * (2 * n + 1))
}

fn catalan(n: u128) -> u128 {
    (0..n).fold(1, |catalan, k| catalan * 2 * (2 * k + 1) / (k + 2))
}

#[test]
fn the_closed_form_solves_the_recurrence_of_the_paper() {
    for n in 1..=40 {
        let mut probability = fraction(3, (n + 1) * (2 * n + 1));
        for k in 0..n {
            if k > 0 {
                // P(k) = 1 - (2n-2k-1)/(n-k+1) * ((n+2)/(2n+1) - P(k-1) (k+1)/(2k-1))
                let inner = fraction(n + 2, 2 * n + 1).minus(probability.times(fraction(k + 1, 2 * k - 1)));
                probability = Fraction(1, 1).minus(fraction(2 * n - 2 * k - 1, n - k + 1).times(inner));
            }
            assert_eq!(step(n, k), probability, "P({n}, {k})");
            assert_eq!(step(n, k).plus(step(n, n - 1 - k)), Fraction(1, 1));
        }
    }
    assert_eq!(
        [step(1, 0), step(2, 0), step(3, 0), step(3, 1)].map(|it| (it.0, it.1)),
        [(1, 2), (1, 5), (3, 28), (1, 2)]
    );
}

/// Lemma 3.1 and theorem 3.2, without rounding.
#[test]
fn the_walk_makes_every_tree_exactly_equally_likely() {
    let walk = |shape: &Shape, hole: &str| {
        let steps = (0..hole.len()).map(|at| step(below(shape, &hole[..at]), below(shape, &hole[..=at])));
        steps.fold(Fraction(1, 1), Fraction::times)
    };
    let mut now = BTreeMap::from([(Shape::new(), Fraction(1, 1))]);
    for n in 0..8 {
        // What flows into each tree of the next size, if each of this size has the weight 1; and with its probability.
        let mut next: BTreeMap<Shape, (Fraction, Fraction)> = BTreeMap::new();
        for (shape, probability) in &now {
            let mut total = Fraction(0, 1);
            for hole in holes(shape) {
                let share = walk(shape, &hole);
                total = total.plus(share);
                // No hole is less likely than this, so that no product of probabilities is too small for a float.
                let least = fraction(1, (n + 1) * (2 * n + 1));
                assert!(share.0 * least.1 >= least.0 * share.1, "{shape:?} at {hole}");
                let into = next.entry(filled(shape, &hole)).or_insert((Fraction(0, 1), Fraction(0, 1)));
                *into = (into.0.plus(share), into.1.plus(share.times(*probability)));
            }
            assert_eq!(total, Fraction(1, 1));
        }
        assert_eq!(next.len() as u128, catalan(n + 1));
        for (flow, probability) in next.values() {
            assert_eq!(*flow, fraction(catalan(n), catalan(n + 1)), "lemma 3.1 for {n}");
            assert_eq!(*probability, fraction(1, catalan(n + 1)), "theorem 3.2 for {}", n + 1);
        }
        now = next.into_iter().map(|(shape, (_, probability))| (shape, probability)).collect();
    }
}

type Tree = crate::search_tree::Tree<i32>;

fn search_trees() -> Holey<impl Holes<Value = Tree> + Clone + Send + Sync + 'static> {
    holey(
        (0, 999),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some((key, [(low, key - 1), (key + 1, high)]))
        },
        |_| Tree::Leaf,
        |key, [left, right]| Tree::Node(Box::new(left), key, Box::new(right)),
    )
}

impl Tree {
    /// Forgets the right subtree of what it deletes, if there is a left one too.
    fn delete(self, key: i32) -> Tree {
        match self {
            Tree::Leaf => Tree::Leaf,
            Tree::Node(left, at, right) if key < at => Tree::Node(Box::new(left.delete(key)), at, right),
            Tree::Node(left, at, right) if key > at => Tree::Node(left, at, Box::new(right.delete(key))),
            Tree::Node(left, _, right) => {
                if *left == Tree::Leaf {
                    *right
                } else {
                    *left
                }
            }
        }
    }
}

#[test]
fn a_counterexample_shrinks_to_one_minimum_from_every_seed() {
    let mut minima = BTreeSet::new();
    for seed in 0..50 {
        let weighting = ["equal", "depth", "inverse-depth", "left", "right", "uniform", "levels"][seed as usize % 7];
        let trees = search_trees().weighted(weighting.parse().unwrap());
        let report = Check::new().seed(seed).cases(2_000).run(trees, |tree| {
            let keys = tree.keys();
            keys.iter().all(|key| {
                let others: Vec<i32> = keys.iter().copied().filter(|other| other != key).collect();
                tree.clone().delete(*key).keys() == others
            })
        });
        minima.insert(report.failures[0].minimal.drawn[0].text.clone());
    }
    assert_eq!(minima, BTreeSet::from(["Node(Node(Leaf, 0, Leaf), 1, Node(Leaf, 2, Leaf))".to_owned()]));
}

#[test]
fn a_single_parameter_changes_the_shape() {
    let height = |name: &str| {
        let trees = search_trees().nodes(30).weighted(name.parse().unwrap());
        (0..200).map(|seed| trees.sample(seed).height()).sum::<usize>() / 200
    };
    let [levels, bushy, equal, uniform, stringy] = ["levels", "inverse-depth", "equal", "uniform", "depth"].map(height);
    assert!(levels <= bushy && bushy < equal && equal < uniform && uniform < stringy);
}

#[test]
fn large_trees_are_grown_in_no_time() {
    let grow = |weighting: &Weighting, nodes: usize| {
        let (mut tree, mut rng) = (Partial::new(), Rng::new(1));
        while tree.nodes() < nodes {
            let hole = weighting.choose(&mut tree, &mut rng).unwrap();
            tree.fill(hole, 2);
        }
        tree.nodes()
    };
    // If it took the square of the nodes, this would take hours.
    for name in ["equal", "depth", "inverse-depth", "left", "right", "levels"] {
        assert_eq!(grow(&name.parse().unwrap(), 100_000), 100_000, "{name}");
    }
    assert_eq!(grow(&Weighting::uniform(), 10_000), 10_000);
}
