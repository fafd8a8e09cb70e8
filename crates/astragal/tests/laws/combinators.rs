//! The combinators.

use crate::{both_ways, closed, forwards, simplest};
use astragal::Choices;
use astragal::Source;
use astragal::generators::{held, one_of_vec, permutation_of, sized, subsequence_of};
use astragal::prelude::*;
use astragal::source::Producer;

#[test]
fn map_and_iso() {
    forwards(any::<u8>().map(|n| n.to_string()));
    closed(any::<u8>().map(|n| n.to_string()));
    both_ways(any::<u8>().iso(|n| n.wrapping_add(7), |n| Some(n.wrapping_sub(7))));
    assert_eq!(simplest(any::<u8>().map(|n| n + 1)), 1);
}

#[test]
fn filters() {
    both_ways(any::<u32>().filter(|n| n % 3 == 0));
    closed(any::<u32>().filter(|n| n % 3 == 0));
    both_ways(vec_of(int(0..100u8).filter(|n| n % 2 == 0), 0..5));
    forwards(any::<u32>().filter_map(|n| (n % 3 == 0).then_some(n / 3)));
    assert!(any::<u32>().filter(|n| n % 2 == 0).choices_of(&3).is_err());
}

#[test]
fn held_parts() {
    both_ways(held(any::<Vec<u8>>()));
    closed(held(any::<Vec<u8>>()));
    both_ways((held(0..10u8), any::<bool>()));
    assert_eq!(simplest(held(3..10u8)), 3);
}

#[test]
fn a_retry_leaves_no_trace() {
    let rare = any::<u8>().filter(|n| n % 8 == 0);
    for seed in 0..200 {
        let (value, choices) = rare.record(seed).unwrap();
        assert_eq!(choices.numbers().collect::<Vec<_>>(), [u64::from(value)]);
    }
}

#[test]
fn a_filter_that_rejects_too_often_says_where_and_how_often() {
    let line = line!() + 1;
    let never = any::<u8>().filter(|_| false);
    let error = never.try_sample(1).unwrap_err().to_string();
    assert!(error.contains(&format!("{}:{line}", file!())), "{error}");
    assert!(error.contains("rejected 16000 of 16000 draws"), "{error}");
}

#[test]
fn dependent_draws() {
    forwards(int(0..9usize).and_then(|n| vec_of(any::<u8>(), n)));
    forwards(from_fn(|src| {
        let n = src.draw(0..9usize);
        let mut all = src.draw(vec_of(any::<u8>(), n));
        if src.draw(any::<bool>()) {
            all.reverse();
        }
        all
    }));
}

#[test]
fn sums() {
    both_ways(one_of![just(1u8), 5..=9u8, any::<u8>()]);
    both_ways(one_of![3 => just(1u8), 1 => zero: just(0u8)]);
    both_ways(one_of![small: 0..10u32, large: 1000..2000u32]);
    both_ways(one_of_vec((0..5u8).map(|n| (1 + u32::from(n), just(n)))));
    closed(one_of![just(1u8), 5..=9u8]);
    forwards(one_of![just(1u8), from_fn(|src| src.draw(5..=9u8))]);
    assert_eq!(simplest(one_of![5..=9u8, just(1)]), 5);
    assert!(one_of![just(1u8), 5..=9u8].choices_of(&3).is_err());
    assert!(one_of_vec(Vec::<(u32, std::ops::Range<u8>)>::new()).try_sample(1).is_err());
}

#[test]
fn weights_are_shares() {
    let weighted = one_of![9 => rare: just(false), 1 => just(true)];
    let hits = (0..10_000).filter(|&seed| weighted.sample(seed)).count();
    assert!((850..1150).contains(&hits), "{hits} of 10,000 at one in ten");
}

#[test]
fn picks_are_labelled() {
    let (_, choices) = one_of![low: 0..10u32, high: 1000..2000u32].named("magnitude").record(3).unwrap();
    let pick = &choices.picks()[0];
    assert_eq!(pick.site.as_str(), "magnitude");
    assert!(["low", "high"].contains(&pick.branch.as_str()));
}

#[test]
fn constants_and_selections() {
    both_ways(just(7));
    both_ways(select([3, 1, 4]));
    closed(select([3, 1, 4]));
    both_ways(permutation_of([1, 2, 3, 3, 5]));
    both_ways(permutation_of(Vec::<u8>::new()));
    both_ways(subsequence_of([1, 2, 3, 3, 5], 1..=4));
    both_ways(subsequence_of([1, 2, 3], ..));
    assert_eq!(simplest(permutation_of([3, 1, 2])), [3, 1, 2]);
    assert_eq!(simplest(subsequence_of([3, 1, 2], 2..)), [3, 1]);
    assert!(select(Vec::<u8>::new()).try_sample(1).unwrap_err().to_string().contains(file!()));
    assert!(permutation_of([1, 2]).choices_of(&vec![1, 1]).is_err());
    assert!(subsequence_of([1, 2, 3], ..).choices_of(&vec![2, 1]).is_err());
}

#[test]
fn permutations_and_subsequences_are_uniform() {
    let shares = |cells: std::collections::HashMap<Vec<u8>, u32>, expected: usize| {
        assert_eq!(cells.len(), expected);
        let mean = 12_000.0 / expected as f64;
        let chi_square: f64 = cells.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        assert!(chi_square < 60.0, "chi-square {chi_square} for {expected} cells");
    };
    let count = |draw: &dyn Fn(u64) -> Vec<u8>| {
        let mut cells = std::collections::HashMap::new();
        for seed in 0..12_000 {
            *cells.entry(draw(seed)).or_insert(0) += 1;
        }
        cells
    };
    shares(count(&|seed| permutation_of([0, 1, 2, 3]).sample(seed)), 24);
    shares(count(&|seed| subsequence_of([0, 1, 2, 3, 4], 2).sample(seed)), 10);
}

#[test]
fn sizes() {
    both_ways(sized(|size| vec_of(any::<u8>(), 0..=size as usize)));
    both_ways(any::<Vec<u8>>().at_size(4));
    assert!((0..200).all(|seed| any::<Vec<u8>>().at_size(9).sample(seed).len() <= 9));
    let larger = vec![0u8; 5000];
    let small = sized(|size| vec_of(any::<u8>(), 0..=size as usize)).at_size(2);
    assert_eq!(small.replay(&small.choices_of(&larger).unwrap()).unwrap(), larger);
}

#[test]
fn hidden_types_keep_what_they_promise() {
    forwards(any::<u8>().boxed());
    both_ways(any::<Vec<u8>>().full());
    closed(any::<Vec<u8>>().full());
    let several: Vec<astragal::generators::BoxedGen<u8>> = vec![any::<u8>().boxed(), int(0..3u8).boxed()];
    assert!(several[1].sample(1) < 3);
}

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf(u8),
    Node(Vec<Tree>),
}

fn trees() -> impl Gen<Value = Tree> + Reflect + Closed + Clone {
    // The arm that ends comes last on purpose.
    recursive(|me| {
        one_of![
            node: vec_of(me, 1..=3).iso(Tree::Node, |t| match t { Tree::Node(all) => Some(all.clone()), _ => None }),
            leaf: any::<u8>().iso(Tree::Leaf, |t| match t { Tree::Leaf(n) => Some(*n), _ => None }),
        ]
    })
}

#[test]
fn recursion_goes_no_deeper_than_it_may() {
    fn depth(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf(_) => 0,
            Tree::Node(below) => 1 + below.iter().map(depth).max().unwrap_or(0),
        }
    }
    let shallow = || {
        recursive(|me| {
            one_of![
                node: vec_of(me, 1..=3).iso(Tree::Node, |t| match t { Tree::Node(all) => Some(all.clone()), _ => None }),
                leaf: any::<u8>().iso(Tree::Leaf, |t| match t { Tree::Leaf(n) => Some(*n), _ => None }),
            ]
        })
        .depth(2)
    };
    both_ways(shallow());
    closed(shallow());
    let depths: std::collections::BTreeSet<u32> = (0..300).map(|seed| depth(&shallow().sample(seed))).collect();
    assert_eq!(depths.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    let chain = (0..3).fold(Tree::Leaf(0), |tree, _| Tree::Node(vec![tree]));
    let error = shallow().choices_of(&chain).unwrap_err().to_string();
    assert!(error.contains("deeper than 2 levels"), "{error}");
    assert!(shallow().choices_of(&Tree::Node(vec![Tree::Node(vec![Tree::Leaf(7)])])).is_ok());
    // Two values beside each other have a depth of their own each, and so has a value inside another.
    let pairs = (shallow(), shallow());
    assert!((0..100).any(|seed| depth(&pairs.sample(seed).1) == 2));
}

#[test]
fn recursion_ends_whatever_the_order_of_the_arms() {
    both_ways(trees());
    assert_eq!(simplest(trees()), Tree::Leaf(0));
    fn count(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf(_) => 1,
            Tree::Node(all) => 1 + all.iter().map(count).sum::<usize>(),
        }
    }
    let sizes: Vec<usize> = (0..500).map(|seed| count(&trees().sample(seed))).collect();
    assert!(*sizes.iter().max().unwrap() > 20, "trees grow");
    assert!(*sizes.iter().max().unwrap() < 1000, "trees end");
}

#[test]
fn recursion_without_an_end_is_a_usage_error() {
    let endless = recursive(|me| vec_of(me, 1..=2).iso(|_| (), |()| None));
    let error = endless.try_sample(1).unwrap_err().to_string();
    assert!(error.contains("infinite") && error.contains(file!()), "{error}");
}

#[test]
fn a_part_that_outlives_its_recursion_is_a_usage_error() {
    let mut part = None;
    let whole = recursive(|me| {
        part = Some(me.clone());
        one_of![just(0u8), me]
    });
    drop(whole);
    assert!(part.unwrap().try_sample(1).unwrap_err().to_string().contains("dropped"));
}

#[test]
fn spans_realign_so_that_what_follows_does_not_shift() {
    let pair = (vec_of((0..10u8, 0..10u8), 0..=5), vec_of(0..10u8, 0..=5));
    let mut long = pair.choices_of(&(vec![(1, 2), (3, 4), (5, 6)], vec![7, 8])).unwrap().to_string();
    // The first list claims one element fewer, then two more than it has.
    assert!(long.contains("3 of 6"));
    long = long.replacen("3 of 6", "2 of 6", 1);
    assert_eq!(pair.replay(&long.parse().unwrap()).unwrap(), (vec![(1, 2), (3, 4)], vec![7, 8]));
    long = long.replacen("2 of 6", "5 of 6", 1);
    assert_eq!(
        pair.replay(&long.parse().unwrap()).unwrap(),
        (vec![(1, 2), (3, 4), (5, 6), (0, 0), (0, 0)], vec![7, 8])
    );
}

#[test]
fn a_producer_without_an_opinion_leaves_it_to_chance() {
    struct Shrug;
    impl Producer for Shrug {
        fn choose(&mut self, _max: u64) -> Option<u64> {
            None
        }
    }
    let lists = vec_of(any::<u16>(), 0..=20);
    let distinct: std::collections::HashSet<_> =
        (0..50).map(|seed| Source::produced_by(Shrug, seed).try_draw(&lists).unwrap()).collect();
    assert!(distinct.len() > 40);
}

#[test]
fn endless_closures_are_cut_off() {
    let endless = from_fn(|src| -> u8 {
        loop {
            if src.draw(1..=9u8) == 0 {
                return 0;
            }
        }
    });
    assert_eq!(endless.replay(&Choices::default()).unwrap_err().reason(), &astragal::source::Reason::Overrun);
}

#[test]
fn weights_are_expressions() {
    const OFTEN: u32 = 9;
    let skewed = one_of![OFTEN => just(0u8), OFTEN - 8 => other: 1..=255u8, 0 => just(7)];
    both_ways(one_of![OFTEN => 0..5u8, 1 => other: 5..=255u8]);
    let zeros = (0..1_000).filter(|&seed| skewed.sample(seed) == 0).count();
    assert!((850..950).contains(&zeros), "{zeros}");
}

#[test]
fn no_law_is_shown_by_a_generator_that_makes_nothing() {
    let nothing = any::<u8>().filter(|_| false);
    let broken = astragal::laws::Laws::of(&nothing).forwards().unwrap_err().to_string();
    assert!(broken.contains("no case gave a value"), "{broken}");
}
