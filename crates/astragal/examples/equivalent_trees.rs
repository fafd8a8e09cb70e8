//! A dependent generator: pairs of search trees with the same keys and values, and the properties that need them.
//!
//! Operations on search trees must not depend on their shapes. But two trees that are drawn by themselves hardly ever hold the same
//! keys. So the second one is drawn from the first: one of its keys is the root, the others are split by it, and so on
//! (Cutler et al., Holey Generators!, footnote 4). The properties are those of "How to Specify It!" (Hughes) about equivalent trees.

#[path = "subjects/bst.rs"]
mod bst;

use std::cell::Cell;
use std::rc::Rc;

use astragal::Check;
use astragal::prelude::*;
use astragal::shapes::{Holes, Holey, Weighting, holey};
use bst::{Bst, Bug, Key, Node, Tree, Val};

/// The largest key.
const MOST: Key = 20;

/// Search trees, of any number of nodes up to as many as there are keys, all shapes about equally likely.
fn trees() -> Holey<impl Holes<Value = Tree> + Clone> {
    holey(
        (0, MOST),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some(((key, src.draw(any::<Val>())), [(low, key - 1), (key + 1, high)]))
        },
        |_| Tree::Leaf,
        |(key, val), [left, right]| Tree::node(left, key, val, right),
    )
    .nodes(0..=MOST as usize + 1)
    .weighted(Weighting::uniform())
}

/// A tree of these keys and values. It runs backwards too: which key was chosen is seen at the root.
#[generator]
fn tree_of(pairs: Vec<(Key, Val)>) -> Tree {
    if pairs.is_empty() {
        return Tree::Leaf;
    }
    let root = draw!(
        0..pairs.len(),
        recover = match value {
            Tree::Leaf => None,
            Tree::Node(node) => pairs.iter().position(|pair| pair.0 == node.key),
        }
    );
    let key = pairs[root].0;
    let val = pairs[root].1;
    let left = draw!(tree_of(pairs[..root].to_vec()));
    let right = draw!(tree_of(pairs[root + 1..].to_vec()));
    Tree::Node(Rc::new(Node { left, key, val, right }))
}

/// Two trees with the same keys and values.
fn equivalents() -> impl Gen<Value = (Tree, Tree)> + Clone {
    from_fn(|src| {
        let one = src.draw(trees());
        let other = src.draw(tree_of(one.to_list()));
        (one, other)
    })
}

fn are_equivalent(one: &Tree, other: &Tree) -> bool {
    one.to_list() == other.to_list()
}

/// The properties by name, for one implementation: whether each holds for 2,000 cases.
fn outcomes(bst: Bst) -> [(&'static str, bool); 7] {
    fn holds<G: Gen<Value: std::fmt::Debug>>(generator: G, property: impl Fn(&G::Value) -> bool) -> bool {
        Check::new().seed(1).cases(2_000).run(generator, |drawn| property(&drawn)).verdict.is_pass()
    }
    let keys = || 0..=MOST;
    [
        ("Equivs", holds(equivalents(), |(one, other)| are_equivalent(one, other))),
        ("ShrinkEquivs", shrinks_keep_equivalence()),
        (
            // With trees of their own almost every case is rejected; and nothing is left to find.
            "InsertPreservesEquivWeak",
            holds((keys(), any::<Val>(), equivalents()), |(key, val, (one, other))| {
                !are_equivalent(one, other)
                    || are_equivalent(&bst.insert(*key, *val, one), &bst.insert(*key, *val, other))
            }),
        ),
        (
            "InsertPreservesEquiv",
            holds((keys(), any::<Val>(), equivalents()), |(key, val, (one, other))| {
                are_equivalent(&bst.insert(*key, *val, one), &bst.insert(*key, *val, other))
            }),
        ),
        (
            "DeletePreservesEquiv",
            holds((keys(), equivalents()), |(key, (one, other))| {
                are_equivalent(&bst.delete(*key, one), &bst.delete(*key, other))
            }),
        ),
        (
            "UnionPreservesEquiv",
            holds((equivalents(), equivalents()), |((one, same_one), (two, same_two))| {
                are_equivalent(&bst.union(one, two), &bst.union(same_one, same_two))
            }),
        ),
        (
            "FindPreservesEquiv",
            holds((keys(), equivalents()), |(key, (one, other))| one.find(*key) == other.find(*key)),
        ),
    ]
}

/// Whether all that is tried while a large pair is made smaller is a pair of equivalent trees.
fn shrinks_keep_equivalence() -> bool {
    let (all, tried) = (Cell::new(true), Cell::new(0));
    let report = Check::new().seed(1).run(equivalents(), |(one, other)| {
        all.set(all.get() && are_equivalent(&one, &other));
        tried.set(tried.get() + 1);
        one.size() < 5
    });
    assert!(tried.get() > 20 && !report.verdict.is_pass());
    all.get()
}

fn main() {
    for (name, holds) in outcomes(Bst::CORRECT) {
        assert!(holds, "{name} does not hold for the correct trees");
    }
    // What they find: operations whose result depends on the shape.
    for bug in Bug::ALL {
        let failing: Vec<&str> = outcomes(Bst(Some(bug))).into_iter().filter(|it| !it.1).map(|it| it.0).collect();
        println!("{bug:?}: {}", if failing.is_empty() { "not found".to_owned() } else { failing.join(", ") });
        let expected: &[&str] = match bug {
            Bug::DeleteDrops | Bug::DeleteStrays => &["DeletePreservesEquiv"],
            Bug::UnionInterleaves | Bug::UnionPrefersRight => &["UnionPreservesEquiv"],
            _ => &[],
        };
        assert_eq!(failing, expected, "{bug:?}");
    }

    // How often two trees that are drawn by themselves are equivalent: hardly ever, unless both are empty.
    let (mut alone, mut empty) = (0, 0);
    for seed in 0..10_000 {
        let (one, other) = (trees(), trees()).sample(seed);
        alone += u32::from(are_equivalent(&one, &other));
        empty += u32::from(one == Tree::Leaf && other == Tree::Leaf);
    }
    println!("of 10,000 pairs that are drawn by themselves {alone} are equivalent, {empty} of them empty");
    assert!(alone < 100);

    // The smallest pair for which `delete` goes astray.
    let report = Check::new().seed(1).run((0..=MOST, equivalents()), |(key, (one, other))| {
        let bst = Bst(Some(Bug::DeleteStrays));
        are_equivalent(&bst.delete(key, &one), &bst.delete(key, &other))
    });
    println!("{}", report.failures[0].minimal.drawn[0].text);
}
