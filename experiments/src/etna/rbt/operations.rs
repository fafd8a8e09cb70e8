//! Red-black trees with insertion and deletion, right or with one of fifteen mistakes. Insertion is Okasaki's, deletion Kahrs'.

use super::Color::{Black, Red};
use super::Tree::{Leaf, Node};
use super::{Color, Tree};
use std::cmp::Ordering::{Equal, Greater, Less};

/// A mistake in one of the operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::etna) enum Mutant {
    /// Forgets the tree.
    Insert1,
    /// Larger keys overwrite the value at the root.
    Insert2,
    /// Keeps the old value of a key that is there.
    Insert3,
    /// Loses what is above and beside.
    Delete4,
    /// Looks on the wrong side.
    Delete5,
    /// A new node is black.
    MiscolorInsert,
    /// Leaves the root red.
    MiscolorDelete,
    /// Does not redden what is rebalanced on the left.
    MiscolorBalLeft,
    /// The same on the right.
    MiscolorBalRight,
    /// Joins red trees to black ones.
    MiscolorJoin1,
    /// Joins black trees to red ones.
    MiscolorJoin2,
    /// Does not rebalance after an insertion on the left.
    NoBalanceInsert1,
    /// Nor after one on the right, which is an insertion of its own.
    NoBalanceInsert2,
    /// Swaps the outer right parts when it rebalances.
    SwapCd,
    /// Swaps the inner parts when it rebalances.
    SwapBc,
}

impl Mutant {
    pub(in crate::etna) fn name(self) -> &'static str {
        match self {
            Mutant::Insert1 => "insert_1",
            Mutant::Insert2 => "insert_2",
            Mutant::Insert3 => "insert_3",
            Mutant::Delete4 => "delete_4",
            Mutant::Delete5 => "delete_5",
            Mutant::MiscolorInsert => "miscolor_insert",
            Mutant::MiscolorDelete => "miscolor_delete",
            Mutant::MiscolorBalLeft => "miscolor_balLeft",
            Mutant::MiscolorBalRight => "miscolor_balRight",
            Mutant::MiscolorJoin1 => "miscolor_join_1",
            Mutant::MiscolorJoin2 => "miscolor_join_2",
            Mutant::NoBalanceInsert1 => "no_balance_insert_1",
            Mutant::NoBalanceInsert2 => "no_balance_insert_2",
            Mutant::SwapCd => "swap_cd",
            Mutant::SwapBc => "swap_bc",
        }
    }
}

/// A key and its value.
type Entry = (i32, i32);

/// The operations.
#[derive(Clone, Copy)]
pub(in crate::etna) struct Rbt {
    pub(in crate::etna) mutant: Option<Mutant>,
}

impl Rbt {
    fn is(self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    pub(super) fn insert(self, entry: Entry, tree: Tree) -> Tree {
        blackened(self.inserted(entry, tree))
    }

    fn inserted(self, entry: Entry, tree: Tree) -> Tree {
        let Node(color, left, key, value, right) = tree else {
            let color = if self.is(Mutant::MiscolorInsert) { Black } else { Red };
            return node(color, Leaf, entry, Leaf);
        };
        let at = (key, value);
        match (entry.0.cmp(&key), self.mutant) {
            (_, Some(Mutant::Insert1)) => node(Red, Leaf, entry, Leaf),
            (Less, Some(Mutant::NoBalanceInsert1)) => node(color, self.inserted(entry, *left), at, *right),
            (Less, _) => self.balanced(color, self.inserted(entry, *left), at, *right),
            (_, Some(Mutant::Insert2)) => node(color, *left, (key, entry.1), *right),
            (Greater, Some(Mutant::NoBalanceInsert2)) => node(color, *left, at, self.insert(entry, *right)),
            (Greater, _) => self.balanced(color, *left, at, self.inserted(entry, *right)),
            (Equal, Some(Mutant::Insert3)) => node(color, *left, at, *right),
            (Equal, _) => node(color, *left, entry, *right),
        }
    }

    /// The tree without a key; nothing if the tree is not a red-black tree.
    pub(super) fn delete(self, key: i32, tree: Tree) -> Option<Tree> {
        let deleted = self.deleted(key, tree)?;
        Some(if self.is(Mutant::MiscolorDelete) { deleted } else { blackened(deleted) })
    }

    fn deleted(self, key: i32, tree: Tree) -> Option<Tree> {
        let Node(_, left, at, value, right) = tree else { return Some(Leaf) };
        let side = if self.is(Mutant::Delete5) { at.cmp(&key) } else { key.cmp(&at) };
        match side {
            Less if self.is(Mutant::Delete4) => self.deleted(key, *left),
            Greater if self.is(Mutant::Delete4) => self.deleted(key, *right),
            Less if is_node(&left, Black) => self.shorter_left(self.deleted(key, *left)?, (at, value), *right),
            Less => Some(node(Red, self.deleted(key, *left)?, (at, value), *right)),
            Greater if is_node(&right, Black) => self.shorter_right(*left, (at, value), self.deleted(key, *right)?),
            Greater => Some(node(Red, *left, (at, value), self.deleted(key, *right)?)),
            Equal => self.joined(*left, *right),
        }
    }

    /// A black node, or what it becomes where a red child has a red child.
    fn balanced(self, color: Color, left: Tree, entry: Entry, right: Tree) -> Tree {
        let above = |a, x, b, y, c, z, d| node(Red, node(Black, a, x, b), y, node(Black, c, z, d));
        if color == Red {
            return node(color, left, entry, right);
        }
        match (red_child(&left), red_child(&right)) {
            (Some(Side::Left), _) => {
                let (inner, y, c) = parts(left);
                let (a, x, b) = parts(inner);
                let (c, d) = if self.is(Mutant::SwapCd) { (right, c) } else { (c, right) };
                above(a, x, b, y, c, entry, d)
            }
            (Some(Side::Right), _) => {
                let (a, x, inner) = parts(left);
                let (b, y, c) = parts(inner);
                above(a, x, b, y, c, entry, right)
            }
            (None, Some(Side::Left)) => {
                let (inner, z, d) = parts(right);
                let (b, y, c) = parts(inner);
                let (b, c) = if self.is(Mutant::SwapBc) { (c, b) } else { (b, c) };
                above(left, entry, b, y, c, z, d)
            }
            (None, Some(Side::Right)) => {
                let (b, y, inner) = parts(right);
                let (c, z, d) = parts(inner);
                above(left, entry, b, y, c, z, d)
            }
            (None, None) => node(color, left, entry, right),
        }
    }

    /// A node whose left part has one black node too few on each path.
    fn shorter_left(self, left: Tree, entry: Entry, right: Tree) -> Option<Tree> {
        if is_node(&left, Red) {
            return Some(node(Red, blackened(left), entry, right));
        }
        if is_node(&right, Black) {
            return Some(self.balanced(Black, left, entry, reddened(right)?));
        }
        let (inner, z, c) = parts_if(right, Red)?;
        let (a, y, b) = parts_if(inner, Black)?;
        let c = if self.is(Mutant::MiscolorBalLeft) { c } else { reddened(c)? };
        Some(node(Red, node(Black, left, entry, a), y, self.balanced(Black, b, z, c)))
    }

    /// The same for the right part.
    fn shorter_right(self, left: Tree, entry: Entry, right: Tree) -> Option<Tree> {
        if is_node(&right, Red) {
            return Some(node(Red, left, entry, blackened(right)));
        }
        if is_node(&left, Black) {
            return Some(self.balanced(Black, reddened(left)?, entry, right));
        }
        let (a, x, inner) = parts_if(left, Red)?;
        let (b, y, c) = parts_if(inner, Black)?;
        let a = if self.is(Mutant::MiscolorBalRight) { a } else { reddened(a)? };
        Some(node(Red, self.balanced(Black, a, x, b), y, node(Black, c, entry, right)))
    }

    /// All keys of the left tree are smaller than all of the right one.
    fn joined(self, left: Tree, right: Tree) -> Option<Tree> {
        let (of_left, of_right) = match (color_of(&left), color_of(&right)) {
            (None, _) => return Some(right),
            (_, None) => return Some(left),
            (Some(of_left), Some(of_right)) => (of_left, of_right),
        };
        if of_left != of_right {
            return Some(if of_right == Red {
                let (b, x, c) = parts(right);
                node(Red, self.joined(left, b)?, x, c)
            } else {
                let (a, x, b) = parts(left);
                node(Red, a, x, self.joined(b, right)?)
            });
        }
        let ((a, x, b), (c, y, d)) = (parts(left), parts(right));
        let middle = self.joined(b, c)?;
        let is_mistaken = match of_left {
            Red => self.is(Mutant::MiscolorJoin1),
            Black => self.is(Mutant::MiscolorJoin2),
        };
        if is_node(&middle, Red) {
            let (b, z, c) = parts(middle);
            let color = if is_mistaken { of_left.other() } else { of_left };
            return Some(node(Red, node(color, a, x, b), z, node(color, c, y, d)));
        }
        match of_left {
            Red => Some(node(Red, a, x, node(Red, middle, y, d))),
            Black => self.shorter_left(a, x, node(Black, middle, y, d)),
        }
    }
}

impl Color {
    fn other(self) -> Color {
        if self == Red { Black } else { Red }
    }
}

/// On which side something is.
enum Side {
    Left,
    Right,
}

/// On which side a red node has a red child, if it has one.
fn red_child(tree: &Tree) -> Option<Side> {
    match tree {
        Node(Red, left, ..) if is_node(left, Red) => Some(Side::Left),
        Node(Red, _, _, _, right) if is_node(right, Red) => Some(Side::Right),
        _ => None,
    }
}

fn node(color: Color, left: Tree, (key, value): Entry, right: Tree) -> Tree {
    Node(color, Box::new(left), key, value, Box::new(right))
}

fn color_of(tree: &Tree) -> Option<Color> {
    match tree {
        Leaf => None,
        Node(color, ..) => Some(*color),
    }
}

/// Whether it is a node of a color.
fn is_node(tree: &Tree, color: Color) -> bool {
    color_of(tree) == Some(color)
}

/// What a node of a color consists of.
fn parts_if(tree: Tree, color: Color) -> Option<(Tree, Entry, Tree)> {
    is_node(&tree, color).then(|| parts(tree))
}

/// What a node consists of. It is one.
fn parts(tree: Tree) -> (Tree, Entry, Tree) {
    match tree {
        Node(_, left, key, value, right) => (*left, (key, value), *right),
        Leaf => unreachable!("a leaf has no color"),
    }
}

fn blackened(tree: Tree) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(_, left, key, value, right) => Node(Black, left, key, value, right),
    }
}

/// A black node as a red one.
fn reddened(tree: Tree) -> Option<Tree> {
    let (left, entry, right) = parts_if(tree, Black)?;
    Some(node(Red, left, entry, right))
}

pub(super) fn find(key: i32, tree: &Tree) -> Option<i32> {
    let Node(_, left, at, value, right) = tree else { return None };
    match key.cmp(at) {
        Less => find(key, left),
        Greater => find(key, right),
        Equal => Some(*value),
    }
}

/// The entries in the order of the keys.
pub(super) fn to_list(tree: &Tree) -> Vec<Entry> {
    fn add(tree: &Tree, list: &mut Vec<Entry>) {
        if let Node(_, left, key, value, right) = tree {
            add(left, list);
            list.push((*key, *value));
            add(right, list);
        }
    }
    let mut list = Vec::new();
    add(tree, &mut list);
    list
}

/// Whether the root is black, no red node has a red child, each path has as many black nodes, and the keys are in order.
pub(super) fn is_valid(tree: &Tree) -> bool {
    /// The black nodes on each path, if all is right. `least` and `most` are the keys around the tree.
    fn blacks(tree: &Tree, is_below_red: bool, least: Option<i32>, most: Option<i32>) -> Option<u32> {
        let Node(color, left, key, _, right) = tree else { return Some(1) };
        let is_red = *color == Red;
        let is_between = least.is_none_or(|least| least < *key) && most.is_none_or(|most| *key < most);
        if !is_between || is_red && is_below_red {
            return None;
        }
        let of_left = blacks(left, is_red, least, Some(*key))?;
        let of_right = blacks(right, is_red, Some(*key), most)?;
        (of_left == of_right).then_some(of_left + u32::from(!is_red))
    }
    !is_node(tree, Red) && blacks(tree, false, None, None).is_some()
}
