//! A tree that is being grown: nodes that are placed, and holes where one can be placed.

use std::ops::Range;

use super::allotment::Allotment;
use super::index::{Index, Key};
use super::subtrees::Subtrees;

/// A place in a [`Partial`] tree: a hole, or what has become of it. It keeps its name when a node is placed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(pub(super) u32);

impl Hole {
    /// The root of every tree.
    pub const ROOT: Hole = Hole(0);

    /// Places are numbered in the order in which they came about, from 0 on: a parent comes before its children, and the
    /// children of one node follow each other.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The places below a node, in order.
#[derive(Clone, Debug)]
pub struct Places(Range<u32>);

impl Iterator for Places {
    type Item = Hole;

    fn next(&mut self) -> Option<Hole> {
        self.0.next().map(Hole)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Places {
    fn next_back(&mut self) -> Option<Hole> {
        self.0.next_back().map(Hole)
    }
}

impl ExactSizeIterator for Places {}

/// A tree that is being grown, without labels: which nodes are placed, and where are holes.
///
/// It begins as a single hole. [`fill`](Partial::fill) puts a node in place of a hole, with as many new holes below it as it
/// is to have children; [`close`](Partial::close) says that no node fits there. A [`Weighting`](crate::Weighting) chooses
/// the hole that is filled next, and the author of a weighting can ask what there is so far.
///
/// ```
/// use astragal::shapes::{Hole, Partial};
///
/// let mut tree = Partial::new();
/// let below: Vec<Hole> = tree.fill(Hole::ROOT, 2).collect();
/// tree.fill(below[1], 3);
/// tree.close(below[0]);
/// assert_eq!(tree.nodes(), 2);
/// assert_eq!(tree.holes().count(), 3);
/// assert!(tree.holes().all(|hole| tree.depth(hole) == 2 && tree.parent(hole) == Some(below[1])));
/// ```
#[derive(Clone, Debug)]
pub struct Partial {
    pub(super) spots: Vec<Spot>,
    nodes: usize,
    holes: usize,
    /// What the nodes are called, as far as that was said.
    constructors: Vec<&'static str>,
    /// Whether there are places that are neither holes nor can lead to one.
    pub(super) has_dead_ends: bool,
    /// Whether every node has two children, or none.
    pub(super) is_binary: bool,
    /// The holes in the order that the weighting needs, once it has asked.
    index: Option<Index>,
    /// How many nodes are below each place, once a weighting has asked.
    subtrees: Option<Subtrees>,
    /// How many nodes the holes are still to have, where the weighting counts shapes.
    pub(super) allotment: Option<Box<Allotment>>,
}

/// What is known of a place.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) state: State,
    pub(super) parent: u32,
    pub(super) depth: u32,
    pub(super) lefts: u32,
    pub(super) rights: u32,
    /// Which child it is, of how many.
    nth: u32,
    siblings: u32,
    /// The first child, and how many there are: they follow each other.
    pub(super) first: u32,
    pub(super) children: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Hole,
    Node,
    Closed,
}

/// The parent of the root.
pub(super) const NONE: u32 = u32::MAX;

impl Default for Partial {
    fn default() -> Partial {
        Partial::new()
    }
}

impl Partial {
    /// One hole: the root.
    pub fn new() -> Partial {
        let root = Spot {
            state: State::Hole,
            parent: NONE,
            depth: 0,
            lefts: 0,
            rights: 0,
            nth: 0,
            siblings: 1,
            first: 0,
            children: 0,
        };
        Partial {
            spots: vec![root],
            nodes: 0,
            holes: 1,
            constructors: Vec::new(),
            has_dead_ends: false,
            is_binary: true,
            index: None,
            subtrees: None,
            allotment: None,
        }
    }

    /// Several trees side by side, which grow together. Their parent is the root, a node that is not counted; the root of one
    /// tree is its hole.
    ///
    /// ```
    /// use astragal::shapes::{Hole, Partial};
    ///
    /// let trees = Partial::side_by_side(2);
    /// assert_eq!((trees.nodes(), trees.holes().count()), (0, 2));
    /// assert!(trees.is_node(Hole::ROOT) && !Partial::side_by_side(1).is_node(Hole::ROOT));
    /// ```
    pub fn side_by_side(trees: usize) -> Partial {
        let mut partial = Partial::new();
        if trees != 1 {
            partial.fill(Hole::ROOT, trees);
            partial.nodes = 0;
        }
        partial
    }

    /// Places a node with this many children into a hole. The new holes are returned in order.
    ///
    /// If it is not a hole any more, nothing happens, and there are no new ones.
    pub fn fill(&mut self, hole: Hole, children: usize) -> Places {
        let first = self.spots.len() as u32;
        if self.is_hole(hole) {
            self.remove_hole(hole);
            let count = children as u32;
            let at = &mut self.spots[hole.index()];
            (at.state, at.first, at.children) = (State::Node, first, count);
            let (depth, lefts, rights) = (at.depth + 1, at.lefts, at.rights);
            for nth in 0..count {
                // An only child is neither on the left nor on the right.
                let is_left = count > 1 && nth == 0;
                let is_right = count > 1 && nth + 1 == count;
                self.spots.push(Spot {
                    state: State::Hole,
                    parent: hole.0,
                    depth,
                    lefts: lefts + u32::from(is_left),
                    rights: rights + u32::from(is_right),
                    nth,
                    siblings: count,
                    first: 0,
                    children: 0,
                });
            }
            self.nodes += 1;
            self.holes += children;
            self.has_dead_ends |= children == 0;
            self.is_binary &= children == 2 || children == 0;
            if let Some(index) = &mut self.index {
                index.extend(&self.spots);
            }
            if let Some(subtrees) = &mut self.subtrees {
                subtrees.filled(&self.spots, hole);
            }
            if let Some(allotment) = &mut self.allotment {
                allotment.filled(Places(first..self.spots.len() as u32));
            }
        }
        Places(first..self.spots.len() as u32)
    }

    /// Says what is placed there: the name of a constructor.
    pub fn set_constructor(&mut self, place: Hole, name: &'static str) {
        if self.constructors.len() <= place.index() {
            self.constructors.resize(place.index() + 1, "");
        }
        self.constructors[place.index()] = name;
    }

    /// The name of the constructor that is placed there; empty if it is a hole, or if it was not said.
    ///
    /// Strategies say it for derived types, `Holey::constructors` for the labels of holey generators.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Strategy, Weighting};
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum Expr { Val(u8), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
    ///
    /// // What is negated does not grow.
    /// let once = Weighting::of(|tree, hole| match tree.parent(hole).map(|parent| tree.constructor(parent)) {
    ///     Some("Neg") => 0.0,
    ///     _ => 1.0,
    /// });
    /// let exprs = any::<Expr>().by(Strategy::holey(once));
    /// assert!((0..100).all(|seed| !format!("{:?}", exprs.sample(seed)).contains("Neg(Neg")));
    /// ```
    pub fn constructor(&self, place: Hole) -> &'static str {
        self.constructors.get(place.index()).copied().unwrap_or_default()
    }

    /// Says that no node fits there: it is not a hole any more.
    pub fn close(&mut self, hole: Hole) {
        if self.is_hole(hole) {
            self.remove_hole(hole);
            self.spots[hole.index()].state = State::Closed;
            self.has_dead_ends = true;
            if let Some(subtrees) = &mut self.subtrees {
                subtrees.closed(&self.spots, hole);
            }
        }
    }

    fn remove_hole(&mut self, hole: Hole) {
        self.holes -= 1;
        if let Some(index) = &mut self.index {
            index.remove(&self.spots, hole);
        }
    }

    /// How many nodes are placed.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The holes, the oldest first.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        (0..self.spots.len() as u32).map(Hole).filter(|&hole| self.is_hole(hole))
    }

    /// How many holes there are.
    pub fn hole_count(&self) -> usize {
        self.holes
    }

    /// Whether a node can be placed there.
    pub fn is_hole(&self, place: Hole) -> bool {
        self.spots.get(place.index()).is_some_and(|spot| spot.state == State::Hole)
    }

    /// Whether a node is placed there.
    pub fn is_node(&self, place: Hole) -> bool {
        self.spots.get(place.index()).is_some_and(|spot| spot.state == State::Node)
    }

    /// How many steps it is away from the root.
    ///
    /// # Panics
    /// As all questions about a place: if the place is one of another tree, which has more of them.
    pub fn depth(&self, place: Hole) -> usize {
        self.spots[place.index()].depth as usize
    }

    /// The node above it; the root has none.
    pub fn parent(&self, place: Hole) -> Option<Hole> {
        Some(self.spots[place.index()].parent).filter(|&parent| parent != NONE).map(Hole)
    }

    /// The places below a node, in order.
    pub fn children(&self, place: Hole) -> Places {
        let spot = &self.spots[place.index()];
        Places(spot.first..spot.first + spot.children)
    }

    /// Which child of its parent it is, counted from 0, and of how many.
    ///
    /// ```
    /// use astragal::shapes::{Hole, Partial};
    ///
    /// let mut tree = Partial::new();
    /// let last = tree.fill(Hole::ROOT, 3).last().unwrap();
    /// assert_eq!(tree.nth_of(last), (2, 3));
    /// ```
    pub fn nth_of(&self, place: Hole) -> (usize, usize) {
        let spot = &self.spots[place.index()];
        (spot.nth as usize, spot.siblings as usize)
    }

    /// How many steps on the way to it went to the first of several children.
    pub fn steps_left(&self, place: Hole) -> usize {
        self.spots[place.index()].lefts as usize
    }

    /// How many steps on the way to it went to the last of several children.
    pub fn steps_right(&self, place: Hole) -> usize {
        self.spots[place.index()].rights as usize
    }

    /// How many nodes are placed there and below.
    ///
    /// ```
    /// use astragal::shapes::{Hole, Partial};
    ///
    /// let mut tree = Partial::new();
    /// let left = tree.fill(Hole::ROOT, 2).next().unwrap();
    /// tree.fill(left, 2);
    /// assert_eq!((tree.nodes_in(Hole::ROOT), tree.nodes_in(left)), (2, 1));
    /// ```
    pub fn nodes_in(&self, place: Hole) -> usize {
        if let Some(subtrees) = &self.subtrees {
            return subtrees.nodes(place) as usize;
        }
        let (mut nodes, mut below) = (0, vec![place]);
        while let Some(next) = below.pop() {
            nodes += usize::from(self.is_node(next));
            below.extend(self.children(next));
        }
        nodes
    }

    /// The holes by a key. They are kept that way from now on.
    pub(super) fn by_key(&mut self, key: Key) -> &mut Index {
        match &mut self.index {
            Some(index) if index.key() == key => {}
            index => *index = Some(Index::new(key, &self.spots)),
        }
        self.index.get_or_insert_with(|| Index::new(key, &self.spots))
    }

    /// How many nodes are below each place. That is kept up from now on.
    pub(super) fn by_subtree(&mut self, wants_live: bool) -> &Subtrees {
        let subtrees = self.subtrees.get_or_insert_with(|| Subtrees::new(&self.spots));
        if wants_live && self.has_dead_ends {
            subtrees.keep_live(&self.spots);
        }
        subtrees
    }
}
