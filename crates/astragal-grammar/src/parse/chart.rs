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
