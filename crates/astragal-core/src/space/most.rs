//! How many values a space has at most, where that is easily seen.

use super::{NodeId, Shape, Space};

impl Space {
    /// No more values than this; `None` if there is no bound, or if it takes more than a look to know one.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<(bool, u8)>().space().most_values(), Some(512));
    /// assert_eq!(any::<Vec<bool>>().space().most_values(), None);
    /// ```
    pub fn most_values(&self) -> Option<u64> {
        self.most_from(self.root, &mut Vec::new())
    }

    fn most_from(&self, node: NodeId, around: &mut Vec<NodeId>) -> Option<u64> {
        if around.contains(&node) {
            return None; // it is recursive
        }
        around.push(node);
        let most = match self.shape(node) {
            Shape::Unit => Some(1),
            Shape::Number { max, .. } => u64::try_from(*max).ok()?.checked_add(1),
            Shape::Character { count } => Some(u64::from(*count)),
            Shape::Constants { count } => Some(*count),
            Shape::Product(parts) => {
                parts.iter().try_fold(1u64, |product, part| product.checked_mul(self.most_from(*part, around)?))
            }
            Shape::Sum { arms, .. } => {
                arms.iter().try_fold(0u64, |sum, arm| sum.checked_add(self.most_from(arm.node, around)?))
            }
            Shape::Named { of, .. }
            | Shape::Mapped { of }
            | Shape::Lazy { of }
            | Shape::Steered { of, .. }
            | Shape::Filtered { of, .. } => self.most_from(*of, around),
            Shape::List { .. } | Shape::Selection { .. } | Shape::Function { .. } | Shape::Opaque { .. } => None,
        };
        around.pop();
        most
    }
}
