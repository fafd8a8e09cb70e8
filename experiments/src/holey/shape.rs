//! Shapes of binary trees: how they are written, enumerated and counted.

use super::bst::Tree;
use astragal::prelude::*;
use std::collections::HashMap;

/// A binary tree without labels.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Shape {
    Leaf,
    Node(Box<Shape>, Box<Shape>),
}

/// A shape as text, parents first: `N` for a node, `L` for a leaf.
pub(super) type Written = String;

/// All shapes of this many nodes, the flattest first, those of one depth in the order of their texts.
pub(super) fn all_of(nodes: usize) -> Vec<Written> {
    let mut by_size = vec![vec!["L".to_string()]];
    for size in 1..=nodes {
        let mut shapes = Vec::new();
        for left in 0..size {
            for l in &by_size[left] {
                shapes.extend(by_size[size - 1 - left].iter().map(|r| format!("N{l}{r}")));
            }
        }
        by_size.push(shapes);
    }
    let mut shapes = by_size.pop().unwrap_or_default();
    shapes.sort_by_key(|shape| (depth(shape), shape.clone()));
    shapes
}

/// The shape of a tree.
pub(super) fn written(tree: &Tree) -> Written {
    fn write(tree: &Tree, into: &mut Written) {
        match tree {
            Tree::Leaf => into.push('L'),
            Tree::Node(node) => {
                into.push('N');
                write(&node.left, into);
                write(&node.right, into);
            }
        }
    }
    let mut text = Written::new();
    write(tree, &mut text);
    text
}

/// How many nodes are on the longest way down.
pub(super) fn depth(shape: &str) -> usize {
    // The nodes above the place of the next letter; of those that wait for their right side, how many were above.
    let (mut above, mut waiting, mut deepest) = (0, Vec::new(), 0);
    for letter in shape.chars() {
        if letter == 'N' {
            above += 1;
            deepest = deepest.max(above);
            waiting.push(above);
        } else if let Some(outer) = waiting.pop() {
            above = outer;
        }
    }
    deepest
}

/// How often each shape was seen.
#[derive(Default)]
pub(super) struct Tally {
    seen: HashMap<Written, u64>,
    pub(super) draws: u64,
}

impl Tally {
    pub(super) fn of(shapes: impl IntoIterator<Item = Written>) -> Tally {
        let mut tally = Tally::default();
        for shape in shapes {
            *tally.seen.entry(shape).or_insert(0) += 1;
            tally.draws += 1;
        }
        tally
    }

    pub(super) fn count(&self, shape: &str) -> u64 {
        self.seen.get(shape).copied().unwrap_or(0)
    }

    /// How many different shapes there were.
    pub(super) fn distinct(&self) -> usize {
        self.seen.len()
    }

    /// What percentage of the draws is of the `count` most frequent shapes.
    pub(super) fn share_of_first(&self, count: usize) -> f64 {
        let mut counts: Vec<u64> = self.seen.values().copied().collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        100.0 * counts.iter().take(count).sum::<u64>() as f64 / self.draws.max(1) as f64
    }

    /// How far it is from a uniform choice of these shapes: Pearson's chi-square.
    pub(super) fn chi_square(&self, shapes: &[Written]) -> f64 {
        let expected = self.draws as f64 / shapes.len() as f64;
        shapes.iter().map(|shape| (self.count(shape) as f64 - expected).powi(2) / expected).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_shapes_as_catalan_says_and_depths_are_right() {
        assert_eq!([0, 1, 4, 8].map(|nodes| all_of(nodes).len()), [1, 1, 14, 1430]);
        assert_eq!(["L", "NLL", "NNLLNLL", "NLNLNLL", "NNNLLLNLL"].map(depth), [0, 1, 2, 3, 3]);
    }
}
