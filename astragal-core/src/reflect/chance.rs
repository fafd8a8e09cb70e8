//! How likely a value is: the sum over all ways to make it, without listing them.
//!
//! What a choice costs is asked of the generator, forwards: traces are replayed that together take every alternative of the
//! forest. Then each node has its chance: the product of those of its parts, the sum of those of its alternatives. Where a value
//! is a part of itself the sum is infinite, and is approached from below until it changes no more.

use std::collections::HashMap;
use std::fmt;

use super::Reflect;
use super::forest::{Forest, Node, NodeId};
use super::traces::log2_sum;
use crate::source::Source;

/// So many choices are replayed to find out what they cost.
const REPLAYED: usize = 1 << 22;
/// So often an infinite sum is approached, or until it changes by less than a billionth of a bit.
const ROUNDS: usize = 10_000;
const CLOSE: f64 = 1e-9;

/// How likely something is drawn. See [`Gen::chance_of`](crate::Gen::chance_of).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    log2: f64,
    exact: bool,
}

impl Chance {
    pub(crate) fn new(log2: f64, exact: bool) -> Chance {
        Chance { log2, exact }
    }

    /// As a number from 0 to 1; too small a chance is 0.
    pub fn value(&self) -> f64 {
        self.log2.exp2()
    }

    /// The logarithm to base 2, which even the smallest chance has. No chance at all is negative infinity.
    pub fn log2(&self) -> f64 {
        self.log2
    }

    /// Whether it is just that, but for rounding; otherwise it is at least that.
    pub fn is_exact(&self) -> bool {
        self.exact
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.exact {
            f.write_str("at least ")?;
        }
        if self.log2 < -40.0 { write!(f, "2^{:.1}", self.log2) } else { write!(f, "{:.4}", self.value()) }
    }
}

/// The chance of a value with these traces.
pub(super) fn chance<G: Reflect + ?Sized>(generator: &G, forest: &Forest) -> Chance {
    let (costs, complete) = costs(generator, forest);
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
    Chance { log2: chances[forest.root as usize].min(0.0), exact: complete && converged && !forest.unlisted }
}

/// What each leaf of a forest costs, as the logarithm of its chance; and whether all were found.
fn costs<G: Reflect + ?Sized>(generator: &G, forest: &Forest) -> (HashMap<NodeId, f64>, bool) {
    let order = forest.inside_out(|node| forest.shortest[node as usize].is_some());
    // How the root leads to each node: from the outside in, the first way that is found.
    let mut parent: HashMap<NodeId, NodeId> = HashMap::new();
    for &node in order.iter().rev() {
        for &part in forest.nodes[node as usize].inside().0 {
            if part != forest.root {
                parent.entry(part).or_insert(node);
            }
        }
    }
    let mut costs = HashMap::new();
    let (mut replayed, mut complete) = (0, true);
    for &leaf in order.iter().rev().filter(|&&node| forest.nodes[node as usize].inside().0.is_empty()) {
        if costs.contains_key(&leaf) {
            continue;
        }
        if replayed > REPLAYED {
            return (costs, false);
        }
        let mut turns = HashMap::new();
        let mut at = leaf;
        // The way up ends at the root, or where it would turn in a circle.
        for _ in 0..order.len() {
            let Some(&above) = parent.get(&at) else { break };
            if let Node::Either(_) = &forest.nodes[above as usize] {
                turns.entry(above).or_insert(at);
            }
            at = above;
        }
        let (trace, leaves) = forest.trace_through(turns);
        replayed += trace.len();
        match Source::log2_chances(generator, &trace) {
            Ok(each) if each.len() == trace.len() => {
                for (leaf, range) in leaves {
                    costs.insert(leaf, each[range].iter().sum());
                }
            }
            _ => complete = false,
        }
        complete &= costs.contains_key(&leaf);
    }
    (costs, complete)
}
