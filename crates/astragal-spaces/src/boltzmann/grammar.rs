//! The space as a grammar: leaves, sums, products and lists, with their costs. And which sizes there can be.

use std::collections::HashMap;

use astragal_core::support::{CountedNode as Node, Graph};
use astragal_core::{Numbers, Rule};

/// A part inside another one, and what it costs to be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) cost: usize,
    pub(super) to: usize,
}

/// Numbers from `first` on, in groups of `over + 1` that cost the same; each of the `more` further groups costs one more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) first: u128,
    pub(super) over: u128,
    pub(super) cost: usize,
    pub(super) more: u128,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// One choice from 0 to `max`.
    Leaf { max: u128, spans: Vec<Span> },
    /// One choice, and one of the arms.
    Sum(Vec<Link>),
    /// Each of them, in order.
    Product(Vec<Link>),
    /// One choice, the length, and the elements.
    List { min: usize, max: usize, end: usize, element: Link },
}

/// Which sizes a part can have: some of those from `least` to `most`, `period` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) least: usize,
    /// `usize::MAX` if there is no bound.
    pub(super) most: usize,
    /// Zero if there is but one size.
    pub(super) period: usize,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Grammar {
    pub(super) parts: Vec<Part>,
    pub(super) root: Link,
    /// Each part after those inside it, but for those that it is inside of.
    pub(super) order: Vec<usize>,
    /// The parts that are inside themselves: all recursion goes through them.
    pub(super) recursive: Vec<usize>,
    /// By part; `None` if it has no value.
    pub(super) extents: Vec<Option<Extent>>,
}

impl Grammar {
    /// The parts of a graph, or why they cannot be drawn one by one.
    pub(super) fn new(graph: &Graph) -> Result<Grammar, String> {
        if graph.rule != Rule::Sum {
            return Err("by depth, parts cannot be drawn one by one: `uniform` draws values of at most a depth".into());
        }
        if graph.grid.stride != 1 {
            return Err(
                "only sizes can be drawn within a range: `having` and `uniform` draw by what else is counted".into()
            );
        }
        let mut builder = Builder { graph, parts: Vec::new(), known: HashMap::new(), wanted: Vec::new() };
        let root = builder.link(0, graph.root);
        while let Some((at, node)) = builder.wanted.pop() {
            builder.parts[at] = builder.part(node)?;
        }
        let parts = builder.parts;
        let (order, recursive) = order(&parts, root.to);
        let mut grammar = Grammar { extents: vec![None; parts.len()], parts, root, order, recursive };
        grammar.find_least();
        grammar.find_periods();
        grammar.find_most();
        Ok(grammar)
    }

    /// The sizes of a part in its place.
    pub(super) fn extent(&self, link: Link) -> Option<Extent> {
        let Extent { least, most, period } = self.extents[link.to]?;
        Some(Extent { least: least.saturating_add(link.cost), most: most.saturating_add(link.cost), period })
    }

    /// Goes on until no smaller size is found.
    fn find_least(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for at in 0..self.order.len() {
                let at = self.order[at];
                let least = self.least(&self.parts[at]);
                if least < self.extents[at].map_or(usize::MAX, |extent| extent.least) {
                    self.extents[at] = Some(Extent { least, most: usize::MAX, period: 0 });
                    changed = true;
                }
            }
        }
    }

    /// The smallest size, as far as it is known; the largest number if there is none.
    fn least(&self, part: &Part) -> usize {
        let least = |link: &Link| self.extent(*link).map_or(usize::MAX, |extent| extent.least);
        match part {
            Part::Leaf { spans, .. } => spans.iter().map(|span| span.cost).min().unwrap_or(usize::MAX),
            Part::Sum(arms) => arms.iter().map(least).min().unwrap_or(usize::MAX),
            Part::Product(parts) => parts.iter().map(least).fold(0, usize::saturating_add),
            Part::List { min: 0, end, .. } => *end,
            Part::List { min, end, element, .. } => least(element).saturating_mul(*min).saturating_add(*end),
        }
    }

    /// The greatest common divisor of all differences between sizes. Goes on until it gets no smaller.
    fn find_periods(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for at in 0..self.order.len() {
                let at = self.order[at];
                let Some(mut extent) = self.extents[at] else { continue };
                let period = self.period(&self.parts[at], extent);
                changed |= period != extent.period;
                extent.period = period;
                self.extents[at] = Some(extent);
            }
        }
    }

    fn period(&self, part: &Part, known: Extent) -> usize {
        let of = |links: &[Link]| links.iter().filter_map(|&link| self.extent(link)).collect::<Vec<Extent>>();
        match part {
            Part::Leaf { spans, .. } => spans.iter().fold(known.period, |period, span| {
                gcd(gcd(period, usize::from(span.more > 0)), span.cost - known.least)
            }),
            Part::Sum(arms) => {
                of(arms).iter().fold(known.period, |period, arm| gcd(gcd(period, arm.period), arm.least - known.least))
            }
            Part::Product(parts) => of(parts).iter().fold(known.period, |period, part| gcd(period, part.period)),
            Part::List { max: 0, .. } => known.period,
            Part::List { min, max, element, .. } => of(&[*element]).iter().fold(known.period, |period, each| {
                gcd(gcd(period, each.period), if max > min { each.least } else { 0 })
            }),
        }
    }

    /// A recursive part has no largest size, since each recursion costs something.
    fn find_most(&mut self) {
        let mut done = vec![false; self.parts.len()];
        for at in 0..self.order.len() {
            let at = self.order[at];
            if self.extents[at].is_none() {
                continue;
            }
            // A part that is not done is one that this one is inside of.
            let most = |link: &Link| match self.extent(*link) {
                Some(_) if !done[link.to] => Some(usize::MAX),
                extent => extent.map(|extent| extent.most),
            };
            let most = match &self.parts[at] {
                Part::Leaf { spans, .. } => {
                    let last = |span: &Span| span.cost.saturating_add(usize::try_from(span.more).unwrap_or(usize::MAX));
                    spans.iter().map(last).max()
                }
                Part::Sum(arms) => arms.iter().filter_map(most).max(),
                Part::Product(parts) => {
                    parts.iter().map(most).try_fold(0, |sum: usize, most| Some(sum.saturating_add(most?)))
                }
                Part::List { max, end, element, .. } => {
                    let each = if *max == 0 { 0 } else { most(element).unwrap_or(0) };
                    Some(each.saturating_mul(*max).saturating_add(*end))
                }
            };
            if let (Some(extent), Some(most)) = (&mut self.extents[at], most) {
                extent.most = most;
            }
            done[at] = true;
        }
    }
}

fn gcd(mut one: usize, mut other: usize) -> usize {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The parts inside a part.
fn inside(part: &Part) -> &[Link] {
    match part {
        Part::Leaf { .. } | Part::List { max: 0, .. } => &[],
        Part::Sum(links) | Part::Product(links) => links,
        Part::List { element, .. } => std::slice::from_ref(element),
    }
}

/// See the fields of [`Grammar`].
fn order(parts: &[Part], root: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut seen, mut done, mut recurs) =
        (vec![false; parts.len()], vec![false; parts.len()], vec![false; parts.len()]);
    let mut order = Vec::with_capacity(parts.len());
    let mut open = vec![(root, 0)];
    seen[root] = true;
    while let Some((at, next)) = open.pop() {
        let Some(link) = inside(&parts[at]).get(next) else {
            done[at] = true;
            order.push(at);
            continue;
        };
        open.push((at, next + 1));
        if !std::mem::replace(&mut seen[link.to], true) {
            open.push((link.to, 0));
        } else if !done[link.to] {
            recurs[link.to] = true;
        }
    }
    (order, (0..parts.len()).filter(|&at| recurs[at]).collect())
}

struct Builder<'a> {
    graph: &'a Graph,
    parts: Vec<Part>,
    known: HashMap<usize, usize>,
    /// Parts that have a place but are not made yet, and their nodes.
    wanted: Vec<(usize, usize)>,
}

impl Builder<'_> {
    /// A node as a part. Nodes that only pay are skipped.
    fn link(&mut self, mut cost: usize, mut node: usize) -> Link {
        for _ in 0..self.graph.nodes.len() {
            let Node::Pay { cost: more, of } = self.graph.nodes[node] else { break };
            (cost, node) = (cost.saturating_add(more), of);
        }
        let next = self.parts.len();
        let to = *self.known.entry(node).or_insert(next);
        if to == next {
            self.parts.push(Part::Sum(Vec::new()));
            self.wanted.push((to, node));
        }
        Link { cost, to }
    }

    fn part(&mut self, node: usize) -> Result<Part, String> {
        Ok(match &self.graph.nodes[node] {
            Node::Unit => Part::Product(Vec::new()),
            Node::Numbers { numbers, max, both, besides } => {
                Part::Leaf { max: *max, spans: spans(*numbers, *max, *both, *besides) }
            }
            Node::Constants { count: 0, .. } => Part::Sum(Vec::new()),
            Node::Constants { count, cost } => {
                let over = u128::from(count - 1);
                Part::Leaf { max: over, spans: vec![Span { first: 0, over, cost: *cost, more: 0 }] }
            }
            Node::Tiered { ends } => match ends.last() {
                None | Some(0) => Part::Sum(Vec::new()),
                Some(count) => Part::Leaf { max: u128::from(count - 1), spans: tiers(ends) },
            },
            // It only pays, round and round: it has no value.
            Node::Pay { .. } => Part::Sum(Vec::new()),
            Node::Sum { arms } => Part::Sum(arms.iter().map(|&arm| self.link(0, arm)).collect()),
            Node::Pair { .. } => {
                let (mut node, mut parts) = (node, Vec::new());
                while let Node::Pair { first, rest } = self.graph.nodes[node] {
                    parts.push(self.link(0, first));
                    node = rest;
                }
                parts.push(self.link(0, node));
                Part::Product(parts)
            }
            Node::Family { .. } => return Err(dependent("a function that draws by what it has drawn")),
            Node::List { first, .. } => self.list(*first),
            Node::Row { .. } => self.list(node),
            Node::Unordered(_) => return Err(dependent("a set, a bag or a map")),
            Node::Function { .. } => return Err(dependent("a function")),
            Node::Selection { .. } => return Err(dependent("a subsequence")),
        })
    }

    /// A list by its rows. Some may be missing, as long as no size came up to them.
    fn list(&mut self, mut row: usize) -> Part {
        let (mut min, mut max, mut list) = (0, 0, (0, Link { cost: 0, to: 0 }));
        while let Node::Row { end, element, cost, next } = self.graph.nodes[row] {
            list.1 = self.link(cost, element);
            match end {
                Some(end) => list.0 = end,
                None => min += 1,
            }
            match next {
                None => break,
                Some(next) if next == row => {
                    let bounded = self.graph.loops.iter().find(|list| list.row == row);
                    max = bounded.map_or(usize::MAX, |list| list.max);
                    break;
                }
                Some(next) => (row, max) = (next, max + 1),
            }
        }
        Part::List { min, max, end: list.0, element: list.1 }
    }
}

fn dependent(what: &str) -> String {
    format!(
        "the parts of {what} depend on each other, so they cannot be drawn one by one: `uniform` counts them instead"
    )
}

/// The numbers of a leaf by what they cost.
fn spans(numbers: Numbers, max: u128, both: u128, besides: usize) -> Vec<Span> {
    let cost = |cost: u128| usize::try_from(cost).unwrap_or(usize::MAX).saturating_add(besides);
    match numbers {
        Numbers::Rank => vec![Span { first: 0, over: 0, cost: besides, more: max }],
        Numbers::Distance => {
            let mut spans = vec![Span { first: 0, over: 0, cost: besides, more: 0 }];
            if both > 0 {
                spans.push(Span { first: 1, over: 1, cost: cost(1), more: both - 1 });
            }
            if max > 2 * both {
                spans.push(Span { first: 2 * both + 1, over: 0, cost: cost(both + 1), more: max - 2 * both - 1 });
            }
            spans
        }
        Numbers::Bits | Numbers::Free => (0..=128)
            .map_while(|bits| {
                let (first, last) = numbers.range(bits, max, both)?;
                Some(Span { first, over: last - first, cost: cost(bits as u128), more: 0 })
            })
            .collect(),
    }
}

/// The values of a leaf by the size that each was given.
fn tiers(ends: &[u64]) -> Vec<Span> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let sizes = starts.zip(ends).enumerate().filter(|(_, (start, end))| start < end);
    sizes
        .map(|(cost, (start, end))| Span { first: start.into(), over: u128::from(end - start - 1), cost, more: 0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_hold_every_number_once_at_its_cost() {
        for numbers in [Numbers::Rank, Numbers::Distance, Numbers::Bits, Numbers::Free] {
            for (max, both) in [(0, 0), (1, 0), (9, 0), (9, 3), (10, 5), (100, 2)] {
                let mut enumerated = Vec::new();
                for span in spans(numbers, max, both, 7) {
                    for (group, within) in (0..=span.more).flat_map(|group| (0..=span.over).map(move |at| (group, at)))
                    {
                        let number = span.first + group * (span.over + 1) + within;
                        assert_eq!(numbers.cost(number, both) + 7, span.cost as u128 + group);
                        enumerated.push(number);
                    }
                }
                assert_eq!(enumerated, (0..=max).collect::<Vec<_>>(), "{numbers:?} {max} {both}");
            }
        }
    }
}
