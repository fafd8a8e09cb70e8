//! All trees of a text at once: which rules made which part of it, each part once however many trees it is in.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use astragal_core::Overlap;

use super::ambiguity::Ambiguity;
use super::chart::{Chart, ChartItem, Link};
use super::groups::Groups;
use super::input::Places;
use super::tables::{Next, Tables};
use super::trees::{Trees, Walk};
use crate::model::{CategoryId, Grammar};
use crate::tree::Tree;

/// All trees of a text, as a shared packed forest.
///
/// Trees have an order: by the first rule, from the root downwards and then from left to right, in which they differ, in the order of
/// the grammar. Where they have the same rule, with parts that end at different places, the shorter last part is first: of two
/// ways to read `1 - 2 - 3` by `Exp ::= Exp "-" Exp`, the one that means `(1 - 2) - 3`.
///
/// If a category derives itself (`A ::= A`), a text may have infinitely many trees. Of those, [`trees`](Forest::trees) leaves out
/// each in which a node has a node of the same category and the same text above it. What is left is finite, and all other
/// trees are these with detours. [`ways`](Forest::ways) counts all of them.
pub struct Forest {
    pub(super) tables: Arc<Tables>,
    pub(super) text: String,
    pub(super) places: Places,
    /// The chart of it.
    items: Vec<ChartItem>,
    /// By item: its other links. They and the one in the item are in order.
    more: Groups<Link>,
    /// By item: the others that complete the same category, in order.
    twins: Groups<u32>,
    root: ForestNode,
}

/// A category in a part of the text, between two sets of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ForestNode {
    /// The first item that completes it, and the set that it is in.
    Filled { item: u32, end: u32 },
    /// It is empty.
    Empty { category: u32, at: u32 },
}

impl Forest {
    pub(super) fn new(tables: Arc<Tables>, text: &str, places: Places, chart: Chart, root: ForestNode) -> Forest {
        let Chart { mut items, more, twins } = chart;
        let mut more = Groups::from_pairs(items.len(), &more);
        let mut twins = Groups::from_pairs(items.len(), &twins);
        more.for_each(|item, links| {
            // The set where the last part begins tells the links of an item apart.
            let begin = |items: &[ChartItem], link: &Link| match tables.part_before(items[item as usize].dot) {
                _ if link.part == Link::EMPTY => u32::MAX,
                Next::Category(_) => items[link.part as usize].origin,
                Next::Symbol(_) | Next::Nothing => link.part,
            };
            links.sort_by_key(|link| Reverse(begin(&items, link)));
            // The one in the item is to be the first: that one goes there, and it goes where it belongs.
            let own = items[item as usize].link;
            let later = links.iter().take_while(|link| begin(&items, link) > begin(&items, &own)).count();
            if later > 0 {
                items[item as usize].link = links[0];
                links[..later].rotate_left(1);
                links[later - 1] = own;
            }
        });
        twins.for_each(|_, twins| twins.sort_by_key(|twin| items[*twin as usize].dot));
        Forest { tables, text: text.to_owned(), places, items, more, twins, root }
    }

    /// The grammar.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.tables.grammar
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first tree: the only one, unless the text is ambiguous.
    pub fn first(&self) -> Tree {
        Walk::new(self).run(self.root, &mut Vec::new())
    }

    /// All trees, in order, none of them twice. Each is made when it is asked for. See [`Forest`] for those that are left out if
    /// there are infinitely many.
    pub fn trees(&self) -> Trees<'_> {
        Trees::new(self)
    }

    /// How many trees the text has.
    pub fn ways(&self) -> Overlap {
        self.ways_of(self.root)
    }

    /// The first place where the text can be read in more than one way: of the first tree, the first node that could also be
    /// made otherwise, from the root downwards and then from left to right.
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        let node = if self.is_single() { None } else { Walk::new(self).first_choice(self.root) }?;
        let first = Walk::new(self).run(node, &mut Vec::new());
        let second = Walk::new(self).run_otherwise(node);
        let (start, end) = self.sets(node);
        let bytes = self.places.bytes(&self.text, start as usize, end as usize);
        Some(Ambiguity::new(CategoryId(self.category(node)), bytes, &self.text, first, second, self.ways_of(node)))
    }

    pub(super) fn root(&self) -> ForestNode {
        self.root
    }

    /// Whether nothing in it, reachable or not, is made in several ways.
    pub(super) fn is_single(&self) -> bool {
        self.more.is_empty() && self.twins.is_empty() && self.tables.is_empty_unique
    }

    pub(super) fn item(&self, number: u32) -> &ChartItem {
        &self.items[number as usize]
    }

    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    pub(super) fn category(&self, node: ForestNode) -> u32 {
        match node {
            ForestNode::Filled { item, .. } => self.tables.dot(self.item(item).dot).category,
            ForestNode::Empty { category, .. } => category,
        }
    }

    /// The sets where a node begins and ends.
    pub(super) fn sets(&self, node: ForestNode) -> (u32, u32) {
        match node {
            ForestNode::Filled { item, end } => (self.item(item).origin, end),
            ForestNode::Empty { at, .. } => (at, at),
        }
    }

    /// The ways to make an item, in order.
    pub(super) fn links(&self, item: u32) -> impl Iterator<Item = Link> + '_ {
        std::iter::once(self.item(item).link).chain(self.other_links(item).iter().copied())
    }

    /// All but the first of them.
    #[inline]
    pub(super) fn other_links(&self, item: u32) -> &[Link] {
        self.more.of(item)
    }

    /// The items that complete what an item is the first to complete, in order.
    pub(super) fn completions(&self, first: u32) -> Completions {
        let twins = self.twins.of(first);
        if twins.is_empty() {
            return Completions::One(first);
        }
        let mut items = twins.to_vec();
        let place = items.partition_point(|twin| self.item(*twin).dot < self.item(first).dot);
        items.insert(place, first);
        Completions::Several(items)
    }
}

/// The items that complete a category.
pub(super) enum Completions {
    One(u32),
    Several(Vec<u32>),
}

impl std::ops::Deref for Completions {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match self {
            Completions::One(item) => std::slice::from_ref(item),
            Completions::Several(items) => items,
        }
    }
}

impl fmt::Debug for Forest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Forest({} of {:?})", self.ways(), self.text)
    }
}
