//! The plan of a sum or a product: computed from its space.

use super::{NodeId, Shape, Space};
use crate::order::sort_by_key;
use crate::source::{Lots, Lottery, Plan};

impl Space {
    /// The arms of a sum, simplest first.
    pub(crate) fn order_of(&self, sum: NodeId, costs: &[Option<u64>]) -> Vec<usize> {
        let Shape::Sum { arms, .. } = self.shape(sum) else { return Vec::new() };
        // An infinite arm comes last: nothing that ends leads there.
        let simplicity = |arm: usize| {
            let node = arms[arm].node;
            let recurs = self.cycles().are_together(node, sum);
            (costs[node.0 as usize].unwrap_or(u64::MAX), recurs, arm)
        };
        let mut order: Vec<usize> = (0..arms.len()).collect();
        sort_by_key(&mut order, |&arm| simplicity(arm));
        order
    }
}

/// The cheapest and the shallowest values of a space: what plans are made by.
#[doc(hidden)]
pub struct Plain {
    costs: Vec<Option<u64>>,
    heights: Vec<Option<u64>>,
}

impl Plain {
    /// Those of a space.
    pub fn of(space: &Space) -> Plain {
        Plain { costs: space.costs(), heights: space.heights() }
    }

    /// How many choices the cheapest value of a node takes; `None` if there is no finite one.
    pub fn cost(&self, node: NodeId) -> Option<u64> {
        self.costs[node.index()]
    }

    /// Through how many named types the shallowest value of a node goes; `None` if there is no finite one.
    pub fn height(&self, node: NodeId) -> Option<u64> {
        self.heights[node.index()]
    }
}

impl Plan {
    /// The plan for the sum (or the product) at the root of a space.
    pub fn of_space(space: &Space, has_weights: bool) -> Plan {
        Plan::of_node(space, space.root(), has_weights, &Plain::of(space))
    }

    /// The plan for the sum (or the product) at a node.
    #[doc(hidden)]
    pub fn of_node(space: &Space, node: NodeId, has_weights: bool, Plain { costs, heights }: &Plain) -> Plan {
        let (mut root, mut name) = (node, "");
        // One that is nothing but itself has no end; it is infinite.
        for _ in space.nodes() {
            let Shape::Named { of, name: found } = space.shape(root) else { break };
            (root, name) = (*of, found);
        }
        let cycles = space.cycles();
        let recursive = cycles.is_cyclic(node) || cycles.is_cyclic(root);
        let infinite = costs[node.0 as usize].is_none();
        let (site, arms) = match space.shape(root) {
            Shape::Sum { site, arms, .. } => (*site, &arms[..]),
            _ => ("", &[][..]),
        };
        let recurs = |node: NodeId| cycles.are_together(node, root);
        let order = space.order_of(root, costs);
        let lottery = |keep: &dyn Fn(usize) -> bool| {
            Lottery::new((0..arms.len()).filter(|&arm| keep(arm)).map(|arm| (arm, arms[arm].weight)))
        };
        let finite = |arm: usize| costs[arms[arm].node.0 as usize].is_some();
        let stop = lottery(&|arm| finite(arm) && !recurs(arms[arm].node));
        let grow = lottery(&|arm| finite(arm) && recurs(arms[arm].node));
        let balanced = recursive && !has_weights && !stop.is_empty() && !grow.is_empty();
        // When the size is used up: what does not recur, or else what is shallowest, which comes nearer to an end with
        // every step.
        let height = |arm: usize| heights[arms[arm].node.0 as usize];
        let shallowest = (0..arms.len()).filter_map(height).min();
        let ending =
            if stop.is_empty() { lottery(&|arm| finite(arm) && height(arm) == shallowest) } else { stop.clone() };
        let (stop, go_on) = match (recursive, balanced) {
            (false, _) => (lottery(&finite), lottery(&finite)),
            (true, true) => (stop, grow),
            (true, false) => (ending, lottery(&finite)),
        };
        let mut rank = vec![0; arms.len()];
        for (at, &arm) in order.iter().enumerate() {
            rank[arm] = at as u16;
        }
        let recursive_parts = match space.shape(root) {
            Shape::Sum { .. } => arms.iter().map(|arm| recursive_parts(space, arm.node)).collect(),
            _ => [recursive_parts(space, root)].into(),
        };
        Plan {
            name,
            site,
            branches: order.iter().map(|&arm| arms[arm].label).collect(),
            order: order.iter().map(|&arm| arm as u16).collect(),
            rank: rank.into(),
            lots: Lots::new(stop.or(order.first().copied()), go_on.or(order.first().copied()), balanced),
            id: space.type_of(node),
            recursive_parts,
            recursive,
            infinite,
            growth: space.growth_from(node),
        }
    }
}

/// Which parts of a product lead into a recursion.
fn recursive_parts(space: &Space, node: NodeId) -> u64 {
    let Shape::Product(parts) = space.shape(space.without_condition(node)) else { return 0 };
    let bits = parts.iter().enumerate();
    bits.fold(0, |bits, (at, &part)| bits | u64::from(space.is_recursive_from(part)) << at.min(63))
}
