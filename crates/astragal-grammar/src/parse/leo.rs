//! Chains of completions: linear memory for right recursion, as Leo showed.
//!
//! If only one item waits for what is completed, and what it waits for is its last part, then it is completed here too; and so on.
//! A list that ends with a list makes such a chain as long as it is, at each place where it may end. So only the last item of a
//! chain, its *top*, goes into the chart. When the forest is made, those parts of chains that are in a tree are put back.

use std::collections::{HashMap, HashSet};

use super::chart::{Chart, ChartItem, Link};
use super::groups::Groups;
use super::input::Input;
use super::recognize::Recognizer;
use super::sets::Sets;
use super::tables::{Next, Tables};

/// An item that a chain leads to, without its set: that is where the chain begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chain {
    pub(super) dot: u32,
    pub(super) origin: u32,
}

/// A step of a chain: what is completed if its only part is.
struct Step {
    /// The completed item.
    to: Chain,
    /// What waits: an item, or [`Link::CORNER`].
    before: u32,
    /// The number of the waiter, if it is an item.
    waiter: Option<usize>,
}

/// The chart so far, as far as chains are concerned.
struct Chains<'a> {
    tables: &'a Tables,
    items: &'a [ChartItem],
    sets: &'a Sets,
    start: u32,
}

impl Chains<'_> {
    /// What is completed with a category, if exactly one item waits for it and it is the last part of a chain's rule.
    fn step(&self, category: u32, origin: u32) -> Option<Step> {
        if !self.tables.in_chain[category as usize] || (category == self.start && origin == 0) {
            return None;
        }
        let waiters = self.sets.waiters_for(category, origin);
        let corners = self.tables.corners.of(category as usize).iter();
        let mut corners = corners.filter(|dot| self.sets.is_predicted(self.tables.dot(**dot).category, origin));
        let step = match (waiters.len(), corners.next()) {
            (1, None) => {
                let before = self.sets.waiters[waiters.start].item;
                let ChartItem { dot, origin, .. } = self.items[before as usize];
                Step { to: Chain { dot: dot + 1, origin }, before, waiter: Some(waiters.start) }
            }
            (0, Some(&dot)) if corners.next().is_none() => {
                Step { to: Chain { dot, origin }, before: Link::CORNER, waiter: None }
            }
            _ => return None,
        };
        self.tables.dot(step.to.dot).is_chain.then_some(step)
    }
}

impl<I: Input> Recognizer<'_, I> {
    /// The top of the chain that begins with a completed category, if it has at least two steps.
    pub(super) fn top_of_chain(&mut self, category: u32, origin: u32) -> Option<Chain> {
        let mut climbed = std::mem::take(&mut self.work.climbed);
        let chains = Chains { tables: self.tables, items: &self.chart.items, sets: &self.work.sets, start: self.start };
        let (mut category, mut origin, mut steps) = (category, origin, 0);
        let mut top = None;
        while let Some(Step { to, waiter, .. }) = chains.step(category, origin) {
            steps += 1;
            top = Some(to);
            if let Some(waiter) = waiter {
                if let Some(known) = chains.sets.waiters[waiter].top {
                    steps += usize::from(known != to);
                    top = Some(known);
                    break;
                }
                climbed.push(waiter as u32);
            }
            (category, origin) = (self.tables.dot(to.dot).category, to.origin);
        }
        climbed.drain(..).for_each(|waiter| self.work.sets.waiters[waiter as usize].top = top);
        self.work.climbed = climbed;
        top.filter(|_| steps > 1)
    }
}

/// Puts those items back that chains left out, as far as they are below `root`.
pub(super) fn put_back(tables: &Tables, sets: &Sets, start: u32, chart: &mut Chart, root: u32) {
    if !chart.more.iter().map(|(_, link)| link).chain(chart.items.iter().map(|item| &item.link)).any(is_chain) {
        return;
    }
    let mut filling = Filling {
        tables,
        sets,
        start,
        more: Groups::from_pairs(chart.items.len(), &chart.more),
        twins: Groups::from_pairs(chart.items.len(), &chart.twins),
        items: std::mem::take(&mut chart.items),
        new_links: Vec::new(),
        new_twins: Vec::new(),
        replaced: HashSet::new(),
    };
    filling.run(root);
    let Filling { items, new_links, new_twins, replaced, .. } = filling;
    chart.items = items;
    chart.more.retain(|(item, link)| !is_chain(link) && !replaced.contains(item));
    chart.more.extend(new_links);
    chart.twins.extend(new_twins);
}

fn is_chain(link: &Link) -> bool {
    link.before == Link::CHAIN
}

/// The chart while items are put back.
struct Filling<'a> {
    tables: &'a Tables,
    sets: &'a Sets,
    start: u32,
    items: Vec<ChartItem>,
    more: Groups<Link>,
    twins: Groups<u32>,
    new_links: Vec<(u32, Link)>,
    new_twins: Vec<(u32, u32)>,
    /// Items of which all links are new.
    replaced: HashSet<u32>,
}

impl Filling<'_> {
    fn run(&mut self, root: u32) {
        let mut visited = vec![false; self.items.len()];
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            // What is put back leads only to what is on the stack already.
            if visited.get(at as usize).is_none_or(|visited| *visited) {
                continue;
            }
            visited[at as usize] = true;
            let ChartItem { dot, link, .. } = self.items[at as usize];
            let is_category = matches!(self.tables.part_before(dot), Next::Category(_));
            let mut has_chain = false;
            for link in [link].iter().chain(self.more.of(at)) {
                has_chain |= is_chain(link);
                if link.before < Link::CHAIN {
                    stack.push(link.before);
                }
                if is_category && link.part != Link::EMPTY {
                    stack.push(link.part);
                }
            }
            stack.extend_from_slice(self.twins.of(at));
            if has_chain {
                let links: Vec<Link> = [link].iter().chain(self.more.of(at)).copied().collect();
                self.put_back(at, &links, &mut stack);
            }
        }
    }

    /// Replaces the links of a top that are chains.
    fn put_back(&mut self, top: u32, links: &[Link], stack: &mut Vec<u32>) {
        let ChartItem { dot, origin, .. } = self.items[top as usize];
        let target = Chain { dot, origin };
        // Everything between here and the top that the chart has: each is the part of a link of the top. And what was put back.
        let mut items: HashMap<Chain, u32> = HashMap::new();
        let mut nodes: HashMap<(u32, u32), u32> = HashMap::new();
        let is_shared = links.len() > 1;
        if is_shared {
            for link in links.iter().filter(|link| link.part != Link::EMPTY) {
                for &number in self.twins.of(link.part).iter().chain([&link.part]) {
                    let ChartItem { dot, origin, .. } = self.items[number as usize];
                    items.insert(Chain { dot, origin }, number);
                    nodes.insert((self.tables.dot(dot).category, origin), link.part);
                }
            }
        }
        let mut links_of_top: Vec<Link> = links.iter().filter(|link| !is_chain(link)).copied().collect();
        for chain in links.iter().filter(|link| is_chain(link)) {
            let mut part = chain.part;
            loop {
                let ChartItem { dot, origin, .. } = self.items[part as usize];
                let category = self.tables.dot(dot).category;
                let Filling { tables, sets, start, .. } = *self;
                let chains = Chains { tables, items: &self.items, sets, start };
                let Some(Step { to, before, .. }) = chains.step(category, origin) else { break };
                let link = Link { before, part };
                if before < Link::CHAIN {
                    stack.push(before);
                }
                if to == target {
                    links_of_top.push(link);
                    break;
                }
                if let Some(known) = items.get(&to) {
                    self.new_links.push((*known, link));
                    break;
                }
                let number = self.items.len() as u32;
                self.items.push(ChartItem { dot: to.dot, origin: to.origin, link });
                if is_shared {
                    items.insert(to, number);
                    let node = (self.tables.dot(to.dot).category, to.origin);
                    if let Some(first) = nodes.get(&node) {
                        self.new_twins.push((*first, number));
                        break;
                    }
                    nodes.insert(node, number);
                }
                part = number;
            }
        }
        if let Some((first, others)) = links_of_top.split_first() {
            self.items[top as usize].link = *first;
            self.new_links.extend(others.iter().map(|link| (top, *link)));
            self.replaced.insert(top);
        }
    }
}
