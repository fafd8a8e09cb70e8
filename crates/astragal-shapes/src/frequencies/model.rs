//! A space as what is counted: constructors, and the places for them.
//!
//! The unknowns are how often each arm of a sum is taken, and how many elements all lists of a kind have together. A part
//! that is neither a sum nor a list only leads on to others.

use astragal_core::support::Identity;
use astragal_core::{Arm, Growth, NodeId, Shape, Space};

/// A part of a space.
#[derive(Debug)]
pub(super) enum Part {
    /// Nothing that is counted, or that can be steered.
    Leaf,
    /// Another part, at a cost in size.
    Same { of: usize, cost: u32 },
    /// All of several. What recurs shares the size, less what the node costs.
    All { parts: Vec<(usize, bool)>, cost: u32 },
    /// One of several: the place among the sums.
    Sum(usize),
    /// Several of one: the place among the lists.
    List(usize),
}

/// A sum: its arms are unknowns, one after the other.
#[derive(Debug)]
pub(super) struct Sum {
    /// The type whose pick it is. Others have lots of their own, which cannot be changed.
    pub(super) id: Option<Identity>,
    pub(super) type_name: &'static str,
    pub(super) first: usize,
    pub(super) arms: Vec<Branch>,
    pub(super) kind: Kind,
}

impl Sum {
    /// The unknowns of its arms.
    pub(super) fn unknowns(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.arms.len()
    }
}

#[derive(Debug)]
pub(super) struct Branch {
    pub(super) label: &'static str,
    pub(super) part: usize,
    pub(super) weight: u32,
    /// Whether it leads back to the sum.
    pub(super) grows: bool,
    /// Through how many types its shallowest value goes; `None` if it does not end, or is not wanted.
    pub(super) height: Option<u64>,
}

impl Branch {
    pub(super) fn ends(&self) -> bool {
        self.height.is_some()
    }
}

/// How chance picks an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By weight.
    Plain,
    /// The size decides whether to go on: with a chance of one in size + 1 it stops (balanced), or when it is used up.
    Split { balanced: bool },
    /// By weight, but when the size is used up the shallowest. No arm ends by itself.
    Shallow,
    /// One arm leads into a recursion, and has as much weight as there is size.
    Optional,
}

/// A list: its elements are an unknown.
#[derive(Debug)]
pub(super) struct List {
    pub(super) unknown: usize,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) element: usize,
    pub(super) growth: Growth,
}

#[derive(Debug)]
pub(super) struct Model {
    pub(super) parts: Vec<Part>,
    pub(super) root: usize,
    pub(super) sums: Vec<Sum>,
    pub(super) lists: Vec<List>,
    pub(super) unknowns: usize,
    /// Whether it has a value.
    pub(super) ends: bool,
}

/// What `recursive(..)` calls itself: it pays one of the size.
const RECURSIVE: &str = "recursive";

impl Model {
    /// The model of a space. Arms that are not wanted have no value.
    pub(super) fn of(space: &Space, unwanted: &dyn Fn(&'static str, &'static str) -> bool) -> Model {
        let count = space.nodes().count();
        let names = type_names(space);
        let gone = |node: NodeId, arm: &Arm| names[node.index()].is_some_and(|(name, _)| unwanted(name, arm.label));
        let heights = space.heights_without(&gone);
        let is_recursive =
            |(node, shape): (NodeId, &Shape)| matches!(shape, Shape::Named { .. }) && space.leads(node, node);
        let recursive = leading_to(space, &is_recursive);
        let counted = leading_to(space, &|(_, shape)| matches!(shape, Shape::Sum { .. }));
        let mut parts: Vec<Part> = Vec::with_capacity(count);
        let (mut sums, mut lists, mut unknowns) = (Vec::new(), Vec::new(), 0);
        let calls = space.recursive_calls();
        let functions: Vec<&'static str> = names_of_functions(space);
        for (node, shape) in space.nodes() {
            let part = match shape {
                // By other chances: on what was drawn before, and on how far it has grown.
                Shape::Family { .. } => Part::Leaf,
                Shape::Named { .. } if calls.contains(&node) => Part::Leaf,
                Shape::Product(inner) => {
                    let inner = inner.iter().map(|&part| (part.index(), recursive[part.index()]));
                    Part::All { parts: inner.collect(), cost: 0 }
                }
                Shape::Named { of, name } => Part::Same { of: of.index(), cost: u32::from(*name == RECURSIVE) },
                Shape::Mapped { of } | Shape::Filtered { of, .. } => Part::Same { of: of.index(), cost: 0 },
                // Lists without counted elements, such as strings, do not matter.
                Shape::List { min, max, element, .. }
                    if counted[element.index()] && heights[element.index()].is_some() =>
                {
                    let (element, growth) = (element.index(), space.growth_from(*element));
                    lists.push(List { unknown: unknowns, min: *min, max: *max, element, growth });
                    unknowns += 1;
                    Part::List(lists.len() - 1)
                }
                Shape::Sum { site, arms, ranked } => {
                    let branch = |arm: &Arm| Branch {
                        label: arm.label,
                        part: arm.node.index(),
                        weight: arm.weight,
                        grows: leads_back(space, arm.node, node, &gone),
                        height: heights[arm.node.index()].filter(|_| !gone(node, arm)),
                    };
                    let mut branches: Vec<Branch> = arms.iter().map(branch).collect();
                    let (type_name, id) = names[node.index()].unwrap_or(("", None));
                    let recurs = |arm: &&Arm| recursive[arm.node.index()];
                    let kind = if *ranked {
                        kind_of(&branches)
                    } else if is_pick_of(&functions, site) {
                        Kind::Plain
                    } else if arms.len() == 2 && arms.iter().filter(recurs).count() == 1 {
                        arms.iter().zip(&mut branches).for_each(|(arm, branch)| branch.grows = recurs(&arm));
                        Kind::Optional
                    } else {
                        Kind::Plain
                    };
                    let arms = branches.len();
                    sums.push(Sum { id, type_name, first: unknowns, arms: branches, kind });
                    unknowns += arms;
                    Part::Sum(sums.len() - 1)
                }
                _ => Part::Leaf,
            };
            parts.push(part);
        }
        let ends = heights[space.root().index()].is_some();
        let mut model = Model { parts, root: space.root().index(), sums, lists, unknowns, ends };
        model.charge(space);
        model
    }

    /// A node of a recursive type costs one of the size.
    fn charge(&mut self, space: &Space) {
        for (node, shape) in space.nodes() {
            let Shape::Named { of, .. } = shape else { continue };
            if space.type_of(node).is_none() || !space.leads(node, node) {
                continue;
            }
            let products: Vec<NodeId> = match space.shape(*of) {
                Shape::Sum { arms, .. } => arms.iter().map(|arm| arm.node).collect(),
                _ => vec![*of],
            };
            for product in products {
                if let Part::All { cost, .. } = &mut self.parts[space.without_condition(product).index()] {
                    *cost = 1;
                }
            }
        }
    }

    /// Which sums and lists a part leads to before anything is decided, and how often: by their parts.
    pub(super) fn reach(&self, part: usize) -> Vec<usize> {
        let (mut open, mut found) = (vec![part], Vec::new());
        while let Some(part) = open.pop() {
            match &self.parts[part] {
                Part::Leaf => {}
                Part::Same { of, .. } => open.push(*of),
                Part::All { parts, .. } => open.extend(parts.iter().map(|&(part, _)| part)),
                Part::Sum(_) | Part::List(_) => found.push(part),
            }
        }
        found
    }
}

/// The names of what is not a type: of functions.
fn names_of_functions(space: &Space) -> Vec<&'static str> {
    let named = space.nodes().filter_map(|(node, shape)| match shape {
        Shape::Named { name, .. } if space.type_of(node).is_none() => Some(*name),
        _ => None,
    });
    named.collect()
}

/// Whether a pick is one of a function, by its name: `name`, `name#2` and so on.
fn is_pick_of(functions: &[&str], site: &str) -> bool {
    let is_of = |name: &&str| site.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
    functions.iter().any(is_of)
}

/// For each sum that is the pick of a type, the name of the type.
fn type_names(space: &Space) -> Vec<Option<(&'static str, Option<Identity>)>> {
    let mut names = vec![None; space.nodes().count()];
    for (node, shape) in space.nodes() {
        if let (Shape::Named { name, of }, Some(id)) = (shape, space.type_of(node)) {
            names[of.index()] = Some((*name, Some(id)));
        }
    }
    names
}

fn kind_of(arms: &[Branch]) -> Kind {
    let alive = || arms.iter().filter(|arm| arm.ends());
    let weighted = arms.iter().any(|arm| arm.weight != 1);
    match (alive().any(|arm| arm.grows), alive().any(|arm| !arm.grows)) {
        (false, _) => Kind::Plain,
        (true, true) => Kind::Split { balanced: !weighted },
        (true, false) => Kind::Shallow,
    }
}

/// Which parts are, or lead to, one for which something holds.
fn leading_to(space: &Space, holds: &dyn Fn((NodeId, &Shape)) -> bool) -> Vec<bool> {
    let mut leads: Vec<bool> = space.nodes().map(holds).collect();
    loop {
        let mut changed = false;
        for (node, _) in space.nodes() {
            if !leads[node.index()] && space.children(node).iter().any(|part| leads[part.index()]) {
                leads[node.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return leads;
        }
    }
}

/// Whether a path leads from one part to another, not through what is gone.
fn leads_back(space: &Space, from: NodeId, to: NodeId, gone: &dyn Fn(NodeId, &Arm) -> bool) -> bool {
    let (mut seen, mut open) = (vec![false; space.nodes().count()], vec![from]);
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match space.shape(node) {
            Shape::Sum { arms, .. } => open.extend(arms.iter().filter(|arm| !gone(node, arm)).map(|arm| arm.node)),
            _ => open.extend(space.children(node)),
        }
    }
    false
}
