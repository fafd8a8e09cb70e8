//! One property of search trees under three shapes of tree. The generator is written once; the shape is a parameter.
//!
//! The subject is a search tree whose rotation loses a subtree: only where a tree leans to the left long enough is it ever
//! rotated.

mod subjects;

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Style, Verdict};
use astragal::shapes::{Holes, Holey, Weighting, holey};
use subjects::Tree::{self, Leaf, Node};
use subjects::node;

/// Makes a tree whose left side is more than four levels deeper than its right side a little flatter.
fn rebalanced(tree: Tree<i32>) -> Tree<i32> {
    match tree {
        Node(left, key, right) if left.height() > right.height() + 4 => match *left {
            // Keys between the two should be on the left of `key`.
            Node(lower, pivot, _between) => node(rebalanced(*lower), pivot, node(Leaf, key, *right)),
            Leaf => node(Leaf, key, *right),
        },
        Node(left, key, right) => node(rebalanced(*left), key, rebalanced(*right)),
        Leaf => Leaf,
    }
}

/// A context is the keys that are allowed there: so every tree is a search tree.
fn search_trees() -> Holey<impl Holes<Value = Tree<i32>> + Clone + Send + Sync> {
    holey(
        (0, 9_999),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some((key, [(low, key - 1), (key + 1, high)]))
        },
        |_| Leaf,
        |key, [left, right]| node(left, key, right),
    )
}

fn main() {
    println!("30 nodes, average height over 100 trees:");
    for name in ["levels", "inverse-depth", "equal", "uniform", "left", "depth"] {
        let trees = search_trees().nodes(30).weighted(name.parse().unwrap());
        let heights: usize = (0..100).map(|seed| trees.sample(seed).height()).sum();
        println!("    {name:<14} {:.1}", heights as f64 / 100.0);
    }

    println!("\nrebalancing keeps all keys: cases until it does not, average over 20 runs of at most 1,000");
    let averages = ["inverse-depth", "equal", "left"].map(|name| {
        let trees = search_trees().nodes(0..=30).weighted(name.parse().unwrap());
        let cases = (0..20).map(|seed| Check::new().seed(seed).cases(1_000).run(trees.clone(), keeps_all_keys));
        let average = cases.map(|report| report.statistics.cases).sum::<u64>() as f64 / 20.0;
        println!("    {name:<14} {average:.1}");
        average
    });
    assert!(averages[0] > 5.0 * averages[1] && averages[1] > averages[2]);

    let trees = search_trees().nodes(0..=30).weighted(Weighting::by_left(4.0));
    let report = Check::new().seed(1).run(trees, keeps_all_keys);
    assert_eq!(report.verdict, Verdict::Failed);
    print!("\n{}", report.render(Style::plain()));
}

fn keeps_all_keys(tree: Tree<i32>) -> bool {
    tree.keys() == rebalanced(tree.clone()).keys()
}
