//! What is counted: a space under a measure, as nodes that pay, add, multiply and repeat.
//!
//! A size may have several parts: how large, and how often this or that constructor occurs. They are written as one number,
//! an *index* whose leading digit is the size (see [`Grid`]); so tables are plain vectors whatever is counted, and whatever
//! has a cost refers to a smaller index.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::measure::{Measure, Numbers, Rule, names};
use crate::space::{ListKind, NodeId, Shape, Space};

/// A list that may be longer than this is counted as if there were no bound, until sizes come up to it.
const ROWS: usize = 8;

/// A list that is always longer than this is not counted; nor are sizes beyond a bound that is larger.
const LONG: usize = 4_096;

/// Sizes of several parts as one index.
#[derive(Clone, Debug)]
pub struct Grid {
    /// For each variable besides the size, how many values it takes.
    radices: Vec<usize>,
    /// How far apart two sizes are.
    pub stride: usize,
}

impl Grid {
    fn new(measure: &Measure) -> Grid {
        let radices: Vec<usize> = measure.counted.iter().map(|&(_, at_most)| at_most as usize + 1).collect();
        Grid { stride: radices.iter().product(), radices }
    }

    /// The index of a size and the other variables; `None` if one of them is out of its range.
    pub fn index(&self, size: usize, others: &[u32]) -> Option<usize> {
        let mut index = size;
        for (at, &radix) in self.radices.iter().enumerate() {
            let other = others.get(at).copied().unwrap_or(0) as usize;
            if other >= radix {
                return None;
            }
            index = index.checked_mul(radix)?.checked_add(other)?;
        }
        Some(index)
    }

    /// What is left of an index when a part has been paid for.
    #[inline(always)]
    pub fn minus(&self, whole: usize, part: usize) -> Option<usize> {
        if self.stride == 1 || part == 0 {
            return whole.checked_sub(part);
        }
        self.minus_each(whole, part)
    }

    fn minus_each(&self, whole: usize, part: usize) -> Option<usize> {
        let (mut left, mut paid) = (whole, part);
        for &radix in self.radices.iter().rev() {
            if paid % radix > left % radix {
                return None;
            }
            (left, paid) = (left / radix, paid / radix);
        }
        whole.checked_sub(part)
    }

    /// The sum of two indices; `None` if a variable goes beyond its bound.
    pub fn plus(&self, one: usize, other: usize) -> Option<usize> {
        let sum = one.checked_add(other)?;
        self.minus(sum, one)?;
        self.minus(sum, other).filter(|&back| back == one).map(|_| sum)
    }
}

/// A part of what is counted. Costs are indices.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // of fields: what they are is said with their variant
pub enum Node {
    /// One value.
    Unit,
    /// One choice among numbers of growing cost, and what each costs besides. A wide number is two choices.
    Numbers { numbers: Numbers, max: u128, both: u128, besides: usize },
    /// One choice among constants of the same cost.
    Constants { count: u64, cost: usize },
    /// One choice among given values: how many of them there are up to each size.
    Tiered { ends: Arc<[u64]> },
    /// The same values, for more.
    Pay { cost: usize, of: usize },
    /// One choice, and one of the arms: they are in the order of their choice.
    Sum { arms: Vec<usize> },
    /// One and then the other.
    Pair { first: usize, rest: usize },
    /// A value of a part, each with what it costs, and then what follows it.
    Family { first: usize, members: Vec<Member> },
    /// One choice, the length, and the elements.
    List { min: usize, first: usize },
    /// What follows in a list: its end, or an element and another row.
    Row { end: Option<usize>, element: usize, cost: usize, next: Option<usize> },
    /// One choice, the length, and elements of which only the set matters, or none of which comes twice.
    Unordered(Unordered),
    /// A default result, one choice for the number of exceptions, and the exceptions.
    Function { result: usize, exceptions: Unordered },
    /// One choice, the length, and how many are skipped before each of those that are chosen.
    Selection { from: usize, min: usize, max: usize, end: usize, cost: usize },
}

/// A value of the first part of a family.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Member {
    pub choices: Vec<u64>,
    pub cost: usize,
    /// What follows.
    pub rest: usize,
}

/// A collection whose elements are counted by groups of the same size.
#[derive(Clone, Copy, Debug)]
pub struct Unordered {
    pub kind: ListKind,
    pub min: usize,
    pub max: usize,
    pub key: usize,
    /// What comes with each key.
    pub value: Option<usize>,
    pub end: usize,
    pub cost: usize,
}

/// A row that is followed by itself, though the list that it is of has a bound.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub row: usize,
    pub min: usize,
    pub max: usize,
}

/// Why a space cannot be counted under a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncountable(pub String);

impl fmt::Display for Uncountable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Uncountable {}

/// See the module.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub root: usize,
    pub grid: Grid,
    pub rule: Rule,
    /// The nodes in an order in which each comes after those that it refers to at the same size.
    pub order: Vec<usize>,
    /// Lists whose bound is not reached by the sizes so far.
    pub loops: Vec<Loop>,
    /// Whether a condition rejects some of what is counted.
    pub is_filtered: bool,
    /// Whether there are values that are not counted.
    pub goes_on: bool,
    /// The nodes of parts that are drawn on demand.
    pub lazy: HashSet<usize>,
}

impl Graph {
    /// The graph of a space under a measure.
    pub fn new(space: &Space, measure: &Measure) -> Result<Graph, Uncountable> {
        if measure.constructor == 0 {
            return Err(Uncountable("constructors that cost nothing make infinitely many values of one size".into()));
        }
        if measure.rule == Rule::Max && !measure.counted.is_empty() {
            return Err(Uncountable("how often a constructor occurs can be counted by size, not by depth".into()));
        }
        if let Some(what) = space.opaque_parts().next() {
            return Err(Uncountable(format!("a part of the space is known only by running it: {what}")));
        }
        let mut builder = Builder {
            space,
            measure,
            costs: space.costs(),
            grid: Grid::new(measure),
            nodes: Vec::new(),
            known: HashMap::new(),
            open: Vec::new(),
            pairs: HashMap::new(),
            loops: Vec::new(),
            lazy: HashSet::new(),
        };
        let root = builder.node(space.root());
        while let Some((id, at)) = builder.open.pop() {
            builder.nodes[at] = builder.content(id, at)?;
        }
        let Builder { grid, nodes, loops, lazy, .. } = builder;
        let is_filtered = space.nodes().any(|(_, shape)| matches!(shape, Shape::Filtered { .. }));
        let goes_on = space.nodes().any(|(_, shape)| matches!(shape, Shape::Tiered { goes_on: true, .. }));
        let mut graph =
            Graph { nodes, root, grid, rule: measure.rule, order: Vec::new(), loops, is_filtered, goes_on, lazy };
        graph.price_members();
        graph.order = order(&graph)?;
        Ok(graph)
    }

    /// Finds out what the values cost on which others depend.
    fn price_members(&mut self) {
        for at in 0..self.nodes.len() {
            let Node::Family { first, members } = &self.nodes[at] else { continue };
            let price = |member: &Member| {
                let cost = self.parse(*first, &mut member.choices.iter().copied())?.size;
                Some(Member { cost, ..member.clone() })
            };
            let (first, members) = (*first, members.iter().filter_map(price).collect());
            self.nodes[at] = Node::Family { first, members };
        }
    }
}

impl Graph {
    /// Gives lists that could be too long at a size the rows that they have. The new nodes refer to smaller sizes only.
    ///
    /// # Panics
    /// If a list would have too many rows.
    #[track_caller]
    pub fn unroll(&mut self, size: usize) {
        let (reached, left) = self.loops.iter().partition(|list| list.max - list.min < size);
        self.loops = left;
        for Loop { row, min, max } in Vec::from_iter::<Vec<Loop>>(reached) {
            assert!(max <= LONG, "values are counted only up to size {max} here, where a list ends, not up to {size}");
            let Node::Row { end, element, cost, .. } = self.nodes[row] else { continue };
            let mut next = None;
            for _ in min..max {
                self.order.push(self.nodes.len());
                self.nodes.push(Node::Row { end, element, cost, next });
                next = Some(self.nodes.len() - 1);
            }
            self.nodes[row] = Node::Row { end, element, cost, next };
        }
    }
}

struct Builder<'a> {
    space: &'a Space,
    measure: &'a Measure,
    costs: Vec<Option<u64>>,
    grid: Grid,
    nodes: Vec<Node>,
    known: HashMap<NodeId, usize>,
    /// Nodes that are known and have no content yet.
    open: Vec<(NodeId, usize)>,
    pairs: HashMap<(usize, usize), usize>,
    loops: Vec<Loop>,
    lazy: HashSet<usize>,
}

impl Builder<'_> {
    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// A cost as an index.
    fn cost(&self, size: u32) -> usize {
        size as usize * self.grid.stride
    }

    /// What a constructor costs, in all variables.
    fn constructor_cost(&self, site: &str, label: &str, has_fields: bool) -> Result<usize, Uncountable> {
        let counts = |name: &str| u32::from(name == site || names(name, site, label));
        let others: Vec<u32> = self.measure.counted.iter().map(|(name, _)| counts(name)).collect();
        let cost = self.grid.index(self.measure.cost_of(site, label, has_fields) as usize, &others);
        cost.ok_or_else(|| Uncountable(format!("{site}::{label} may not occur at all")))
    }

    /// The node of a part. Its content comes later: a space may be a very deep one.
    fn node(&mut self, id: NodeId) -> usize {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let at = self.add(Node::Unit);
        self.known.insert(id, at);
        self.open.push((id, at));
        at
    }

    /// What a node is.
    fn content(&mut self, id: NodeId, at: usize) -> Result<Node, Uncountable> {
        Ok(match self.space.shape(id) {
            Shape::Unit => Node::Unit,
            Shape::Number { max, both } => Node::Numbers {
                numbers: self.measure.numbers,
                max: *max,
                both: *both,
                besides: self.cost(self.measure.number),
            },
            Shape::Character { count } => Node::Numbers {
                numbers: self.measure.numbers,
                max: u128::from(count.saturating_sub(1)),
                both: 0,
                besides: self.cost(self.measure.number),
            },
            Shape::Constants { count } => Node::Constants { count: *count, cost: self.cost(self.measure.constant) },
            Shape::Tiered { ends, .. } => Node::Tiered { ends: ends.clone() },
            Shape::Product(parts) => {
                let of = self.product(parts);
                Node::Pay { cost: if parts.len() > 1 { self.cost(self.measure.tuple) } else { 0 }, of }
            }
            Shape::Family { first, rests } => {
                let first = self.node(*first);
                let members = rests.iter().map(|rest| {
                    // As the fields of a constructor.
                    let of = match self.space.shape(rest.node) {
                        Shape::Product(parts) => self.product(parts),
                        _ => self.node(rest.node),
                    };
                    Member { choices: rest.choices.clone(), cost: 0, rest: of }
                });
                Node::Family { first, members: members.collect() }
            }
            Shape::Sum { site, arms, ranked } => {
                let order = if *ranked { self.space.order_of(id, &self.costs) } else { (0..arms.len()).collect() };
                let arms = order.into_iter().map(|arm| self.constructor(site, arms[arm].label, arms[arm].node));
                Node::Sum { arms: arms.collect::<Result<_, _>>()? }
            }
            Shape::Named { name, of } => match self.space.shape(self.space.without_condition(*of)) {
                Shape::Product(_) | Shape::Unit => Node::Pay { cost: 0, of: self.constructor(name, name, *of)? },
                _ => Node::Pay { cost: 0, of: self.node(*of) },
            },
            Shape::List { kind, min, max, element } => self.list(*kind, *min, *max, *element)?,
            Shape::Selection { from, min, max } => Node::Selection {
                from: *from,
                min: *min,
                max: *max,
                end: self.cost(self.measure.constant),
                cost: self.cost(self.measure.constructor),
            },
            Shape::Function { .. } if self.measure.rule == Rule::Max => {
                return Err(Uncountable("functions are counted by size, not by depth".into()));
            }
            Shape::Function { argument, result } => {
                let (key, result) = (self.node(*argument), self.node(*result));
                let exceptions = Unordered {
                    kind: ListKind::Map,
                    min: 0,
                    max: usize::MAX,
                    key,
                    value: Some(result),
                    end: 0,
                    cost: self.cost(self.measure.constructor),
                };
                Node::Function { result, exceptions }
            }
            Shape::Lazy { of } => {
                self.lazy.insert(at);
                Node::Pay { cost: 0, of: self.node(*of) }
            }
            Shape::Mapped { of } | Shape::Steered { of, .. } | Shape::Filtered { of, .. } => {
                Node::Pay { cost: 0, of: self.node(*of) }
            }
            Shape::Opaque { what } => {
                return Err(Uncountable(format!("a part of the space is known only by running it: {what}")));
            }
        })
    }

    /// A constructor and its fields, which are not a tuple.
    fn constructor(&mut self, site: &str, label: &str, of: NodeId) -> Result<usize, Uncountable> {
        let of = self.space.without_condition(of);
        let (has_fields, fields) = match self.space.shape(of) {
            Shape::Unit => (false, self.add(Node::Unit)),
            Shape::Product(parts) => (!parts.is_empty(), self.product(parts)),
            _ => (true, self.node(of)),
        };
        let cost = self.constructor_cost(site, label, has_fields)?;
        Ok(self.add(Node::Pay { cost, of: fields }))
    }

    fn product(&mut self, parts: &[NodeId]) -> usize {
        let parts: Vec<usize> = parts.iter().map(|&part| self.node(part)).collect();
        let Some((&last, front)) = parts.split_last() else { return self.add(Node::Unit) };
        front.iter().rev().fold(last, |rest, &first| {
            let known = self.pairs.get(&(first, rest)).copied();
            known.unwrap_or_else(|| {
                let pair = self.add(Node::Pair { first, rest });
                self.pairs.insert((first, rest), pair);
                pair
            })
        })
    }

    fn list(&mut self, kind: ListKind, min: usize, max: usize, element: NodeId) -> Result<Node, Uncountable> {
        let (end, cost) = (self.cost(self.measure.constant), self.cost(self.measure.constructor));
        if kind == ListKind::Map {
            if let Shape::Product(parts) = self.space.shape(element) {
                if let [key, value] = parts[..] {
                    let (key, value) = (self.node(key), Some(self.node(value)));
                    return Ok(Node::Unordered(Unordered { kind, min, max, key, value, end, cost }));
                }
            }
        }
        let element = self.node(element);
        if kind != ListKind::Sequence {
            return Ok(Node::Unordered(Unordered { kind, min, max, key: element, value: None, end, cost }));
        }
        if min > LONG {
            return Err(Uncountable(format!("a list of at least {min} elements is too long to be counted")));
        }
        let is_open = max.saturating_sub(min) > ROWS;
        // From the last row to the first.
        let mut next = None;
        for length in (0..=if is_open { min } else { max }).rev() {
            let end = (length >= min).then_some(end);
            let at = self.add(Node::Row { end, element, cost, next });
            if is_open && next.is_none() {
                self.nodes[at] = Node::Row { end, element, cost, next: Some(at) };
                if max < usize::MAX {
                    self.loops.push(Loop { row: at, min, max });
                }
            }
            next = Some(at);
        }
        Ok(Node::List { min, first: next.unwrap_or_default() })
    }
}

/// Sorts the nodes so that each comes after those that it refers to at the same index.
fn order(graph: &Graph) -> Result<Vec<usize>, Uncountable> {
    let nodes = &graph.nodes;
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    for start in 0..nodes.len() {
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 {
                if marks[node] == Mark::Done {
                    continue;
                }
                marks[node] = Mark::Open;
            }
            match at_the_same_size(&nodes[node], graph.rule).get(next) {
                Some(&child) => {
                    open.push((node, next + 1));
                    match marks[child] {
                        Mark::New => open.push((child, 0)),
                        Mark::Done => {}
                        Mark::Open => {
                            return Err(Uncountable(
                                "a recursion that costs nothing makes infinitely many values of one size".into(),
                            ));
                        }
                    }
                }
                None => {
                    marks[node] = Mark::Done;
                    order.push(node);
                }
            }
        }
    }
    Ok(order)
}

fn at_the_same_size(node: &Node, rule: Rule) -> Vec<usize> {
    match node {
        Node::Pay { cost: 0, of } => vec![*of],
        Node::Sum { arms } => arms.clone(),
        Node::Pair { first, rest } => vec![*first, *rest],
        Node::Family { members, .. } => {
            let here = members.iter().filter(|member| member.cost == 0 || rule == Rule::Max);
            here.map(|member| member.rest).collect()
        }
        Node::List { first, .. } => vec![*first],
        Node::Function { result, .. } => vec![*result],
        _ => Vec::new(),
    }
}
