//! The one choice of every hole, filled or not, and its bound: so that every sequence of choices has as many nodes as it may.

use astragal_core::Length;

/// Counts nodes and holes in the order of the tree.
#[derive(Debug)]
pub(super) struct Tally {
    min: usize,
    max: usize,
    nodes: usize,
    /// Holes that come later.
    ahead: usize,
    /// Whether a hole was left empty by choice.
    has_declined: bool,
}

/// What can be chosen for a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filling {
    /// There are enough nodes.
    Never,
    /// There are too few, and it is the last hole.
    Must,
    /// It is left empty (0) or filled (1).
    May,
}

impl Filling {
    /// The largest choice.
    pub(super) fn bound(self) -> u64 {
        u64::from(self == Filling::May)
    }

    /// What a choice means.
    pub(super) fn is_filled(self, choice: u64) -> bool {
        match self {
            Filling::Never => false,
            Filling::Must => true,
            Filling::May => choice > 0,
        }
    }
}

impl Tally {
    /// Before the root; before all of them if several trees grow side by side.
    pub(super) fn new(length: &Length, trees: usize) -> Tally {
        let ahead = if trees == 1 { 0 } else { trees };
        Tally { min: length.min, max: length.max, nodes: 0, ahead, has_declined: false }
    }

    /// The possible choices for the next hole.
    pub(super) fn next(&self) -> Filling {
        if self.nodes >= self.max {
            Filling::Never
        } else if self.nodes < self.min && self.ahead == 0 {
            Filling::Must
        } else {
            Filling::May
        }
    }

    /// It is a node with this many children: the first of them is next.
    pub(super) fn place(&mut self, children: usize) {
        self.nodes += 1;
        self.ahead += children;
    }

    /// A whole part with this many nodes is there, and nothing ahead in it.
    pub(super) fn place_all(&mut self, nodes: usize) {
        self.nodes += nodes;
    }

    /// The next hole of a node is reached.
    pub(super) fn reach(&mut self) {
        self.ahead -= 1;
    }

    /// It was left empty by choice.
    pub(super) fn decline(&mut self) {
        self.has_declined = true;
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    pub(super) fn holes_ahead(&self) -> usize {
        self.ahead
    }

    /// Whether there are as few nodes as that though there could be more.
    pub(super) fn has_too_few(&self) -> bool {
        self.nodes < self.min && self.has_declined
    }
}
