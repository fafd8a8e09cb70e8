//! Strategies: dimensions, exact sizes, and what distributions they give.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use astragal::generators::permutation_of;
use astragal::prelude::*;
use astragal::shapes::agata::{self, Piles};
use astragal::shapes::{Strategy, Weighting};
use astragal::source::Rng;

use crate::subjects::Tree;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Nat {
    Zero,
    Succ(Box<Nat>),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Bush {
    Leaf(Nat),
    Branch(Forest),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Forest(Vec<Bush>);

/// Recursion that a parameter brings in.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct D(Vec<D>);

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Chain<T: 'static>(Option<(T, Box<Chain<T>>)>)
where
    T: Arbitrary;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Term {
    Value(bool),
    Not(Box<Term>),
    And(Box<Term>, Box<Term>),
    All(Vec<Term>),
}

/// Statements and blocks: neither ends without the other.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Statement {
    Assign(bool, Term),
    If(Term, Block),
    While(Term, Block),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Block {
    first: Box<Statement>,
    rest: Option<Box<Block>>,
}

/// By chi-square, within five standard deviations.
fn is_uniform(counts: &[u64]) -> bool {
    let (total, cells) = (counts.iter().sum::<u64>() as f64, counts.len() as f64);
    let expected = total / cells;
    let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = cells - 1.0;
    (chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt()
}

fn dimension_of<T: Arbitrary>() -> u32 {
    any::<T>().space().dimension()
}

#[test]
fn dimensions_are_those_of_the_thesis() {
    assert_eq!(dimension_of::<()>(), 0);
    assert_eq!(dimension_of::<bool>(), 0);
    assert_eq!(dimension_of::<Nat>(), 1);
    assert_eq!(dimension_of::<Vec<()>>(), 1);
    assert_eq!(dimension_of::<Tree>(), 1);
    assert_eq!(dimension_of::<Vec<Vec<()>>>(), 2);
    assert_eq!(dimension_of::<Bush>(), 2);
    assert_eq!(dimension_of::<Forest>(), 2);
    assert_eq!(dimension_of::<Result<Nat, Vec<Vec<()>>>>(), 2);
    assert_eq!(dimension_of::<(Nat, Vec<Vec<()>>)>(), 2);
    assert_eq!(dimension_of::<D>(), 1);
    assert_eq!(dimension_of::<Vec<D>>(), 2);
    assert_eq!(dimension_of::<Chain<bool>>(), 1);
    assert_eq!(dimension_of::<Chain<Vec<bool>>>(), 2);
    assert_eq!(dimension_of::<Statement>(), 2);
    assert_eq!(dimension_of::<String>(), 1);
    assert_eq!(dimension_of::<u64>(), 1);
    assert_eq!(dimension_of::<[bool; 4]>(), 0);
}

fn occurrences(value: &impl Debug, names: &[&str]) -> usize {
    let text = format!("{value:?}");
    names.iter().map(|name| text.matches(name).count()).sum()
}

#[test]
fn a_recursion_has_exactly_the_steps_that_were_asked_for() {
    let weightings = ["equal", "depth", "inverse-depth", "left", "right", "levels"];
    let mut strategies: Vec<Strategy> = weightings.map(|weighting| Strategy::holey(weighting.parse().unwrap())).into();
    strategies.extend([agata::linear(), agata::linear().thrown(), agata::fixed().filled(Weighting::equal())]);
    for strategy in strategies {
        for nodes in [0, 1, 2, 17, 60] {
            let strategy = strategy.clone().exactly(nodes);
            for seed in 0..20 {
                let count = |value: &dyn Debug, names: &[&str]| {
                    assert_eq!(occurrences(&value, names) as u32, nodes, "{strategy}, seed {seed}: {value:?}");
                };
                count(&any::<Nat>().by(strategy.clone()).sample(seed), &["Succ"]);
                count(&any::<Tree>().by(strategy.clone()).sample(seed), &["Node"]);
                // The outermost one is not a step.
                let d = any::<D>().by(strategy.clone()).sample(seed);
                assert_eq!(occurrences(&d, &["D("]) as u32, nodes + 1, "{strategy}");
                count(&any::<Chain<()>>().by(strategy.clone()).sample(seed), &["Some"]);
                let all_lists = any::<Term>().by(strategy.clone()).sample(seed);
                let lists = occurrences(&all_lists, &["All(["]);
                let elements = elements_of_all(&all_lists);
                assert_eq!(
                    (occurrences(&all_lists, &["Not", "And"]) + lists + elements) as u32,
                    nodes,
                    "{all_lists:?}"
                );
            }
        }
    }
}

fn elements_of_all(term: &Term) -> usize {
    match term {
        Term::Value(_) => 0,
        Term::Not(one) => elements_of_all(one),
        Term::And(one, other) => elements_of_all(one) + elements_of_all(other),
        Term::All(all) => all.len() + all.iter().map(elements_of_all).sum::<usize>(),
    }
}

#[test]
fn uniform_filling_gives_every_shape_the_same_chance() {
    let trees = any::<Tree>().by(Strategy::holey(Weighting::uniform()).exactly(5));
    let mut counts = BTreeMap::<String, u64>::new();
    for seed in 0..42_000 {
        *counts.entry(format!("{:?}", trees.sample(seed))).or_default() += 1;
    }
    assert_eq!(counts.len(), 42);
    assert!(is_uniform(&counts.into_values().collect::<Vec<_>>()));
}

#[test]
fn linear_growth_is_bounded_in_every_dimension() {
    let lists = any::<Vec<Vec<Vec<String>>>>();
    let totals = |strategy: Strategy, seed| {
        let list = lists.clone().by(strategy).at_size(20).sample(seed);
        let chars = list.concat().concat().iter().map(|text| text.chars().count()).sum::<usize>();
        [list.len(), list.concat().len(), list.concat().concat().len(), chars]
    };
    for seed in 0..300 {
        assert!(totals(agata::linear(), seed).iter().all(|&total| total <= 20));
        assert!(totals(agata::fixed(), seed).iter().sum::<usize>() <= 20);
        let quadratic = totals(agata::quadratic(), seed);
        assert!(quadratic.iter().zip(1..).all(|(&total, times)| total <= 20 * times));
        assert_eq!(totals(agata::partitions(), seed).into_iter().max(), Some(20));
    }
    let most = |strategy: Strategy| (0..300).map(|seed| totals(strategy.clone(), seed)[3]).max().unwrap();
    assert!(most(agata::exponential()) > 2_000);
    assert!(most(agata::quadratic()) > 40);
}

#[test]
fn partitions_of_different_bounds_have_no_value_in_common() {
    fn disjoint<T: Arbitrary + Debug>() {
        let values = |bound| {
            let values = any::<T>().by(agata::partitions()).at_size(bound);
            (0..400).map(|seed| format!("{:?}", values.sample(seed))).collect::<BTreeSet<_>>()
        };
        for bound in 1..6 {
            assert!(values(bound).is_disjoint(&values(bound + 1)), "{bound}");
            assert!(values(bound).is_disjoint(&values(0)), "{bound}");
        }
    }
    disjoint::<Vec<Vec<()>>>();
    disjoint::<Vec<Option<Vec<()>>>>();
    disjoint::<Result<Nat, Vec<Vec<()>>>>();
    disjoint::<Bush>();
}

/// A pair of a list and what is in it, in which the inner list is one in 1,001.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Seldom {
    #[arbitrary(weight = 1000)]
    Nothing,
    #[arbitrary(weight = 1)]
    Some(Vec<()>),
}

/// Trees that hold a list only in a constructor that is seldom taken.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Laden {
    #[arbitrary(weight = 1000)]
    Leaf,
    #[arbitrary(weight = 1000)]
    Node(Box<Laden>, Box<Laden>),
    #[arbitrary(weight = 1)]
    Load(Vec<()>, Box<Laden>),
}

#[test]
fn partitions_are_exact_however_seldom_a_branch_is() {
    for bound in [3, 9] {
        let one = vec_of(any::<Seldom>(), 1).by(agata::partitions()).at_size(bound);
        for seed in 0..300 {
            let Seldom::Some(list) = &one.sample(seed)[0] else { panic!("nothing has a size of {bound}") };
            assert_eq!(list.len(), bound as usize);
        }
        let pairs = (any::<Seldom>(), int(0..100u8)).by(agata::partitions()).at_size(bound);
        for seed in 0..300 {
            let (seldom, number) = pairs.sample(seed);
            let length = if let Seldom::Some(list) = seldom { list.len() } else { 0 };
            assert_eq!(length + usize::from(number), bound as usize);
        }
        for strategy in [agata::partitions(), agata::partitions().filled(Weighting::equal())] {
            let laden = vec_of(any::<Laden>(), 1..=1).by(strategy).at_size(bound);
            let mut has_list = false;
            for seed in 0..300 {
                let value = laden.sample(seed);
                let (nodes, units) = (occurrences(&value, &["Node", "Load"]), occurrences(&value, &["()"]));
                assert_eq!(nodes.max(units), bound as usize, "{value:?}");
                has_list |= units == bound as usize;
            }
            assert!(has_list);
        }
    }
}

#[test]
fn a_size_that_nothing_can_have_is_a_usage_error() {
    let message = |error: astragal::source::GaveUp| error.to_string();
    let error = message(int(0..10u8).by(agata::partitions()).at_size(50).try_sample(1).unwrap_err());
    assert!(error.contains("usage error: no part of the value can have a size of exactly 50"), "{error}");
    assert!(int(0..10u8).by(agata::mixed()).at_size(50).try_sample(1).is_ok());
    assert!(any::<bool>().by(agata::partitions()).at_size(50).try_sample(1).is_ok(), "there is nothing to divide");
}

#[test]
fn a_number_of_nodes_is_not_promised_of_what_cannot_be_counted() {
    #[astragal::generator]
    fn chain(left: u8) -> Nat {
        if left == 0 {
            return Nat::Zero;
        }
        pick! {
            Nat::Zero,
            Nat::Succ(Box::new(draw!(chain(left - 1)))),
        }
    }
    let ten = Strategy::holey(Weighting::equal()).exactly(10);
    let message =
        |result: Result<(), astragal::source::GaveUp>| result.expect_err("10 nodes cannot be promised").to_string();
    assert_eq!(occurrences(&chain(100).by(ten.clone()).sample(1), &["Succ"]), 10);
    let error = message(chain(9).by(ten.clone()).try_sample(1).map(drop));
    assert!(error.contains("10 nodes of `chain` were asked for, but there cannot be more than 9"), "{error}");
    let opaque = from_fn(|src| src.draw(any::<Tree>()));
    let error = message((any::<Tree>(), opaque).by(ten.clone()).try_sample(1).map(drop));
    assert!(error.contains("usage error: an exact number of nodes was asked for, but `"), "{error}");
    assert!(error.contains("is opaque: what recurs in it is not known before it runs"), "{error}");
    assert!(error.contains("FromFn"), "{error}");
    let error = message(any::<(u8, bool)>().by(ten.clone()).try_sample(1).map(drop));
    assert!(error.contains("nothing in the value recurs"), "{error}");
    // Opaque parts of a node do not change how many nodes there are.
    #[derive(Arbitrary, Clone, Debug)]
    #[allow(dead_code)]
    enum Keyed {
        End,
        Key(#[arbitrary(opaque = |src| src.draw(0..9u8))] u8, Box<Keyed>),
    }
    assert_eq!(occurrences(&any::<Keyed>().by(ten).sample(1), &["Key"]), 10);
}

/// Search trees with keys from `lo` to `hi`.
#[astragal::generator]
fn bst(lo: i64, hi: i64) -> Search {
    if lo > hi {
        return Search::Leaf;
    }
    pick! {
        1 => Search::Leaf,
        5 => {
            let x = draw!(lo..=hi);
            let l = draw!(bst(lo, x - 1));
            let r = draw!(bst(x + 1, hi));
            Search::Node(Box::new(l), x, Box::new(r))
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Search {
    Leaf,
    Node(Box<Search>, i64, Box<Search>),
}

impl Search {
    fn keys(&self) -> Vec<i64> {
        match self {
            Search::Leaf => vec![],
            Search::Node(l, x, r) => [l.keys(), vec![*x], r.keys()].concat(),
        }
    }
}

#[astragal::generator]
fn rising(low: u8, below: u8) -> Rising {
    if low == below {
        return Rising::End;
    }
    pick! {
        Rising::End,
        {
            let n = draw!(low..below);
            let rest = draw!(rising(n + 1, below));
            Rising::Next(n, Box::new(rest))
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Rising {
    End,
    Next(u8, Box<Rising>),
}

#[test]
fn search_trees_have_as_many_nodes_as_were_asked_for_where_the_keys_allow() {
    let strategies = [Strategy::holey(Weighting::equal()), Strategy::holey(Weighting::uniform()), agata::partitions()];
    for strategy in strategies {
        for (keys, nodes) in [(100, 10), (100, 60), (12, 12), (12, 11), (1, 1), (7, 0)] {
            let trees = bst(1, keys).by(strategy.clone().exactly(nodes));
            for seed in 0..20 {
                let found = trees.sample(seed).keys();
                assert!(found.is_sorted_by(|one, other| one < other), "{found:?}");
                assert_eq!(found.len(), nodes as usize, "{strategy} of {keys} keys");
            }
        }
        let error = bst(1, 12).by(strategy.exactly(13)).try_sample(1).unwrap_err().to_string();
        assert!(error.contains("13 nodes of `bst` were asked for, but there cannot be more than 12"), "{error}");
    }
    // Keys leave room for those that follow.
    for seed in 0..20 {
        let rising = rising(0, 15).by(Strategy::holey(Weighting::equal()).exactly(15)).sample(seed);
        assert_eq!(occurrences(&rising, &["Next"]), 15);
    }
    // Each key is drawn at the root.
    let roots: BTreeSet<i64> = (0..200)
        .filter_map(|seed| match bst(1, 9).by(Strategy::holey(Weighting::equal()).exactly(4)).sample(seed) {
            Search::Node(_, x, _) => Some(x),
            Search::Leaf => None,
        })
        .collect();
    assert_eq!(roots.into_iter().collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
}

#[test]
fn compositions_are_uniform_and_throws_are_even() {
    let mut rng = Rng::new(7);
    let mut counts = BTreeMap::<Vec<u32>, u64>::new();
    for _ in 0..28_000 {
        *counts.entry(Piles::Compositions.divide(6, 3, &mut rng)).or_default() += 1;
    }
    assert_eq!(counts.len(), 28); // 8 over 2
    assert!(is_uniform(&counts.into_values().collect::<Vec<_>>()));

    // Thrown, (2, 2, 2) is 90 times as likely as (6, 0, 0).
    let mut even = [0u64; 2];
    for _ in 0..30_000 {
        let mut piles = Piles::Throws.divide(6, 3, &mut rng);
        piles.sort_unstable();
        even[0] += u64::from(piles == [2, 2, 2]);
        even[1] += u64::from(piles == [0, 0, 6]);
    }
    let share = even[0] as f64 / 30_000.0;
    assert!((share - 90.0 / 729.0).abs() < 0.01, "{share}");
    assert!(even[1] < 300);
}

#[test]
fn a_type_that_cannot_end_by_itself_ends_in_the_shallowest_way() {
    for seed in 0..200 {
        let block = any::<Block>().by(agata::linear()).at_size(0).sample(seed);
        assert_eq!(block.rest, None);
        assert!(matches!(*block.first, Statement::Assign(_, Term::Value(_))), "{block:?}");
    }
}

#[test]
fn what_is_opaque_is_left_to_chance() {
    let pairs = from_fn(|src| {
        let length = src.draw(0..4usize);
        src.draw(vec_of(any::<bool>(), length))
    });
    let lists = vec_of((any::<Tree>(), &pairs, any::<Tree>()), 1..).by(agata::partitions());
    let drawn: Vec<_> = (0..100).map(|seed| lists.clone().at_size(12).sample(seed)).collect();
    let nodes = |list: &Vec<(Tree, Vec<bool>, Tree)>| occurrences(list, &["Node"]);
    assert!(drawn.iter().all(|list| nodes(list).max(list.len()) == 12), "the plan is followed around what is opaque");
    let lengths: BTreeSet<usize> = drawn.iter().flatten().map(|(_, list, _)| list.len()).collect();
    assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

/// What follows depends on the value, and is by chance; the value itself keeps the plan.
#[test]
fn a_value_that_is_worked_over_keeps_its_plan() {
    let strategies = [agata::partitions(), agata::fixed(), agata::linear(), Strategy::holey(Weighting::equal())];
    for strategy in strategies {
        let plain = any::<Vec<Nat>>().by(strategy.clone()).at_size(12);
        let worked_over = any::<Vec<Nat>>().and_then(permutation_of).by(strategy.clone()).at_size(12);
        let parts = (any::<Nat>(), any::<Vec<Nat>>(), any::<Nat>()).by(strategy.clone()).at_size(12);
        let between = (any::<Nat>(), any::<Vec<Nat>>().and_then(permutation_of), any::<Nat>()).by(strategy).at_size(12);
        for seed in 0..200 {
            let count = |list: &[Nat]| (list.len(), occurrences(&list, &["Succ"]));
            assert_eq!(count(&plain.sample(seed)), count(&worked_over.sample(seed)), "seed {seed}");
            // What comes after it follows the plan too.
            let (parts, between) = (parts.sample(seed), between.sample(seed));
            assert_eq!((parts.0, count(&parts.1), parts.2), (between.0, count(&between.1), between.2), "seed {seed}");
        }
    }
}

#[test]
fn a_condition_is_tried_again_on_the_same_shape() {
    let lists = vec_of(int(0..100u32).filter(|n| n % 3 == 0), ..).by(agata::partitions().free_numbers()).at_size(30);
    for seed in 0..50 {
        assert!(lists.sample(seed).iter().all(|n| n % 3 == 0));
    }
}

#[test]
fn a_part_keeps_its_own_strategy() {
    let ten = any::<Tree>().by(Strategy::holey(Weighting::level_by_level()).exactly(10));
    let both = (any::<Vec<bool>>(), ten, any::<Tree>()).by(agata::partitions()).at_size(7);
    for seed in 0..50 {
        let (list, own, other) = both.sample(seed);
        assert_eq!(occurrences(&own, &["Node"]), 10);
        assert_eq!(list.len() + occurrences(&other, &["Node"]), 7);
    }
}

#[test]
fn what_was_drawn_by_a_strategy_replays_and_shrinks_without_it() {
    let trees = any::<Term>().by(agata::quadratic());
    for seed in 0..50 {
        let (value, choices) = trees.record(seed).unwrap();
        assert_eq!(trees.sample(seed), value);
        assert_eq!(any::<Term>().replay(&choices).unwrap(), value);
        assert_eq!(any::<Term>().choices_of(&value).unwrap(), choices);
    }
}

#[test]
fn a_size_that_is_impossible_is_an_error_that_says_what_is_possible() {
    #[derive(Arbitrary, Debug)]
    enum Pair {
        No,
        #[allow(dead_code)]
        Yes(#[arbitrary(with = vec_of(any::<Pair>(), 0..=0))] Vec<Pair>),
    }
    let error = any::<Pair>().by(Strategy::holey(Weighting::equal()).exactly(5)).try_sample(1).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("5 nodes of `Pair` were asked for"), "{text}");
    assert!(text.contains("cannot be more than 1"), "{text}");
    let _ = Pair::No;
}
