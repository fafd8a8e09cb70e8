//! How many values there are by tier, by depth and by size, against published and computed figures.
//!
//! Sources: R. Braquehais and C. Runciman, LeanCheck (tiers, and rows of SmallCheck and FEAT for comparison), and the
//! tables in its repository; J. Duregård, P. Jansson and M. Wang, FEAT; J. Duregård, Agata (depths of an AST); others by
//! the formulas in the comments.

use astragal::generators::{Fun, btree_map_of, btree_set_of, fun_of, unique_vec_of};
use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure, Measured, Numbers};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expr {
    Val(i32),
    Add(Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Shape {
    Leaf,
    Node(Box<Shape>, Box<Shape>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

/// Asserts how many values there are of each size, counted and enumerated.
#[track_caller]
fn counts<G: Closed>(generator: G, measure: Measure, expected: &[u64]) {
    let values = Measured::new(generator, &measure).unwrap();
    let counted: Vec<u64> = (0..expected.len()).map(|size| (&*values.count(size)).try_into().unwrap()).collect();
    assert_eq!(counted, expected, "counted");
    for (size, &count) in expected.iter().enumerate().take_while(|&(_, &count)| count < 5_000) {
        assert_eq!(values.of_size(size).count() as u64, count, "enumerated, of size {size}");
    }
}

#[track_caller]
fn tiers<G: Closed>(generator: G, expected: &[u64]) {
    counts(generator, Measure::tiers(), expected);
}

#[test]
fn tiers_of_plain_types() {
    tiers(any::<()>(), &[1, 0]);
    tiers(any::<bool>(), &[2, 0]);
    tiers(any::<i32>(), &[1; 20]);
    tiers(any::<char>(), &[1; 20]);
    tiers(any::<f64>(), &[1; 20]);
    tiers(int(0..16u8), &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    tiers(any::<(i32, i32)>(), &[1, 2, 3, 4, 5, 6, 7]);
    tiers(any::<(i32, i32, i32)>(), &[1, 3, 6, 10, 15, 21, 28, 36]);
    tiers(any::<Vec<i32>>(), &[1, 1, 2, 4, 8, 16, 32, 64, 128]);
    tiers(any::<String>(), &[1, 1, 2, 4, 8, 16, 32, 64, 128]);
    tiers(any::<Vec<bool>>(), &[1, 2, 4, 8, 16, 32]);
    tiers(any::<Vec<()>>(), &[1; 8]);
    tiers(any::<(Vec<()>, Vec<()>)>(), &[1, 2, 3, 4]);
    tiers(any::<Option<bool>>(), &[1, 2, 0]);
    tiers(any::<Vec<Option<bool>>>(), &[1, 1, 3, 5, 11, 21, 43, 85]);
    tiers(any::<Vec<Vec<i32>>>(), &[1, 1, 2, 5, 13, 34, 89, 233]);
}

#[test]
fn tiers_of_recursive_types() {
    tiers(any::<Expr>(), &[0, 1, 1, 2, 3, 6, 11, 23, 47, 102, 221, 493]);
    tiers(any::<Shape>(), &[1, 1, 2, 5, 14, 42, 132]);
    tiers(any::<Tree<i32>>(), &[1, 1, 3, 10, 36, 137, 543, 2219]);
}

#[test]
fn tiers_by_distance() {
    let by_distance = || Measure::tiers().numbers(Numbers::Distance, 0);
    counts(any::<i32>(), by_distance(), &[1, 2, 2, 2, 2]);
    counts(any::<(i32, i32)>(), by_distance(), &[1, 4, 8, 12, 16]);
    counts(any::<Vec<i32>>(), by_distance(), &[1, 1, 3, 7, 17, 41, 99, 239, 577]);
    counts(any::<Expr>(), by_distance(), &[0, 1, 2, 3, 6, 12, 26, 59, 138]);
}

#[test]
fn tiers_of_collections() {
    tiers(any::<BinaryHeap<u32>>(), &[1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56]);
    tiers(any::<BTreeSet<u32>>(), &[1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18]);
    tiers(unique_vec_of(any::<u32>(), 0..usize::MAX), &[1, 1, 1, 3, 3, 5, 11, 13, 19, 27, 57, 65]);
    tiers(any::<BTreeMap<u32, u32>>(), &[1, 1, 2, 4, 7, 12, 20, 33, 53, 84, 131, 202]);
    tiers(any::<BinaryHeap<bool>>(), &[1, 2, 3, 4, 5]);
    tiers(any::<BTreeSet<bool>>(), &[1, 2, 1, 0, 0]);
    tiers(unique_vec_of(any::<bool>(), 0..usize::MAX), &[1, 2, 2, 0]);
    tiers(any::<BTreeMap<bool, bool>>(), &[1, 4, 4, 0]);
    tiers(btree_set_of(0..3u8, 0..=3), &[1, 1, 1, 2, 1, 1, 1, 0]);
    tiers(unique_vec_of(0..3u8, 0..=3), &[1, 1, 1, 3, 2, 2, 6, 0]);
    tiers(btree_map_of(0..2u8, 0..2u8, 0..=2), &[1, 1, 2, 2, 2, 1, 0]);
    tiers(btree_set_of(any::<u32>(), 2..=2), &[0, 0, 0, 1, 1, 2, 2, 3, 3, 4]);
}

#[test]
fn tiers_of_functions() {
    tiers(any::<Fun<bool, bool>>(), &[4, 0]);
    tiers(any::<Fun<bool, Fun<bool, bool>>>(), &[16, 0]);
    tiers(any::<Fun<Option<bool>, bool>>(), &[8, 0]);
    tiers(any::<Fun<bool, Option<bool>>>(), &[1, 4, 4, 0]);
    tiers(any::<Fun<Option<bool>, Option<bool>>>(), &[1, 6, 12, 8, 0]);
    tiers(fun_of(0..2u8, 0..3u8), &[1, 2, 3, 2, 1, 0]);
    tiers(fun_of(0..3u8, 0..2u8), &[1, 3, 3, 1, 0]);
    tiers(fun_of(0..3u8, 0..3u8), &[1, 3, 6, 7, 6, 3, 1, 0]);
    tiers(any::<Fun<i32, i32>>(), &[1, 1, 3, 5, 10, 16, 30, 48, 80, 129]);
    tiers(any::<Fun<i32, Fun<i32, i32>>>(), &[1, 1, 5, 13, 35, 81, 201, 460, 1063, 2374]);
    tiers(any::<Fun<Vec<i32>, Vec<i32>>>(), &[1, 1, 4, 10, 29, 75, 206, 539, 1428, 3721]);
    tiers(any::<Fun<Vec<bool>, Vec<bool>>>(), &[1, 2, 8, 26, 88, 278, 890]);
    tiers(any::<Fun<i32, bool>>(), &[2, 2, 2, 4, 4, 6, 8, 10, 12, 16]);
    tiers(any::<Fun<(u32, u32), u32>>(), &[1, 1, 3, 7, 17, 35]);
    tiers(any::<Fun<i32, Fun<i32, Fun<i32, i32>>>>(), &[1, 1, 7, 25]);
    tiers(any::<Fun<bool, Fun<i32, bool>>>(), &[4, 8, 12, 24, 36, 56]);
    tiers(any::<Fun<i32, Fun<bool, bool>>>(), &[4, 12, 12, 48, 48, 84]);
}

/// How many values have at most a depth.
#[track_caller]
fn depths<G: Closed>(generator: G, measure: Measure, expected: &[u64]) {
    let values = Measured::new(generator, &measure).unwrap();
    let counted: Vec<u64> = (0..expected.len()).map(|size| (&*values.count_up_to(size)).try_into().unwrap()).collect();
    assert_eq!(counted, expected, "counted");
    for (depth, &count) in expected.iter().enumerate().take_while(|&(_, &count)| count < 5_000) {
        assert_eq!(values.up_to(depth).count() as u64, count, "enumerated, of depth {depth}");
    }
    let by_depth: usize = (0..3).map(|depth| values.of_size(depth).count()).sum();
    assert_eq!(by_depth as u64, expected[2], "enumerated depth by depth");
}

type Names = String;
type Call = ((Names, Names), Vec<Result<Names, bool>>);
type Statement = Vec<((Names, Names), Result<bool, Call>)>;
type Function = (Names, Vec<Statement>);
type Class = (Names, Vec<Function>);
type File = (Names, Vec<Class>);

#[test]
fn depths_as_smallcheck_counts_them() {
    // a(0) = 1, a(d) = 1 + (2d - 1) a(d - 1)
    depths(any::<Vec<i32>>(), Measure::depth(), &[1, 2, 7, 36, 253, 2278, 25_059, 325_768, 4_886_521]);
    depths(any::<Vec<Vec<bool>>>(), Measure::depth(), &[1, 2, 7, 50, 751, 23_282, 1_466_767, 186_279_410]);
    depths(any::<File>(), Measure::depth(), &[1, 4, 45, 6_496, 57_424_705]);
    // The newer rule: constants and tuples cost one too.
    let newer = || Measure::depth().constants(1).tuples(1);
    depths(any::<Vec<i32>>(), newer(), &[0, 1, 4, 21, 148, 1333, 14_664]);
    depths(any::<bool>(), newer(), &[0, 2, 2]);
    depths(any::<i32>(), newer(), &[1, 3, 5, 7]);
    // Sets of elements of smaller depth, no more of them than their depth.
    depths(any::<BTreeSet<u8>>(), Measure::depth(), &[1, 2, 4, 8, 16]);
}

#[test]
fn sizes_as_feat_counts_them() {
    counts(any::<bool>(), Measure::size(), &[0, 2, 0]);
    counts(any::<i32>(), Measure::size(), &[2, 2, 4, 8, 16, 32]);
    counts(any::<Vec<i32>>(), Measure::size(), &[0, 1, 2, 6, 20, 68, 232, 792, 2704]);
    counts(any::<Vec<u32>>(), Measure::size(), &[0, 1, 1, 2, 5, 13, 34, 89, 233]);
    counts(any::<Vec<bool>>(), Measure::size(), &[0, 1, 0, 2, 0, 4, 0, 8]);
    counts(any::<Shape>(), Measure::size(), &[0, 1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42]);
    counts(any::<Tree<bool>>(), Measure::size(), &[0, 1, 0, 0, 2, 0, 0, 8, 0, 0, 40]);
    // Its first version: two more for each integer.
    let first = Measure::size().numbers(Numbers::Bits, 2);
    counts(any::<Vec<i32>>(), first, &[0, 1, 0, 0, 2, 2, 4, 12, 24, 52, 120, 264, 584, 1304]);
}

#[test]
fn ranks_of_pairs() {
    let pairs = any::<(i32, i32)>().measured(Measure::tiers());
    for (pair, rank) in [((2, 2), 24u32), ((0, 9), 153), ((9, 0), 170)] {
        assert_eq!(pairs.rank(&pair).unwrap(), BigUint::from(rank));
        assert_eq!(pairs.nth(&BigUint::from(rank)).unwrap(), pair);
    }
}

#[test]
fn binary_trees_are_catalan_to_a_thousand_nodes() {
    let trees = any::<Shape>().measured(Measure::tiers());
    let mut catalan = BigUint::from(1u8);
    for nodes in 0..=1_000usize {
        assert_eq!(*trees.count(nodes), catalan, "{nodes} nodes");
        catalan = catalan * (4 * nodes + 2) / (nodes + 2);
    }
}
