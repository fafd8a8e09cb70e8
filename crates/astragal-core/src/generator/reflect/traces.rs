//! How many ways there are to make a value, and what they are.

use std::fmt;
use std::ops::Range;

use super::forest::{Forest, Node, NodeId};
use crate::choices::{Choices, Writer};

/// In how many ways a value is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Overlap {
    /// In exactly this many.
    Exactly(u128),
    /// In more than 128 bits can count: the logarithm to base 2.
    About {
        /// Two to this power is how many.
        log2: f64,
    },
    /// In at least this many: there was too much to try, or a generator does not enumerate all its ways.
    AtLeast(u128),
    /// Without end: the value is a part of itself.
    Infinite,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overlap::Exactly(1) => f.write_str("1 way"),
            Overlap::Exactly(ways) => write!(f, "{ways} ways"),
            Overlap::About { log2 } => write!(f, "about 10^{:.1} ways", log2 * std::f64::consts::LOG10_2),
            Overlap::AtLeast(ways) => write!(f, "at least {ways} ways"),
            Overlap::Infinite => f.write_str("infinitely many ways"),
        }
    }
}

/// All ways to make a value, each as its choices. See [`Backwards::traces`](crate::Backwards::traces).
///
/// At each pick the way with the fewest choices comes first, so the first trace is the shortest; then the last pick varies
/// first. Where there are infinitely many the list does not end.
#[derive(Debug)]
pub struct Traces {
    forest: Forest,
    /// Which alternative is taken at each, in the order of the trace.
    taken: Vec<u32>,
    over: bool,
}

impl Traces {
    pub(super) fn new(forest: Forest) -> Traces {
        Traces { forest, taken: Vec::new(), over: false }
    }

    /// How many there are in all, without enumerating them.
    pub fn overlap(&self) -> Overlap {
        self.forest.overlap()
    }

    pub(crate) fn forest(&self) -> &Forest {
        &self.forest
    }

    /// Keeps the first alternatives of each node, this many of each.
    pub(super) fn keep(&mut self, taken: &[u32]) {
        for (node, &taken) in self.forest.nodes.iter_mut().zip(taken) {
            if let Node::Either(ways) = node {
                if ways.len() > taken.max(1) as usize {
                    *ways = ways[..taken.max(1) as usize].into();
                    self.forest.unlisted = true;
                }
            }
        }
    }

    /// Whether other ways may exist that are not among them.
    pub fn has_unlisted(&self) -> bool {
        self.forest.unlisted
    }
}

impl Iterator for Traces {
    type Item = Choices;

    fn next(&mut self) -> Option<Choices> {
        if self.over {
            return None;
        }
        let (trace, counts) = self.forest.trace(&mut self.taken);
        // The last that can go on does; what came after it begins anew.
        loop {
            match self.taken.pop() {
                None => {
                    self.over = true;
                    break;
                }
                Some(taken) if taken + 1 < counts[self.taken.len()] => {
                    self.taken.push(taken + 1);
                    break;
                }
                Some(_) => {}
            }
        }
        Some(trace)
    }
}

/// What is to be written next, where nothing recurs: traces are as deep as values.
enum Step {
    Node(NodeId),
    Close,
}

/// The leaves of a trace, each with the choices that it takes.
pub(super) type Leaves = Vec<(NodeId, Range<usize>)>;

impl Forest {
    /// The trace that takes certain alternatives, and the first of each beyond those; with how many there are at each.
    fn trace(&self, taken: &mut Vec<u32>) -> (Choices, Vec<u32>) {
        let mut counts = Vec::new();
        let turn = |_, ways: &[NodeId]| {
            let at = counts.len();
            counts.push(ways.len() as u32);
            if at == taken.len() {
                taken.push(0);
            }
            ways.get(taken[at] as usize).copied()
        };
        let (trace, _) = self.walk(turn);
        (trace, counts)
    }

    /// Writes a trace; `turn` says which alternative is taken at a node.
    pub(super) fn walk(&self, mut turn: impl FnMut(NodeId, &[NodeId]) -> Option<NodeId>) -> (Choices, Leaves) {
        let mut writer = Writer::default();
        let mut leaves = Vec::new();
        let mut steps = vec![Step::Node(self.root)];
        while let Some(step) = steps.pop() {
            let Step::Node(node) = step else {
                writer.close();
                continue;
            };
            let start = writer.len();
            match &self.nodes[node as usize] {
                &Node::Choice(value, max) => writer.put(value, max),
                Node::Pick(rank, max, site, branch) => writer.put_pick(*rank, *max, *site, branch.clone()),
                Node::Trace(choices) => choices.units().for_each(|unit| writer.copy(choices, unit)),
                Node::Span(label, parts) => {
                    writer.open(*label);
                    steps.push(Step::Close);
                    steps.extend(parts.iter().rev().map(|&part| Step::Node(part)));
                }
                Node::Sequence(parts) => steps.extend(parts.iter().rev().map(|&part| Step::Node(part))),
                Node::Either(ways) => steps.extend(turn(node, ways).map(Step::Node)),
            }
            if writer.len() > start {
                leaves.push((node, start..writer.len()));
            }
        }
        (writer.finish(), leaves)
    }

    /// How many traces there are: those of a product are multiplied, those of alternatives added.
    fn overlap(&self) -> Overlap {
        let order = self.inside_out(|node| self.shortest[node as usize].is_some());
        let mut at = vec![usize::MAX; self.nodes.len()];
        order.iter().enumerate().for_each(|(place, &node)| at[node as usize] = place);
        let mut ways = vec![(0u128, f64::NEG_INFINITY); self.nodes.len()];
        for (place, &node) in order.iter().enumerate() {
            let (inside, all) = self.nodes[node as usize].inside();
            // What is inside comes before, unless it leads back here.
            if inside.iter().any(|&part| at[part as usize] >= place && at[part as usize] != usize::MAX) {
                return Overlap::Infinite;
            }
            let parts = inside.iter().map(|&part| ways[part as usize]);
            ways[node as usize] =
                if all { parts.fold((1, 0.0), times) } else { parts.fold((0, f64::NEG_INFINITY), plus) };
        }
        match ways[self.root as usize] {
            (ways, _) if self.unlisted => Overlap::AtLeast(ways),
            (u128::MAX, log2) => Overlap::About { log2 },
            (ways, _) => Overlap::Exactly(ways),
        }
    }
}

/// Numbers that are exact as long as they fit, and their logarithms to base 2.
type Ways = (u128, f64);

fn times(one: Ways, other: Ways) -> Ways {
    (one.0.saturating_mul(other.0), one.1 + other.1)
}

fn plus(one: Ways, other: Ways) -> Ways {
    (one.0.saturating_add(other.0), log2_sum(one.1, other.1))
}

/// The logarithm of a sum of two numbers, of their logarithms.
pub(crate) fn log2_sum(one: f64, other: f64) -> f64 {
    let (more, less) = if one > other { (one, other) } else { (other, one) };
    if less == f64::NEG_INFINITY { more } else { more + (less - more).exp2().ln_1p() * std::f64::consts::LOG2_E }
}
