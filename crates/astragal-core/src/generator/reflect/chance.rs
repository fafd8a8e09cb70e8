//! How likely a value is: the sum over all ways to make it, without enumerating them.
//!
//! The generator is asked, forwards, for the cost of a choice: traces are replayed that together take every alternative of the
//! forest. Then each node has its chance: the product of those of its parts, the sum of those of its alternatives. Where a value
//! is a part of itself the sum is infinite, and is approached from below until it changes no more.

use std::collections::HashMap;
use std::fmt;

use super::Reflect;
use super::forest::{Forest, Node, NodeId};
use super::traces::log2_sum;
use crate::generator::Draw;
use crate::source::{DEFAULT_SIZE, Odds};
use crate::space::Space;

/// How often an infinite sum is approached, at most: or until it changes by less than a billionth of a bit.
const ROUNDS: usize = 10_000;
const CLOSE: f64 = 1e-9;

/// How likely something is under plain drawing. See [`Draw::plain_chance_of`](crate::Draw::plain_chance_of).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    log2: f64,
    /// Whether nothing but plain drawing decides.
    plain: bool,
    /// Whether all ways to make it are in it.
    complete: bool,
}

impl Chance {
    /// The chance of something that a generator draws.
    pub(crate) fn new<G: Draw + ?Sized>(generator: &G, log2: f64, is_biased: bool, complete: bool) -> Chance {
        let (space, depends_on_size) = Space::at_size(generator, DEFAULT_SIZE);
        Chance { log2, plain: !is_biased && !depends_on_size && space.is_drawn_plainly(), complete }
    }

    /// As a number from 0 to 1; too small a chance is 0.
    pub fn value(&self) -> f64 {
        self.log2.exp2()
    }

    /// The logarithm to base 2, which even the smallest chance has. No chance at all is negative infinity.
    pub fn log2(&self) -> f64 {
        self.log2
    }

    /// Whether it is just how often this is drawn, but for rounding: nothing but weights and constants decides, and all ways to
    /// make it are known. It is false for everything with a biased number or character, a length that follows the size,
    /// recursion, a condition, a strategy, tuning or a closure.
    pub fn is_exact(&self) -> bool {
        self.plain && self.complete
    }

    /// Whether there may be other ways to make it: then plain drawing makes it at least this often.
    pub fn is_lower_bound(&self) -> bool {
        !self.complete
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.complete {
            f.write_str("at least ")?;
        }
        if self.log2 < -40.0 {
            write!(f, "2^{:.1}", self.log2)?
        } else {
            write!(f, "{:.4}", self.value())?
        }
        if self.plain { Ok(()) } else { f.write_str(" without bias") }
    }
}

/// The chance of a value with these traces.
pub(crate) fn chance<G: Reflect + ?Sized>(generator: &G, forest: &Forest) -> Chance {
    let Costs { each: costs, complete, is_biased } = costs(generator, forest);
    let order = forest.inside_out(|node| forest.shortest[node as usize].is_some());
    let mut chances = vec![f64::NEG_INFINITY; forest.nodes.len()];
    let mut converged = false;
    for _ in 0..ROUNDS {
        let mut most = 0.0f64;
        for &node in &order {
            let parts = |parts: &[NodeId]| parts.iter().map(|&part| chances[part as usize]).sum();
            let found = match &forest.nodes[node as usize] {
                Node::Choice(..) | Node::Pick(..) | Node::Trace(_) => {
                    costs.get(&node).copied().unwrap_or(f64::NEG_INFINITY)
                }
                Node::Span(_, inside) | Node::Sequence(inside) => parts(inside),
                Node::Either(ways) => ways.iter().map(|&way| chances[way as usize]).fold(f64::NEG_INFINITY, log2_sum),
            };
            let known = &mut chances[node as usize];
            if found != *known {
                most = most.max((found - *known).abs());
                *known = found;
            }
        }
        if most < CLOSE {
            converged = true;
            break;
        }
    }
    let log2 = chances[forest.root as usize].min(0.0);
    Chance::new(generator, log2, is_biased, complete && converged && !forest.unlisted)
}

/// What the leaves of a forest cost.
struct Costs {
    /// The logarithm of the chance of each.
    each: HashMap<NodeId, f64>,
    /// Whether all were found.
    complete: bool,
    /// Whether chance draws one of them with a bias.
    is_biased: bool,
}

fn costs<G: Reflect + ?Sized>(generator: &G, forest: &Forest) -> Costs {
    let mut costs = Costs { each: HashMap::new(), complete: true, is_biased: false };
    let mut cover = forest.cover();
    while let Some((trace, leaves)) = cover.next_trace() {
        match Odds::log2_chances(&trace, |src| generator.draw(src)) {
            Ok((each, is_biased)) if each.len() == trace.len() => {
                costs.is_biased |= is_biased;
                for (leaf, range) in leaves {
                    costs.each.insert(leaf, each[range].iter().sum());
                }
            }
            _ => costs.complete = false,
        }
    }
    costs.complete &= cover.is_complete();
    costs
}
