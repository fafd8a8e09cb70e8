//! The chart of a text: which rules match between which places. Earley's algorithm, without what can be known beforehand.
//!
//! A chart has a set for each place of the text. An item in a set is a dot and an *origin*, the set where the rule begins: all parts
//! before the dot match from there to here. What is not stored:
//!
//! - Items whose origin is their own set. They follow from which categories are *predicted* at the set, which is a row of bits, and
//!   from the tables. So what a rule derives from the empty text is not in the chart at all (Aycock and Horspool: where the next
//!   part may be empty, the dot moves over it at once).
//! - Items that the next lexeme or byte excludes.
//! - All but the last item of a chain of completions in which each has only one item that waits for it (Leo): see `leo`.
//!
//! An item has a *link* for each way to make it: the item before the last part, and the last part. Those are the forest.

use super::bits::Bits;
use super::input::Input;
use super::leo::Chain;
use super::seen::Seen;
use super::tables::{Next, Tables};

/// An item of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChartItem {
    pub(super) dot: u32,
    /// The set where its rule begins: before its own set.
    pub(super) origin: u32,
    /// The first way to make it.
    pub(super) link: Link,
}

/// A way to make an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The item before the last part, [`Link::CORNER`] or [`Link::CHAIN`].
    pub(super) before: u32,
    /// The last part. If it is a category: the first item in the same set that completes it there, or [`Link::EMPTY`]. If it
    /// is a symbol: the set where it begins, or [`Link::EMPTY`].
    pub(super) part: u32,
}

impl Link {
    /// As `before`: all parts before the last one are empty.
    pub(super) const CORNER: u32 = u32::MAX;
    /// As `before`: a chain of completions leads from `part` to this item.
    pub(super) const CHAIN: u32 = u32::MAX - 1;
    /// As `part`: it is empty.
    pub(super) const EMPTY: u32 = u32::MAX;
}

/// What is left of a text: its items and their links.
#[derive(Debug, Default)]
pub(super) struct Chart {
    pub(super) items: Vec<ChartItem>,
    /// Items that are made in several ways: the others.
    pub(super) more: Vec<(u32, Link)>,
    /// Categories that are completed by several rules: the first item, another one.
    pub(super) twins: Vec<(u32, u32)>,
}

/// An item that waits for a category.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter {
    pub(super) category: u32,
    pub(super) item: u32,
    /// Where the chain leads that begins with it, once it is known.
    pub(super) top: Option<Chain>,
}

/// A set of the chart.
#[derive(Clone, Copy, Debug)]
struct ChartSet {
    /// Its first item and its first waiter.
    items: u32,
    waiters: u32,
}

/// An item of a later set.
#[derive(Clone, Copy, Debug)]
struct Pending {
    item: ChartItem,
    next: u32,
}

/// Memory that is used again for the next text.
#[derive(Debug)]
pub(super) struct Workspace {
    sets: Vec<ChartSet>,
    pub(super) waiters: Vec<Waiter>,
    /// By set: the predicted categories.
    predicted: Bits,
    /// The items of the current set by dot and origin, and its completed categories by category and origin.
    seen: Seen,
    /// Items of later sets, as lists; by set, where its list begins.
    pending: Vec<Pending>,
    pending_of: Vec<u32>,
    outstanding: usize,
    /// The last set that a symbol ends at, and the items there that the lookahead excluded.
    farthest: usize,
    excluded: Vec<ChartItem>,
    pub(super) climbed: Vec<u32>,
}

/// No list of pending items.
const NO_LIST: u32 = u32::MAX;

impl Workspace {
    pub(super) fn new(tables: &Tables) -> Workspace {
        let categories = tables.grammar.categories.len();
        Workspace {
            sets: Vec::new(),
            waiters: Vec::new(),
            predicted: Bits::without_rows(categories),
            seen: Seen::with_keys(tables.skeleton.dots.len() + categories),
            pending: Vec::new(),
            pending_of: Vec::new(),
            outstanding: 0,
            farthest: 0,
            excluded: Vec::new(),
            climbed: Vec::new(),
        }
    }

    fn clear(&mut self, sets: usize) {
        self.sets.clear();
        self.waiters.clear();
        self.predicted.clear();
        self.pending.clear();
        self.pending_of.clear();
        self.pending_of.resize(sets, NO_LIST);
        self.outstanding = 0;
        self.farthest = 0;
        self.excluded.clear();
    }
}

/// How a text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recognized {
    /// It is of the category: the first item that completes it, or `None` if it is empty.
    As(Option<u32>),
    /// It is not.
    Not,
    /// There are too many items: it was read up to this set.
    Limit(usize),
}

/// Makes the chart of one text.
pub(super) struct Recognizer<'a, I> {
    pub(super) tables: &'a Tables,
    pub(super) chart: Chart,
    pub(super) work: &'a mut Workspace,
    pub(super) start: u32,
    pub(super) input: I,
    /// The row of lookahead of the current set.
    row: usize,
}

impl<'a, I: Input> Recognizer<'a, I> {
    pub(super) fn new(tables: &'a Tables, work: &'a mut Workspace, start: u32, input: I) -> Recognizer<'a, I> {
        work.clear(input.last() + 1);
        Recognizer { tables, chart: Chart::default(), work, start, input, row: tables.looks.any }
    }

    /// Makes the chart, of at most so many items.
    pub(super) fn recognize(&mut self, limit: usize) -> Recognized {
        let last = self.input.last();
        for set in 0..=last {
            self.open();
            self.row = self.input.class(set);
            self.seed(set);
            if set == 0 || self.chart.items.len() > self.first_item(set) {
                self.complete_set(set, limit);
                self.predict(set);
                self.scan(set);
                if self.size() > limit {
                    return Recognized::Limit(set);
                }
            }
            if self.work.outstanding == 0 {
                self.work.pending.clear();
                if set < last {
                    return Recognized::Not;
                }
            }
        }
        if last == 0 {
            return if self.tables.skeleton.nullable[self.start as usize] {
                Recognized::As(None)
            } else {
                Recognized::Not
            };
        }
        match self.completed(self.start, 0) {
            Some(item) => Recognized::As(Some(item)),
            None => Recognized::Not,
        }
    }

    fn open(&mut self) {
        let (items, waiters) = (self.chart.items.len() as u32, self.work.waiters.len() as u32);
        self.work.sets.push(ChartSet { items, waiters });
        self.work.predicted.push_row();
        self.work.seen.clear();
    }

    fn first_item(&self, set: usize) -> usize {
        self.work.sets[set].items as usize
    }

    /// The first item of the current set that completes a category.
    pub(super) fn completed(&self, category: u32, origin: u32) -> Option<u32> {
        self.work.seen.get(self.tables.skeleton.dots.len() as u32 + category, origin)
    }

    /// Adds the items that were made by symbols which end here.
    fn seed(&mut self, set: usize) {
        let mut at = std::mem::replace(&mut self.work.pending_of[set], NO_LIST);
        while at != NO_LIST {
            let Pending { item, next } = self.work.pending[at as usize];
            self.insert(item);
            self.work.outstanding -= 1;
            at = next;
        }
    }

    /// Adds an item to the current set, or another way to make it.
    #[inline]
    pub(super) fn insert(&mut self, item: ChartItem) {
        if !self.tables.looks.passes.contains(self.row, item.dot as usize) {
            return;
        }
        let number = self.chart.items.len() as u32;
        match self.work.seen.get_or_insert(item.dot, item.origin, number) {
            None => self.chart.items.push(item),
            Some(known) => self.chart.more.push((known, item.link)),
        }
    }

    /// How much memory is used, in items.
    fn size(&self) -> usize {
        self.chart.items.len() + self.chart.more.len() + self.work.pending.len()
    }

    /// Adds what follows from the items of the current set, until there are too many.
    fn complete_set(&mut self, set: usize, limit: usize) {
        let mut at = self.first_item(set);
        while let Some(&ChartItem { dot, origin, .. }) = self.chart.items.get(at) {
            let place = self.tables.dot(dot);
            if place.next == Next::Nothing {
                self.complete(place.category, origin, at as u32);
                if self.size() > limit {
                    return;
                }
            } else if place.can_skip {
                let link = Link { before: at as u32, part: Link::EMPTY };
                self.insert(ChartItem { dot: dot + 1, origin, link });
            }
            at += 1;
        }
    }

    /// Moves the dots of all items that wait for a category at the set where it begins.
    fn complete(&mut self, category: u32, origin: u32, item: u32) {
        let key = self.tables.skeleton.dots.len() as u32 + category;
        if let Some(first) = self.work.seen.get_or_insert(key, origin, item) {
            self.chart.twins.push((first, item));
            return;
        }
        if self.tables.in_chain[category as usize] {
            if let Some(Chain { dot, origin }) = self.top_of_chain(category, origin) {
                let link = Link { before: Link::CHAIN, part: item };
                self.insert(ChartItem { dot, origin, link });
                return;
            }
        }
        for at in self.work.waiters_for(category, origin) {
            let waiter = self.work.waiters[at].item;
            let ChartItem { dot, origin, .. } = self.chart.items[waiter as usize];
            self.insert(ChartItem { dot: dot + 1, origin, link: Link { before: waiter, part: item } });
        }
        for &dot in self.tables.corners.of(category as usize) {
            if self.work.is_predicted(self.tables.dot(dot).category, origin) {
                self.insert(ChartItem { dot, origin, link: Link { before: Link::CORNER, part: item } });
            }
        }
    }

    /// Says what the finished set waits for, and what it predicts.
    fn predict(&mut self, set: usize) {
        let work = &mut *self.work;
        let first = work.waiters.len();
        if set == 0 {
            work.predicted.union(0, self.tables.predicts.row(self.start as usize));
        }
        for (at, item) in self.chart.items.iter().enumerate().skip(work.sets[set].items as usize) {
            if let Next::Category(category) = self.tables.dot(item.dot).next {
                work.waiters.push(Waiter { category, item: at as u32, top: None });
                if !work.predicted.contains(set, category as usize) {
                    work.predicted.union(set, self.tables.predicts.row(category as usize));
                }
            }
        }
        work.waiters[first..].sort_by_key(|waiter| waiter.category);
    }

    /// Makes the items of later sets.
    fn scan(&mut self, set: usize) {
        for at in self.first_item(set)..self.chart.items.len() {
            let ChartItem { dot, origin, .. } = self.chart.items[at];
            if let Next::Symbol(symbol) = self.tables.dot(dot).next {
                self.scan_symbol(symbol, set, dot + 1, origin, at as u32);
            }
        }
        for &dot in self.tables.scans.of(self.row) {
            let place = self.tables.dot(dot);
            if let (Next::Symbol(symbol), true) = (place.next, self.work.is_predicted(place.category, set as u32)) {
                self.scan_symbol(symbol, set, dot + 1, set as u32, Link::CORNER);
            }
        }
    }

    #[inline]
    fn scan_symbol(&mut self, symbol: u32, set: usize, dot: u32, origin: u32, before: u32) {
        for place in self.input.matches(symbol, set) {
            let end = self.input.end(place);
            let item = ChartItem { dot, origin, link: Link { before, part: set as u32 } };
            let work = &mut *self.work;
            if end > work.farthest {
                work.farthest = end;
                work.excluded.clear();
            }
            if self.tables.looks.passes.contains(self.input.class(end), dot as usize) {
                let next = std::mem::replace(&mut work.pending_of[end], work.pending.len() as u32);
                work.pending.push(Pending { item, next });
                work.outstanding += 1;
            } else if end == work.farthest {
                work.excluded.push(item);
            }
        }
    }

    /// Makes the farthest set again, as it is for every continuation of the text, and returns it and its items.
    pub(super) fn farthest(&mut self, limit: usize) -> (usize, Vec<ChartItem>) {
        let set = self.work.farthest;
        // Of the items that symbols made, those that the lookahead excluded are in a list; the others are in the chart, if
        // there is any. Symbols alone have a set as their last part.
        let known = self.work.sets.get(set).map_or(self.chart.items.len(), |set| set.items as usize);
        let mut seeds: Vec<ChartItem> = self.chart.items.drain(known..).collect();
        seeds.retain(|item| self.is_scanned(item));
        seeds.append(&mut self.work.excluded);
        if let Some(made) = self.work.sets.get(set) {
            self.work.waiters.truncate(made.waiters as usize);
            self.work.sets.truncate(set);
        }
        while self.work.sets.len() <= set {
            self.open();
        }
        self.row = self.tables.looks.any;
        seeds.into_iter().for_each(|seed| self.insert(seed));
        self.complete_set(set, limit);
        (set, self.chart.items[self.first_item(set)..].to_vec())
    }

    fn is_scanned(&self, item: &ChartItem) -> bool {
        matches!(self.tables.part_before(item.dot), Next::Symbol(_)) && item.link.part != Link::EMPTY
    }
}

impl Workspace {
    /// Which waiters wait for a category in a set that is finished.
    #[inline]
    pub(super) fn waiters_for(&self, category: u32, set: u32) -> std::ops::Range<usize> {
        let start = self.sets[set as usize].waiters as usize;
        let end = self.sets[set as usize + 1].waiters as usize;
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

    /// Whether a set that is finished predicts a category.
    #[inline]
    pub(super) fn is_predicted(&self, category: u32, set: u32) -> bool {
        self.predicted.contains(set as usize, category as usize)
    }
}
