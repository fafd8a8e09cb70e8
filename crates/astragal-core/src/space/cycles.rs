//! Which parts of a space contain themselves, and what that makes of the others: found once, in time linear in the space.

use std::collections::HashMap;

use super::{NodeId, Shape, Space};
use crate::source::{Growth, Identity};

/// The strongly connected components of a space, and how the values of each node grow.
#[derive(Clone, Debug)]
pub(crate) struct Cycles {
    component: Vec<u32>,
    components: Vec<Vec<NodeId>>,
    cyclic: Vec<bool>,
    growth: Vec<Growth>,
}

impl Cycles {
    pub(super) fn of(space: &Space) -> Cycles {
        Cycles::along(space, &|node| space.children(node))
    }

    /// Those where a function that comes back to itself with other arguments contains itself too.
    pub(crate) fn of_functions(space: &Space) -> Cycles {
        let mut calls: Vec<(Identity, NodeId)> =
            space.functions().iter().map(|(&node, &function)| (function, node)).collect();
        calls.sort_unstable();
        // All calls of a function are a ring.
        let rings = calls.chunk_by(|one, other| one.0 == other.0);
        let next: HashMap<NodeId, NodeId> = rings
            .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)))
            .map(|(&(_, call), &(_, next))| (call, next))
            .collect();
        Cycles::along(space, &|node| space.children(node).into_iter().chain(next.get(&node).copied()).collect())
    }

    fn along(space: &Space, leads: &dyn Fn(NodeId) -> Vec<NodeId>) -> Cycles {
        let (component, components) = components(space, leads);
        let inside =
            |node: &NodeId| space.children(*node).iter().any(|part| component[part.index()] == component[node.index()]);
        let cyclic = components.iter().map(|nodes| nodes.iter().any(inside)).collect();
        let mut cycles = Cycles { component, components, cyclic, growth: vec![Growth::Fixed; space.shapes.len()] };
        for (at, nodes) in cycles.components.iter().enumerate() {
            let grows = |node: &NodeId| match space.shape(*node) {
                Shape::Named { .. } if cycles.cyclic[at] => Growth::Recursive,
                Shape::List { max: usize::MAX, .. } => Growth::Sized,
                _ => Growth::Fixed,
            };
            // What a component leads to is known before it.
            let below = |node: &NodeId| space.children(*node).into_iter().map(|part| cycles.growth[part.index()]).max();
            let most = nodes.iter().flat_map(|node| [Some(grows(node)), below(node)]).flatten().max();
            for node in nodes {
                cycles.growth[node.index()] = most.unwrap_or(Growth::Fixed);
            }
        }
        cycles
    }

    /// The component of a node. A component comes after those that it leads to.
    pub(crate) fn component(&self, node: NodeId) -> u32 {
        self.component[node.index()]
    }

    /// The nodes of each component.
    pub(crate) fn components(&self) -> &[Vec<NodeId>] {
        &self.components
    }

    /// Whether a node leads back to itself.
    pub(crate) fn is_cyclic(&self, node: NodeId) -> bool {
        self.cyclic[self.component(node) as usize]
    }

    /// Whether two nodes lead to each other; of one node, whether it leads back to itself.
    pub(crate) fn are_together(&self, one: NodeId, other: NodeId) -> bool {
        self.component(one) == self.component(other) && self.is_cyclic(one)
    }

    /// How the values of a node grow with size.
    pub(crate) fn growth(&self, node: NodeId) -> Growth {
        self.growth[node.index()]
    }
}

/// The component of each node, and the nodes of each, in such an order that a component comes after those it leads to.
/// (Tarjan's algorithm, with a stack of its own.)
fn components(space: &Space, leads: &dyn Fn(NodeId) -> Vec<NodeId>) -> (Vec<u32>, Vec<Vec<NodeId>>) {
    struct Visit {
        node: NodeId,
        parts: Vec<NodeId>,
        next: usize,
    }
    let count = space.shapes.len();
    let (mut found, mut low) = (vec![u32::MAX; count], vec![0u32; count]);
    let (mut component, mut order) = (vec![u32::MAX; count], Vec::<Vec<NodeId>>::new());
    let (mut open, mut time) = (Vec::new(), 0);
    for (start, _) in space.nodes() {
        if found[start.index()] != u32::MAX {
            continue;
        }
        let mut visits = vec![Visit { node: start, parts: leads(start), next: 0 }];
        while let Some(visit) = visits.last_mut() {
            let node = visit.node.index();
            if visit.next == 0 && found[node] == u32::MAX {
                (found[node], low[node]) = (time, time);
                time += 1;
                open.push(visit.node);
            }
            if let Some(&part) = visit.parts.get(visit.next) {
                visit.next += 1;
                if found[part.index()] == u32::MAX {
                    visits.push(Visit { node: part, parts: leads(part), next: 0 });
                } else if component[part.index()] == u32::MAX {
                    low[node] = low[node].min(found[part.index()]);
                }
                continue;
            }
            if low[node] == found[node] {
                let mut nodes = Vec::new();
                while let Some(member) = open.pop() {
                    component[member.index()] = order.len() as u32;
                    nodes.push(member);
                    if member.index() == node {
                        break;
                    }
                }
                order.push(nodes);
            }
            visits.pop();
            if let Some(above) = visits.last() {
                let above = above.node.index();
                low[above] = low[above].min(low[node]);
            }
        }
    }
    (component, order)
}
