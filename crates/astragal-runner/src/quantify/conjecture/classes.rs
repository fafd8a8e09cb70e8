//! Terms by what they come to: those that are equal in all cases so far are found, case by case, without comparing each with each.

use super::values::{Computed, Kind};

/// A term, by its number.
pub(super) type Number = usize;

/// The terms of one type. At each level of the tree they are told apart by one case.
pub(super) struct Classes {
    kind: Kind,
    nodes: Vec<Node>,
}

enum Node {
    /// One term, or none yet.
    Leaf(Option<Number>),
    /// What terms come to in the case of this level, and the nodes of those that do.
    Inner(Vec<(Computed, usize)>),
}

impl Classes {
    pub(super) fn new(kind: Kind) -> Classes {
        Classes { kind, nodes: vec![Node::Leaf(None)] }
    }

    /// The term that a new one is equal to in the first `cases` cases; if there is none, the new one is added. `value` says what terms
    /// come to in a case.
    pub(super) fn find(
        &mut self,
        new: Number,
        cases: usize,
        value: &mut impl FnMut(Number, usize) -> Computed,
    ) -> Option<Number> {
        let mut at = 0;
        for case in 0..cases {
            if let Node::Leaf(leaf) = self.nodes[at] {
                let Some(known) = leaf else {
                    self.nodes[at] = Node::Leaf(Some(new));
                    return None;
                };
                let below = self.nodes.len();
                self.nodes.push(Node::Leaf(Some(known)));
                self.nodes[at] = Node::Inner(vec![(value(known, case), below)]);
            }
            let mine = value(new, case);
            let below = self.nodes.len();
            let Node::Inner(children) = &mut self.nodes[at] else { unreachable!("a leaf was divided") };
            match children.iter().find(|(other, _)| self.kind.are_equal(other, &mine)) {
                Some((_, child)) => at = *child,
                None => {
                    children.push((mine, below));
                    self.nodes.push(Node::Leaf(Some(new)));
                    return None;
                }
            }
        }
        match &mut self.nodes[at] {
            Node::Leaf(Some(known)) => Some(*known),
            Node::Leaf(empty) => {
                *empty = Some(new);
                None
            }
            Node::Inner(_) => unreachable!("there are cases for all levels"),
        }
    }
}
