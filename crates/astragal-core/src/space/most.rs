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
        let cycles = self.cycles();
        let mut most = vec![None; self.shapes.len()];
        for &node in cycles.components().iter().flatten().filter(|&&node| !cycles.is_cyclic(node)) {
            most[node.index()] = self.most_from(node, &most);
        }
        most[self.root.index()]
    }

    /// That of a node, if it is known of its parts.
    fn most_from(&self, node: NodeId, most: &[Option<u64>]) -> Option<u64> {
        match self.shape(node) {
            Shape::Unit => Some(1),
            Shape::Number { max, .. } => u64::try_from(*max).ok()?.checked_add(1),
            Shape::Character { count } => Some(u64::from(*count)),
            Shape::Constants { count } => Some(*count),
            Shape::Tiered { ends, goes_on } => (!goes_on).then(|| ends.last().copied().unwrap_or(0)),
            Shape::Product(parts) => {
                parts.iter().try_fold(1u64, |product, part| product.checked_mul(most[part.index()]?))
            }
            Shape::Sum { arms, .. } => arms.iter().try_fold(0u64, |sum, arm| sum.checked_add(most[arm.node.index()]?)),
            Shape::Family { rests, .. } => {
                rests.iter().try_fold(0u64, |sum, rest| sum.checked_add(most[rest.node.index()]?))
            }
            Shape::Named { of, .. }
            | Shape::Mapped { of }
            | Shape::Lazy { of }
            | Shape::Steered { of, .. }
            | Shape::Filtered { of, .. } => most[of.index()],
            Shape::List { .. } | Shape::Selection { .. } | Shape::Function { .. } | Shape::Opaque { .. } => None,
        }
    }
}
