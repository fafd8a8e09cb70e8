//! A number of nodes for the holes of a tree, so that all shapes of that size are equally likely.
//!
//! It is known how many nodes there are to be. One hole after the other stays empty, or is filled, with some number of children,
//! as often as there are [forests](super::forests) that go on so. A hole that turns out to be closed leaves its nodes to the others;
//! if these are all decided, the empty ones are asked again.

use super::forests::Counts;
use super::index::unit;
use super::partial::{Hole, Places};
use crate::source::Rng;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Allotment {
    counts: Counts,
    /// How many nodes are still to be placed.
    left: usize,
    /// The holes of which nothing is decided; the next one is the last.
    undecided: Vec<Hole>,
    /// Those that are to stay empty.
    empty: Vec<Hole>,
}

impl Allotment {
    pub(super) fn new(counts: Counts, nodes: usize, holes: impl DoubleEndedIterator<Item = Hole>) -> Allotment {
        Allotment { counts, left: nodes, undecided: holes.rev().collect(), empty: Vec::new() }
    }

    /// The hole that is filled next.
    pub(super) fn choose(&mut self, rng: &mut Rng) -> Option<Hole> {
        if self.left == 0 {
            return None;
        }
        loop {
            if self.undecided.is_empty() {
                self.empty.reverse();
                std::mem::swap(&mut self.undecided, &mut self.empty);
            }
            let places = self.undecided.len();
            let hole = self.undecided.pop()?;
            if unit(rng) >= self.counts.chance_of_none(self.left, places) {
                return Some(hole);
            }
            self.empty.push(hole);
        }
    }

    /// How many children are to be in the hole that was chosen last.
    pub(super) fn children(&self, rng: &mut Rng) -> usize {
        self.counts.children(self.left.saturating_sub(1), self.undecided.len(), unit(rng))
    }

    /// A node was placed in the hole that was chosen last.
    pub(super) fn filled(&mut self, holes: Places) {
        self.left = self.left.saturating_sub(1);
        self.undecided.extend(holes.rev());
    }
}
