//! Which alternatives of a node lead to a tree, where categories derive themselves and no node may be below itself.
//!
//! Only nodes with the same text can be below themselves. So a part that has less text is always possible, and what is to be
//! looked at are the few nodes with the same text.

use super::chart::Link;
use super::forest::{Forest, ForestNode};
use super::tables::Next;
use super::trees::Walk;
use crate::model::{Item, RuleId};

impl Walk<'_> {
    /// Whether an item that completes the node can be taken.
    pub(super) fn can_complete(&self, item: u32) -> bool {
        self.forest().needs_of_item(item, self.end()).iter().any(|need| self.is_possible(need))
    }

    /// Whether a link can be taken, of an item after which everything is empty.
    pub(super) fn can_link(&self, item: u32, link: Link) -> bool {
        self.forest().needs_of_link(item, link, self.end()).iter().any(|need| self.is_possible(need))
    }

    /// Whether a rule can be taken by which the node is empty.
    pub(super) fn can_be_empty(&self, rule: RuleId, at: u32) -> bool {
        self.is_possible(&self.forest().needs_of_rule(rule, at))
    }

    /// Where the node ends.
    fn end(&self) -> u32 {
        self.above().last().map_or(0, |node| self.forest().sets(*node).1)
    }

    fn is_possible(&self, need: &[ForestNode]) -> bool {
        need.iter().all(|node| self.forest().is_possible(*node, self.above()))
    }
}

impl Forest {
    /// Whether a node has a tree without nodes that are excluded, and without any below itself.
    fn is_possible(&self, node: ForestNode, excluded: &[ForestNode]) -> bool {
        // All nodes that are needed for it, each with its alternatives; from the bottom up, which of them have a tree.
        let mut nodes = vec![(node, self.needs(node), false)];
        let mut at = 0;
        while at < nodes.len() {
            for needed in nodes[at].1.clone().into_iter().flatten() {
                if !excluded.contains(&needed) && nodes.iter().all(|(known, ..)| *known != needed) {
                    nodes.push((needed, self.needs(needed), false));
                }
            }
            at += 1;
        }
        let mut changed = !excluded.contains(&node);
        while std::mem::take(&mut changed) {
            for at in 0..nodes.len() {
                let has_tree = |node: &ForestNode| nodes.iter().any(|(known, _, has_tree)| *has_tree && known == node);
                if !nodes[at].2 && nodes[at].1.iter().any(|need| need.iter().all(has_tree)) {
                    nodes[at].2 = true;
                    changed = true;
                }
            }
        }
        nodes[0].2
    }

    /// The ways to make a node: for each, the nodes with the same text that it needs.
    fn needs(&self, node: ForestNode) -> Vec<Vec<ForestNode>> {
        match node {
            ForestNode::Filled { item, end } => {
                self.completions(item).iter().flat_map(|item| self.needs_of_item(*item, end)).collect()
            }
            ForestNode::Empty { category, at } => {
                let rules = &self.tables.empty_rules[category as usize];
                rules.iter().map(|rule| self.needs_of_rule(*rule, at)).collect()
            }
        }
    }

    /// The same of an item after which everything is empty.
    fn needs_of_item(&self, item: u32, end: u32) -> Vec<Vec<ForestNode>> {
        self.links(item).flat_map(|link| self.needs_of_link(item, link, end)).collect()
    }

    /// The same of one link of it.
    fn needs_of_link(&self, item: u32, link: Link, end: u32) -> Vec<Vec<ForestNode>> {
        let (mut item, mut link) = (item, link);
        let mut needs = Vec::new();
        loop {
            if link.part != Link::EMPTY {
                needs.push(self.need_of_link(item, link, end));
                return needs;
            }
            // Only one link of an item has an empty part, and it is the first.
            item = link.before;
            let mut links = self.links(item);
            let Some(first) = links.next() else { return needs };
            needs.extend(links.map(|link| self.need_of_link(item, link, end)));
            link = first;
        }
    }

    fn need_of_link(&self, item: u32, link: Link, end: u32) -> Vec<ForestNode> {
        match self.tables.part_before(self.item(item).dot) {
            Next::Category(_) if link.before == Link::CORNER => {
                vec![ForestNode::Filled { item: link.part, end }]
            }
            _ => Vec::new(),
        }
    }

    fn needs_of_rule(&self, rule: RuleId, at: u32) -> Vec<ForestNode> {
        let items = self.grammar().rule(rule).items.iter();
        items
            .filter_map(|item| match item {
                Item::Category(id) => Some(ForestNode::Empty { category: id.0, at }),
                Item::Terminal(_) | Item::Token(_) => None,
            })
            .collect()
    }
}
