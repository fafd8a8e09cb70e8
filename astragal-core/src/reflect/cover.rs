//! Traces that together take every alternative of a forest: what holds of each of them holds of all.

use std::collections::HashSet;

use super::forest::{Forest, Node, NodeId};
use super::traces::Leaves;
use crate::choices::Choices;

/// The most choices of all these traces together.
const REPLAYED: usize = 1 << 20;

/// See the module.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    forest: &'a Forest,
    /// The place of each node in an order in which it comes after what is inside of it.
    places: Vec<u32>,
    /// How many of its alternatives a node has taken.
    taken: Vec<u32>,
    /// The nodes in which alternatives may be left.
    open: Vec<bool>,
    written: usize,
}

impl Forest {
    /// Traces that together take every alternative.
    pub(super) fn cover(&self) -> Cover<'_> {
        let order = self.inside_out(|node| self.shortest[node as usize].is_some());
        let mut places = vec![u32::MAX; self.nodes.len()];
        order.iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
        let (taken, open) = (vec![0; self.nodes.len()], vec![false; self.nodes.len()]);
        let mut cover = Cover { forest: self, places, taken, open, written: 0 };
        cover.look_again(order);
        cover
    }
}

impl Cover<'_> {
    /// The next trace and its leaves. None if all alternatives were taken, or if there are too many.
    pub(super) fn next_trace(&mut self) -> Option<(Choices, Leaves)> {
        if self.written > REPLAYED || (self.written > 0 && self.is_complete()) {
            return None;
        }
        let Cover { forest, taken, open, .. } = self;
        let mut turned = HashSet::new();
        let turn = |node: NodeId, ways: &[NodeId]| {
            let taken = &mut taken[node as usize];
            if (*taken as usize) < ways.len() {
                *taken += 1;
                return Some(ways[*taken as usize - 1]);
            }
            // One turn towards what is left: a second one could lead in a circle.
            let towards = ways.iter().find(|&&way| open[way as usize]).filter(|_| turned.insert(node));
            towards.or(ways.first()).copied()
        };
        let mut visited = Vec::new();
        let (trace, leaves) = forest.walk(turn, |node| visited.push(node));
        visited.sort_unstable_by_key(|&node| self.places[node as usize]);
        self.look_again(visited);
        self.written += trace.len().max(1);
        Some((trace, leaves))
    }

    /// Whether all alternatives were taken.
    pub(super) fn is_complete(&self) -> bool {
        !self.open[self.forest.root as usize]
    }

    /// How many of its alternatives each node has taken, from the first on.
    pub(super) fn into_taken(self) -> Vec<u32> {
        self.taken
    }

    /// Finds out in which nodes alternatives are left. They are in order, and what is inside of them is up to date.
    fn look_again(&mut self, nodes: Vec<NodeId>) {
        for node in nodes {
            let at = node as usize;
            let (inside, _) = self.forest.nodes[at].inside();
            let is_left = match &self.forest.nodes[at] {
                Node::Either(ways) => (self.taken[at] as usize) < ways.len(),
                _ => false,
            };
            // What leads back to it does not count: it is reached on another way too.
            let is_inside = |part: NodeId| self.places[part as usize] < self.places[at];
            self.open[at] = is_left || inside.iter().any(|&part| is_inside(part) && self.open[part as usize]);
        }
    }
}
