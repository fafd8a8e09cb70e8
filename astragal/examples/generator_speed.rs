//! How fast a `#[generator]` function draws and takes apart, beside the same written by hand: `cargo run --release`.

use std::hint::black_box;
use std::time::Instant;

use astragal::prelude::*;
use astragal::{Reject, Rng};

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}
use Tree::{Leaf, Node};

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

/// The same with the generator of random numbers alone.
fn by_hand(rng: &mut Rng, lo: i64, hi: i64) -> Tree {
    if lo > hi || rng.up_to(5) == 0 {
        return Leaf;
    }
    let x = lo + rng.up_to((hi - lo) as u64) as i64;
    let l = by_hand(rng, lo, x - 1);
    let r = by_hand(rng, x + 1, hi);
    Node(Box::new(l), x, Box::new(r))
}

/// The same with a source.
fn by_source(src: &mut Source, lo: i64, hi: i64) -> Result<Tree, Reject> {
    if lo > hi || src.steer(5) == 0 {
        return Ok(Leaf);
    }
    let x = src.draw(lo..=hi)?;
    let l = by_source(src, lo, x - 1)?;
    let r = by_source(src, x + 1, hi)?;
    Ok(Node(Box::new(l), x, Box::new(r)))
}

fn nodes(tree: &Tree) -> usize {
    match tree {
        Leaf => 0,
        Node(l, _, r) => 1 + nodes(l) + nodes(r),
    }
}

/// A balanced tree of the keys from `lo` to `hi`.
fn balanced(lo: i64, hi: i64) -> Tree {
    if lo > hi {
        return Leaf;
    }
    let x = lo + (hi - lo) / 2;
    Node(Box::new(balanced(lo, x - 1)), x, Box::new(balanced(x + 1, hi)))
}

/// Nanoseconds for each node of some trees; with the dropping of the trees.
fn per_node(mut draw: impl FnMut(u64) -> Tree) -> f64 {
    let start = Instant::now();
    let count: usize = (0..50).map(|seed| nodes(black_box(&draw(seed)))).sum();
    start.elapsed().as_nanos() as f64 / count as f64
}

fn main() {
    let (lo, hi) = (0, 1000);
    let generators = bst(lo, hi);
    let (mut first, mut second) = (Source::random(0), Source::random(0));
    // In turns, and the best of many: whatever else the machine does then disturbs none of them more than the others.
    let [mut hand, mut source, mut generator] = [f64::MAX; 3];
    for _ in 0..1_000 {
        hand = hand.min(per_node(|seed| by_hand(&mut Rng::new(seed), lo, hi)));
        source = source.min(per_node(|seed| {
            first.restart(seed);
            by_source(&mut first, lo, hi).unwrap_or(Leaf)
        }));
        generator = generator.min(per_node(|seed| {
            second.restart(seed);
            second.draw(&generators).unwrap_or(Leaf)
        }));
    }
    println!("drawing a node:   by hand {hand:.1} ns, with a source {source:.1} ns, #[generator] {generator:.1} ns");
    println!("                  {:.2} times by hand, {:.2} times with a source", generator / hand, generator / source);

    let tree = balanced(0, 999);
    let best = (0..200).map(|_| {
        let start = Instant::now();
        black_box(generators.choices_of(black_box(&tree))).unwrap();
        start.elapsed().as_secs_f64() * 1e3
    });
    println!("taking 1,000 nodes apart: {:.3} ms", best.fold(f64::MAX, f64::min));
}
