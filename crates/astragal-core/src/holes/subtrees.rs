//! How many nodes are below each place of a tree that grows, and the random walk that makes every binary tree equally likely.
//!
//! The walk starts at the root and goes left or right until it is at a hole. At a node with `n` nodes in its subtree, `k` of
//! them on the left, it goes left with the probability
//!
//! ```text
//! P(n, k) = (k + 1) (2k + 1) (3n - 2k) / (n (n + 1) (2n + 1))
//! ```
//!
//! If a tree of `n` nodes is uniform, so is the one of `n + 1` nodes that has a node where the walk ended (Cutler et al.,
//! Holey Generators!, theorem 3.2; this is their recurrence, solved). Multiplied along a path, `(k + 1) (2k + 1)` cancels
//! and `3n - 2k` is more than `n`, so in a tree of `n` nodes the walk ends in no hole with less than the probability
//! `1 / ((n + 1) (2n + 1))`: no product of such probabilities underflows.
//!
//! Where some places are dead ends the walk is that of those which end in a hole: at each place it is known how many do.

use super::index::unit;
use super::partial::{Hole, NONE, Spot, State};
use crate::source::Rng;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Subtrees {
    subtrees: Vec<Subtree>,
    /// With which probability a walk ends in a hole; kept only if there are dead ends.
    live: Option<Live>,
}

/// All that a walk looks at when it is at a place, side by side: it is as fast as these are found.
#[derive(Clone, Copy, Debug)]
struct Subtree {
    nodes: u32,
    /// How many of them are below the first child.
    left: u32,
    first: u32,
    parent: u32,
}

/// With which probability a walk ends in a hole.
#[derive(Clone, Debug)]
struct Live {
    root: f64,
    /// For each node, from its left child and from its right child on.
    below: Vec<[f64; 2]>,
}

impl Subtrees {
    pub(super) fn new(spots: &[Spot]) -> Subtrees {
        let mut subtrees = Subtrees { subtrees: Vec::new(), live: None };
        subtrees.extend(spots);
        for (at, spot) in spots.iter().enumerate().rev() {
            let mut nodes = u32::from(spot.state == State::Node);
            let mut left = 0;
            for child in spot.first..spot.first + spot.children {
                let below = subtrees.subtrees[child as usize].nodes;
                left = if child == spot.first { below } else { left };
                nodes += below;
            }
            subtrees.subtrees[at] = Subtree { nodes, left, first: spot.first, parent: spot.parent };
        }
        subtrees
    }

    /// Takes up the places that are new.
    fn extend(&mut self, spots: &[Spot]) {
        let new = spots[self.subtrees.len()..].iter();
        self.subtrees.extend(new.map(|spot| Subtree { nodes: 0, left: 0, first: 0, parent: spot.parent }));
        if let Some(live) = &mut self.live {
            live.below.resize(spots.len(), [1.0; 2]);
        }
    }

    /// From now on it is known how many walks end in a hole.
    pub(super) fn keep_live(&mut self, spots: &[Spot]) {
        if self.live.is_none() {
            self.live = Some(Live { root: 1.0, below: vec![[1.0; 2]; spots.len()] });
            for at in (0..spots.len()).rev() {
                self.tell_parent(spots, at);
            }
        }
    }

    /// Brings up to date what the parent of a place (or `live.root`, for the root) knows of walks from there.
    fn tell_parent(&mut self, spots: &[Spot], at: usize) {
        let Some(live) = &mut self.live else { return };
        let subtree = &self.subtrees[at];
        let from_here = match (spots[at].state, spots[at].children) {
            (State::Hole, _) => 1.0,
            (State::Node, 2) => {
                let (n, k) = (f64::from(subtree.nodes), f64::from(subtree.left));
                let (left, all) = (weight(n, k), weight_of_all(n));
                (left * live.below[at][0] + (all - left) * live.below[at][1]) / all
            }
            _ => 0.0,
        };
        match self.subtrees.get(subtree.parent as usize) {
            Some(parent) if parent.first as usize == at => live.below[subtree.parent as usize][0] = from_here,
            Some(_) => live.below[subtree.parent as usize][1] = from_here,
            None => live.root = from_here,
        }
    }

    /// A node was placed.
    pub(super) fn filled(&mut self, spots: &[Spot], hole: Hole) {
        self.extend(spots);
        self.subtrees[hole.index()].first = spots[hole.index()].first;
        let mut at = hole.0;
        self.subtrees[at as usize].nodes += 1;
        let mut parent = self.subtrees[at as usize].parent;
        while parent != NONE {
            if self.live.is_some() {
                self.tell_parent(spots, at as usize);
            }
            let above = &mut self.subtrees[parent as usize];
            above.nodes += 1;
            above.left += u32::from(above.first == at);
            (at, parent) = (parent, above.parent);
        }
        self.tell_parent(spots, 0);
    }

    /// A hole became a dead end.
    pub(super) fn closed(&mut self, spots: &[Spot], hole: Hole) {
        let mut at = hole.0;
        while at != NONE && self.live.is_some() {
            self.tell_parent(spots, at as usize);
            at = self.subtrees[at as usize].parent;
        }
    }

    /// How many nodes are placed there and below.
    pub(super) fn nodes(&self, place: Hole) -> u32 {
        self.subtrees[place.index()].nodes
    }

    /// The hole in which a random walk through a binary tree ends.
    pub(super) fn walk(&self, rng: &mut Rng) -> Option<Hole> {
        match &self.live {
            None => Some(self.walk_anywhere(rng)),
            Some(live) if live.root > 0.0 => Some(self.walk_to_a_hole(live, rng)),
            Some(_) => None,
        }
    }

    /// Every walk ends in a hole.
    ///
    /// The formula is the same for both sides. So a step goes to the larger side, and from there to the other one if chance
    /// says so, which it rarely does: then the processor guesses right, and does not wait for the numbers.
    fn walk_anywhere(&self, rng: &mut Rng) -> Hole {
        let mut at = 0;
        loop {
            let Subtree { nodes, left, first, .. } = self.subtrees[at as usize];
            if nodes == 0 {
                return Hole(at);
            }
            let right = nodes - 1 - left;
            let is_right_larger = u32::from(left < right);
            at = first + is_right_larger;
            let n = f64::from(nodes);
            if unit(rng) * weight_of_all(n) < weight(n, f64::from(left.min(right))) {
                at = rarely(first + 1 - is_right_larger);
            }
        }
    }

    /// A walk, given that it ends in a hole.
    fn walk_to_a_hole(&self, live: &Live, rng: &mut Rng) -> Hole {
        let mut at = 0;
        loop {
            let Subtree { nodes, left, first, .. } = self.subtrees[at as usize];
            if nodes == 0 {
                return Hole(at);
            }
            let n = f64::from(nodes);
            let goes_left = weight(n, f64::from(left));
            let [from_left, from_right] = live.below[at as usize];
            let (left, right) = (goes_left * from_left, (weight_of_all(n) - goes_left) * from_right);
            at = first + u32::from(right > 0.0 && unit(rng) * (left + right) >= left);
        }
    }
}

/// Keeps the compiler from computing both sides of a condition.
#[cold]
#[inline(never)]
fn rarely(place: u32) -> u32 {
    place
}

/// How likely a walk goes to a side with `k` of the `n` nodes of a subtree, as a share of [`weight_of_all`].
#[inline]
fn weight(n: f64, k: f64) -> f64 {
    (k + 1.0) * (2.0 * k + 1.0) * (3.0 * n - 2.0 * k)
}

#[inline]
fn weight_of_all(n: f64) -> f64 {
    n * (n + 1.0) * (2.0 * n + 1.0)
}
