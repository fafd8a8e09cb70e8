//! The tree generators that are compared in "Holey Generators!" (Cutler et al.), as they are defined there.

use super::bst::{Bst, Bug, Key, Tree, Val};
use astragal::source::Rng;

/// A key: one of `size + 1`.
pub(super) fn key(rng: &mut Rng, size: u32) -> Key {
    between(rng, 0, size as Key)
}

/// A value: QuickCheck's default integer.
pub(super) fn value(rng: &mut Rng, size: u32) -> Val {
    between(rng, -(size as Val), size as Val)
}

fn between(rng: &mut Rng, low: i32, high: i32) -> i32 {
    low + rng.up_to((high - low) as u64) as i32
}

/// Inserts up to `size` random pairs.
pub(super) fn api(rng: &mut Rng, size: u32, bst: Bst) -> Tree {
    insert_up_to(size, rng, size, bst)
}

/// As `api`, of lists that are longer by two thirds, which leads to trees with half of the keys.
pub(super) fn tuned_api(rng: &mut Rng, size: u32, bst: Bst) -> Tree {
    insert_up_to(size * 5 / 3, rng, size, bst)
}

fn insert_up_to(most: u32, rng: &mut Rng, size: u32, bst: Bst) -> Tree {
    // With this bug the trees would not be valid, and properties would fail that are true of the others.
    let bst = if bst.0 == Some(Bug::InsertDuplicates) { Bst::CORRECT } else { bst };
    let mut tree = Tree::Leaf;
    for _ in 0..rng.up_to(u64::from(most)) {
        tree = bst.insert(key(rng, size), value(rng, size), &tree);
    }
    tree
}

/// By bounds: a leaf in one case of six, and at the latest when the size is used up, of which each level halves what is left.
pub(super) fn classic(rng: &mut Rng, size: u32, _: Bst) -> Tree {
    bounded(rng, size, Some(size), 5, 0, size as Key)
}

/// By bounds: a leaf in one case of eight, and nothing else ends it.
pub(super) fn tuned_classic(rng: &mut Rng, size: u32, _: Bst) -> Tree {
    bounded(rng, size, None, 7, 0, size as Key)
}

/// The naive generator of its first figure: a leaf or a branch, as a coin falls.
pub(super) fn naive(rng: &mut Rng, low: Key, high: Key) -> Tree {
    if low >= high || rng.up_to(1) == 0 {
        return Tree::Leaf;
    }
    let key = between(rng, low, high);
    Tree::node(naive(rng, low, key - 1), key, 0, naive(rng, key + 1, high))
}

/// The generator of its second figure: as `classic`, but a size of one and a range of one key are leaves already.
pub(super) fn halving(rng: &mut Rng, size: u32, low: Key, high: Key) -> Tree {
    if low >= high || size <= 1 || rng.up_to(5) == 0 {
        return Tree::Leaf;
    }
    let key = between(rng, low, high);
    Tree::node(halving(rng, size / 2, low, key - 1), key, 0, halving(rng, size / 2, key + 1, high))
}

/// A tree with keys from `low` to `high`, in which a branch is `branches` times as likely as a leaf.
fn bounded(rng: &mut Rng, size: u32, left: Option<u32>, branches: u64, low: Key, high: Key) -> Tree {
    if low > high || left == Some(0) || rng.up_to(branches) == 0 {
        return Tree::Leaf;
    }
    let half = left.map(|left| left / 2);
    let key = between(rng, low, high);
    let val = value(rng, size);
    let smaller = bounded(rng, size, half, branches, low, key - 1);
    Tree::node(smaller, key, val, bounded(rng, size, half, branches, key + 1, high))
}
