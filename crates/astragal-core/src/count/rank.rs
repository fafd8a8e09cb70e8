//! From choices to a rank: the choices are read along the graph, and what comes before them is counted.

use super::choose;
use super::graph::{Graph, Member, Node, Unordered};
use super::measure::Rule;
use super::number::Number;
use super::table::Table;
use super::unordered::{NONE, Taken, orders};
use super::unrank::{rank_of_combination, rank_of_permutation};
use crate::space::ListKind;

/// A value as the graph sees it.
#[derive(Debug)]
pub struct Parsed {
    node: usize,
    /// The index of its size.
    pub size: usize,
    /// The number that was chosen, the arm, the length less the smallest.
    number: u128,
    parts: Vec<Parsed>,
}

impl Graph {
    /// Reads the choices of a node; `None` if they are not those of one of its values.
    pub fn parse(&self, node: usize, numbers: &mut dyn Iterator<Item = u64>) -> Option<Parsed> {
        let grid = &self.grid;
        let (mut number, mut parts) = (0, Vec::new());
        let size = match &self.nodes[node] {
            Node::Unit => 0,
            Node::Numbers { numbers: rule, max, both, besides } => {
                number = numbers.next()?.into();
                if *max > u128::from(u64::MAX) {
                    number = number << 64 | u128::from(numbers.next()?);
                }
                if number > *max {
                    return None;
                }
                let cost = usize::try_from(rule.cost(number, *both)).ok()?;
                besides.checked_add(cost.checked_mul(grid.stride)?)?
            }
            Node::Constants { count, cost } => {
                number = numbers.next()?.into();
                (number < u128::from(*count)).then_some(*cost)?
            }
            Node::Tiered { ends } => {
                number = numbers.next()?.into();
                let size = ends.partition_point(|&end| u128::from(end) <= number);
                (size < ends.len()).then(|| size.checked_mul(grid.stride))??
            }
            Node::Pay { cost, of } => {
                parts.push(self.parse(*of, numbers)?);
                grid.plus(*cost, parts[0].size)?
            }
            Node::Sum { arms } => {
                number = numbers.next()?.into();
                parts.push(self.parse(*arms.get(number as usize)?, numbers)?);
                parts[0].size
            }
            Node::Pair { first, rest } => {
                parts.push(self.parse(*first, numbers)?);
                parts.push(self.parse(*rest, numbers)?);
                self.whole(parts[0].size, parts[1].size)?
            }
            Node::Family { first, members } => {
                let mut choices = Vec::new();
                let mut heard = (&mut *numbers).inspect(|&number| choices.push(number));
                let cost = self.parse(*first, &mut heard)?.size;
                let at = members.binary_search_by(|member| member.choices.cmp(&choices)).ok()?;
                number = at as u128;
                parts.push(self.parse(members[at].rest, numbers)?);
                self.whole(cost, parts[0].size)?
            }
            Node::List { min, first } => {
                number = numbers.next()?.into();
                let length = usize::try_from(number).ok()?.checked_add(*min)?;
                let mut row = *first;
                let mut rows = Vec::new();
                for _ in 0..length {
                    let Node::Row { element, next: Some(next), cost, .. } = self.nodes[row] else { return None };
                    parts.push(self.parse(element, numbers)?);
                    rows.push(cost);
                    row = next;
                }
                let Node::Row { end: Some(end), .. } = self.nodes[row] else { return None };
                let mut size = end;
                for (part, cost) in parts.iter().zip(rows).rev() {
                    size = grid.plus(cost, self.whole(part.size, size)?)?;
                }
                size
            }
            Node::Unordered(collection) => {
                number = numbers.next()?.into();
                let length = usize::try_from(number).ok()?.checked_add(collection.min)?;
                self.parse_elements(collection, length, numbers, &mut parts)?
            }
            Node::Function { result, exceptions } => {
                parts.push(self.parse(*result, numbers)?);
                number = numbers.next()?.into();
                let size = self.parse_elements(exceptions, usize::try_from(number).ok()?, numbers, &mut parts)?;
                grid.plus(parts[0].size, size)?
            }
            Node::Selection { min, from, end, cost, .. } => {
                number = numbers.next()?.into();
                let chosen = usize::try_from(number).ok()?.checked_add(*min)?;
                let mut place = 0;
                for _ in 0..chosen {
                    place += u128::from(numbers.next()?);
                    parts.push(Parsed { node, size: 0, number: place, parts: Vec::new() });
                    place += 1;
                }
                if place > *from as u128 {
                    return None;
                }
                grid.plus(*end, chosen.checked_mul(*cost)?)?
            }
            Node::Row { .. } => return None, // read by its list
        };
        Some(Parsed { node, size, number, parts })
    }

    fn parse_elements(
        &self,
        collection: &Unordered,
        length: usize,
        numbers: &mut dyn Iterator<Item = u64>,
        parts: &mut Vec<Parsed>,
    ) -> Option<usize> {
        let mut size = collection.end;
        for _ in 0..length {
            let key = self.parse(collection.key, numbers)?;
            let mut element = key.size;
            parts.push(key);
            if let Some(value) = collection.value {
                let value = self.parse(value, numbers)?;
                element = self.whole(element, value.size)?;
                parts.push(value);
            }
            let element = self.grid.plus(collection.cost, element)?;
            size = self.whole(size, element)?;
        }
        if self.rule == Rule::Max {
            size = size.max(length * collection.cost); // as in a list, depth bounds the length
        }
        Some(size)
    }

    /// The size of a pair.
    fn whole(&self, first: usize, rest: usize) -> Option<usize> {
        if self.rule == Rule::Sum { self.grid.plus(first, rest) } else { Some(first.max(rest)) }
    }
}

impl<N: Number> Table<N> {
    /// Reads the choices of a node: see [`Graph::parse`].
    pub fn parse(&self, node: usize, numbers: &mut impl Iterator<Item = u64>) -> Option<Parsed> {
        self.graph.parse(node, &mut *numbers)
    }

    /// The rank of a value among those of an index: of its own size, or (where depth counts) of at most that.
    pub fn rank(&self, value: &Parsed, index: usize) -> N {
        let parts = &value.parts;
        match &self.graph.nodes[value.node] {
            Node::Unit | Node::Row { .. } => N::ZERO,
            Node::Numbers { .. } | Node::Tiered { .. } => {
                let first = self.numbers_at(value.node, index).map_or(0, |(first, _)| first);
                N::from(value.number - first)
            }
            Node::Constants { .. } => N::from(value.number),
            Node::Pay { cost, .. } => self.rank(&parts[0], index - cost),
            Node::Sum { arms } => {
                let before: N = arms[..value.number as usize].iter().map(|&arm| self.count(arm, index).clone()).sum();
                before + self.rank(&parts[0], index)
            }
            Node::Family { members, .. } => {
                let ways = |member: &Member| Some(self.count(member.rest, self.after(member.cost, index)?));
                let at = value.number as usize;
                let before: N = members[..at].iter().filter_map(ways).cloned().sum();
                before + self.after(members[at].cost, index).map_or(N::ZERO, |left| self.rank(&parts[0], left))
            }
            Node::Pair { first, rest } => {
                let own = self.rank_within(&parts[0], index);
                let left = if self.adds_up() { index - parts[0].size } else { index };
                self.rank_of_pair(*first, *rest, index, (parts[0].size, own), self.rank(&parts[1], left))
            }
            Node::List { min, first } => self.rank_of_list(value.number as usize + min, *first, parts, index),
            Node::Unordered(collection) => {
                let length = value.number as usize + collection.min;
                self.rank_of_elements(collection, (NONE, &N::ZERO), length, parts, index)
            }
            Node::Function { result, exceptions } => {
                let (default, without) = (self.rank(&parts[0], parts[0].size), parts[0].size);
                let before = self.defaults(*result, index).take_while(|&(size, _)| size < without);
                let before: N = before
                    .map(|(size, left)| self.count(*result, size).times(&self.count_exceptions(exceptions, size, left)))
                    .sum();
                let left = index - without;
                let maps = self.count_exceptions(exceptions, without, left);
                let length = value.number as usize;
                before
                    + default.times(&maps)
                    + self.rank_of_elements(exceptions, (without, &default), length, &parts[1..], left)
            }
            Node::Selection { from, min, max, end, cost } => {
                let chosen = parts.len();
                let before = self.selections(*min, *max, *end, *cost, index).take_while(|&other| other < chosen);
                let before: N = before.map(|other| choose(&N::of(*from), other)).sum();
                let places: Vec<N> = parts.iter().map(|part| N::from(part.number)).collect();
                before + rank_of_combination(&places, false)
            }
        }
    }

    /// The rank of a part of a whole of an index.
    fn rank_within(&self, part: &Parsed, index: usize) -> N {
        self.rank(part, if self.adds_up() { part.size } else { index })
    }

    fn rank_of_pair(&self, first: usize, rest: usize, index: usize, (size, own): (usize, N), of_rest: N) -> N {
        if !self.adds_up() {
            return own.times(self.count(rest, index)) + of_rest;
        }
        let mut before = N::ZERO;
        for part in (0..size).filter(|&part| self.has(first, part)) {
            if let Some(left) = self.graph.grid.minus(index, part) {
                before += self.count(first, part).times(self.count(rest, left));
            }
        }
        before + own.times(self.count(rest, index - size)) + of_rest
    }

    fn rank_of_list(&self, length: usize, first: usize, elements: &[Parsed], index: usize) -> N {
        // What each row is asked for, from the front; then the ranks, from the back.
        let mut rows = Vec::with_capacity(length);
        let (mut row, mut index) = (first, index);
        for part in elements {
            let Node::Row { end, element, cost, next: Some(next) } = self.graph.nodes[row] else { break };
            let ends = end.is_some_and(|end| self.ends(end, index));
            index -= cost;
            rows.push((ends, element, next, index));
            row = next;
            if self.adds_up() {
                index -= part.size;
            }
        }
        let mut rank = N::ZERO; // the end comes first
        for (part, (ends, element, next, index)) in elements.iter().zip(rows).rev() {
            let own = self.rank_within(part, index);
            rank = self.rank_of_pair(element, next, index, (part.size, own), rank) + N::of(usize::from(ends));
        }
        rank
    }

    fn rank_of_elements(
        &self,
        collection: &Unordered,
        (without, missing): (usize, &N),
        length: usize,
        parts: &[Parsed],
        index: usize,
    ) -> N {
        let before = self.lengths(collection, index).take_while(|&shorter| shorter < length);
        let before: N = before.map(|shorter| self.of_length(collection, without, shorter, index)).sum();
        let group = index.saturating_sub(collection.cost);
        let each = if collection.value.is_some() { 2 } else { 1 };
        let mut elements: Vec<(usize, N, usize, Option<&Parsed>)> = Vec::with_capacity(length);
        for (at, element) in parts.chunks(each).enumerate() {
            let size = if self.adds_up() { element[0].size } else { group };
            elements.push((size, self.rank(&element[0], size), at, element.get(1)));
        }
        elements.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let places = elements.iter().map(|element| element.2);
        let mut sorted = vec![0; length];
        places.enumerate().for_each(|(sorted_at, at)| sorted[at] = sorted_at);
        let groups: Vec<Taken<N>> = elements
            .chunk_by(|one, other| one.0 == other.0)
            .map(|elements| self.taken(collection, (without, missing), elements, group))
            .collect();
        let rank = if self.adds_up() {
            self.rank_of_groups(collection, without, length, index - collection.end, &groups)
        } else {
            let lists = self.value_count(collection, NONE, group).power(length);
            groups.first().map_or(N::ZERO, |all| all.keys.times(&lists) + all.values.clone())
        };
        let order = match collection.kind {
            ListKind::Distinct => rank_of_permutation(&sorted),
            _ => N::ZERO,
        };
        before + rank * orders(collection, length) + order
    }

    /// One group of a collection, from its sorted elements.
    fn taken(
        &self,
        collection: &Unordered,
        (without, missing): (usize, &N),
        elements: &[(usize, N, usize, Option<&Parsed>)],
        depth: usize,
    ) -> Taken<N> {
        let keys: Vec<N> = elements.iter().map(|element| element.1.clone()).collect();
        let values: Vec<&Parsed> = elements.iter().filter_map(|element| element.3).collect();
        let cost = if self.adds_up() { values.iter().map(|value| value.size).sum() } else { depth };
        let mut rank = N::ZERO;
        if self.adds_up() {
            let mut index: usize = cost;
            for (at, value) in values.iter().enumerate() {
                let left = values.len() - 1 - at;
                for part in 0..value.size {
                    if let Some(rest) = self.graph.grid.minus(index, part) {
                        let lists = self.power(collection, without, left, rest);
                        rank += self.value_count(collection, without, part) * lists;
                    }
                }
                index -= value.size;
                let mut own = self.rank(value, value.size);
                if value.size == without && own > *missing {
                    own -= N::of(1);
                }
                rank += own * self.power(collection, without, left, index);
            }
        } else {
            for value in values.iter().rev() {
                rank = rank.times(self.count(value.node, depth)) + self.rank(value, depth);
            }
        }
        let is_bag = collection.kind == ListKind::Bag;
        Taken {
            group: elements[0].0,
            count: elements.len(),
            keys: rank_of_combination(&keys, is_bag),
            cost,
            values: rank,
        }
    }
}
