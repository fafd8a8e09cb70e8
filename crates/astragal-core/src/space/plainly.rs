//! Whether an account of plain drawing is all that there is to know of how a space is drawn.

use super::{ListKind, NodeId, Shape, Space};

impl Space {
    /// Whether nothing but weights and constants decides: no number or character, no length that follows the size, no recursion,
    /// and no part that is filtered, steered, lazy or opaque.
    pub(crate) fn is_drawn_plainly(&self) -> bool {
        let cycles = self.cycles();
        // How a function that calls itself goes on may depend on how far it has grown.
        let calls = self.recursive_calls();
        let mut plain = vec![false; self.shapes.len()];
        let ends = |node: NodeId| !cycles.is_cyclic(node) && !calls.contains(&node);
        for &node in cycles.components().iter().flatten().filter(|&&node| ends(node)) {
            plain[node.index()] = self.is_plain_from(node, &plain);
        }
        plain[self.root.index()]
    }

    /// Whether a node is, if it is known of its parts.
    fn is_plain_from(&self, node: NodeId, plain: &[bool]) -> bool {
        match self.shape(node) {
            Shape::Unit | Shape::Constants { .. } => true,
            Shape::Number { max, .. } => *max == 0,
            Shape::Character { count } => *count <= 1,
            Shape::Tiered { ends, .. } => ends.last().is_none_or(|count| *count <= 1),
            Shape::Product(parts) => parts.iter().all(|part| plain[part.index()]),
            Shape::Family { first, rests } => plain[first.index()] && rests.iter().all(|rest| plain[rest.node.index()]),
            Shape::Sum { arms, .. } => arms.iter().all(|arm| plain[arm.node.index()]),
            Shape::List { kind: ListKind::Sequence, min, max, element } => min == max && plain[element.index()],
            Shape::Named { of, .. } | Shape::Mapped { of } => plain[of.index()],
            Shape::List { .. }
            | Shape::Selection { .. }
            | Shape::Function { .. }
            | Shape::Lazy { .. }
            | Shape::Steered { .. }
            | Shape::Filtered { .. }
            | Shape::Opaque { .. } => false,
        }
    }
}
