//! The sets of a chart that are finished: what each waits for and what it predicts.

use std::ops::Range;

use super::bits::Bits;
use super::chart::ChartItem;
use super::leo::Chain;
use super::tables::{Next, Tables};

/// An item that waits for a category.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter {
    category: u32,
    pub(super) item: u32,
    /// Where the chain leads that begins with it, once it is known.
    pub(super) top: Option<Chain>,
}

/// All sets so far.
#[derive(Debug)]
pub(super) struct Sets {
    /// By set: its first item and its first waiter.
    firsts: Vec<(u32, u32)>,
    /// Of each set, by category.
    pub(super) waiters: Vec<Waiter>,
    /// By set: the predicted categories.
    predicted: Bits,
}

impl Sets {
    pub(super) fn new(categories: usize) -> Sets {
        Sets { firsts: Vec::new(), waiters: Vec::new(), predicted: Bits::without_rows(categories) }
    }

    pub(super) fn clear(&mut self) {
        self.firsts.clear();
        self.waiters.clear();
        self.predicted.clear();
    }

    /// Begins the next set, with items from this number on.
    pub(super) fn open(&mut self, items: usize) {
        self.firsts.push((items as u32, self.waiters.len() as u32));
        self.predicted.push_row();
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.firsts.len()
    }

    /// The first item of a set, if there is such a set.
    pub(super) fn first_item(&self, set: usize) -> Option<usize> {
        self.firsts.get(set).map(|(item, _)| *item as usize)
    }

    /// Forgets a set and all after it.
    pub(super) fn truncate(&mut self, set: usize) {
        if let Some((_, waiters)) = self.firsts.get(set) {
            self.waiters.truncate(*waiters as usize);
            self.firsts.truncate(set);
            self.predicted.truncate(set);
        }
    }

    /// Predicts a category in a set.
    pub(super) fn predict(&mut self, tables: &Tables, set: usize, category: u32) {
        if !self.predicted.contains(set, category as usize) {
            self.predicted.union(set, tables.predicts.row(category as usize));
        }
    }

    /// Finishes the last set, all of whose items are there.
    pub(super) fn close(&mut self, tables: &Tables, set: usize, items: &[ChartItem]) {
        let (first_item, first_waiter) = self.firsts[set];
        for (at, item) in items.iter().enumerate().skip(first_item as usize) {
            if let Next::Category(category) = tables.dot(item.dot).next {
                self.waiters.push(Waiter { category, item: at as u32, top: None });
                self.predict(tables, set, category);
            }
        }
        self.waiters[first_waiter as usize..].sort_by_key(|waiter| waiter.category);
    }

    /// Which waiters wait for a category in a set that is not the last.
    #[inline]
    pub(super) fn waiters_for(&self, category: u32, set: u32) -> Range<usize> {
        let ((_, start), (_, end)) = (self.firsts[set as usize], self.firsts[set as usize + 1]);
        let (start, end) = (start as usize, end as usize);
        let waiters = &self.waiters[start..end];
        let (from, to) = if waiters.len() < 16 {
            let from = waiters.iter().position(|waiter| waiter.category == category).unwrap_or(waiters.len());
            (from, from + waiters[from..].iter().take_while(|waiter| waiter.category == category).count())
        } else {
            let from = waiters.partition_point(|waiter| waiter.category < category);
            (from, from + waiters[from..].partition_point(|waiter| waiter.category == category))
        };
        start + from..start + to
    }

    /// Whether a finished set predicts a category.
    #[inline]
    pub(super) fn is_predicted(&self, category: u32, set: u32) -> bool {
        self.predicted.contains(set as usize, category as usize)
    }
}
