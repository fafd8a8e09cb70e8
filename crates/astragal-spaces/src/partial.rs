//! A value of which only some choices are made: what can follow, and how many values that leaves.

use num_bigint::BigUint;

use crate::Table;
use astragal_core::support::{CountedNode as Node, Graph};
use astragal_core::{Rule, Uncountable};

/// What is still to be drawn of a value of a size.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    /// What is left of the size.
    left: usize,
    /// For the value and for each of its lazy parts, the nodes that it still has to draw, the next one last.
    parts: Vec<Vec<usize>>,
}

/// Choices that leave equally many values each.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// How many values each of them leaves.
    pub(crate) each: BigUint,
    cost: usize,
    /// What is to be drawn then.
    then: Vec<usize>,
}

/// Whether what is counted can be counted part by part.
pub(crate) fn check(graph: &Graph) -> Result<(), Uncountable> {
    let narrow = u128::from(u64::MAX);
    let what = if graph.rule == Rule::Max || graph.grid.stride > 1 {
        "by size alone"
    } else if graph.is_filtered {
        "where no part has a condition of its own: make it a part of the one that is asked for"
    } else if graph.nodes.iter().any(|node| match node {
        Node::Unordered(_) | Node::Function { .. } | Node::Selection { .. } | Node::Family { .. } => true,
        Node::Numbers { max, .. } => *max > narrow,
        _ => false,
    }) {
        "of sums, products, lists and numbers of up to 64 bits"
    } else {
        return Ok(());
    };
    Err(Uncountable(format!("valid values are drawn {what}")))
}

impl Partial {
    /// All of a value is still to be drawn.
    pub(crate) fn new(node: usize, size: usize) -> Partial {
        Partial { left: size, parts: vec![vec![node]] }
    }

    /// The node behind the next choice of a part. What comes before it costs but takes no choice.
    pub(crate) fn next_choice(&mut self, table: &Table, part: usize) -> Option<usize> {
        self.advance(table, part, |table, node| {
            !matches!(table.graph.nodes[node], Node::Unit | Node::Pay { .. } | Node::Pair { .. })
        })
    }

    /// The next thing that a part draws is lazy, and becomes a part of its own: its number.
    pub(crate) fn split(&mut self, table: &Table, part: usize) -> Option<usize> {
        let lazy = self.advance(table, part, |table, node| {
            table.graph.lazy.contains(&node)
                || !matches!(table.graph.nodes[node], Node::Unit | Node::Pay { .. } | Node::Pair { .. })
        })?;
        match table.graph.nodes[lazy] {
            Node::Pay { of, .. } => {
                self.parts.push(vec![of]);
                Some(self.parts.len() - 1)
            }
            _ => None,
        }
    }

    fn advance(&mut self, table: &Table, part: usize, stops: impl Fn(&Table, usize) -> bool) -> Option<usize> {
        loop {
            let node = self.parts[part].pop()?;
            if stops(table, node) {
                return Some(node);
            }
            match &table.graph.nodes[node] {
                Node::Pay { cost, of } => {
                    self.left = self.left.checked_sub(*cost)?;
                    self.parts[part].push(*of);
                }
                Node::Pair { first, rest } => self.parts[part].extend([*rest, *first]),
                _ => {}
            }
        }
    }

    /// The choices at a node being drawn that leave any value.
    pub(crate) fn alternatives(&self, table: &Table, node: usize) -> Vec<Alternative> {
        let mut rest = vec![BigUint::ZERO; self.left + 1];
        rest[0] = BigUint::from(1u8);
        for &pending in self.parts.iter().flatten() {
            rest = times(table, &rest, pending);
        }
        let mut found = Vec::new();
        let mut add = |first: u64, last: u64, each: BigUint, cost, then| {
            if each != BigUint::ZERO {
                found.push(Alternative { first, last, each, cost, then });
            }
        };
        match &table.graph.nodes[node] {
            Node::Sum { arms } => {
                for (choice, &arm) in arms.iter().enumerate() {
                    let ways = (0..=self.left).map(|size| table.count(arm, size) * &rest[self.left - size]).sum();
                    add(choice as u64, choice as u64, ways, 0, vec![arm]);
                }
            }
            Node::Numbers { .. } | Node::Constants { .. } | Node::Tiered { .. } => {
                for cost in 0..=self.left {
                    if let Some((first, last)) = table.numbers_at(node, cost) {
                        add(first as u64, last as u64, rest[self.left - cost].clone(), cost, Vec::new());
                    }
                }
            }
            Node::List { min, first } => {
                let (mut row, mut length, mut paid) = (Some(*first), 0, 0);
                while let Some(Node::Row { end, element, cost, next }) = row.map(|row| &table.graph.nodes[row]) {
                    if let Some(left) = end.and_then(|end| self.left.checked_sub(paid + end)) {
                        let choice = (length - min) as u64;
                        add(choice, choice, rest[left].clone(), self.left - left, vec![*element; length]);
                    }
                    (length, paid, row) = (length + 1, paid + cost, *next);
                    if paid > self.left {
                        break;
                    }
                    rest = times(table, &rest, *element);
                }
            }
            _ => {}
        }
        found
    }

    /// One of them is chosen.
    pub(crate) fn choose(&mut self, part: usize, alternative: &Alternative) {
        self.left -= alternative.cost;
        self.parts[part].extend(&alternative.then);
    }
}

/// Multiplies a series by that of a node.
fn times(table: &Table, series: &[BigUint], node: usize) -> Vec<BigUint> {
    let coefficient = |size: usize| {
        let terms = (0..=size).filter(|&part| table.has(node, part) && series[size - part] != BigUint::ZERO);
        terms.map(|part| table.count(node, part) * &series[size - part]).sum()
    };
    (0..series.len()).map(coefficient).collect()
}
