//! How soon each part of a space can end, and which parts lead back to themselves.

use super::{NodeId, Shape, Space};
use crate::source::Growth;

impl Space {
    /// For each node, through how many named types its shallowest value goes; `None` if all its values are infinite.
    pub(super) fn heights(&self) -> Vec<Option<u32>> {
        let mut heights = vec![None; self.shapes.len()];
        // The least fixed point: it is reached when a sweep changes nothing, at the latest after one sweep per node.
        loop {
            let mut changed = false;
            for (node, shape) in self.nodes() {
                let height = self.height_of(shape, &heights);
                if height.is_some() && (heights[node.0 as usize].is_none() || height < heights[node.0 as usize]) {
                    heights[node.0 as usize] = height;
                    changed = true;
                }
            }
            if !changed {
                return heights;
            }
        }
    }

    fn height_of(&self, shape: &Shape, heights: &[Option<u32>]) -> Option<u32> {
        let height = |node: &NodeId| heights[node.0 as usize];
        match shape {
            Shape::Unit | Shape::Number { .. } | Shape::Opaque { .. } => Some(0),
            Shape::Product(parts) => parts.iter().map(height).try_fold(0, |most, part| Some(most.max(part?))),
            Shape::Sum { arms, .. } => arms.iter().filter_map(|arm| height(&arm.node)).min(),
            Shape::List { min: 0, .. } => Some(0),
            Shape::List { element, .. } => height(element),
            Shape::Named { of, .. } => height(of).map(|height| height + 1),
            Shape::Mapped { of } | Shape::Filtered { of, .. } => height(of),
        }
    }

    /// The nodes that one leads to directly.
    pub(crate) fn children(&self, node: NodeId) -> Vec<NodeId> {
        match self.shape(node) {
            Shape::Unit | Shape::Number { .. } | Shape::Opaque { .. } => Vec::new(),
            Shape::Product(parts) => parts.clone(),
            Shape::Sum { arms, .. } => arms.iter().map(|arm| arm.node).collect(),
            Shape::List { element: of, .. }
            | Shape::Named { of, .. }
            | Shape::Mapped { of }
            | Shape::Filtered { of, .. } => vec![*of],
        }
    }

    /// Whether a path leads from one node to another, in at least one step.
    pub(super) fn leads(&self, from: NodeId, to: NodeId) -> bool {
        let mut seen = vec![false; self.shapes.len()];
        let mut open = self.children(from);
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node.0 as usize], true) {
                open.extend(self.children(node));
            }
        }
        false
    }

    /// Whether some part contains itself.
    pub fn is_recursive(&self) -> bool {
        self.nodes().any(|(node, shape)| matches!(shape, Shape::Named { .. }) && self.leads(node, node))
    }

    /// Whether there is no finite value at all.
    pub fn is_infinite(&self) -> bool {
        self.heights()[self.root.0 as usize].is_none()
    }

    /// How its values grow with size.
    pub fn growth(&self) -> Growth {
        if self.is_recursive() {
            return Growth::Recursive;
        }
        let open = self.nodes().any(|(_, shape)| matches!(shape, Shape::List { max: usize::MAX, .. }));
        if open { Growth::Sized } else { Growth::Fixed }
    }
}
