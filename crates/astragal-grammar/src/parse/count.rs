//! How many trees a forest has, without making them.

use astragal_core::Overlap;

use super::chart::Link;
use super::forest::{Forest, ForestNode};
use super::tables::{Next, plus, times};

/// What is known of an item.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    /// It is being counted: who meets it again is below it.
    Begun,
    /// Its number is at this place.
    Counted(u32),
}

impl Forest {
    /// How many trees a node has.
    pub(super) fn ways_of(&self, node: ForestNode) -> Overlap {
        if self.is_single() {
            return Overlap::Exactly(1);
        }
        let root = match node {
            ForestNode::Empty { category, .. } => return self.tables.empty_ways[category as usize],
            ForestNode::Filled { item, .. } => item,
        };
        let mut known = vec![Known::Nothing; self.items()];
        let mut ways: Vec<Overlap> = Vec::new();
        let mut stack: Vec<u32> = self.completions(root).to_vec();
        while let Some(&item) = stack.last() {
            match known[item as usize] {
                Known::Counted(_) => _ = stack.pop(),
                Known::Nothing => {
                    known[item as usize] = Known::Begun;
                    for below in self.below(item) {
                        match known[below as usize] {
                            Known::Nothing => stack.push(below),
                            Known::Begun => return Overlap::Infinite,
                            Known::Counted(_) => (),
                        }
                    }
                }
                Known::Begun => {
                    stack.pop();
                    let links = self.links(item).map(|link| self.ways_of_link(item, link, &known, &ways));
                    let sum = links.fold(Overlap::Exactly(0), plus);
                    known[item as usize] = Known::Counted(ways.len() as u32);
                    ways.push(sum);
                }
            }
        }
        self.ways_of_category(root, &known, &ways)
    }

    /// The items that the links of an item consist of.
    fn below(&self, item: u32) -> Vec<u32> {
        let is_category = matches!(self.tables.part_before(self.item(item).dot), Next::Category(_));
        let mut below = Vec::new();
        for link in self.links(item) {
            if link.before < Link::CHAIN {
                below.push(link.before);
            }
            if is_category && link.part != Link::EMPTY {
                below.extend_from_slice(&self.completions(link.part));
            }
        }
        below
    }

    fn ways_of_link(&self, item: u32, link: Link, known: &[Known], ways: &[Overlap]) -> Overlap {
        let dot = self.item(item).dot;
        let part = match self.tables.part_before(dot) {
            Next::Category(category) if link.part == Link::EMPTY => self.tables.empty_ways[category as usize],
            Next::Category(_) => self.ways_of_category(link.part, known, ways),
            Next::Symbol(_) | Next::Nothing => Overlap::Exactly(1),
        };
        let before = match link.before {
            Link::CORNER => self.ways_of_corner(dot - 1),
            before => counted(before, known, ways),
        };
        times(before, part)
    }

    fn ways_of_category(&self, first: u32, known: &[Known], ways: &[Overlap]) -> Overlap {
        self.completions(first).iter().map(|item| counted(*item, known, ways)).fold(Overlap::Exactly(0), plus)
    }

    /// In how many ways the parts before a dot are empty.
    fn ways_of_corner(&self, dot: u32) -> Overlap {
        let first = self.tables.skeleton.first_dots[self.tables.dot(dot).rule.index()].unwrap_or(dot);
        (first..dot).fold(Overlap::Exactly(1), |product, before| match self.tables.dot(before).next {
            Next::Category(category) => times(product, self.tables.empty_ways[category as usize]),
            Next::Symbol(_) | Next::Nothing => product,
        })
    }
}

fn counted(item: u32, known: &[Known], ways: &[Overlap]) -> Overlap {
    match known[item as usize] {
        Known::Counted(at) => ways[at as usize],
        Known::Nothing | Known::Begun => Overlap::Infinite,
    }
}
