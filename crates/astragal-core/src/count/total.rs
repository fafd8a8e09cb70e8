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
        self.total_of(self.root, LONG, &mut vec![false; self.nodes.len()])
    }

    /// The same, if they are few enough to be enumerated to the end.
    pub(super) fn few<N: Number>(&self) -> Option<N> {
        self.total_of(self.root, SHORT, &mut vec![false; self.nodes.len()])
    }

    fn total_of<N: Number>(&self, node: usize, bits: u64, above: &mut Vec<bool>) -> Option<N> {
        if std::mem::replace(&mut above[node], true) {
            return None; // inside itself
        }
        let total: N = match &self.nodes[node] {
            Node::Unit => N::of(1),
            Node::Numbers { max, .. } => N::from(*max) + N::of(1),
            Node::Constants { count, .. } => N::from(u128::from(*count)),
            Node::Pay { of, .. } => self.total_of(*of, bits, above)?,
            Node::Sum { arms } => {
                arms.iter().try_fold(N::ZERO, |sum, &arm| Some(sum + self.total_of(arm, bits, above)?))?
            }
            Node::Pair { first, rest } => {
                self.total_of::<N>(*first, bits, above)? * self.total_of(*rest, bits, above)?
            }
            Node::List { first, .. } => self.total_of(*first, bits, above)?,
            Node::Row { .. } => self.total_of_rows(node, bits, above)?,
            Node::Unordered(collection) => self.total_unordered(collection, &N::ZERO, bits, above)?,
            Node::Function { result, exceptions } => {
                let results: N = self.total_of(*result, bits, above)?;
                let other: N = self.total_unordered(exceptions, &N::of(1), bits, above)?;
                results.times(&other)
            }
            Node::Selection { from, min, max, .. } => selections(*from, *min, *max, bits)?,
        };
        above[node] = false;
        (total.bits() <= bits).then_some(total)
    }

    /// Rows are walked, not recursed: they may be many.
    fn total_of_rows<N: Number>(&self, first: usize, bits: u64, above: &mut Vec<bool>) -> Option<N> {
        let Node::Row { element, .. } = &self.nodes[first] else { return None };
        let elements: N = self.total_of(*element, bits, above)?;
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

    fn total_unordered<N: Number>(
        &self,
        collection: &Unordered,
        missing: &N,
        bits: u64,
        above: &mut Vec<bool>,
    ) -> Option<N> {
        let keys: N = self.total_of(collection.key, bits, above)?;
        let values = match collection.value {
            Some(value) => self.total_of::<N>(value, bits, above)? - missing.clone(),
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
