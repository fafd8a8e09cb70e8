//! Makes the chart of a text, set by set.

use super::chart::{Chart, ChartItem, Link};
use super::input::Input;
use super::leo::Chain;
use super::pending::Pending;
use super::seen::Seen;
use super::sets::Sets;
use super::tables::{Next, Tables};

/// Memory that is used again for the next text.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) sets: Sets,
    /// The items of the current set by dot and origin, and its completed categories by category and origin.
    seen: Seen,
    pending: Pending,
    /// The last set that a symbol ends at, and the items there that the lookahead excluded.
    farthest: usize,
    excluded: Vec<ChartItem>,
    /// Empty, but for the time in which a chain is climbed.
    pub(super) climbed: Vec<u32>,
}

impl Workspace {
    pub(super) fn new(tables: &Tables) -> Workspace {
        let categories = tables.grammar.categories.len();
        Workspace {
            sets: Sets::new(categories),
            seen: Seen::with_keys(tables.skeleton.dots.len() + categories),
            pending: Pending::default(),
            farthest: 0,
            excluded: Vec::new(),
            climbed: Vec::new(),
        }
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
    input: I,
    /// The row of lookahead of the current set.
    row: usize,
}

impl<'a, I: Input> Recognizer<'a, I> {
    pub(super) fn new(tables: &'a Tables, work: &'a mut Workspace, start: u32, input: I) -> Recognizer<'a, I> {
        work.sets.clear();
        work.pending.clear(input.last() + 1);
        work.farthest = 0;
        work.excluded.clear();
        Recognizer { tables, chart: Chart::default(), work, start, input, row: tables.looks.any }
    }

    /// Makes the chart, of at most `limit` items.
    pub(super) fn recognize(&mut self, limit: usize) -> Recognized {
        let last = self.input.last();
        for set in 0..=last {
            let first = self.open();
            self.row = self.input.class(set);
            while let Some(item) = self.work.pending.pop(set) {
                self.insert(item);
            }
            if set == 0 {
                self.work.sets.predict(self.tables, 0, self.start);
            } else if self.chart.items.len() == first {
                continue;
            }
            self.complete_all(first, limit);
            self.work.sets.close(self.tables, set, &self.chart.items);
            self.scan(set, first);
            if self.size() > limit {
                return Recognized::Limit(set);
            }
            if set < last && self.work.pending.is_empty() {
                return Recognized::Not;
            }
        }
        match self.completed(self.start, 0) {
            _ if last == 0 && self.tables.skeleton.nullable[self.start as usize] => Recognized::As(None),
            Some(item) => Recognized::As(Some(item)),
            None => Recognized::Not,
        }
    }

    /// Begins the next set, and returns the number of its first item.
    fn open(&mut self) -> usize {
        self.work.sets.open(self.chart.items.len());
        self.work.seen.clear();
        self.chart.items.len()
    }

    /// How much memory is used, in items.
    fn size(&self) -> usize {
        self.chart.items.len() + self.chart.more.len() + self.work.pending.len()
    }

    /// Adds an item to the current set, or another way to make it.
    #[inline]
    fn insert(&mut self, item: ChartItem) {
        if !self.tables.looks.passes.contains(self.row, item.dot as usize) {
            return;
        }
        let number = self.chart.items.len() as u32;
        match self.work.seen.get_or_insert(item.dot, item.origin, number) {
            None => self.chart.items.push(item),
            Some(known) => self.chart.more.push((known, item.link)),
        }
    }

    /// Adds what follows from the items of the current set, until there are too many.
    fn complete_all(&mut self, first: usize, limit: usize) {
        let mut at = first;
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
        if let Some(first) = self.work.seen.get_or_insert(self.key(category), origin, item) {
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
        for at in self.work.sets.waiters_for(category, origin) {
            let waiter = self.work.sets.waiters[at].item;
            let ChartItem { dot, origin, .. } = self.chart.items[waiter as usize];
            self.insert(ChartItem { dot: dot + 1, origin, link: Link { before: waiter, part: item } });
        }
        for &dot in self.tables.corners.of(category as usize) {
            if self.work.sets.is_predicted(self.tables.dot(dot).category, origin) {
                self.insert(ChartItem { dot, origin, link: Link { before: Link::CORNER, part: item } });
            }
        }
    }

    /// The first item of the current set that completes a category.
    pub(super) fn completed(&self, category: u32, origin: u32) -> Option<u32> {
        self.work.seen.get(self.key(category), origin)
    }

    /// What a completed category is in `seen`.
    fn key(&self, category: u32) -> u32 {
        self.tables.skeleton.dots.len() as u32 + category
    }

    /// Makes the items of later sets.
    fn scan(&mut self, set: usize, first: usize) {
        for at in first..self.chart.items.len() {
            let ChartItem { dot, origin, .. } = self.chart.items[at];
            if let Next::Symbol(symbol) = self.tables.dot(dot).next {
                self.scan_symbol(symbol, set, dot + 1, origin, at as u32);
            }
        }
        for &dot in self.tables.scans.of(self.row) {
            let place = self.tables.dot(dot);
            if let (Next::Symbol(symbol), true) = (place.next, self.work.sets.is_predicted(place.category, set as u32))
            {
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
                work.pending.push(end, item);
            } else if end == work.farthest {
                work.excluded.push(item);
            }
        }
    }

    /// Makes the farthest set again, as it is for every continuation of the text, and returns it and its items.
    pub(super) fn farthest(&mut self, limit: usize) -> (usize, &[ChartItem]) {
        let set = self.work.farthest;
        // Of the items that symbols made, those that the lookahead excluded are in a list, the others in the set, if it was made.
        let known = self.work.sets.first_item(set).unwrap_or(self.chart.items.len());
        let mut seeds: Vec<ChartItem> = self.chart.items.drain(known..).collect();
        seeds.retain(|item| {
            matches!(self.tables.part_before(item.dot), Next::Symbol(_)) && item.link.part != Link::EMPTY
        });
        seeds.append(&mut self.work.excluded);
        self.work.sets.truncate(set);
        while self.work.sets.len() <= set {
            self.open();
        }
        self.row = self.tables.looks.any;
        seeds.into_iter().for_each(|seed| self.insert(seed));
        self.complete_all(known, limit);
        (set, &self.chart.items[known..])
    }
}
