//! A property of binary search trees as data: its name, what it draws, and what it says.

use super::bst::{Bst, Key, Tree, Val};
use super::{metamorphic, quickspec, specified};
use std::fmt;

/// What a property may draw, at most.
const MOST_KEYS: usize = 2;
const MOST_VALUES: usize = 2;
const MOST_TREES: usize = 3;

/// A property of a [`Bst`], whichever its bug.
#[derive(Clone, Copy)]
pub(super) struct Property {
    pub(super) name: &'static str,
    /// What is drawn, in this order.
    pub(super) draws: &'static [Kind],
    /// Whether it holds for what was drawn; `None` if its precondition does not.
    pub(super) holds: fn(Bst, &Drawn) -> Option<bool>,
}

/// What a property draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Key,
    Value,
    Tree,
}

/// The arguments of a property. Those that it does not draw stay zero or empty.
#[derive(Clone)]
pub(super) struct Drawn {
    pub(super) keys: [Key; MOST_KEYS],
    pub(super) values: [Val; MOST_VALUES],
    pub(super) trees: [Tree; MOST_TREES],
}

/// It is never read, and a run of ours shows each failing case: as text, large trees would cost more than they do to draw.
impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drawn")
    }
}

/// Who makes arguments; it may give up with an error.
pub(super) trait Draws {
    type Rejection;
    fn key(&mut self) -> Result<Key, Self::Rejection>;
    fn value(&mut self) -> Result<Val, Self::Rejection>;
    fn tree(&mut self) -> Result<Tree, Self::Rejection>;
}

impl Property {
    /// The arguments, drawn in the order in which the property names them.
    pub(super) fn draw<D: Draws>(&self, from: &mut D) -> Result<Drawn, D::Rejection> {
        let mut drawn = Drawn { keys: [0; 2], values: [0; 2], trees: [Tree::Leaf, Tree::Leaf, Tree::Leaf] };
        let (mut key, mut value, mut tree) = (0, 0, 0);
        for kind in self.draws {
            match kind {
                Kind::Key => {
                    drawn.keys[key] = from.key()?;
                    key += 1;
                }
                Kind::Value => {
                    drawn.values[value] = from.value()?;
                    value += 1;
                }
                Kind::Tree => {
                    drawn.trees[tree] = from.tree()?;
                    tree += 1;
                }
            }
        }
        Ok(drawn)
    }
}

/// All 57, the hand-written ones first.
pub(super) fn all() -> Vec<Property> {
    [specified::PROPERTIES, metamorphic::PROPERTIES, quickspec::PROPERTIES].concat()
}

/// Whether two trees hold the same keys and values, whatever their shapes.
pub(super) fn same(one: &Tree, other: &Tree) -> bool {
    one.to_list() == other.to_list()
}
