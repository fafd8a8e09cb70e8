//! Traces that together take every alternative of a forest: what holds of each of them holds of all.

use std::collections::HashSet;

use super::forest::{Forest, NodeId};
use super::traces::Leaves;
use crate::choices::Choices;

/// The most choices of all these traces together.
const REPLAYED: usize = 1 << 20;

/// See the module.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    forest: &'a Forest,
    /// How many of its alternatives a node has taken.
    taken: Vec<u32>,
    /// Why alternatives are left in a node: how many of the nodes inside have some, and one more if it has some itself.
    reasons: Vec<u32>,
    /// The nodes around each, but for those to which it leads back.
    around: Vec<Vec<NodeId>>,
    written: usize,
}

impl Forest {
    /// Traces that together take every alternative.
    pub(super) fn cover(&self) -> Cover<'_> {
        let count = self.nodes.len();
        let mut around = vec![Vec::new(); count];
        let mut reasons = vec![0; count];
        // From the inside out: what is not there yet leads back, and is reached on another way too.
        let mut is_known = vec![false; count];
        for node in self.inside_out(|node| self.shortest[node as usize].is_some()) {
            let (inside, all) = self.nodes[node as usize].inside();
            for &part in inside.iter().filter(|&&part| is_known[part as usize]) {
                around[part as usize].push(node);
                reasons[node as usize] += u32::from(reasons[part as usize] > 0);
            }
            reasons[node as usize] += u32::from(!all && !inside.is_empty());
            is_known[node as usize] = true;
        }
        Cover { forest: self, taken: vec![0; count], reasons, around, written: 0 }
    }
}

impl Cover<'_> {
    /// The next trace and its leaves. None if all alternatives were taken, or if there are too many.
    pub(super) fn next_trace(&mut self) -> Option<(Choices, Leaves)> {
        if self.written > REPLAYED || (self.written > 0 && self.is_complete()) {
            return None;
        }
        let Cover { forest, taken, reasons, .. } = self;
        let mut turned = HashSet::new();
        let mut finished = Vec::new();
        let (trace, leaves) = forest.walk(|node, ways| {
            let taken = &mut taken[node as usize];
            if (*taken as usize) < ways.len() {
                *taken += 1;
                if *taken as usize == ways.len() {
                    finished.push(node);
                }
                return Some(ways[*taken as usize - 1]);
            }
            // One turn towards what is left: a second one could lead in a circle.
            let towards = ways.iter().find(|&&way| reasons[way as usize] > 0).filter(|_| turned.insert(node));
            towards.or(ways.first()).copied()
        });
        while let Some(node) = finished.pop() {
            self.reasons[node as usize] -= 1;
            if self.reasons[node as usize] == 0 {
                finished.extend(&self.around[node as usize]);
            }
        }
        self.written += trace.len().max(1);
        Some((trace, leaves))
    }

    /// Whether all alternatives were taken.
    pub(super) fn is_complete(&self) -> bool {
        self.reasons[self.forest.root as usize] == 0
    }

    /// How many of its alternatives each node has taken, from the first on.
    pub(super) fn into_taken(self) -> Vec<u32> {
        self.taken
    }
}
