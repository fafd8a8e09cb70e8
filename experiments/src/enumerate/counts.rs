//! How many values there are of each size: counted, and enumerated where they are few, against published figures.

use super::compare;
use super::types::{Expr, File, Shape, Tree};
use crate::report::Report;
use astragal::generators::{Fun, btree_map_of, btree_set_of, fun_of, unique_vec_of};
use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure, Measured, Numbers};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

const METRIC: &str = "counts_match";
/// Sizes with more values are counted only.
const ENUMERATED: u64 = 5_000;
/// Trees are counted up to this many nodes.
const CATALAN: usize = 1_000;

pub(super) const LEANCHECK: &str = "leancheck, quoted";
const SMALLCHECK: &str = "smallcheck, quoted";
const FEAT: &str = "feat, quoted";
const FORMULA: &str = "formula";
/// By hand, from the rules of those libraries.
const COMPUTED: &str = "computed";

pub(super) fn run(report: &mut Report) {
    plain(report);
    collections(report);
    functions(report);
    by_depth(report);
    by_size(report);
    compare(report, "catalan numbers to 1,000", METRIC, as_figure(trees_are_catalan()), (1.0, FORMULA));
}

fn plain(report: &mut Report) {
    tiers(report, "()", any::<()>(), &[1, 0]);
    tiers(report, "bool", any::<bool>(), &[2, 0]);
    tiers(report, "i32", any::<i32>(), &[1; 20]);
    tiers(report, "char", any::<char>(), &[1; 20]);
    tiers(report, "f64", any::<f64>(), &[1; 20]);
    tiers(report, "0..16u8", int(0..16u8), &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    tiers(report, "(i32, i32)", any::<(i32, i32)>(), &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    tiers(report, "(i32, i32, i32)", any::<(i32, i32, i32)>(), &[1, 3, 6, 10, 15, 21, 28, 36]);
    tiers(report, "Vec<i32>", any::<Vec<i32>>(), &[1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    tiers(report, "String", any::<String>(), &[1, 1, 2, 4, 8, 16, 32, 64, 128]);
    tiers(report, "Vec<bool>", any::<Vec<bool>>(), &[1, 2, 4, 8, 16, 32]);
    tiers(report, "Vec<()>", any::<Vec<()>>(), &[1; 8]);
    tiers(report, "(Vec<()>, Vec<()>)", any::<(Vec<()>, Vec<()>)>(), &[1, 2, 3, 4]);
    tiers(report, "Option<bool>", any::<Option<bool>>(), &[1, 2, 0]);
    computed(report, "Vec<Option<bool>>", any::<Vec<Option<bool>>>(), &[1, 1, 3, 5, 11, 21, 43, 85]);
    computed(report, "Vec<Vec<i32>>", any::<Vec<Vec<i32>>>(), &[1, 1, 2, 5, 13, 34, 89, 233]);
    tiers(report, "Expr", any::<Expr>(), &[0, 1, 1, 2, 3, 6, 11, 23, 47, 102, 221, 493]);
    computed(report, "Shape", any::<Shape>(), &[1, 1, 2, 5, 14, 42, 132]);
    computed(report, "Tree<i32>", any::<Tree<i32>>(), &[1, 1, 3, 10, 36, 137, 543, 2219]);
    let distance = || Measure::tiers().numbers(Numbers::Distance, 0);
    let row = "by distance: ";
    sizes(report, row, "i32", any::<i32>(), distance(), (&[1, 2, 2, 2, 2, 2, 2, 2, 2], LEANCHECK));
    let pairs = &[1, 4, 8, 12, 16, 20, 24, 28, 32];
    sizes(report, row, "(i32, i32)", any::<(i32, i32)>(), distance(), (pairs, LEANCHECK));
    let lists = &[1, 1, 3, 7, 17, 41, 99, 239, 577];
    sizes(report, row, "Vec<i32>", any::<Vec<i32>>(), distance(), (lists, LEANCHECK));
    sizes(report, row, "Expr", any::<Expr>(), distance(), (&[0, 1, 2, 3, 6, 12, 26, 59, 138], LEANCHECK));
}

fn collections(report: &mut Report) {
    let unbounded = 0..usize::MAX;
    tiers(report, "bag of u32", any::<BinaryHeap<u32>>(), &[1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56]);
    tiers(report, "set of u32", any::<BTreeSet<u32>>(), &[1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18]);
    let without_duplicates = unique_vec_of(any::<u32>(), unbounded.clone());
    tiers(report, "distinct u32", without_duplicates, &[1, 1, 1, 3, 3, 5, 11, 13, 19, 27, 57, 65]);
    tiers(report, "map u32 u32", any::<BTreeMap<u32, u32>>(), &[1, 1, 2, 4, 7, 12, 20, 33, 53, 84, 131, 202]);
    tiers(report, "bag of bool", any::<BinaryHeap<bool>>(), &[1, 2, 3, 4, 5]);
    tiers(report, "set of bool", any::<BTreeSet<bool>>(), &[1, 2, 1, 0, 0]);
    tiers(report, "distinct bool", unique_vec_of(any::<bool>(), unbounded), &[1, 2, 2, 0]);
    tiers(report, "map bool bool", any::<BTreeMap<bool, bool>>(), &[1, 4, 4, 0]);
    tiers(report, "set of 0..3", btree_set_of(0..3u8, 0..=3), &[1, 1, 1, 2, 1, 1, 1, 0]);
    tiers(report, "distinct 0..3", unique_vec_of(0..3u8, 0..=3), &[1, 1, 1, 3, 2, 2, 6, 0]);
    tiers(report, "map 0..2 0..2", btree_map_of(0..2u8, 0..2u8, 0..=2), &[1, 1, 2, 2, 2, 1, 0]);
}

fn functions(report: &mut Report) {
    tiers(report, "bool -> bool", any::<Fun<bool, bool>>(), &[4, 0]);
    tiers(report, "bool -> bool -> bool", any::<Fun<bool, Fun<bool, bool>>>(), &[16, 0]);
    tiers(report, "bool -> Option<bool>", any::<Fun<bool, Option<bool>>>(), &[1, 4, 4, 0]);
    tiers(report, "Option<bool> -> bool", any::<Fun<Option<bool>, bool>>(), &[8, 0]);
    let optional = any::<Fun<Option<bool>, Option<bool>>>();
    tiers(report, "Option<bool> -> Option<bool>", optional, &[1, 6, 12, 8, 0]);
    tiers(report, "0..2 -> 0..3", fun_of(0..2u8, 0..3u8), &[1, 2, 3, 2, 1, 0]);
    tiers(report, "0..3 -> 0..2", fun_of(0..3u8, 0..2u8), &[1, 3, 3, 1, 0]);
    tiers(report, "0..3 -> 0..3", fun_of(0..3u8, 0..3u8), &[1, 3, 6, 7, 6, 3, 1, 0]);
    tiers(report, "i32 -> bool", any::<Fun<i32, bool>>(), &[2, 2, 2, 4, 4, 6, 8, 10, 12, 16]);
    tiers(report, "i32 -> i32", any::<Fun<i32, i32>>(), &[1, 1, 3, 5, 10, 16, 30, 48, 80, 129]);
    let binary = any::<Fun<i32, Fun<i32, i32>>>();
    tiers(report, "i32 -> i32 -> i32", binary, &[1, 1, 5, 13, 35, 81, 201, 460, 1063, 2374]);
    tiers(report, "i32 -> i32 -> i32 -> i32", any::<Fun<i32, Fun<i32, Fun<i32, i32>>>>(), &[1, 1, 7, 25]);
    tiers(report, "(u32, u32) -> u32", any::<Fun<(u32, u32), u32>>(), &[1, 1, 3, 7, 17, 35]);
    tiers(report, "bool -> i32 -> bool", any::<Fun<bool, Fun<i32, bool>>>(), &[4, 8, 12, 24, 36, 56]);
    tiers(report, "i32 -> bool -> bool", any::<Fun<i32, Fun<bool, bool>>>(), &[4, 12, 12, 48, 48, 84]);
    let of_lists = any::<Fun<Vec<i32>, Vec<i32>>>();
    tiers(report, "Vec<i32> -> Vec<i32>", of_lists, &[1, 1, 4, 10, 29, 75, 206, 539, 1428, 3721]);
    tiers(report, "Vec<bool> -> Vec<bool>", any::<Fun<Vec<bool>, Vec<bool>>>(), &[1, 2, 8, 26, 88, 278, 890]);
    tiers(report, "Expr -> Expr", any::<Fun<Expr, Expr>>(), &[0, 1, 1, 2, 3, 8, 17, 41, 91, 213]);
}

fn by_depth(report: &mut Report) {
    let depth = Measure::depth();
    // a(0) = 1, a(d) = 1 + (2d - 1) a(d - 1)
    let lists = &[1, 2, 7, 36, 253, 2278, 25_059, 325_768, 4_886_521];
    depths(report, "Vec<i32>", any::<Vec<i32>>(), depth.clone(), (lists, SMALLCHECK));
    let nested = &[1, 2, 7, 50, 751, 23_282, 1_466_767, 186_279_410];
    depths(report, "Vec<Vec<bool>>", any::<Vec<Vec<bool>>>(), depth.clone(), (nested, FORMULA));
    depths(report, "File", any::<File>(), depth.clone(), (&[1, 4, 45, 6_496, 57_424_705], "agata"));
    let newer = depth.constants(1).tuples(1);
    let lists = &[0, 1, 4, 21, 148, 1333, 14_664];
    depths(report, "Vec<i32>, newer rule", any::<Vec<i32>>(), newer, (lists, COMPUTED));
}

fn by_size(report: &mut Report) {
    let row = "by size: ";
    sizes(report, row, "i32", any::<i32>(), Measure::size(), (&[2, 2, 4, 8, 16, 32], FEAT));
    let lists = &[0, 1, 2, 6, 20, 68, 232, 792, 2704];
    sizes(report, row, "Vec<i32>", any::<Vec<i32>>(), Measure::size(), (lists, COMPUTED));
    let naturals = &[0, 1, 1, 2, 5, 13, 34, 89, 233];
    sizes(report, row, "Vec<u32>", any::<Vec<u32>>(), Measure::size(), (naturals, COMPUTED));
    sizes(report, row, "Vec<bool>", any::<Vec<bool>>(), Measure::size(), (&[0, 1, 0, 2, 0, 4, 0, 8], COMPUTED));
    let shapes = &[0, 1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42];
    sizes(report, row, "Shape", any::<Shape>(), Measure::size(), (shapes, COMPUTED));
    let trees = &[0, 1, 0, 0, 2, 0, 0, 8, 0, 0, 40];
    sizes(report, row, "Tree<bool>", any::<Tree<bool>>(), Measure::size(), (trees, COMPUTED));
    // Its first version: two more for each integer.
    let first = Measure::size().numbers(Numbers::Bits, 2);
    let lists = &[0, 1, 0, 0, 2, 2, 4, 12, 24, 52, 120, 264, 584, 1304];
    sizes(report, row, "Vec<i32>, first version", any::<Vec<i32>>(), first, (lists, FEAT));
}

fn tiers<G: Closed>(report: &mut Report, name: &str, generator: G, expected: &[u64]) {
    sizes(report, "tiers: ", name, generator, Measure::tiers(), (expected, LEANCHECK));
}

fn computed<G: Closed>(report: &mut Report, name: &str, generator: G, expected: &[u64]) {
    sizes(report, "tiers: ", name, generator, Measure::tiers(), (expected, COMPUTED));
}

/// Whether there are as many values of each size as the source says.
fn sizes<G: Closed>(
    report: &mut Report,
    kind: &str,
    name: &str,
    generator: G,
    measure: Measure,
    (expected, source): (&[u64], &str),
) {
    let values = Measured::new(generator, &measure).expect("a space that can be counted");
    let are_right = expected.iter().enumerate().all(|(size, &count)| {
        values.count(size) == count && (count > ENUMERATED || values.of_size(size).count() as u64 == count)
    });
    compare(report, &format!("{kind}{name}"), METRIC, as_figure(are_right), (1.0, source));
}

/// Whether there are as many values of each depth, or a smaller one, as the source says.
fn depths<G: Closed>(
    report: &mut Report,
    name: &str,
    generator: G,
    measure: Measure,
    (expected, source): (&[u64], &str),
) {
    let values = Measured::new(generator, &measure).expect("a space that can be counted");
    let are_right = expected.iter().enumerate().all(|(depth, &count)| {
        values.count_up_to(depth) == count && (count > ENUMERATED || values.up_to(depth).count() as u64 == count)
    });
    compare(report, &format!("by depth: {name}"), METRIC, as_figure(are_right), (1.0, source));
}

fn trees_are_catalan() -> bool {
    let trees = any::<Shape>().measured(Measure::tiers());
    let mut catalan = BigUint::from(1u8);
    (0..=CATALAN).all(|nodes| {
        let is_right = *trees.count(nodes) == catalan;
        catalan = std::mem::take(&mut catalan) * (4 * nodes + 2) / (nodes + 2);
        is_right
    })
}

pub(super) fn as_figure(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_counts_are_as_published() {
        let mut report = Report::new("enumerate");
        run(&mut report);
        let table = report.tsv();
        assert!(table.lines().count() > 50, "{table}");
        for line in table.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns[3], columns[4], "{line}");
        }
    }
}
