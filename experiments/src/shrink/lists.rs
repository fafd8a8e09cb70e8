//! The challenges about lists.

use super::challenge::{Challenge, Verdict};
use std::collections::BTreeSet;

/// Five lists, each of a small sum. A sum that wraps around is small too, and that is the bug.
pub(crate) struct Bound5;

/// A sum below this is small.
const SMALL: i16 = 256;

fn wrapping_sum<'a>(numbers: impl IntoIterator<Item = &'a i16>) -> i16 {
    numbers.into_iter().fold(0, |sum, number| sum.wrapping_add(*number))
}

impl Challenge for Bound5 {
    type Value = [Vec<i16>; 5];

    fn judge(lists: &Self::Value) -> Verdict {
        if lists.iter().any(|list| wrapping_sum(list) >= SMALL) {
            return Verdict::Skipped;
        }
        Verdict::fails_if(wrapping_sum(lists.iter().flatten()) >= 5 * SMALL)
    }

    fn is_smallest(lists: &Self::Value) -> bool {
        Self::normal(lists) == [vec![], vec![], vec![], vec![i16::MIN], vec![-1]]
    }

    fn normal(lists: &Self::Value) -> Self::Value {
        let mut lists = lists.clone();
        lists.sort();
        lists
    }
}

/// There are fewer than five different elements in all the lists.
pub(crate) struct LargeUnionList;

impl Challenge for LargeUnionList {
    type Value = Vec<Vec<i64>>;

    fn judge(lists: &Self::Value) -> Verdict {
        Verdict::fails_if(lists.iter().flatten().collect::<BTreeSet<_>>().len() >= 5)
    }

    fn is_smallest(lists: &Self::Value) -> bool {
        let lists = Self::normal(lists);
        lists == [[-2, -1, 0, 1, 2]] || lists == [[0, 1, 2, 3, 4]]
    }

    fn normal(lists: &Self::Value) -> Self::Value {
        let mut lists: Vec<_> = lists.iter().map(|list| sorted(list)).collect();
        lists.sort();
        lists
    }
}

fn sorted(list: &[i64]) -> Vec<i64> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

/// A list equals its reverse.
pub(crate) struct Reverse;

impl Challenge for Reverse {
    type Value = Vec<i64>;

    fn judge(list: &Self::Value) -> Verdict {
        Verdict::fails_if(!list.iter().eq(list.iter().rev()))
    }

    fn is_smallest(list: &Self::Value) -> bool {
        matches!(list.as_slice(), [0, 1 | -1] | [1 | -1, 0])
    }
}

/// All elements are below 900. The length is drawn first.
pub(super) struct LengthList;

impl LengthList {
    /// The longest list.
    pub(super) const LENGTH: usize = 100;
    /// The largest element.
    pub(super) const MAX: u64 = 1_000;
}

impl Challenge for LengthList {
    type Value = Vec<u64>;

    fn judge(list: &Self::Value) -> Verdict {
        Verdict::fails_if(list.iter().any(|element| *element >= 900))
    }

    fn is_smallest(list: &Self::Value) -> bool {
        *list == [900]
    }
}

/// The elements are positions in the list; no two different positions point at each other.
pub(super) struct Coupling;

impl Coupling {
    /// The longest list, and the largest element.
    pub(super) const MAX: usize = 10;
}

impl Challenge for Coupling {
    type Value = Vec<usize>;

    fn judge(list: &Self::Value) -> Verdict {
        if list.iter().any(|target| *target >= list.len()) {
            return Verdict::Skipped;
        }
        Verdict::fails_if(list.iter().enumerate().any(|(here, target)| *target != here && list[*target] == here))
    }

    fn is_smallest(list: &Self::Value) -> bool {
        *list == [1, 0]
    }
}

/// A list of numbers in a range, and a position: once the first element that equals the one there is deleted, no other
/// equals it.
pub(super) struct Deletion<const MIN: i64, const MAX: i64>;

impl<const MIN: i64, const MAX: i64> Challenge for Deletion<MIN, MAX> {
    type Value = (Vec<i64>, usize);

    fn judge((list, position): &Self::Value) -> Verdict {
        let Some(element) = list.get(*position) else {
            return Verdict::Skipped;
        };
        Verdict::fails_if(list.iter().filter(|other| *other == element).count() > 1)
    }

    fn is_smallest((list, position): &Self::Value) -> bool {
        *list == [0, 0] && *position == 0
    }
}

/// There are fewer than three different elements.
pub(crate) struct Distinct;

impl Challenge for Distinct {
    type Value = Vec<i64>;

    fn judge(list: &Self::Value) -> Verdict {
        Verdict::fails_if(list.iter().collect::<BTreeSet<_>>().len() >= 3)
    }

    fn is_smallest(list: &Self::Value) -> bool {
        let list = sorted(list);
        list == [-1, 0, 1] || list == [0, 1, 2]
    }

    fn normal(list: &Self::Value) -> Self::Value {
        sorted(list)
    }
}

/// The lists have at most ten elements in all.
pub(crate) struct NestedLists;

impl Challenge for NestedLists {
    type Value = Vec<Vec<i64>>;

    fn judge(lists: &Self::Value) -> Verdict {
        Verdict::fails_if(lists.iter().map(Vec::len).sum::<usize>() > 10)
    }

    fn is_smallest(lists: &Self::Value) -> bool {
        *lists == [[0; 11]]
    }
}
