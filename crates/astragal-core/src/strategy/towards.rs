//! A plan that leads to one dimension: so that something is in it, and takes the whole size.
//!
//! Chance may come to nothing in a dimension: `None` where a list was to be. Then one part of the value is *obliged*: it must
//! lead to a recursion of that dimension. The obligation is handed down from the root, along arms and parts that lead there.

use super::planner::Planner;
use super::strata::{Branch, Kind, Strata};
use crate::space::NodeId;

/// The way to a recursion of one dimension that can have a size.
#[derive(Debug)]
pub(super) struct Towards {
    pub(super) dimension: u32,
    /// How far each node is from such a recursion; `None` if it does not lead to one.
    steps: Vec<Option<u32>>,
}

impl Towards {
    /// The way from the root to a dimension; `None` if nothing in it can have that size.
    pub(super) fn new(strata: &Strata, dimension: u32, size: u32) -> Option<Towards> {
        let mut steps = vec![None; strata.nodes().count()];
        let mut changed = true;
        while changed {
            changed = false;
            for node in strata.nodes() {
                let found = nearest(strata, node, dimension, size, &steps);
                if found != steps[node.index()] {
                    steps[node.index()] = found;
                    changed = true;
                }
            }
        }
        steps[strata.root.index()].map(|_| Towards { dimension, steps })
    }

    /// Whether a node leads there.
    pub(super) fn leads(&self, node: NodeId) -> bool {
        self.steps[node.index()].is_some()
    }

    /// How far it is by an arm; `None` if that leads elsewhere.
    pub(super) fn by(&self, branch: &Branch) -> Option<u32> {
        self.steps[branch.node.index()].filter(|_| is_open(branch))
    }
}

fn is_open(branch: &Branch) -> bool {
    branch.height.is_some() && branch.weight > 0
}

fn nearest(strata: &Strata, node: NodeId, dimension: u32, size: u32, steps: &[Option<u32>]) -> Option<u32> {
    if strata.dimension(node) < dimension {
        return None;
    }
    let of = |node: &NodeId| steps[node.index()];
    let further = match strata.kind(node) {
        _ if strata.dimension(node) == dimension && can_have(strata, node, size) => return Some(0),
        Kind::Product(parts) => parts.iter().filter_map(of).min(),
        Kind::Sum(branches) => branches.iter().filter(|branch| is_open(branch)).filter_map(|arm| of(&arm.node)).min(),
        Kind::Family(followers) => followers.iter().filter_map(|follower| of(&follower.node)).min(),
        Kind::List { max, element, .. } if *max > 0 => of(element),
        _ => None,
    };
    further.map(|steps| steps.saturating_add(1))
}

/// Whether a node is a recursion that can have a size.
fn can_have(strata: &Strata, node: NodeId, size: u32) -> bool {
    match strata.kind(node) {
        _ if strata.recursion(node).is_some() => true,
        Kind::Number { max, .. } => *max >= u128::from(size),
        Kind::List { min, max, .. } => min < max && (*min..=*max).contains(&(size as usize)),
        _ => false,
    }
}

impl Planner<'_> {
    /// Obliges the nearest of the parts of an obliged part.
    pub(super) fn oblige_a_part_of(&mut self, part: u32) {
        let (Some(towards), true) = (self.towards, self.obliged == Some(part)) else { return };
        let parts = &self.parts[part as usize].parts;
        let nearest =
            parts.iter().filter_map(|&inner| Some((towards.steps[self.parts[inner as usize].node.index()]?, inner)));
        if let Some((_, nearest)) = nearest.min() {
            self.obliged = Some(nearest);
        }
    }

    /// Goes from an obliged recursion straight to where it leads out of it; how many steps of it that takes. The holes that are
    /// left are open.
    pub(super) fn lead_out(&mut self, holes: &mut Vec<u32>) -> u32 {
        let mut used = 0;
        let Some(towards) = self.towards else { return used };
        while let Some(at) = holes.iter().position(|&hole| Some(hole) == self.obliged) {
            let strata = self.strata;
            let part = holes[at];
            match strata.kind(self.parts[part as usize].node) {
                Kind::Sum(branches) => {
                    holes.swap_remove(at);
                    let nearest = branches.iter().filter_map(|branch| towards.by(branch)).min();
                    let arm = self.draw(branches, |branch| is_open(branch) && towards.by(branch) == nearest);
                    used += u32::from(branches[arm].grows);
                    self.take(part, branches, arm, holes);
                }
                _ => {
                    holes.swap_remove(at);
                    if self.fill(part, None, holes).is_none() {
                        break;
                    }
                    used += 1;
                }
            }
        }
        used
    }

    /// Changes the sizes of the recursions of a dimension so that the obliged one can do its part.
    pub(super) fn make_room(&mut self, entries: &[u32], sizes: &mut [u32], dimension: u32) {
        let (Some(towards), Some(at)) = (self.towards, entries.iter().position(|&entry| Some(entry) == self.obliged))
        else {
            return;
        };
        if dimension > towards.dimension {
            if sizes[at] == 0 {
                // It takes one from the largest, or the dimension would have more than the bound.
                if let Some(largest) = sizes.iter_mut().max() {
                    *largest = largest.saturating_sub(1);
                }
                sizes[at] = 1;
            }
            return;
        }
        // What the others cannot have, or cannot do without, is left to it.
        let others: u32 = (0..entries.len()).filter(|&other| other != at).fold(0, |sum, other| {
            let within = match self.strata.kind(self.parts[entries[other] as usize].node) {
                Kind::Number { max, .. } => sizes[other].min(u32::try_from(*max).unwrap_or(u32::MAX)),
                Kind::List { min, max, .. } => (sizes[other] as usize).clamp(*min, *max) as u32,
                _ => sizes[other],
            };
            sum.saturating_add(within)
        });
        sizes[at] = self.bound.saturating_sub(others);
        self.obliged = None; // it is where it was to lead
    }
}
