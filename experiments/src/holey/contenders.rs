//! Who draws trees: a function from a size to a tree, and what is published of it.

use super::bst::{Bst, Key, Tree, Val};
use super::loose::{Loose, fit};
use super::paper;
use super::protocol::{FEW_RUNS, RUNS};
use super::shape::Shape;
use astragal::prelude::*;
use astragal::shapes::{Strategy, agata};
use astragal::shapes::{Weighting, holey};
use astragal::source::Rng;
use astragal::spaces::{Measure, Uniform};
use std::cell::RefCell;
use std::collections::HashMap;

/// Draws a tree at a size. The operations are for those who build trees with them.
pub(super) type DrawTree = dyn Fn(&mut Rng, u32, Bst) -> Tree;

/// A generator of trees.
pub(super) struct Contender {
    pub(super) name: String,
    pub(super) draw: Box<DrawTree>,
    pub(super) published: Option<Published>,
    /// How many failing runs a pair are affordable.
    pub(super) runs: u64,
}

/// What "Holey Generators!" says of a generator.
#[derive(Clone, Copy)]
pub(super) struct Published {
    pub(super) pairs: f64,
    pub(super) total: f64,
    pub(super) worst: f64,
    /// How many percent of random keys are in a random tree.
    pub(super) present: Option<f64>,
}

/// The paper's, and then those that it does not have.
pub(super) fn all() -> Vec<Contender> {
    let published = |pairs, total, worst, present| Some(Published { pairs, total, worst, present });
    let mut all = vec![
        contender("api", paper::api, published(122.0, 1607.0, 193.0, Some(36.0))),
        contender("classic", paper::classic, published(126.0, 1345.0, 135.0, Some(29.0))),
        contender("holey", holey_uniform, published(126.0, 1075.0, 103.0, Some(50.0))),
        contender("tuned_api", paper::tuned_api, published(122.0, 1260.0, 155.0, None)),
        contender("tuned_classic", paper::tuned_classic, published(126.0, 1006.0, 96.0, Some(48.4))),
        contender("uniform", exactly_uniform(), None),
    ];
    let strategies = [
        ("agata_linear", agata::linear()),
        ("agata_partitions", agata::partitions()),
        ("agata_random", agata::mixed()),
    ];
    all.extend(
        strategies.map(|(name, strategy)| Contender { runs: FEW_RUNS, ..contender(name, planned(strategy), None) }),
    );
    all
}

fn contender(
    name: &str,
    draw: impl Fn(&mut Rng, u32, Bst) -> Tree + 'static,
    published: Option<Published>,
) -> Contender {
    Contender { name: name.into(), draw: Box::new(draw), published, runs: RUNS }
}

/// The generator by bounds as a user of ours writes it, with holes that are filled so that shapes are about uniform.
fn holey_uniform(rng: &mut Rng, size: u32, _: Bst) -> Tree {
    let values = size as Val;
    let trees = holey(
        (0, size as Key),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            let val = src.draw(-values..=values);
            Some(((key, val), [(low, key - 1), (key + 1, high)]))
        },
        |_| Tree::Leaf,
        |(key, val), [left, right]| Tree::node(left, key, val, right),
    );
    trees.nodes(0..=size as usize + 1).weighted(Weighting::uniform()).sample(rng.word())
}

/// The size as `holey`; of the trees of that size each is as likely: the shape by counting, the keys any of that many.
fn exactly_uniform() -> impl Fn(&mut Rng, u32, Bst) -> Tree {
    let shapes = any::<Shape>().measured(Measure::tiers());
    let of_size: RefCell<HashMap<usize, Uniform<_>>> = RefCell::default();
    move |rng, size, _| {
        let nodes = rng.up_to(u64::from(size) + 1) as usize;
        let mut of_size = of_size.borrow_mut();
        let shape = of_size.entry(nodes).or_insert_with(|| shapes.uniform(nodes)).sample(rng.word());
        let mut keys = subset(rng, nodes, size).into_iter();
        label(&shape, &mut || (keys.next().unwrap_or_default(), paper::value(rng, size)))
    }
}

/// `count` of the keys to `size`, in order: each choice of them is as likely.
fn subset(rng: &mut Rng, count: usize, size: u32) -> Vec<Key> {
    let mut keys = Vec::with_capacity(count);
    for key in 0..=size {
        let (left, wanted) = (u64::from(size - key), count - keys.len());
        if rng.up_to(left) < wanted as u64 {
            keys.push(key as Key);
        }
    }
    keys
}

/// A tree of a shape, with labels in order.
fn label(shape: &Shape, next: &mut impl FnMut() -> (Key, Val)) -> Tree {
    match shape {
        Shape::Leaf => Tree::Leaf,
        Shape::Node(left, right) => {
            let left = label(left, next);
            let (key, val) = next();
            Tree::node(left, key, val, label(right, next))
        }
    }
}

/// A tree planned by a strategy, its labels fitted into the bounds.
fn planned(strategy: Strategy) -> impl Fn(&mut Rng, u32, Bst) -> Tree {
    // A label is a place in the bounds, not a size.
    let trees = any::<Loose>().by(strategy.free_numbers());
    move |rng, size, _| {
        let loose = trees.clone().at_size(size + 1).sample(rng.word());
        // As many different values as the others have.
        let values = size as Val;
        fit(&loose, 0, size as Key, &|val| val.rem_euclid(2 * values + 1) - values)
    }
}
