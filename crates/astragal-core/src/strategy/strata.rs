//! The dimensions of a space: how deep recursions are nested in each other, and which parts of a space make up one.
//!
//! A list of lists of numbers has dimension 3: a list, whose elements are lists, whose elements are numbers, which count too.
//! A part that does not recur has the dimension of its largest part. A recursion has one more than the largest of its parts that
//! are not of the same recursion; types that contain each other are one recursion and share a dimension. So a list that
//! is inside a recursion, like the children of a rose tree, belongs to it, while a list of rose trees has a dimension of
//! its own.

use super::Counted;
use crate::source::Growth;
use crate::space::{Cycles, NodeId, Rest, Shape, Space};

/// A number below this says nothing about size: it is one of a few.
const FEW: u128 = 8;

/// What a part of a space is to the planner of its values.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Nothing to choose, and nothing below.
    Nothing,
    /// One choice, left to chance.
    Leaf,
    /// A number whose magnitude is a size.
    Number { max: u128, both: u128 },
    /// A span with choices of its own: a strategy of its own draws it, or nothing is known of it and this is its name.
    Opaque { unknown: Option<&'static str> },
    /// All of several.
    Product(Vec<NodeId>),
    /// One of several: by rank.
    Sum(Vec<Branch>),
    /// One of several values, and then what follows it.
    Family(Vec<Follower>),
    /// From `min` to `max` of one.
    List { min: usize, max: usize, element: NodeId, elements: Growth },
}

/// A value on which others depend.
#[derive(Clone, Debug)]
pub(super) struct Follower {
    pub(super) choices: Vec<u64>,
    /// What follows.
    pub(super) node: NodeId,
}

/// An arm of a sum.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) label: &'static str,
    pub(super) node: NodeId,
    pub(super) weight: u32,
    /// Whether it leads back into the recursion of the sum.
    pub(super) grows: bool,
    /// Through how many types its shallowest value goes; `None` if it does not end.
    pub(super) height: Option<u64>,
}

/// A space with its dimensions.
#[derive(Debug)]
pub(super) struct Strata {
    kinds: Vec<Kind>,
    names: Vec<&'static str>,
    dimensions: Vec<u32>,
    /// The recursion that a node belongs to, if it does to one.
    recursions: Vec<Option<u32>>,
    /// How much a node can grow within its recursion.
    capacities: Vec<u32>,
    pub(super) root: NodeId,
}

impl Strata {
    /// The dimensions of a space.
    pub(super) fn of(space: &Space, counted: Counted) -> Strata {
        let cycles = Cycles::of_functions(space);
        let recursion = |node: NodeId| cycles.is_cyclic(node).then_some(cycles.component(node));
        let (costs, heights) = (space.costs(), space.heights());
        let mut kinds = vec![Kind::Nothing; costs.len()];
        let mut names = vec![""; costs.len()];
        for (node, shape) in space.nodes() {
            kinds[node.index()] = match shape {
                Shape::Unit | Shape::Lazy { .. } => Kind::Nothing,
                Shape::Number { max, both } if counted.numbers && *max >= FEW => {
                    Kind::Number { max: *max, both: *both }
                }
                Shape::Number { .. } | Shape::Character { .. } | Shape::Constants { .. } | Shape::Tiered { .. } => {
                    Kind::Leaf
                }
                Shape::Selection { .. } | Shape::Function { .. } | Shape::Steered { .. } => {
                    Kind::Opaque { unknown: None }
                }
                Shape::Opaque { what } => Kind::Opaque { unknown: Some(what) },
                Shape::Product(parts) => Kind::Product(parts.clone()),
                Shape::Named { name, of } => {
                    names[node.index()] = name;
                    Kind::Product(vec![*of])
                }
                Shape::Mapped { of } | Shape::Filtered { of, .. } => Kind::Product(vec![*of]),
                Shape::Family { rests, .. } => {
                    let ends = rests.iter().filter(|rest| costs[rest.node.index()].is_some());
                    let follower = |rest: &Rest| Follower { choices: rest.choices.clone(), node: rest.node };
                    Kind::Family(ends.map(follower).collect())
                }
                Shape::List { min, max, element, .. } => {
                    let elements = space.growth_from(*element);
                    Kind::List { min: *min, max: *max, element: *element, elements }
                }
                Shape::Sum { arms, ranked, .. } => {
                    let order = if *ranked { space.order_of(node, &costs) } else { (0..arms.len()).collect() };
                    let own = recursion(node);
                    Kind::Sum(
                        order
                            .into_iter()
                            .map(|arm| Branch {
                                label: arms[arm].label,
                                node: arms[arm].node,
                                weight: arms[arm].weight,
                                grows: own.is_some() && recursion(arms[arm].node) == own,
                                height: heights[arms[arm].node.index()]
                                    .filter(|_| costs[arms[arm].node.index()].is_some()),
                            })
                            .collect(),
                    )
                }
            };
        }
        let dimensions = dimensions(&kinds, space, &cycles, counted);
        let recursions: Vec<Option<u32>> = space.nodes().map(|(node, _)| recursion(node)).collect();
        let capacities = capacities(&kinds, space, &recursions);
        Strata { kinds, names, dimensions, recursions, capacities, root: space.root() }
    }

    pub(super) fn kind(&self, node: NodeId) -> &Kind {
        &self.kinds[node.index()]
    }

    /// Whether it is a call of a recursive function that ends at once, as that of a search tree without keys: a hole that is closed.
    pub(super) fn is_closed(&self, node: NodeId) -> bool {
        let own = self.recursion(node);
        let inside = |part: &NodeId| self.recursion(*part) == own;
        let goes_on = match self.kind(node) {
            Kind::Sum(_) | Kind::List { .. } => true,
            Kind::Product(parts) => parts.iter().any(inside),
            Kind::Family(followers) => followers.iter().any(|follower| inside(&follower.node)),
            _ => false,
        };
        own.is_some() && !goes_on
    }

    /// How many holes of its recursion a part begins with.
    pub(super) fn holes_in(&self, node: NodeId) -> usize {
        match self.kind(node) {
            _ if self.is_closed(node) => 1,
            Kind::Sum(_) => 1,
            Kind::List { min, max, element, .. } => usize::from(min < max) + min * self.holes_in(*element),
            Kind::Product(parts) => {
                let inside = parts.iter().filter(|&&part| self.recursion(part) == self.recursion(node));
                inside.map(|&part| self.holes_in(part)).sum()
            }
            Kind::Family(followers) => {
                followers.iter().map(|follower| self.holes_in(follower.node)).max().unwrap_or_default()
            }
            _ => 0,
        }
    }

    /// How many holes each step of a recursion opens, if that is always the same.
    pub(super) fn holes_of_all(&self, of: NodeId) -> Option<usize> {
        let recursion = self.recursion(of);
        let steps = self.kinds.iter().zip(&self.recursions).filter(|(_, it)| recursion.is_some() && **it == recursion);
        let mut opened = steps.flat_map(|(kind, _)| match kind {
            Kind::Sum(branches) => {
                let growing = branches.iter().filter(|branch| branch.grows);
                growing.map(|branch| self.holes_in(branch.node)).collect::<Vec<_>>()
            }
            Kind::List { element, .. } => vec![1 + self.holes_in(*element)],
            _ => Vec::new(),
        });
        let first = opened.next()?;
        opened.all(|holes| holes == first).then_some(first)
    }

    /// The name of the type that a node is, if it is one.
    pub(super) fn name(&self, node: NodeId) -> &'static str {
        self.names[node.index()]
    }

    pub(super) fn dimension(&self, node: NodeId) -> u32 {
        self.dimensions[node.index()]
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        NodeId::first(self.kinds.len())
    }

    pub(super) fn dimension_of_root(&self) -> u32 {
        self.dimension(self.root)
    }

    /// How many more steps of its recursion a node has room for: no end to them where it contains itself, but as many as there are
    /// keys left in a search tree.
    pub(super) fn capacity(&self, node: NodeId) -> u32 {
        self.capacities[node.index()]
    }

    pub(super) fn recursion(&self, node: NodeId) -> Option<u32> {
        self.recursions[node.index()]
    }
}

impl Space {
    /// How deep recursions are nested in its values: 0 without any, 1 for a list or a number, 2 for a list of lists. A
    /// recursive type has one more than what it holds besides itself.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary)]
    /// enum Tree { Leaf(String), Branch(Vec<Tree>) }
    ///
    /// assert_eq!(any::<(bool, Option<char>)>().space().dimension(), 0);
    /// assert_eq!(any::<Vec<Vec<bool>>>().space().dimension(), 2);
    /// assert_eq!(any::<Tree>().space().dimension(), 2); // its own lists belong to it
    /// assert_eq!(any::<Vec<Tree>>().space().dimension(), 3);
    /// ```
    pub fn dimension(&self) -> u32 {
        Strata::of(self, Counted { lists: true, numbers: true }).dimension_of_root()
    }
}

/// Dimensions from the innermost recursions outwards.
fn dimensions(kinds: &[Kind], space: &Space, cycles: &Cycles, counted: Counted) -> Vec<u32> {
    let mut dimensions = vec![0; kinds.len()];
    for nodes in cycles.components() {
        let component = cycles.component(nodes[0]);
        let below = |node: &NodeId| match kinds[node.index()] {
            Kind::Opaque { .. } | Kind::Nothing => Vec::new(), // what is behind it is not planned here
            Kind::Family(ref followers) => followers.iter().map(|follower| follower.node).collect(),
            _ => space.children(*node),
        };
        let outside = nodes.iter().flat_map(below).filter(|&part| cycles.component(part) != component);
        let largest = outside.map(|part| dimensions[part.index()]).max().unwrap_or(0);
        let counts = match kinds[nodes[0].index()] {
            _ if cycles.is_cyclic(nodes[0]) => true,
            Kind::List { min, max, .. } => counted.lists && min < max,
            Kind::Number { .. } => true,
            _ => false,
        };
        for node in nodes {
            dimensions[node.index()] = largest + u32::from(counts);
        }
    }
    dimensions
}

/// See [`Strata::capacity`]. What a node leads to is known before it.
fn capacities(kinds: &[Kind], space: &Space, recursions: &[Option<u32>]) -> Vec<u32> {
    let cycles = space.cycles();
    let mut capacities = vec![0u32; kinds.len()];
    for &node in cycles.components().iter().flatten() {
        let own = recursions[node.index()];
        if own.is_none() {
            continue;
        }
        let within = |part: &NodeId| if recursions[part.index()] == own { capacities[part.index()] } else { 0 };
        capacities[node.index()] = match &kinds[node.index()] {
            _ if cycles.is_cyclic(node) => u32::MAX,
            Kind::Sum(branches) => {
                let grows =
                    branches.iter().filter(|branch| branch.grows && branch.height.is_some() && branch.weight > 0);
                grows.map(|branch| within(&branch.node).saturating_add(1)).max().unwrap_or(0)
            }
            Kind::Product(parts) => parts.iter().map(within).fold(0, u32::saturating_add),
            Kind::Family(followers) => followers.iter().map(|follower| within(&follower.node)).max().unwrap_or(0),
            Kind::List { max, element, .. } => {
                let max = u32::try_from(*max).unwrap_or(u32::MAX);
                within(element).saturating_add(1).saturating_mul(max)
            }
            Kind::Nothing | Kind::Leaf | Kind::Number { .. } | Kind::Opaque { .. } => 0,
        };
    }
    capacities
}
