//! Whether an account of plain drawing is all that there is to know of how a space is drawn.

use super::{ListKind, NodeId, Shape, Space};

/// How far a node was examined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Not,
    Begun,
    Plain,
}

impl Space {
    /// Whether nothing but weights and constants decides: no number or character, no length that follows the size, no recursion,
    /// and no part that is filtered, steered, lazy or opaque.
    pub(crate) fn is_drawn_plainly(&self) -> bool {
        self.is_plain_from(self.root, &mut vec![Look::Not; self.nodes().count()])
    }

    fn is_plain_from(&self, node: NodeId, looks: &mut [Look]) -> bool {
        match looks[node.index()] {
            Look::Not => looks[node.index()] = Look::Begun,
            Look::Begun => return false, // it is recursive
            Look::Plain => return true,
        }
        let is_plain = match self.shape(node) {
            Shape::Unit | Shape::Constants { .. } => true,
            Shape::Number { max, .. } => *max == 0,
            Shape::Character { count } => *count <= 1,
            Shape::Product(parts) => parts.iter().all(|&part| self.is_plain_from(part, looks)),
            Shape::Sum { arms, .. } => arms.iter().all(|arm| self.is_plain_from(arm.node, looks)),
            Shape::List { kind: ListKind::Sequence, min, max, element } => {
                min == max && self.is_plain_from(*element, looks)
            }
            Shape::Named { of, .. } | Shape::Mapped { of } => self.is_plain_from(*of, looks),
            Shape::List { .. }
            | Shape::Selection { .. }
            | Shape::Function { .. }
            | Shape::Lazy { .. }
            | Shape::Steered { .. }
            | Shape::Filtered { .. }
            | Shape::Opaque { .. } => false,
        };
        if is_plain {
            looks[node.index()] = Look::Plain;
        }
        is_plain
    }
}
