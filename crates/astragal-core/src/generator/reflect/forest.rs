//! All traces of a value at once: a packed forest, which is a grammar of them.
//!
//! The traces of a product are the product of those of its parts, so they are not multiplied out: a node represents all ways
//! to make one part. Overlapping ways share one node, however often it is needed; a value that is made of itself is a cycle.

use crate::choices::{Choices, Label};
use crate::order::sort_by_key;

/// A node of a [`Forest`].
pub(super) type NodeId = u32;

/// Ways to make a part.
#[derive(Debug)]
pub(super) enum Node {
    /// A choice: the number and its bound.
    Choice(u64, u64),
    /// A labelled pick: the rank, its bound, the site and the branch.
    Pick(u64, u64, &'static str, Label),
    /// A trace that was made elsewhere.
    Trace(Choices),
    /// A span of nodes.
    Span(&'static str, Box<[NodeId]>),
    /// Nodes one after the other.
    Sequence(Box<[NodeId]>),
    /// One of several.
    Either(Box<[NodeId]>),
}

/// All traces of a value.
#[derive(Debug, Default)]
pub(crate) struct Forest {
    pub(super) nodes: Vec<Node>,
    pub(super) root: NodeId,
    /// Of each node the fewest choices that it takes; `None` if it has no trace.
    pub(super) shortest: Vec<Option<u64>>,
    /// Whether there may be traces that it does not have.
    pub(super) unlisted: bool,
}

/// A forest in the making: a stack, the last written on top.
#[derive(Debug)]
pub(super) struct Planting {
    nodes: Vec<Node>,
    written: Vec<NodeId>,
    unlisted: bool,
    budget: usize,
    failures: usize,
}

impl Planting {
    pub(super) fn new(budget: usize) -> Planting {
        Planting { nodes: Vec::new(), written: Vec::new(), unlisted: false, budget, failures: 0 }
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    /// How much was written at this level and around it.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.written.truncate(len);
    }

    pub(super) fn unlisted(&mut self) {
        self.unlisted = true;
    }

    /// Whether more than one alternative may be written.
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.budget
    }

    /// Whether one more alternative may fail.
    pub(super) fn may_fail(&mut self) -> bool {
        self.failures += 1;
        self.failures < self.budget.saturating_mul(16)
    }

    pub(super) fn put(&mut self, value: u64, max: u64) {
        let node = self.add(Node::Choice(value, max));
        self.written.push(node);
    }

    pub(super) fn put_pick(&mut self, rank: u64, max: u64, site: &'static str, branch: Label) {
        let node = self.add(Node::Pick(rank, max, site, branch));
        self.written.push(node);
    }

    pub(super) fn put_trace(&mut self, trace: Choices) {
        let node = self.add(Node::Trace(trace));
        self.written.push(node);
    }

    pub(super) fn put_node(&mut self, node: NodeId) {
        self.written.push(node);
    }

    /// Puts what was written since into a span.
    pub(super) fn put_span(&mut self, label: &'static str, since: usize) {
        let parts = self.written.drain(since..).collect();
        let node = self.add(Node::Span(label, parts));
        self.written.push(node);
    }

    pub(super) fn put_either(&mut self, ways: Vec<NodeId>) {
        let node = match ways[..] {
            [only] => only,
            _ => self.add(Node::Either(ways.into())),
        };
        self.written.push(node);
    }

    /// Takes what was written since as one node.
    pub(super) fn gather(&mut self, since: usize) -> NodeId {
        if self.written.len() == since + 1 {
            return self.written.pop().unwrap_or_default();
        }
        let parts = self.written.drain(since..).collect();
        self.add(Node::Sequence(parts))
    }

    /// A node for what is written next, which may refer to it.
    pub(super) fn reserve(&mut self) -> NodeId {
        self.add(Node::Either([].into()))
    }

    /// What was written since is the node that was reserved.
    pub(super) fn settle(&mut self, node: NodeId, since: usize) {
        let parts = self.written.drain(since..).collect();
        self.nodes[node as usize] = Node::Sequence(parts);
        self.written.push(node);
    }

    /// The forest; `None` if all its traces would be infinite.
    pub(super) fn finish(mut self) -> Option<Forest> {
        let root = self.gather(0);
        let mut forest = Forest { nodes: self.nodes, root, shortest: Vec::new(), unlisted: self.unlisted };
        forest.measure();
        forest.shortest[root as usize].map(|_| forest)
    }
}

impl Node {
    /// The nodes inside, and whether all of them are needed.
    pub(super) fn inside(&self) -> (&[NodeId], bool) {
        match self {
            Node::Choice(..) | Node::Pick(..) | Node::Trace(_) => (&[], true),
            Node::Span(_, parts) | Node::Sequence(parts) => (parts, true),
            Node::Either(ways) => (ways, false),
        }
    }
}

impl Forest {
    /// Every node that the root leads to along nodes that have traces, each after what is inside of it; a node that leads back
    /// to itself does so through one that comes later.
    pub(super) fn inside_out(&self, keep: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![(self.root, 0)];
        seen[self.root as usize] = true;
        while let Some((node, next)) = stack.pop() {
            let (inside, _) = self.nodes[node as usize].inside();
            match inside.get(next) {
                None => order.push(node),
                Some(&part) => {
                    stack.push((node, next + 1));
                    if !seen[part as usize] && keep(part) {
                        seen[part as usize] = true;
                        stack.push((part, 0));
                    }
                }
            }
        }
        order
    }

    /// Finds the fewest choices of each node, and puts alternatives with fewer first; those without any trace are dropped.
    fn measure(&mut self) {
        self.shortest = vec![None; self.nodes.len()];
        let order = self.inside_out(|_| true);
        // Without cycles one pass is enough, and a second one sees that nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order {
                let found = self.fewest(node);
                if found != self.shortest[node as usize] {
                    self.shortest[node as usize] = found;
                    changed = true;
                }
            }
        }
        let shortest = &self.shortest;
        for node in &mut self.nodes {
            if let Node::Either(ways) = node {
                let mut kept: Vec<NodeId> =
                    ways.iter().copied().filter(|&way| shortest[way as usize].is_some()).collect();
                sort_by_key(&mut kept, |&way| shortest[way as usize]);
                *ways = kept.into();
            }
        }
    }

    fn fewest(&self, node: NodeId) -> Option<u64> {
        let of = |node: NodeId| self.shortest[node as usize];
        match &self.nodes[node as usize] {
            Node::Choice(..) | Node::Pick(..) => Some(1),
            Node::Trace(trace) => Some(trace.len() as u64),
            Node::Span(_, parts) | Node::Sequence(parts) => {
                parts.iter().try_fold(0u64, |sum, &part| Some(sum.saturating_add(of(part)?)))
            }
            Node::Either(ways) => ways.iter().filter_map(|&way| of(way)).min(),
        }
    }
}
