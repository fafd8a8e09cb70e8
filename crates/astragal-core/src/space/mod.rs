//! The space of a generator: a graph of sums, products, lists and leaves, known before it runs.
//!
//! A recursive type is a cycle in the graph. What is counted, enumerated or planned is computed from here; this module
//! itself computes only what drawing needs: which parts end, and at what cost ([`Plan`](crate::Plan)).

mod cost;
mod cycles;
mod family;
mod most;
mod outline;
mod outline_text;
mod plainly;
mod plan;
mod words;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use crate::source::{Identity, Place};
pub(crate) use cycles::Cycles;
pub use family::Call;
use family::Families;
pub use outline::Outline;
pub use plan::Plain;

/// A node of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The nodes of a space of this many.
    pub(crate) fn first(count: usize) -> impl Iterator<Item = NodeId> {
        (0..count as u32).map(NodeId)
    }

    /// Its place among the nodes of its space.
    #[doc(hidden)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a part of a space is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// One value, and no choice.
    Unit,
    /// One value for each number from 0 to `max`, the larger the less simple. Up to 64 bits it is one choice, above that
    /// it is two.
    Number {
        /// The largest number.
        max: u128,
        /// How far the numbers go to both sides of their origin: 0, 1, -1, 2, -2 and so on.
        both: u128,
    },
    /// One of several characters, simplest first: a choice like a number, but not one that measures anything.
    Character {
        /// How many there are.
        count: u32,
    },
    /// One of several constants, none simpler than the other in kind: one choice.
    Constants {
        /// How many there are.
        count: u64,
    },
    /// One of several given values, each with a size of its own: one choice, in the order of their sizes.
    Tiered {
        /// How many of them there are up to each size.
        ends: Arc<[u64]>,
        /// Whether there are other values, so that these are never said to be all.
        goes_on: bool,
    },
    /// A value of each part, in order.
    Product(Vec<NodeId>),
    /// A value of one of the arms, chosen at a labeled pick.
    Sum {
        /// The name of the pick.
        site: &'static str,
        /// What can be picked, in the order in which it was written.
        arms: Vec<Arm>,
        /// Whether the choice is the rank of the arm by simplicity (see [`Plan`](crate::Plan)), or its place as written.
        ranked: bool,
    },
    /// A part, and then what depends on it: for each of its values a space of its own. See [`Sketch::family`].
    Family {
        /// What comes first.
        first: NodeId,
        /// Its values, in the order of their choices, and what follows each. The others are rejected.
        rests: Vec<Rest>,
    },
    /// A list of elements, chosen as its length and then its elements.
    List {
        /// What makes two lists the same value.
        kind: ListKind,
        /// The fewest elements.
        min: usize,
        /// The most elements; `usize::MAX` if there is no bound.
        max: usize,
        /// What each is.
        element: NodeId,
    },
    /// Some of several given values, in their order: their number, and how many are skipped before each.
    Selection {
        /// How many values there are to choose from.
        from: usize,
        /// The fewest that are chosen.
        min: usize,
        /// The most.
        max: usize,
    },
    /// A function: a default result, and exceptions, each an argument and another result. No argument comes
    /// twice, and their order does not matter.
    Function {
        /// What it is asked.
        argument: NodeId,
        /// What it answers.
        result: NodeId,
    },
    /// A named type, so that recursion goes through a name.
    Named {
        /// Its name.
        name: &'static str,
        /// What it is.
        of: NodeId,
    },
    /// The values of another space under a function that may send several to the same value.
    Mapped {
        /// The space that is mapped.
        of: NodeId,
    },
    /// The values of another space, each drawn on demand.
    Lazy {
        /// The space of what is drawn on demand.
        of: NodeId,
    },
    /// The values of another space, drawn by a strategy of their own.
    Steered {
        /// The space from which it draws.
        of: NodeId,
        /// Whether what it draws was learned from a condition, so that its distribution is unknown.
        guided: bool,
    },
    /// Those values of another space for which a condition holds.
    Filtered {
        /// The space that is filtered.
        of: NodeId,
        /// Where the condition is.
        place: Place,
    },
    /// A part that is known only by running it, such as a closure.
    Opaque {
        /// What it is.
        what: &'static str,
    },
}

/// What makes two lists the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// Elements in order.
    Sequence,
    /// The order does not matter.
    Bag,
    /// The order does not matter, and no element occurs twice.
    Set,
    /// As a set of pairs, in which no first part occurs twice.
    Map,
    /// Elements in order, none of them twice.
    Distinct,
}

/// What follows one value of the part of a [family](Shape::Family) that comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rest {
    /// The choices of that value.
    pub choices: Vec<u64>,
    /// What follows.
    pub node: NodeId,
}

/// One arm of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arm {
    /// Its name.
    pub label: &'static str,
    /// How often chance picks it, against the other arms.
    pub weight: u32,
    /// What it holds.
    pub node: NodeId,
}

/// The space of a generator as a graph. See [`Draw::space`](crate::Draw::space).
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Arbitrary)]
/// enum Expr { Val(i32), Add(Box<Expr>, Box<Expr>) }
///
/// let space = any::<Expr>().space();
/// assert!(space.is_recursive());
/// assert!(space.opaque_parts().next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    shapes: Vec<Shape>,
    root: NodeId,
    /// The nodes that are types, not only names.
    types: HashMap<NodeId, Identity>,
    /// The names of the parts of products that have them.
    names: HashMap<NodeId, &'static [&'static str]>,
    /// The nodes that are calls of functions. Those of one function differ by their arguments.
    functions: HashMap<NodeId, Identity>,
    cycles: OnceLock<Cycles>,
}

impl Space {
    /// Of two arms of which only the first is recursive, the other one is the simpler, and so is, if both are, the one that
    /// ends sooner: it comes first.
    fn put_the_end_first(&mut self, sum: NodeId, heights: &[Option<u64>]) {
        let height = |arm: &Arm| heights[arm.node.index()].unwrap_or(u64::MAX);
        let is_second_simpler = match self.shape(sum) {
            Shape::Sum { arms, .. } => match &arms[..] {
                [one, other] if self.is_recursive_from(one.node) => {
                    !self.is_recursive_from(other.node) || height(other) < height(one)
                }
                _ => false,
            },
            _ => false,
        };
        if let (true, Shape::Sum { arms, .. }) = (is_second_simpler, &mut self.shapes[sum.index()]) {
            arms.reverse();
        }
    }

    /// Where it begins.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// What a node is made of.
    ///
    /// # Panics
    /// If the node is of another space.
    pub fn shape(&self, node: NodeId) -> &Shape {
        &self.shapes[node.0 as usize]
    }

    /// The type that a node is, if it is one that describes itself under its name.
    #[doc(hidden)]
    pub fn type_of(&self, node: NodeId) -> Option<Identity> {
        self.types.get(&node).copied()
    }

    /// The names of the parts of a product, if they are named fields.
    pub fn names_of(&self, node: NodeId) -> Option<&'static [&'static str]> {
        self.names.get(&node).copied()
    }

    /// The nodes that are the calls of functions, and which function each calls.
    pub(crate) fn functions(&self) -> &HashMap<NodeId, Identity> {
        &self.functions
    }

    /// The calls of functions that call themselves, with whatever arguments.
    #[doc(hidden)]
    pub fn recursive_calls(&self) -> HashSet<NodeId> {
        let cycles = Cycles::of_functions(self);
        self.functions.keys().copied().filter(|&call| cycles.is_cyclic(call)).collect()
    }

    /// Which parts contain themselves.
    pub(crate) fn cycles(&self) -> &Cycles {
        self.cycles.get_or_init(|| Cycles::of(self))
    }

    /// What a condition is a condition of.
    #[doc(hidden)]
    pub fn without_condition(&self, mut node: NodeId) -> NodeId {
        while let Shape::Filtered { of, .. } = self.shape(node) {
            node = *of;
        }
        node
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Shape)> {
        self.shapes.iter().enumerate().map(|(index, shape)| (NodeId(index as u32), shape))
    }

    /// Whether a part of it is drawn by what was learned from a condition.
    pub fn is_guided(&self) -> bool {
        self.nodes().any(|(_, shape)| matches!(shape, Shape::Steered { guided: true, .. }))
    }

    /// The parts that are known only by running them.
    pub fn opaque_parts(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Opaque { what } => Some(*what),
            _ => None,
        })
    }
}

/// Draws the graph of a [`Space`], node by node. See [`Draw::describe`](crate::Draw::describe).
#[derive(Debug)]
pub struct Sketch {
    shapes: Vec<Shape>,
    /// For what size a part that depends on it is described.
    size: u32,
    depends_on_size: bool,
    /// Sums of two whose order is known only when all is described.
    ends_first: Vec<NodeId>,
    types: HashMap<Identity, NodeId>,
    /// Types with parameters, by the number of these.
    given: HashMap<(TypeId, u64), NodeId>,
    /// Those of them that are described now, one within the other.
    begun: Vec<TypeId>,
    shared: HashMap<(usize, &'static str), NodeId>,
    names: HashMap<NodeId, &'static [&'static str]>,
    families: Families,
}

impl Default for Sketch {
    fn default() -> Sketch {
        Sketch {
            shapes: Vec::new(),
            size: u32::MAX,
            depends_on_size: false,
            ends_first: Vec::new(),
            types: HashMap::new(),
            given: HashMap::new(),
            begun: Vec::new(),
            shared: HashMap::new(),
            names: HashMap::new(),
            families: Families::default(),
        }
    }
}

impl Sketch {
    /// A sketch for what is drawn at a size.
    pub(crate) fn new(size: u32) -> Sketch {
        Sketch { size, ..Sketch::default() }
    }

    /// The graph that begins at a node, and whether it is another one at other sizes.
    pub(crate) fn finish(self, root: NodeId) -> (Space, bool) {
        let types = self.types.into_iter().map(|(id, node)| (node, id)).collect();
        let functions = self.families.functions;
        let mut space =
            Space { shapes: self.shapes, root, types, functions, names: self.names, cycles: OnceLock::new() };
        if !self.ends_first.is_empty() {
            let heights = space.heights();
            for sum in self.ends_first {
                space.put_the_end_first(sum, &heights);
            }
        }
        (space, self.depends_on_size)
    }

    /// The size for which this is described: the largest, so that whatever was drawn parses, unless a plan for one size is
    /// to be made.
    pub(crate) fn size(&mut self) -> u32 {
        self.depends_on_size = true;
        self.size
    }

    /// A sum of two arms, of which one that is not recursive, or else the one that ends sooner, comes first.
    pub(crate) fn ends_first(&mut self, sum: NodeId) -> NodeId {
        self.ends_first.push(sum);
        sum
    }

    /// A size of its own for what is described within.
    pub(crate) fn at_size<T>(&mut self, size: u32, describe: impl FnOnce(&mut Sketch) -> T) -> T {
        let outer = self.size;
        if outer != u32::MAX {
            self.size = size;
        }
        let described = describe(self);
        self.size = outer;
        described
    }

    /// Adds a node. Within a family, where most parts occur many times, a part of the same content may be the same node.
    pub fn add(&mut self, shape: Shape) -> NodeId {
        match shape {
            // These are changed later on.
            Shape::Sum { .. } | Shape::Named { .. } | Shape::Opaque { .. } => self.push(shape),
            shape => self.once(shape),
        }
    }

    fn push(&mut self, shape: Shape) -> NodeId {
        self.shapes.push(shape);
        NodeId(self.shapes.len() as u32 - 1)
    }

    /// A product whose parts are fields of these names.
    pub fn fields(&mut self, names: &'static [&'static str], parts: Vec<NodeId>) -> NodeId {
        let node = self.push(Shape::Product(parts));
        self.names.insert(node, names);
        node
    }

    /// A choice of a number from 0 to `max`.
    pub fn number(&mut self, max: u64) -> NodeId {
        self.add(Shape::Number { max: u128::from(max), both: 0 })
    }

    /// A choice of a number around an origin: see [`Source::offset`](crate::Source::offset).
    pub fn offset(&mut self, max: u128, origin: u128) -> NodeId {
        self.add(Shape::Number { max, both: origin.min(max.saturating_sub(origin)) })
    }

    /// A choice of one of several constants.
    pub fn constants(&mut self, count: u64) -> NodeId {
        self.add(Shape::Constants { count })
    }

    /// Those values for which a condition holds, which is where this is called.
    #[track_caller]
    pub fn filtered(&mut self, of: NodeId) -> NodeId {
        self.add(Shape::Filtered { of, place: Place::here() })
    }

    /// The node of a type, described once however often it occurs: this is what makes recursion a cycle.
    pub fn named<T: 'static>(&mut self, name: &'static str, describe: impl FnOnce(&mut Sketch) -> NodeId) -> NodeId {
        let id = Identity::of::<T>();
        let known = self.types.get(&id).copied();
        known.unwrap_or_else(|| self.cycle(name, describe, |sketch, node| _ = sketch.types.insert(id, node)))
    }

    /// Nodes of things that refer to each other, in as many calls as there are things and not one within the other: a node for each
    /// that is not known yet, which `fill` describes when all of them can be referred to. The nodes, in the order of the things.
    #[doc(hidden)]
    pub fn all_named(
        &mut self,
        things: &[(Identity, &'static str)],
        mut fill: impl FnMut(&mut Sketch, usize, &[NodeId]) -> NodeId,
    ) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(things.len());
        let mut new = Vec::new();
        for (at, &(id, name)) in things.iter().enumerate() {
            let known = self.types.get(&id).copied();
            nodes.push(known.unwrap_or_else(|| {
                let node = self.add(Shape::Opaque { what: name }); // until it is described
                self.types.insert(id, node);
                new.push(at);
                node
            }));
        }
        for at in new {
            let of = fill(self, at, &nodes);
            self.shapes[nodes[at].index()] = Shape::Named { name: things[at].1, of };
        }
        nodes
    }

    /// The node of a type with parameters of some number: described once for each. A type that makes other parameters for its
    /// parts, and these for theirs, would not end: it is opaque from some depth on, and from some number of parameters on.
    #[doc(hidden)]
    pub fn named_with<T: 'static>(
        &mut self,
        name: &'static str,
        params: u64,
        describe: impl FnOnce(&mut Sketch) -> NodeId,
    ) -> NodeId {
        const DEPTH: usize = 8;
        const MOST: usize = 1000;
        let id = TypeId::of::<T>();
        if let Some(&known) = self.given.get(&(id, params)) {
            return known;
        }
        if self.given.len() >= MOST || self.begun.iter().filter(|&&begun| begun == id).count() >= DEPTH {
            return self.add(Shape::Opaque { what: name });
        }
        self.begun.push(id);
        let node = self.cycle(name, describe, |sketch, node| {
            sketch.given.insert((id, params), node);
            sketch.types.entry(Identity::Type(id)).or_insert(node);
        });
        self.begun.pop();
        node
    }

    /// The node of something that recurs by reference, known by its address (and type: a field may share the address).
    pub(crate) fn shared<G>(
        &mut self,
        part: &G,
        name: &'static str,
        describe: impl FnOnce(&mut Sketch) -> NodeId,
    ) -> NodeId {
        let key = (std::ptr::from_ref(part).addr(), std::any::type_name::<G>());
        let known = self.shared.get(&key).copied();
        known.unwrap_or_else(|| self.cycle(name, describe, |sketch, node| _ = sketch.shared.insert(key, node)))
    }

    /// Gives the arms of a type other weights.
    #[doc(hidden)]
    pub fn reweigh(&mut self, id: Identity, weights: &[u32]) {
        let Some(&Shape::Named { of, .. }) = self.types.get(&id).map(|node| &self.shapes[node.0 as usize]) else {
            return;
        };
        if let Shape::Sum { arms, .. } = &mut self.shapes[of.0 as usize] {
            arms.iter_mut().zip(weights).for_each(|(arm, &weight)| arm.weight = weight);
        }
    }

    fn cycle(
        &mut self,
        name: &'static str,
        describe: impl FnOnce(&mut Sketch) -> NodeId,
        remember: impl FnOnce(&mut Sketch, NodeId),
    ) -> NodeId {
        let node = self.add(Shape::Opaque { what: name }); // until it is described
        remember(self, node);
        let of = describe(self);
        self.shapes[node.0 as usize] = Shape::Named { name, of };
        node
    }
}
