//! How many values there are of each part at each size: tables, filled from small sizes to large ones.
//!
//! Where sizes add up, an entry is the number of values of exactly that size, and a pair is a convolution. Where the
//! largest counts, an entry is the number of values of *at most* that size, and a pair is a product.

use std::cell::RefCell;

use super::graph::{Graph, Node};
use super::measure::Rule;
use super::number::Number;
use super::unordered::Memory;

/// See the module.
#[derive(Debug)]
pub struct Table<N> {
    /// What is counted.
    pub graph: Graph,
    /// By node, then by index.
    counts: Vec<Vec<N>>,
    /// The same, or the largest number if they are more: asked again and again when values are enumerated.
    small: Vec<Vec<u64>>,
    /// For each node the first and the last index at which it has values, of those that are filled in.
    extents: Vec<(usize, usize)>,
    /// How many sizes are filled in.
    sizes: usize,
    pub(super) memory: RefCell<Memory<N>>,
    zero: N,
}

impl<N: Number> Table<N> {
    /// A table in which nothing is filled in yet.
    pub fn new(graph: Graph) -> Table<N> {
        let counts = vec![Vec::new(); graph.nodes.len()];
        let small = vec![Vec::new(); graph.nodes.len()];
        let extents = vec![(usize::MAX, 0); graph.nodes.len()];
        Table { graph, counts, small, extents, sizes: 0, memory: RefCell::default(), zero: N::ZERO }
    }

    /// Sees to it that all sizes up to this one are counted.
    ///
    /// # Panics
    /// If the size is larger than a bounded list of the space allows to count.
    #[track_caller]
    pub fn fill(&mut self, size: usize) {
        while self.sizes <= size {
            self.unroll();
            let stride = self.graph.grid.stride;
            for index in self.sizes * stride..(self.sizes + 1) * stride {
                for at in 0..self.graph.order.len() {
                    self.enter(self.graph.order[at], index);
                }
            }
            self.sizes += 1;
        }
    }

    /// Lists that the next size could make too long get an end, and the counts so far for the rows that they get.
    #[track_caller]
    fn unroll(&mut self) {
        self.graph.unroll(self.sizes);
        for node in self.counts.len()..self.graph.nodes.len() {
            self.counts.push(Vec::new());
            self.small.push(Vec::new());
            self.extents.push((usize::MAX, 0));
            for index in 0..self.sizes * self.graph.grid.stride {
                self.enter(node, index);
            }
        }
    }

    /// Computes the next entry of a node.
    fn enter(&mut self, node: usize, index: usize) {
        let count = self.compute(node, index);
        if count != N::ZERO {
            let (first, last) = &mut self.extents[node];
            (*first, *last) = ((*first).min(index), index);
        }
        self.small[node].push(count.small().unwrap_or(u64::MAX));
        self.counts[node].push(count);
    }

    /// How many values a node has at an index.
    #[inline]
    pub fn count(&self, node: usize, index: usize) -> &N {
        self.counts[node].get(index).unwrap_or(&self.zero)
    }

    /// Whether a node has a value at an index.
    #[inline]
    pub fn has(&self, node: usize, index: usize) -> bool {
        self.small(node, index) != 0
    }

    /// As [`count`](Table::count), if it is small.
    #[inline]
    pub fn small(&self, node: usize, index: usize) -> u64 {
        self.small[node].get(index).copied().unwrap_or(0)
    }

    /// The first way to divide an index, from a given one on, such that both parts have values. (Where sizes do not add up
    /// there is but one, and both parts have all of it.)
    #[inline]
    pub fn division(&self, first: usize, rest: usize, index: usize, from: usize) -> Option<(usize, usize)> {
        if !self.adds_up() {
            return (from == 0 && self.has(first, index) && self.has(rest, index)).then_some((0, index));
        }
        let ((least, most), (least_left, most_left)) = (self.extents[first], self.extents[rest]);
        let mut part = from.max(least).max(index.saturating_sub(most_left));
        let high = most.min(index.checked_sub(least_left)?);
        while part <= high {
            if let Some(left) = self.graph.grid.minus(index, part) {
                if self.has(first, part) && self.has(rest, left) {
                    return Some((part, left));
                }
            }
            part += 1;
        }
        None
    }

    /// Whether the sizes of parts add up; otherwise the largest counts.
    pub fn adds_up(&self) -> bool {
        self.graph.rule == Rule::Sum
    }

    /// The first and the last number at an index.
    pub fn numbers_at(&self, node: usize, index: usize) -> Option<(u128, u128)> {
        let grid = &self.graph.grid;
        match &self.graph.nodes[node] {
            Node::Numbers { numbers, max, both, besides } => {
                let left = grid.minus(index, *besides)?;
                if left % grid.stride != 0 {
                    return None;
                }
                let size = left / grid.stride;
                match self.graph.rule {
                    Rule::Sum => numbers.range(size, *max, *both),
                    Rule::Max => Some((0, numbers.last_within(size, *max, *both))),
                }
            }
            Node::Constants { count, cost } => {
                let fits = if self.adds_up() { index == *cost } else { index >= *cost };
                (fits && *count > 0).then(|| (0, u128::from(*count - 1)))
            }
            Node::Tiered { ends } => {
                if index % grid.stride != 0 {
                    return None;
                }
                let size = index / grid.stride;
                let up_to = |size: usize| ends.get(size).or(ends.last()).map_or(0, |&end| u128::from(end));
                let first = if size == 0 || !self.adds_up() { 0 } else { up_to(size - 1) };
                (first < up_to(size)).then(|| (first, up_to(size) - 1))
            }
            _ => None,
        }
    }

    fn compute(&self, node: usize, index: usize) -> N {
        let grid = &self.graph.grid;
        match &self.graph.nodes[node] {
            Node::Unit => N::of(usize::from(!self.adds_up() || index == 0)),
            Node::Numbers { .. } | Node::Constants { .. } | Node::Tiered { .. } => match self.numbers_at(node, index) {
                Some((first, last)) => N::from(last - first) + N::of(1),
                None => N::ZERO,
            },
            Node::Pay { cost, of } => grid.minus(index, *cost).map_or(N::ZERO, |left| self.count(*of, left).clone()),
            Node::Sum { arms } => arms.iter().map(|&arm| self.count(arm, index).clone()).sum(),
            Node::Pair { first, rest } => self.pair(*first, *rest, index),
            Node::Family { members, .. } => {
                let ways =
                    members.iter().filter_map(|member| Some(self.count(member.rest, self.after(member.cost, index)?)));
                ways.cloned().sum()
            }
            Node::List { first, .. } => self.count(*first, index).clone(),
            Node::Row { end, element, cost, next } => {
                let ends = end.is_some_and(|end| self.ends(end, index));
                let more = next.zip(grid.minus(index, *cost));
                N::of(usize::from(ends)) + more.map_or(N::ZERO, |(next, left)| self.pair(*element, next, left))
            }
            Node::Unordered(collection) => self.count_unordered(collection, index),
            Node::Function { result, exceptions } => self.count_functions(*result, exceptions, index),
            Node::Selection { from, min, max, end, cost } => {
                self.selections(*min, *max, *end, *cost, index).map(|chosen| super::choose(&N::of(*from), chosen)).sum()
            }
        }
    }

    /// Whether what costs `cost` and has nothing else is a value at an index.
    pub fn ends(&self, cost: usize, index: usize) -> bool {
        if self.adds_up() { index == cost } else { index >= cost }
    }

    /// What is left of an index for what follows a part of this cost.
    #[inline]
    pub fn after(&self, cost: usize, index: usize) -> Option<usize> {
        if self.adds_up() { self.graph.grid.minus(index, cost) } else { (cost <= index).then_some(index) }
    }

    /// How many of several values may be selected at an index.
    pub fn selections(
        &self,
        min: usize,
        max: usize,
        end: usize,
        cost: usize,
        index: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        (min..=max).filter(move |&chosen| self.ends(end + chosen * cost, index))
    }

    /// The pairs of an index: of all ways to divide it, or of both at it.
    pub fn pair(&self, first: usize, rest: usize, index: usize) -> N {
        if !self.adds_up() {
            return self.count(first, index).times(self.count(rest, index));
        }
        let mut sum = N::ZERO;
        if first == rest && self.graph.grid.stride == 1 {
            // Counts that are the same from both ends are computed once.
            for part in 0..index.div_ceil(2) {
                if self.has(first, part) && self.has(first, index - part) {
                    sum += self.count(first, part).times(self.count(first, index - part));
                }
            }
            sum += sum.clone();
            if index % 2 == 0 {
                let half = self.count(first, index / 2);
                sum += half.times(half);
            }
            return sum;
        }
        for part in 0..=index {
            if let Some(left) = self.graph.grid.minus(index, part) {
                if self.has(first, part) && self.has(rest, left) {
                    sum += self.count(first, part).times(self.count(rest, left));
                }
            }
        }
        sum
    }
}
