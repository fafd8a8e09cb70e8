//! How many values there are in all, if that is a number that can be written down.

use super::choose;
use super::graph::{Graph, Node, Unordered};
use super::number::Number;
use crate::space::ListKind;

/// A number of more bits than this is not written down; and whether a list comes to an end is asked only of shorter ones.
const LONG: u64 = 1 << 14;
const SHORT: u64 = 128;

impl Graph {
    /// The number of all values; `None` if they are infinitely many, or may as well be.
    pub fn total<N: Number>(&self) -> Option<N> {
        if self.goes_on { None } else { self.counted() }
    }

    /// The number of values that are counted: of a listing that goes on, those that were taken.
    pub fn counted<N: Number>(&self) -> Option<N> {
        self.total_within(LONG)
    }

    /// The same, if they are few enough to be enumerated to the end.
    pub(super) fn few<N: Number>(&self) -> Option<N> {
        self.total_within(SHORT)
    }

    /// Each node once, after those that it refers to. A node without a total leaves the whole without one.
    fn total_within<N: Number>(&self, bits: u64) -> Option<N> {
        let mut totals: Vec<Option<N>> = vec![None; self.nodes.len()];
        let mut is_open = vec![false; self.nodes.len()];
        let mut open = vec![(self.root, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut is_open[node], true) {
                return None; // inside itself
            }
            match self.parts_of(node, next) {
                Some(part) => {
                    open.push((node, next + 1));
                    if totals[part].is_none() {
                        open.push((part, 0));
                    }
                }
                None => {
                    let total = self.total_of(node, bits, &totals)?;
                    totals[node] = (total.bits() <= bits).then_some(total);
                    totals[node].as_ref()?;
                }
            }
        }
        totals[self.root].take()
    }

    /// The parts of a node, by number.
    fn parts_of(&self, node: usize, at: usize) -> Option<usize> {
        let collection = |collection: &Unordered, at: usize| match at {
            0 => Some(collection.key),
            1 => collection.value,
            _ => None,
        };
        match &self.nodes[node] {
            Node::Unit
            | Node::Numbers { .. }
            | Node::Constants { .. }
            | Node::Tiered { .. }
            | Node::Selection { .. } => None,
            Node::Pay { of, .. } => (at == 0).then_some(*of),
            Node::Sum { arms } => arms.get(at).copied(),
            Node::Family { members, .. } => members.get(at).map(|member| member.rest),
            Node::Pair { first, rest } => [*first, *rest].get(at).copied(),
            Node::List { first, .. } => (at == 0).then_some(*first),
            Node::Row { element, .. } => (at == 0).then_some(*element),
            Node::Unordered(unordered) => collection(unordered, at),
            Node::Function { result, exceptions } => match at {
                0 => Some(*result),
                _ => collection(exceptions, at - 1),
            },
        }
    }

    /// The total of a node, from those of its parts.
    fn total_of<N: Number>(&self, node: usize, bits: u64, totals: &[Option<N>]) -> Option<N> {
        let of = |part: usize| totals[part].clone();
        Some(match &self.nodes[node] {
            Node::Unit => N::of(1),
            Node::Numbers { max, .. } => N::from(*max) + N::of(1),
            Node::Constants { count, .. } => N::from(u128::from(*count)),
            Node::Tiered { ends } => N::from(u128::from(ends.last().copied().unwrap_or(0))),
            Node::Pay { of: part, .. } => of(*part)?,
            Node::Sum { arms } => arms.iter().try_fold(N::ZERO, |sum, &arm| Some(sum + of(arm)?))?,
            Node::Family { members, .. } => {
                members.iter().try_fold(N::ZERO, |sum, member| Some(sum + of(member.rest)?))?
            }
            Node::Pair { first, rest } => of(*first)? * of(*rest)?,
            Node::List { first, .. } => of(*first)?,
            Node::Row { element, .. } => self.total_of_rows(node, of(*element)?, bits)?,
            Node::Unordered(collection) => total_unordered(collection, &N::ZERO, bits, totals)?,
            Node::Function { result, exceptions } => {
                let other: N = total_unordered(exceptions, &N::of(1), bits, totals)?;
                of(*result)?.times(&other)
            }
            Node::Selection { from, min, max, .. } => selections(*from, *min, *max, bits)?,
        })
    }

    /// Rows are walked, not recursed: they may be many.
    fn total_of_rows<N: Number>(&self, first: usize, elements: N, bits: u64) -> Option<N> {
        let (mut row, mut lists, mut total) = (first, N::of(1), N::ZERO);
        loop {
            let Node::Row { end, next, .. } = &self.nodes[row] else { return None };
            if end.is_some() {
                total += &lists;
            }
            match *next {
                None => return Some(total),
                Some(_) if elements == N::ZERO => return Some(total),
                Some(next) if next == row => break,
                Some(next) => row = next,
            }
            lists = lists.times(&elements);
            if lists.bits() > bits {
                return None;
            }
        }
        // A row that is followed by itself, until the list ends.
        let list = self.loops.iter().find(|list| list.row == row)?;
        if elements == N::of(1) {
            return Some(total + N::of(list.max - list.min)); // one of each length
        }
        for _ in list.min..list.max {
            lists = lists.times(&elements);
            total += &lists;
            if lists.bits() > bits {
                return None;
            }
        }
        Some(total)
    }
}

fn total_unordered<N: Number>(collection: &Unordered, missing: &N, bits: u64, totals: &[Option<N>]) -> Option<N> {
    let keys = totals[collection.key].clone()?;
    let values = match collection.value {
        Some(value) => totals[value].clone()? - missing.clone(),
        None => N::of(1),
    };
    if collection.kind == ListKind::Bag && collection.max == usize::MAX {
        return (keys == N::ZERO).then(|| N::of(1));
    }
    let most = keys.small().and_then(|keys| usize::try_from(keys).ok()).unwrap_or(usize::MAX).min(collection.max);
    let most = if collection.kind == ListKind::Bag { collection.max } else { most };
    if (most as u64).saturating_mul(values.bits().max(keys.bits().min(8))) > bits {
        return None;
    }
    let of_length = |length: usize| {
        let ways = match collection.kind {
            ListKind::Bag if length > 0 => choose(&(keys.clone() + N::of(length) - N::of(1)), length),
            _ => choose(&keys, length),
        };
        ways * values.power(length) * super::unordered::orders(collection, length)
    };
    Some((collection.min..=most).map(of_length).sum())
}

/// How many ways there are to select `min` to `max` of `from` values, if that is a number of few bits.
fn selections<N: Number>(from: usize, min: usize, max: usize, bits: u64) -> Option<N> {
    let max = max.min(from);
    if min > max {
        return Some(N::ZERO);
    }
    // To take most is to leave few.
    let (min, max) = if min > from / 2 { (from - max, from - min) } else { (min, max) };
    let (mut ways, mut total) = (N::of(1), N::ZERO);
    for chosen in 0..=max {
        if ways.bits() > bits {
            return None;
        }
        if chosen >= min {
            total += &ways;
        }
        ways = ways * N::of(from - chosen) / N::of(chosen + 1);
    }
    Some(total)
}
