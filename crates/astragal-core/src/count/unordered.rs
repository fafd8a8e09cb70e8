//! Sets, bags, maps, lists without duplicates, and functions: counted by how many elements of each size they hold.
//!
//! Elements of one size are a *group*. A set takes some of a group, which can be done in as many ways as the binomial
//! says; a map gives each of them a value besides; a bag may take one several times; a list without duplicates is a set in some
//! order. A function is a default result and a map of exceptions from which that one result is missing.

use std::collections::HashMap;

use super::choose;
use super::graph::Unordered;
use super::number::Number;
use super::table::Table;
use crate::space::ListKind;

/// What was computed before. Keyed by the collection (its key and value), the size of the missing value, and the question.
#[derive(Debug)]
pub(super) struct Memory<N> {
    ways: HashMap<[usize; 6], N>,
    powers: HashMap<[usize; 4], N>,
    exceptions: HashMap<[usize; 4], N>,
}

impl<N> Default for Memory<N> {
    fn default() -> Memory<N> {
        Memory { ways: HashMap::new(), powers: HashMap::new(), exceptions: HashMap::new() }
    }
}

/// No value is missing.
pub(super) const NONE: usize = usize::MAX;

/// One group of a collection that is being built: which keys of it, and the values that they get.
pub(super) struct Taken<N> {
    /// The index of their size.
    pub(super) group: usize,
    /// How many.
    pub(super) count: usize,
    /// Which of the ways to choose them.
    pub(super) keys: N,
    /// What their values cost together, and which of those it is.
    pub(super) cost: usize,
    pub(super) values: N,
}

impl<N: Number> Table<N> {
    pub(super) fn count_unordered(&self, collection: &Unordered, index: usize) -> N {
        self.lengths(collection, index).map(|length| self.of_length(collection, NONE, length, index)).sum()
    }

    /// How long a collection can be at an index.
    pub(super) fn lengths(&self, collection: &Unordered, index: usize) -> std::ops::RangeInclusive<usize> {
        let affordable = index / collection.cost.max(1);
        collection.min..=collection.max.min(affordable)
    }

    /// How many collections of a length there are at an index.
    pub(super) fn of_length(&self, collection: &Unordered, without: usize, length: usize, index: usize) -> N {
        if !self.adds_up() {
            return self.of_depth(collection, without, length, index);
        }
        let Some(left) = self.graph.grid.minus(index, collection.end) else { return N::ZERO };
        self.ways(collection, without, 0, length, left) * orders(collection, length)
    }

    /// Where depth counts: any keys and values of smaller depth.
    fn of_depth(&self, collection: &Unordered, without: usize, length: usize, index: usize) -> N {
        if index < collection.end {
            return N::ZERO;
        }
        if length == 0 {
            return N::of(1);
        }
        let Some(left) = index.checked_sub(collection.cost) else { return N::ZERO };
        let keys = self.take(collection, self.count(collection.key, left), length);
        keys * self.value_count(collection, without, left).power(length) * orders(collection, length)
    }

    /// How many values a key may have at an index.
    pub(super) fn value_count(&self, collection: &Unordered, without: usize, index: usize) -> N {
        let Some(value) = collection.value else {
            return N::of(usize::from(!self.adds_up() || index == 0));
        };
        let count = self.count(value, index).clone();
        if without == index { count - N::of(1) } else { count }
    }

    /// In how many ways `count` keys can be taken of a group.
    fn take(&self, collection: &Unordered, group: &N, count: usize) -> N {
        match collection.kind {
            ListKind::Bag if count > 0 => choose(&(group.clone() + N::of(count) - N::of(1)), count),
            _ => choose(group, count),
        }
    }

    /// In how many ways `count` elements of this group and larger ones make up an index.
    fn ways(&self, collection: &Unordered, without: usize, group: usize, count: usize, index: usize) -> N {
        if count == 0 {
            return N::of(usize::from(index == 0));
        }
        let stride = self.graph.grid.stride;
        let least = collection.cost / stride + group / stride;
        if least.saturating_mul(count) > index / stride {
            return N::ZERO;
        }
        let question = [collection.key, collection.value.unwrap_or(NONE), without, group, count, index];
        if let Some(known) = self.memory.borrow().ways.get(&question) {
            return known.clone();
        }
        let mut sum = N::ZERO;
        for (taken, cost) in self.takings(collection, without, group, count, index) {
            sum += self.taking(collection, without, group, (taken, cost), (count, index));
        }
        self.memory.borrow_mut().ways.insert(question, sum.clone());
        sum
    }

    /// The ways to take some of a group: how many, and what their values cost.
    fn takings(
        &self,
        collection: &Unordered,
        without: usize,
        group: usize,
        count: usize,
        index: usize,
    ) -> Vec<(usize, usize)> {
        let grid = &self.graph.grid;
        let mut takings = vec![(0, 0)];
        let keys = self.count(collection.key, group);
        let Some(each) = grid.plus(collection.cost, group) else { return takings };
        let mut left = index;
        for taken in 1..=count {
            let Some(rest) = grid.minus(left, each) else { break };
            left = rest;
            if self.take(collection, keys, taken) == N::ZERO {
                break;
            }
            let costs = if collection.value.is_some() { left } else { 0 };
            let affordable = |&cost: &usize| {
                grid.minus(left, cost).is_some() && self.power(collection, without, taken, cost) != N::ZERO
            };
            takings.extend((0..=costs).filter(affordable).map(|cost| (taken, cost)));
        }
        takings
    }

    /// How many collections take exactly `taken` of a group, with values that cost `cost`.
    fn taking(
        &self,
        collection: &Unordered,
        without: usize,
        group: usize,
        (taken, cost): (usize, usize),
        (count, index): (usize, usize),
    ) -> N {
        let left = index - taken * (collection.cost + group) - cost;
        let rest = self.ways(collection, without, group + 1, count - taken, left);
        if taken == 0 || rest == N::ZERO {
            return rest;
        }
        let keys = self.take(collection, self.count(collection.key, group), taken);
        keys * self.power(collection, without, taken, cost) * rest
    }

    /// How many lists of `count` values cost `index` together.
    pub(super) fn power(&self, collection: &Unordered, without: usize, count: usize, index: usize) -> N {
        if count == 0 {
            return N::of(usize::from(index == 0));
        }
        if count == 1 {
            return self.value_count(collection, without, index);
        }
        let Some(value) = collection.value else { return N::of(usize::from(index == 0)) };
        let question = [value, without, count, index];
        if let Some(known) = self.memory.borrow().powers.get(&question) {
            return known.clone();
        }
        let mut sum = N::ZERO;
        for part in 0..=index {
            if let Some(left) = self.graph.grid.minus(index, part) {
                let first = self.value_count(collection, without, part);
                if first != N::ZERO {
                    sum += first * self.power(collection, without, count - 1, left);
                }
            }
        }
        self.memory.borrow_mut().powers.insert(question, sum.clone());
        sum
    }

    /// The groups of the collection of a rank, among those of a length at an index.
    pub(super) fn groups(
        &self,
        collection: &Unordered,
        without: usize,
        mut count: usize,
        mut index: usize,
        mut rank: N,
    ) -> Vec<Taken<N>> {
        let mut groups = Vec::new();
        let mut group = 0;
        while count > 0 {
            let mut found = None;
            for taking in self.takings(collection, without, group, count, index) {
                let block = self.taking(collection, without, group, taking, (count, index));
                if rank < block {
                    found = Some(taking);
                    break;
                }
                rank -= block;
            }
            let Some((taken, cost)) = found else { break };
            count -= taken;
            index -= taken * (collection.cost + group) + cost;
            if taken > 0 {
                let rest = self.ways(collection, without, group + 1, count, index);
                let lists = self.power(collection, without, taken, cost);
                let (front, back) = (rank.clone() / rest.clone(), rank % rest);
                groups.push(Taken {
                    group,
                    count: taken,
                    keys: front.clone() / lists.clone(),
                    cost,
                    values: front % lists,
                });
                rank = back;
            }
            group += 1;
        }
        groups
    }

    /// The rank of a collection among those of its length and index, from its groups: the inverse.
    pub(super) fn rank_of_groups(
        &self,
        collection: &Unordered,
        without: usize,
        mut count: usize,
        mut index: usize,
        groups: &[Taken<N>],
    ) -> N {
        let mut rank = N::ZERO;
        let (mut group, mut next) = (0, 0);
        while count > 0 && next < groups.len() {
            let one = &groups[next];
            let taking = if one.group == group { (one.count, one.cost) } else { (0, 0) };
            for before in self.takings(collection, without, group, count, index) {
                if before == taking {
                    break;
                }
                rank += self.taking(collection, without, group, before, (count, index));
            }
            let (taken, cost) = taking;
            count -= taken;
            index -= taken * (collection.cost + group) + cost;
            if taken > 0 {
                let rest = self.ways(collection, without, group + 1, count, index);
                let lists = self.power(collection, without, taken, cost);
                rank += (one.keys.times(&lists) + one.values.clone()) * rest;
                next += 1;
            }
            group += 1;
        }
        rank
    }

    /// A default result at each size, and exceptions that do not have it.
    pub(super) fn count_functions(&self, result: usize, exceptions: &Unordered, index: usize) -> N {
        self.defaults(result, index)
            .map(|(without, left)| self.count(result, without).times(&self.count_exceptions(exceptions, without, left)))
            .sum()
    }

    /// The sizes that the default of a function may have, and what is left for the exceptions.
    pub(super) fn defaults(&self, result: usize, index: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let affordable = move |size| Some((size, self.graph.grid.minus(index, size)?));
        (0..=index).filter_map(affordable).filter(move |&(size, _)| self.has(result, size))
    }

    pub(super) fn count_exceptions(&self, exceptions: &Unordered, without: usize, index: usize) -> N {
        let question = [exceptions.key, exceptions.value.unwrap_or(NONE), without, index];
        if let Some(known) = self.memory.borrow().exceptions.get(&question) {
            return known.clone();
        }
        let lengths = self.lengths(exceptions, index);
        let sum: N = lengths.map(|length| self.of_length(exceptions, without, length, index)).sum();
        self.memory.borrow_mut().exceptions.insert(question, sum.clone());
        sum
    }
}

/// In how many orders a collection of a length can be.
pub(super) fn orders<N: Number>(collection: &Unordered, length: usize) -> N {
    match collection.kind {
        ListKind::Distinct => (1..=length).fold(N::of(1), |orders, among| orders * N::of(among)),
        _ => N::of(1),
    }
}
