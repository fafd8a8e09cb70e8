//! From a rank to the choices of its value, at once: which arm, which way to divide the size, which of the parts.
//!
//! Ranks within a size are ordered as the parts are: by the size of the first part, then by its rank, then by that of the
//! rest. The walk keeps its own stack, so deep values are not a problem.

use std::ops::{Sub, SubAssign};

use super::choose;
use super::graph::{Node, Unordered};
use super::number::Number;
use super::table::Table;
use super::unordered::{NONE, Taken, orders};
use crate::space::ListKind;

/// A part whose choices are to be written.
struct Goal<N> {
    node: usize,
    index: usize,
    rank: N,
    /// In a list: where its length is, and how many elements there are so far.
    slot: usize,
    length: usize,
}

/// How a pair is divided.
struct Division<N> {
    first: (usize, N),
    rest: (usize, N),
}

impl<N: Number> Table<N> {
    /// Writes the choices of the value of a rank.
    pub fn unrank(&self, node: usize, index: usize, rank: N, out: &mut Vec<u64>) {
        let goal = |node, index, rank| Goal { node, index, rank, slot: 0, length: 0 };
        let mut goals = vec![goal(node, index, rank)];
        while let Some(Goal { node, index, mut rank, slot, length }) = goals.pop() {
            match &self.graph.nodes[node] {
                Node::Unit => {}
                Node::Numbers { max, .. } => {
                    let first = self.numbers_at(node, index).map_or(0, |(first, _)| first);
                    put(first + rank.wide().unwrap_or_default(), *max, out);
                }
                Node::Constants { .. } => out.push(rank.small().unwrap_or_default()),
                Node::Tiered { .. } => {
                    let first = self.numbers_at(node, index).map_or(0, |(first, _)| first);
                    out.push(first as u64 + rank.small().unwrap_or_default());
                }
                Node::Pay { cost, of } => goals.push(goal(*of, index - cost, rank)),
                Node::Sum { arms } => {
                    for (choice, &arm) in arms.iter().enumerate() {
                        let block = self.count(arm, index);
                        if rank < *block {
                            out.push(choice as u64);
                            goals.push(goal(arm, index, rank));
                            break;
                        }
                        rank -= block;
                    }
                }
                Node::Pair { first, rest } => {
                    let division = self.divide(*first, *rest, index, rank, self.count(node, index), false);
                    goals.push(goal(*rest, division.rest.0, division.rest.1));
                    goals.push(goal(*first, division.first.0, division.first.1));
                }
                Node::Family { members, .. } => {
                    for member in members {
                        let Some(left) = self.after(member.cost, index) else { continue };
                        let block = self.count(member.rest, left);
                        if rank < *block {
                            out.extend(&member.choices);
                            goals.push(goal(member.rest, left, rank));
                            break;
                        }
                        rank -= block;
                    }
                }
                Node::List { first, .. } => {
                    goals.push(Goal { node: *first, index, rank, slot: out.len(), length: 0 });
                    out.push(0);
                }
                Node::Row { end, element, cost, next } => {
                    let ends = end.is_some_and(|end| self.ends(end, index));
                    if ends && rank == N::ZERO {
                        out[slot] = length as u64;
                        continue;
                    }
                    let Some(next) = *next else { continue };
                    let count = self.count(node, index);
                    let division =
                        self.divide(*element, next, index - cost, rank - N::of(usize::from(ends)), count, ends);
                    let (index, rank) = division.rest;
                    // The length is written less the smallest one, once it is known.
                    let length = if end.is_some() { length + 1 } else { length };
                    goals.push(Goal { node: next, index, rank, slot, length });
                    goals.push(goal(*element, division.first.0, division.first.1));
                }
                Node::Unordered(collection) => {
                    for length in self.lengths(collection, index) {
                        let block = self.of_length(collection, NONE, length, index);
                        if rank < block {
                            let parts = self.elements(collection, (NONE, &N::ZERO), length, index, rank);
                            out.push((length - collection.min) as u64);
                            goals.extend(parts.into_iter().rev().map(|(node, index, rank)| goal(node, index, rank)));
                            break;
                        }
                        rank -= block;
                    }
                }
                Node::Function { result, exceptions } => {
                    self.unrank_function(*result, exceptions, index, rank, out);
                }
                Node::Selection { from, min, max, end, cost } => {
                    for chosen in self.selections(*min, *max, *end, *cost, index) {
                        let block = choose(&N::of(*from), chosen);
                        if rank < block {
                            out.push((chosen - min) as u64);
                            let mut after = 0;
                            for place in combination(&rank, chosen, &N::of(*from), false) {
                                let place = place.small().unwrap_or_default();
                                out.push(place - after);
                                after = place + 1;
                            }
                            break;
                        }
                        rank -= block;
                    }
                }
            }
        }
    }

    /// Finds how the pair of a rank is divided. There are `count` pairs; one less if the end of a list is counted with them.
    fn divide(&self, first: usize, rest: usize, index: usize, rank: N, count: &N, ends: bool) -> Division<N> {
        if !self.adds_up() {
            let (own, of_rest) = quotient(rank, self.count(rest, index));
            return Division { first: (index, own), rest: (index, of_rest) };
        }
        if rank == N::ZERO {
            let (part, left) = self.division(first, rest, index, 0).unwrap_or((0, index));
            return Division { first: (part, N::ZERO), rest: (left, N::ZERO) };
        }
        let left = |part: usize| {
            let left = self.graph.grid.minus(index, part)?;
            (self.has(first, part) && self.has(rest, left)).then_some(left)
        };
        // Most parts of a large value are small.
        if let (Some(rank), Some(count)) = (rank.small(), count.small()) {
            let block = |part| Some(self.small(first, part) * self.small(rest, left(part)?));
            let (part, rank) = from_both_ends(index, rank, Some(count - u64::from(ends) - rank), block);
            let count = self.small(rest, index - part);
            return Division {
                first: (part, u128::from(rank / count).into()),
                rest: (index - part, u128::from(rank % count).into()),
            };
        }
        let block = |part| Some(self.count(first, part).times(self.count(rest, left(part)?)));
        // Of numbers that are too many to be known, only the first ones are asked for.
        let after = N::IS_EXACT.then(|| count.clone() - N::of(usize::from(ends)) - rank.clone());
        let (part, rank) = from_both_ends(index, rank, after, block);
        let (own, of_rest) = quotient(rank, self.count(rest, index - part));
        Division { first: (part, own), rest: (index - part, of_rest) }
    }

    /// The parts of the collection of a rank, in order: keys, and values if it has them. The value of the size and rank
    /// `missing` is omitted.
    fn elements(
        &self,
        collection: &Unordered,
        missing: (usize, &N),
        length: usize,
        index: usize,
        rank: N,
    ) -> Vec<(usize, usize, N)> {
        let orders: N = orders(collection, length);
        let (order, rank) = (rank.clone() % orders.clone(), rank / orders);
        let groups = if self.adds_up() {
            self.groups(collection, missing.0, length, index - collection.end, rank)
        } else if length > 0 {
            let group = index - collection.cost;
            let lists = self.value_count(collection, NONE, group).power(length);
            vec![Taken { group, count: length, keys: rank.clone() / lists.clone(), cost: group, values: rank % lists }]
        } else {
            Vec::new()
        };
        let mut elements = Vec::with_capacity(length);
        for taken in &groups {
            let is_bag = collection.kind == ListKind::Bag;
            let keys = combination(&taken.keys, taken.count, self.count(collection.key, taken.group), is_bag);
            let values = self.values(collection, missing, taken);
            let keys = keys.into_iter().map(|key| (collection.key, taken.group, key));
            elements.extend(keys.zip(values));
        }
        if collection.kind == ListKind::Distinct {
            elements = permuted(elements, order);
        }
        elements.into_iter().flat_map(|(key, value)| std::iter::once(key).chain(value)).collect()
    }

    /// The values of the keys of a group.
    fn values(
        &self,
        collection: &Unordered,
        (without, missing): (usize, &N),
        taken: &Taken<N>,
    ) -> Vec<Option<(usize, usize, N)>> {
        let Some(node) = collection.value else { return vec![None; taken.count] };
        let (mut index, mut rank) = (taken.cost, taken.values.clone());
        let mut values = Vec::with_capacity(taken.count);
        for left in (0..taken.count).rev() {
            if !self.adds_up() {
                let count = self.count(node, index);
                values.push(Some((node, index, rank.clone() % count.clone())));
                rank = rank / count.clone();
                continue;
            }
            let whole = index;
            for part in 0..=whole {
                let Some(rest) = self.graph.grid.minus(whole, part) else { continue };
                let lists = self.power(collection, without, left, rest);
                let block = self.value_count(collection, without, part).times(&lists);
                if rank < block {
                    let mut value = rank.clone() / lists.clone();
                    if part == without && value >= *missing {
                        value += N::of(1);
                    }
                    values.push(Some((node, part, value)));
                    (index, rank) = (rest, rank % lists);
                    break;
                }
                rank -= block;
            }
        }
        values
    }

    fn unrank_function(&self, result: usize, exceptions: &Unordered, index: usize, mut rank: N, out: &mut Vec<u64>) {
        for (without, left) in self.defaults(result, index) {
            let maps = self.count_exceptions(exceptions, without, left);
            let block = self.count(result, without).times(&maps);
            if rank >= block {
                rank -= block;
                continue;
            }
            let (default, mut rank) = (rank.clone() / maps.clone(), rank % maps);
            self.unrank(result, without, default.clone(), out);
            for length in self.lengths(exceptions, left) {
                let block = self.of_length(exceptions, without, length, left);
                if rank < block {
                    out.push(length as u64);
                    for (node, index, rank) in self.elements(exceptions, (without, &default), length, left, rank) {
                        self.unrank(node, index, rank, out);
                    }
                    return;
                }
                rank -= block;
            }
            return;
        }
    }
}

/// In which block a rank is, and the rank within it: `before` are before it, `after` are those from it on. Blocks are searched
/// from both ends, as most pairs are uneven; from the first one alone if it is not known how many are after it.
fn from_both_ends<N: Clone + PartialOrd + SubAssign + Sub<Output = N>>(
    last: usize,
    mut before: N,
    mut after: Option<N>,
    block: impl Fn(usize) -> Option<N>,
) -> (usize, N) {
    let (mut low, mut high) = (0, last);
    loop {
        if let Some(block) = block(low) {
            if before < block || low >= high {
                return (low, before);
            }
            before -= block;
        }
        low += 1;
        let Some(after) = &mut after else { continue };
        if let Some(block) = block(high) {
            if *after <= block {
                return (high, block - after.clone());
            }
            *after -= block;
        }
        high = high.saturating_sub(1);
    }
}

/// The quotient and the remainder. One of them is often known at once.
fn quotient<N: Number>(number: N, by: &N) -> (N, N) {
    if number < *by {
        return (N::ZERO, number);
    }
    if by.bits() == 1 {
        return (number, N::ZERO);
    }
    let quotient = number.clone() / by.clone();
    let remainder = number - quotient.times(by);
    (quotient, remainder)
}

/// Writes a number: above 64 bits it is two choices.
pub fn put(number: u128, max: u128, out: &mut Vec<u64>) {
    if max > u128::from(u64::MAX) {
        out.push((number >> 64) as u64);
    }
    out.push(number as u64);
}

/// The combination of a rank: `count` different numbers below `below`, rising; or, with repetition, not falling.
///
/// Combinations are ordered by their largest member, so that those of smaller numbers come first.
pub(super) fn combination<N: Number>(rank: &N, count: usize, below: &N, repeats: bool) -> Vec<N> {
    let mut rank = rank.clone();
    let mut members = Vec::with_capacity(count);
    let spare = if repeats { count } else { 0 };
    for place in (1..=count).rev() {
        // The largest number of which `place` can be chosen in at most `rank` ways.
        // A number has at least as many ways as it exceeds `place` by.
        let most = (below.clone() + N::of(spare)).min(rank.clone() + N::of(place));
        let (mut low, mut high) = (N::of(place - 1), most);
        while low.clone() + N::of(1) < high {
            let middle = (low.clone() + high.clone()) / N::of(2);
            if choose(&middle, place) <= rank { low = middle } else { high = middle }
        }
        rank -= choose(&low, place);
        members.push(if repeats { low - N::of(place - 1) } else { low });
    }
    members.reverse();
    members
}

/// The rank of a combination: the inverse.
pub(super) fn rank_of_combination<N: Number>(members: &[N], repeats: bool) -> N {
    let places = members.iter().enumerate();
    places.map(|(at, member)| choose(&(member.clone() + N::of(if repeats { at } else { 0 })), at + 1)).sum()
}

/// The permutation of a rank.
fn permuted<T, N: Number>(mut items: Vec<T>, mut rank: N) -> Vec<T> {
    let mut out = Vec::with_capacity(items.len());
    while !items.is_empty() {
        let among = N::of(items.len());
        let next = (rank.clone() % among.clone()).small().unwrap_or_default() as usize;
        rank = rank / among;
        out.push(items.remove(next));
    }
    out
}

/// The rank of a permutation, given as the place that each item has among the sorted ones: the inverse.
pub(super) fn rank_of_permutation<N: Number>(places: &[usize]) -> N {
    let mut left: Vec<usize> = (0..places.len()).collect();
    let mut steps = Vec::with_capacity(places.len());
    for place in places {
        let at = left.iter().position(|one| one == place).unwrap_or_default();
        steps.push((at, left.len()));
        left.remove(at);
    }
    steps.into_iter().rev().fold(N::ZERO, |rank, (at, among)| rank * N::of(among) + N::of(at))
}
