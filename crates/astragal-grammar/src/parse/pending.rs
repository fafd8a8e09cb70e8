//! Items of later sets, which symbols made: a list for each set.

use super::chart::ChartItem;

/// The lists, all in one.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// Items, each with the place of the next one of its set.
    items: Vec<(ChartItem, u32)>,
    /// By set: the place of its first item.
    firsts: Vec<u32>,
    /// How many were not taken.
    left: usize,
}

/// There is no next item.
const NONE: u32 = u32::MAX;

impl Pending {
    /// Forgets everything, and has empty lists for this many sets.
    pub(super) fn clear(&mut self, sets: usize) {
        self.items.clear();
        self.firsts.clear();
        self.firsts.resize(sets, NONE);
        self.left = 0;
    }

    /// Adds an item of a set.
    #[inline]
    pub(super) fn push(&mut self, set: usize, item: ChartItem) {
        let next = std::mem::replace(&mut self.firsts[set], self.items.len() as u32);
        self.items.push((item, next));
        self.left += 1;
    }

    /// Takes an item of a set out: the last that was added.
    #[inline]
    pub(super) fn pop(&mut self, set: usize) -> Option<ChartItem> {
        let (item, next) = *self.items.get(self.firsts[set] as usize)?;
        self.firsts[set] = next;
        self.left -= 1;
        if self.left == 0 {
            self.items.clear();
        }
        Some(item)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// How many items take memory.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}
