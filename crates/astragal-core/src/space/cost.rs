//! What the simplest value of each part of a space costs, and which parts lead back to themselves.

use super::{Arm, NodeId, Shape, Space};
use crate::source::Growth;

impl Space {
    /// For each node, how many choices its cheapest value takes; `None` if all its values are infinite.
    ///
    /// A recursion passes through a sum or a list, which cost a choice. So what is cheapest never contains itself.
    pub(crate) fn costs(&self) -> Vec<Option<u64>> {
        self.least(|_, shape, cost| cost_of(shape, cost))
    }

    /// For each node, through how many named types its shallowest value goes; `None` if all its values are infinite.
    pub(crate) fn heights(&self) -> Vec<Option<u64>> {
        self.heights_without(&|_, _| false)
    }

    /// The same without the arms of a node that are gone.
    #[doc(hidden)]
    pub fn heights_without(&self, gone: &dyn Fn(NodeId, &Arm) -> bool) -> Vec<Option<u64>> {
        self.least(|node, shape, height| match shape {
            Shape::Sum { arms, .. } => {
                arms.iter().filter(|arm| !gone(node, arm)).filter_map(|arm| height(&arm.node)).min()
            }
            Shape::Unit
            | Shape::Number { .. }
            | Shape::Character { .. }
            | Shape::Constants { .. }
            | Shape::Tiered { .. }
            | Shape::Selection { .. }
            | Shape::Opaque { .. }
            | Shape::List { min: 0, .. } => Some(0),
            Shape::Product(parts) => parts.iter().try_fold(0, |most, part| Some(height(part)?.max(most))),
            Shape::Family { first, rests } => {
                Some(height(first)?.max(rests.iter().filter_map(|rest| height(&rest.node)).min()?))
            }
            Shape::List { element: of, .. }
            | Shape::Function { result: of, .. }
            | Shape::Mapped { of }
            | Shape::Lazy { of }
            | Shape::Steered { of, .. }
            | Shape::Filtered { of, .. } => height(of),
            Shape::Named { of, .. } => height(of).map(|height| height + 1),
        })
    }

    /// The least fixed point: it is reached when a sweep changes nothing, at the latest after one sweep per node. The parts of types
    /// come after what they are parts of, mostly, and those of families before; so sweeps go from the last to the first and back.
    fn least(&self, of: impl Fn(NodeId, &Shape, &dyn Fn(&NodeId) -> Option<u64>) -> Option<u64>) -> Vec<Option<u64>> {
        let count = self.shapes.len();
        let mut found = vec![None; count];
        for sweep in 0u32.. {
            let mut changed = false;
            for step in 0..count {
                let at = if sweep % 2 == 0 { count - 1 - step } else { step };
                let shape = &self.shapes[at];
                let value = of(NodeId(at as u32), shape, &|node| found[node.0 as usize]);
                let known = &mut found[at];
                if value.is_some_and(|value| known.is_none_or(|known| value < known)) {
                    *known = value;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        found
    }

    /// The nodes that one leads to directly.
    #[doc(hidden)]
    pub fn children(&self, node: NodeId) -> Vec<NodeId> {
        match self.shape(node) {
            Shape::Unit
            | Shape::Number { .. }
            | Shape::Character { .. }
            | Shape::Constants { .. }
            | Shape::Tiered { .. }
            | Shape::Selection { .. }
            | Shape::Opaque { .. } => Vec::new(),
            Shape::Function { argument, result } => vec![*argument, *result],
            Shape::Product(parts) => parts.clone(),
            Shape::Sum { arms, .. } => arms.iter().map(|arm| arm.node).collect(),
            Shape::Family { first, rests } => {
                std::iter::once(*first).chain(rests.iter().map(|rest| rest.node)).collect()
            }
            Shape::List { element: of, .. }
            | Shape::Named { of, .. }
            | Shape::Mapped { of }
            | Shape::Lazy { of }
            | Shape::Steered { of, .. }
            | Shape::Filtered { of, .. } => vec![*of],
        }
    }

    /// Whether a path leads from one node to another, in at least one step.
    #[doc(hidden)]
    pub fn leads(&self, from: NodeId, to: NodeId) -> bool {
        let cycles = self.cycles();
        let (start, end) = (cycles.component(from), cycles.component(to));
        if start <= end {
            return cycles.are_together(from, to);
        }
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
        self.is_recursive_from(self.root)
    }

    /// Whether a node leads to, or is, a part that contains itself.
    pub(crate) fn is_recursive_from(&self, node: NodeId) -> bool {
        self.growth_from(node) == Growth::Recursive
    }

    /// How many choices its simplest value takes; `None` if there is no finite value at all.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<(u8, Vec<u8>)>().space().least_choices(), Some(2)); // a number and a length
    /// ```
    pub fn least_choices(&self) -> Option<u64> {
        self.costs()[self.root.0 as usize]
    }

    /// Whether there is no finite value at all.
    pub fn is_infinite(&self) -> bool {
        self.costs()[self.root.0 as usize].is_none()
    }

    /// How its values grow with size.
    pub fn growth(&self) -> Growth {
        self.growth_from(self.root)
    }

    /// How the values of a part grow with size.
    #[doc(hidden)]
    pub fn growth_from(&self, node: NodeId) -> Growth {
        self.cycles().growth(node)
    }
}

fn cost_of(shape: &Shape, cost: &dyn Fn(&NodeId) -> Option<u64>) -> Option<u64> {
    match shape {
        Shape::Unit => Some(0),
        Shape::Number { max, .. } => Some(if *max > u128::from(u64::MAX) { 2 } else { 1 }),
        Shape::Opaque { .. } | Shape::Constants { .. } | Shape::Tiered { .. } | Shape::Character { .. } => Some(1),
        Shape::Selection { min, .. } => Some(1 + *min as u64),
        Shape::Function { result, .. } => Some(cost(result)?.saturating_add(1)),
        Shape::Product(parts) => parts.iter().try_fold(0u64, |sum, part| Some(sum.saturating_add(cost(part)?))),
        Shape::Sum { arms, .. } => {
            arms.iter().filter_map(|arm| cost(&arm.node)).min().map(|least| least.saturating_add(1))
        }
        Shape::Family { rests, .. } => {
            let costs =
                rests.iter().filter_map(|rest| Some(cost(&rest.node)?.saturating_add(rest.choices.len() as u64)));
            costs.min()
        }
        Shape::List { min: 0, .. } => Some(1),
        Shape::List { min, element, .. } => Some(cost(element)?.saturating_mul(*min as u64).saturating_add(1)),
        Shape::Named { of, .. }
        | Shape::Mapped { of }
        | Shape::Lazy { of }
        | Shape::Steered { of, .. }
        | Shape::Filtered { of, .. } => cost(of),
    }
}
