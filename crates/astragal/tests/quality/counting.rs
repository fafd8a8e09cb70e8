//! Values by size: each with the same chance, at once however far off, and enumerated without remembering.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use astragal::Check;
use astragal::generators::{Fun, subsequence_of};
use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure};

use crate::subjects::{Expr, Tree};

/// Pearson's test over all values of a size: five standard deviations of the statistic are allowed.
#[track_caller]
fn all_equally_often<G: Gen<Value: std::fmt::Debug> + Closed>(generator: G, measure: Measure, size: usize) {
    let values = generator.measured(measure);
    let mut counts: BTreeMap<String, u64> = values.of_size(size).map(|value| (format!("{value:?}"), 0)).collect();
    assert!(counts.len() > 10, "too few for a verdict: {}", counts.len());
    let uniform = values.uniform(size);
    let draws = 100 * counts.len() as u64;
    for seed in 0..draws {
        *counts.get_mut(&format!("{:?}", uniform.sample(seed))).expect("a value of that size") += 1;
    }
    let statistic: f64 = counts.values().map(|&count| (count as f64 - 100.0).powi(2) / 100.0).sum();
    let freedom = (counts.len() - 1) as f64;
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{statistic:.1} for {freedom}");
}

#[test]
fn uniform_is_uniform() {
    all_equally_often(any::<Tree>(), Measure::tiers(), 5); // 42 shapes
    all_equally_often(any::<Tree>(), Measure::size(), 13);
    all_equally_often(any::<Expr>(), Measure::tiers(), 6);
    all_equally_often(any::<Vec<Option<bool>>>(), Measure::tiers(), 5);
    all_equally_often(any::<BTreeSet<u8>>(), Measure::tiers(), 11);
    all_equally_often(any::<BTreeMap<u8, bool>>(), Measure::tiers(), 7);
    all_equally_often(any::<Fun<u8, bool>>(), Measure::tiers(), 9);
    all_equally_often(subsequence_of([1, 2, 3, 4, 5, 6], 0..=6), Measure::tiers(), 3);
    all_equally_often(bst(1, 6), Measure::tiers(), 6);
    all_equally_often(bst(1, 6), Measure::size(), 8);
    all_equally_often(int(1..=5usize).and_then(|n| vec_of(any::<bool>(), n)), Measure::tiers(), 7);
}

/// Search trees with keys from `lo` to `hi`, as lists of what is left, the key and what is right.
#[astragal::generator]
fn bst(lo: i64, hi: i64) -> Vec<Search> {
    if lo > hi {
        return vec![];
    }
    pick! {
        1 => vec![],
        5 => {
            let x = draw!(lo..=hi);
            let l = draw!(bst(lo, x - 1));
            let r = draw!(bst(x + 1, hi));
            vec![Search { l, x, r }]
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Search {
    l: Vec<Search>,
    x: i64,
    r: Vec<Search>,
}

/// What is drawn from uniformly may be known only while a value is drawn: its size, and what it is made of.
#[test]
fn a_closure_draws_uniformly_from_what_it_has_drawn() {
    let trees = from_fn(|src| {
        let nodes = src.draw(2..=4usize);
        let tree = any::<Tree>().uniform(nodes).filter(|tree| format!("{tree:?}").matches("Node").count() == nodes);
        (nodes, src.draw(tree))
    });
    let mut counts: BTreeMap<usize, BTreeMap<String, u64>> = BTreeMap::new();
    for seed in 0..20_000 {
        let (nodes, tree) = trees.sample(seed);
        *counts.entry(nodes).or_default().entry(format!("{tree:?}")).or_default() += 1;
    }
    for (nodes, counts) in counts {
        // As many as there are binary trees, each as often as the others of its size.
        assert_eq!(counts.len(), [0, 1, 2, 5, 14][nodes]);
        let mean = counts.values().sum::<u64>() as f64 / counts.len() as f64;
        let statistic: f64 = counts.values().map(|&count| (count as f64 - mean).powi(2) / mean).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{nodes}: {statistic:.1} for {freedom}");
    }
    for seed in 0..100 {
        let (tree, choices) = trees.record(seed).unwrap();
        assert_eq!(trees.replay(&choices).unwrap(), tree);
    }
    let report = Check::new().seed(1).run(trees, |(_, tree)| !format!("{tree:?}").contains("Node(Leaf, Node(Node"));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "(3, Node(Leaf, Node(Node(Leaf, Leaf), Leaf)))");
}

#[test]
fn uniform_over_a_range_of_sizes_weighs_each_size_by_its_values() {
    let lists = any::<Vec<bool>>().uniform(0..=4); // 1, 2, 4, 8, 16 of 31
    let mut counts = [0usize; 5];
    for seed in 0..3_100 {
        counts[lists.sample(seed).len()] += 1;
    }
    for (length, count) in counts.into_iter().enumerate() {
        let expected = 100 << length;
        assert!(count.abs_diff(expected) < 5 * (expected as f64).sqrt() as usize, "{counts:?}");
    }
}

#[test]
fn conditions_leave_the_others_equally_likely() {
    let sorted = vec_of(0..4u8, 3).filter(|list| list.is_sorted());
    let values = sorted.measured(Measure::tiers());
    assert!(!values.count(6).is_exact());
    assert_eq!(values.count(6).to_string(), "at most 10");
    let enumerated: Vec<Vec<u8>> = values.of_size(6).collect();
    assert_eq!(enumerated, [vec![0, 0, 3], vec![0, 1, 2], vec![1, 1, 1]]);
    // Ranks skip values that the condition rejects.
    let all: Vec<Vec<u8>> = values.iter().collect();
    assert_eq!(all.len(), 20);
    for (rank, value) in all.iter().enumerate() {
        assert_eq!(values.nth(&rank.into()).as_ref(), Some(value));
        assert_eq!(values.rank(value).unwrap(), rank.into());
    }
    let uniform = values.uniform(6);
    let mut counts = [0usize; 3];
    (0..900).for_each(|seed| counts[enumerated.iter().position(|one| *one == uniform.sample(seed)).unwrap()] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(300) < 90), "{counts:?}");
}

#[test]
fn a_uniform_value_shrinks_and_replays_like_any_other() {
    let trees = any::<Tree>().uniform(30);
    let nodes = |tree: &Tree| format!("{tree:?}").matches("Node").count();
    let (tree, choices) = trees.record(3).unwrap();
    assert_eq!(nodes(&tree), 30);
    assert_eq!(trees.replay(&choices).unwrap(), tree);
    assert_eq!(any::<Tree>().replay(&choices).unwrap(), tree);
    let report = Check::new()
        .seed(1)
        .with(|config| config.exhaustive(astragal::config::Exhaustive::Auto))
        .run(trees, move |tree| nodes(&tree) < 7);
    let smallest = &report.failures[0].minimal.drawn[0].text;
    assert_eq!(smallest.matches("Node").count(), 7);
}

#[test]
fn far_off_values_are_found_at_once_and_their_rank_leads_back() {
    let exprs = any::<Expr>().measured(Measure::tiers());
    let far: BigUint = format!("1{}", "0".repeat(200)).parse().unwrap();
    for rank in [far.clone(), far + 12_345u32] {
        let value = exprs.nth(&rank).unwrap();
        assert_eq!(exprs.rank(&value).unwrap(), rank);
    }
    let bools = any::<(bool, Option<bool>)>().measured(Measure::tiers());
    assert_eq!(bools.total().unwrap(), 6);
    assert_eq!(bools.nth(&BigUint::from(6u8)), None);
}

#[test]
fn stripes_share_the_values_out() {
    let lists = any::<Vec<u8>>().measured(Measure::tiers());
    let all: Vec<Vec<u8>> = lists.iter().take(100).collect();
    let mut shared = vec![Vec::new(); 100];
    for machine in 0..4 {
        for (at, value) in lists.stripe(machine, 4).take(25).enumerate() {
            shared[4 * at + machine as usize] = value;
        }
    }
    assert_eq!(shared, all);
}

#[test]
fn finite_spaces_end_and_have_no_value_twice() {
    let sets = any::<BTreeSet<Option<bool>>>().measured(Measure::tiers());
    let enumerated: HashSet<BTreeSet<Option<bool>>> = sets.iter().collect();
    assert_eq!((enumerated.len(), sets.iter().count()), (8, 8));
    assert_eq!(sets.total().unwrap(), 8);
    let functions: Vec<Fun<bool, Option<bool>>> = any::<Fun<bool, Option<bool>>>().iter().collect();
    let tables: HashSet<_> = functions.iter().map(|f| (f.call(&false), f.call(&true))).collect();
    assert_eq!((tables.len(), functions.len()), (9, 9));
    assert!(any::<Vec<bool>>().measured(Measure::tiers()).total().is_none());
}

#[test]
fn several_variables_are_counted_at_once() {
    let exprs =
        any::<Expr>().measured(Measure::tiers().constructor("Val", 0).counting("Add", 6).counting("Expr::Neg", 6));
    let plain = any::<Expr>().measured(Measure::tiers().constructor("Val", 0));
    for size in 0..=5 {
        let mut sum = 0;
        for (adds, negs) in (0..=6).flat_map(|adds| (0..=6).map(move |negs| (adds, negs))) {
            let values = exprs.having(&[adds, negs]);
            let count = values.count(size).to_string().parse::<u64>().unwrap();
            let enumerated: Vec<Expr> = values.of_size(size).collect();
            assert_eq!(enumerated.len() as u64, count);
            for expr in enumerated {
                let text = format!("{expr:?}");
                assert_eq!((text.matches("Add").count(), text.matches("Neg").count()), (adds as usize, negs as usize));
            }
            sum += count;
        }
        assert_eq!(plain.count(size), sum, "of size {size}, in all");
    }
}

#[test]
fn lists_with_a_bound_are_counted_beyond_it() {
    let lists = vec_of(any::<bool>(), 3..=40).measured(Measure::tiers());
    assert_eq!(lists.count(40).to_string(), (1u64 << 40).to_string());
    assert_eq!((lists.count(2), lists.count(41)), (lists.count(1), lists.count(0)));
    assert_eq!(lists.total().unwrap().to_string(), ((1u64 << 41) - 8).to_string());
    let lists = vec_of(0..3u8, 0..=20).measured(Measure::tiers());
    // As many as the polynomial says: of the lists of length k, those whose elements add up to the rest.
    let mut counts = [0u64; 61];
    let mut of_length = vec![0u64; 61];
    of_length[0] = 1;
    for _ in 0..=20 {
        counts.iter_mut().zip(&of_length).for_each(|(count, of_length)| *count += of_length);
        of_length = (0..61usize)
            .map(|size| (1..=3).filter_map(|each| Some(of_length[size.checked_sub(each)?])).sum())
            .collect();
    }
    for (size, count) in counts.into_iter().enumerate() {
        assert_eq!(lists.count(size), count, "of size {size}");
    }
    assert_eq!(vec_of(any::<bool>(), 0..=12).iter().count(), (1 << 13) - 1);
}
