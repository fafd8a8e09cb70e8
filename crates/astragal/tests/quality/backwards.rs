//! What can be done with values that were never generated: how many ways there are, how likely, and what becomes of them.

use std::sync::atomic::{AtomicUsize, Ordering};

use astragal::Choices;
use astragal::backwards::{Incomplete, NotShrunk, Overlap};
use astragal::generators::btree_set_of;
use astragal::prelude::*;

use crate::nat::Nat::{self, Z};
use crate::nat::{before, next, ones, sums, with_detours};
use crate::search_tree::Tree::{self, Leaf, Node};
use crate::search_tree::node;

fn nat(number: usize) -> Nat {
    (0..number).fold(Z, |nat, _| next(nat))
}

fn ways<G: Reflect<Value: PartialEq + std::fmt::Debug>>(generator: &G, value: &G::Value) -> Overlap {
    generator.traces(value).unwrap().overlap()
}

#[test]
fn each_number_in_one_way() {
    assert_eq!(ways(&ones(), &nat(5)), Overlap::Exactly(1));
    let trace = ones().traces(&nat(5)).unwrap().next().unwrap();
    let branches: Vec<_> = trace.picks().iter().map(|pick| pick.branch.to_string()).collect();
    assert_eq!(branches, ["s", "s", "s", "s", "s", "z"]);
}

#[test]
fn exponentially_many_ways_are_counted_and_listed() {
    assert_eq!(ways(&sums(), &nat(5)), Overlap::Exactly(8));
    assert_eq!(ways(&sums(), &nat(10)), Overlap::Exactly(89));
    let sums = sums();
    let traces: Vec<Choices> = sums.traces(&nat(10)).unwrap().collect();
    assert_eq!(traces.len(), 89);
    for (at, trace) in traces.iter().enumerate() {
        assert_eq!(sums.replay(trace).unwrap(), nat(10));
        assert!(traces[..at].iter().all(|other| other != trace));
    }
    assert!(traces.iter().all(|trace| trace.len() >= traces[0].len()), "the shortest comes first");
}

#[test]
fn a_thousand_levels_of_overlap_are_counted_at_once() {
    astragal::source::deep(|| {
        // One by one they would not be counted before the end of the world.
        let Overlap::About { log2 } = ways(&sums(), &nat(1000)) else { panic!("more than 128 bits") };
        // The Fibonacci number F(1001) is the golden ratio to the 1001st power, divided by the root of 5.
        let expected = 1001.0 * ((1.0 + 5f64.sqrt()) / 2.0).log2() - 5f64.sqrt().log2();
        assert!((log2 - expected).abs() < 1e-6, "{log2} {expected}");
    });
    // 2^1000: the traces of a list are the product of those of its elements.
    let ambiguous = vec_of(one_of![any::<bool>(), just(true)], 1000);
    assert_eq!(ways(&ambiguous, &vec![true; 1000]), Overlap::About { log2: 1000.0 });
    assert_eq!(ways(&ambiguous, &vec![false; 1000]), Overlap::Exactly(1));
    assert_eq!(ambiguous.traces(&vec![true; 1000]).unwrap().take(50).count(), 50);
}

#[test]
fn a_value_that_does_not_fit_is_found_out_as_fast() {
    // Down to the end of the number every way is tried, and remembered.
    static LOOKS: AtomicUsize = AtomicUsize::new(0);
    fn look(nat: &Nat) -> Option<&Nat> {
        LOOKS.fetch_add(1, Ordering::Relaxed);
        before(nat)
    }
    let bounded = recursive(|me| {
        one_of![
            s: me.clone().focus(next, look),
            two: me.focus(|nat| next(next(nat)), |nat| before(look(nat)?)),
            never: just(Z).filter(|_| false),
        ]
    });
    assert!(bounded.can_make(&nat(200)).is_err());
    assert!(bounded.traces(&nat(200)).is_err());
    // There are more ways than atoms, but only 201 numbers to look at.
    let looks = LOOKS.load(Ordering::Relaxed);
    assert!(looks <= 2 * 2 * 201, "{looks}");
}

#[test]
fn infinite_overlap_is_a_cycle() {
    let detours = with_detours();
    assert_eq!(ways(&detours, &nat(5)), Overlap::Infinite);
    assert_eq!(Overlap::Infinite.to_string(), "infinitely many ways");
    let traces: Vec<Choices> = detours.traces(&nat(2)).unwrap().take(100).collect();
    assert!(traces.iter().all(|trace| detours.replay(trace).unwrap() == nat(2)));
    assert!((1..100).all(|at| traces[at] != traces[at - 1]));
    assert_eq!(traces[0].len(), 3);
    // A value that is made only from itself is never made.
    let circular = recursive(|me| one_of![inf: me.clone(), s: me.focus(next, before), no: just(nat(3))]);
    assert!(circular.traces(&nat(2)).is_err());
    assert_eq!(ways(&circular, &nat(4)), Overlap::Infinite);
}

#[test]
fn overlap_of_copies_has_a_budget() {
    // The way back makes copies, which nothing is remembered of.
    let copies = recursive(|me| {
        one_of![
            z: just(0u32),
            s: me.clone().iso(|n| n + 1, |n: &u32| n.checked_sub(1)),
            two: me.iso(|n| n + 2, |n: &u32| n.checked_sub(2)),
        ]
    });
    assert_eq!(ways(&copies, &20), Overlap::Exactly(10946));
    let Overlap::AtLeast(found) = ways(&copies, &60) else { panic!("there are more than fit") };
    assert!(found > 10_000);
}

#[test]
fn equal_parts_at_one_address_are_told_apart() {
    // A struct and its first field have one address; cells are read as copies, all in one place.
    #[derive(Arbitrary, Clone, Copy, Debug, PartialEq)]
    struct Inner(u8);
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    struct Outer(Inner, std::cell::Cell<Inner>, std::cell::Cell<Inner>);
    let value = Outer(Inner(1), std::cell::Cell::new(Inner(2)), std::cell::Cell::new(Inner(3)));
    let mut traces = any::<Outer>().traces(&value).unwrap();
    assert_eq!(traces.overlap(), Overlap::Exactly(1));
    assert_eq!(any::<Outer>().replay(&traces.next().unwrap()).unwrap(), value);
}

#[test]
fn sets_have_other_orders_that_are_not_listed() {
    let traces = btree_set_of(0..9u8, 0..=3).traces(&[1, 2].into()).unwrap();
    assert!(traces.has_unlisted());
    assert_eq!(traces.overlap(), Overlap::AtLeast(1));
    assert_eq!(ways(&select(["a", "b", "a"]), &"a"), Overlap::Exactly(2));
}

#[test]
fn the_chance_of_a_value_is_how_often_it_is_drawn() {
    // Small picks only: these have no bias.
    let number = one_of![
        3 => select([1, 2, 3, 1]),
        1 => one_of![just(1), just(2)],
        2 => option_of(just(4)).iso(|four| four.unwrap_or(0), |n| [None, Some(4)].into_iter().find(|four: &Option<usize>| four.unwrap_or(0) == *n)),
    ];
    let draws = 60_000;
    let mut counts = [0u32; 5];
    (0..draws).for_each(|seed| counts[number.sample(seed)] += 1);
    let mut chi_square = 0.0;
    let mut total = 0.0;
    for (value, &count) in counts.iter().enumerate() {
        let chance = number.plain_probability_of(&value).unwrap();
        assert!(chance.is_exact());
        let expected = draws as f64 * chance.value();
        chi_square += (f64::from(count) - expected).powi(2) / expected;
        total += chance.value();
    }
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    assert!(chi_square < 18.5, "{chi_square} {counts:?}"); // one in a thousand is above this
}

#[test]
fn the_chance_of_exponentially_and_infinitely_many_ways_is_their_sum() {
    // Weights decide here, whatever the size: z 1/2, s 1/4, inf 1/4. So a number has the chance of one without inf.
    let detours = recursive(|me| one_of![2 => z: just(Z), 1 => s: me.clone().focus(next, before), 1 => inf: me]);
    let z = detours.choices_at(&[]).unwrap().unwrap().branches;
    for number in 0..5 {
        let chance = detours.plain_probability_of(&nat(number)).unwrap();
        assert!(!chance.is_lower_bound());
        let expected = z[0].1 / (1.0 - z[2].1) * (z[1].1 / (1.0 - z[2].1)).powi(number as i32);
        assert!((chance.value() - expected).abs() < 1e-6, "{number}: {chance} {expected}");
    }
    // Enumerated one by one, and all at once.
    let sums = sums();
    let listed: f64 = sums.traces(&nat(12)).unwrap().map(|trace| sums.plain_chance_of(&trace).unwrap().value()).sum();
    assert!((sums.plain_probability_of(&nat(12)).unwrap().value() / listed - 1.0).abs() < 1e-9);
    let many = sums.plain_probability_of(&nat(200)).unwrap();
    assert!(!many.is_lower_bound() && many.log2() < -1.0);
    let unlikely = vec_of(any::<u64>(), 5).plain_probability_of(&vec![0; 5]).unwrap();
    assert_eq!((unlikely.log2(), unlikely.to_string()), (-320.0, "2^-320.0 without bias".to_string()));
    let unordered = btree_set_of(0..3u8, 2).plain_probability_of(&[0, 1].into()).unwrap();
    assert!(unordered.to_string().starts_with("at least "), "{unordered}");
}

/// The derive makes any tree, this generator only ordered ones.
fn ordered() -> impl Reflect<Value = Tree<u16>> + Closed {
    any::<Tree<u16>>().filter(|tree: &Tree<u16>| tree.keys().is_sorted())
}

#[test]
fn a_value_that_was_never_generated_shrinks() {
    let report = node(node(Leaf, 310, Leaf), 700, node(Leaf, 800, node(Leaf, 9000, Leaf)));
    let trees = ordered();
    let mut asked = 0;
    let shrunk = trees
        .shrink(&report, |tree| {
            asked += 1;
            tree.keys().len() > 1 && tree.keys().iter().any(|key| *key > 500)
        })
        .unwrap();
    assert_eq!(shrunk.evaluations, asked);
    assert!(shrunk.value.keys() == [0, 501], "{shrunk:?}");
    assert_eq!(trees.choices_of(&shrunk.value).unwrap(), shrunk.choices);

    assert_eq!(trees.shrink(&report, |_| false).unwrap_err(), NotShrunk::Passes);
    let error = trees.shrink(&node(node(Leaf, 9, Leaf), 7, Leaf), |_| true).unwrap_err();
    assert!(error.to_string().starts_with("the generator does not make this value: the condition at "), "{error}");
}

#[test]
fn a_mutant_is_valid_and_another_one() {
    let report = node(node(Leaf, 310, Leaf), 700, Leaf);
    let trees = ordered();
    let mut different = Vec::new();
    for seed in 0..100 {
        let mutant = trees.mutate(&report, seed).unwrap();
        assert!(mutant.keys().is_sorted() && mutant != report);
        assert_eq!(mutant, trees.mutate(&report, seed).unwrap());
        if !different.contains(&mutant) {
            different.push(mutant);
        }
    }
    assert!(different.len() > 20, "{}", different.len());
    assert_eq!(just(1).mutate(&1, 5).unwrap(), 1); // there is no other
    assert!(trees.mutate(&node(node(Leaf, 9, Leaf), 7, Leaf), 0).is_err());
}

#[test]
fn values_near_another_share_most_of_it() {
    let report: Vec<(u16, bool)> = (0..20).map(|n| (n * 1000, n % 3 == 0)).collect();
    let near = any::<Vec<(u16, bool)>>().near(&report).unwrap();
    let mut kept = 0;
    for seed in 0..200 {
        let (value, choices) = near.record(seed).unwrap();
        assert_eq!(near.sample(seed), value);
        assert_eq!(near.replay(&choices).unwrap(), value);
        assert_ne!(value, report);
        kept += report.iter().filter(|part| value.contains(part)).count();
    }
    assert!((2_000..3_999).contains(&kept), "{kept} of 4000");
    assert!(any::<u8>().filter(|n| *n > 5).near(&3).is_err());
}

#[test]
fn values_near_another_are_about_as_large_and_never_the_same() {
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    enum Term {
        Number(i8),
        Negate(Box<Term>),
        Add(Box<Term>, Box<Term>),
    }
    use Term::*;
    fn nodes(term: &Term) -> usize {
        match term {
            Number(_) => 1,
            Negate(inner) => 1 + nodes(inner),
            Add(left, right) => 1 + nodes(left) + nodes(right),
        }
    }
    let boxed = |term| Box::new(term);
    let five = Add(boxed(Negate(boxed(Number(7)))), boxed(Negate(boxed(Number(3)))));
    let large = (0..20).fold(Number(1), |term, n| Add(boxed(term), boxed(Number(n))));
    for (value, most) in [(five, 12), (large, 90)] {
        let near = any::<Term>().near(&value).unwrap();
        let drawn: Vec<Term> = (0..300).map(|seed| near.sample(seed)).collect();
        let sizes: Vec<usize> = drawn.iter().map(nodes).collect();
        assert!(drawn.iter().all(|drawn| *drawn != value));
        let (largest, all) = (*sizes.iter().max().unwrap(), sizes.iter().sum::<usize>() as f64 / 300.0);
        assert!(largest <= most, "{largest}");
        let mean = nodes(&value) as f64;
        assert!((0.6 * mean..1.4 * mean).contains(&all), "{all} of {mean}");
    }
    // There is no other value: then it is none.
    assert!(just(1).near(&1).unwrap().try_sample(1).is_err());
    assert!((0..100).all(|seed| any::<bool>().near(&true).unwrap().try_sample(seed) == Ok(false)));
}

#[test]
fn holes_are_filled_in_place() {
    // Node (Node _ 1 _) 5 _
    let partial = Incomplete::new(node(node(Leaf, 1, Leaf), 5, Leaf)).without_all(|tree| {
        let Node(left, _, right) = tree else { return vec![] };
        let Node(far_left, _, inner) = &**left else { return vec![] };
        vec![&**far_left, &**inner, &**right]
    });
    let small = any::<Tree<u16>>().at_size(3);
    let mut shapes = Vec::new();
    for seed in 0..100 {
        let tree = small.complete(&partial, seed).unwrap();
        let Node(left, 5, right) = &tree else { panic!("{tree:?}") };
        assert!(matches!(&**left, Node(_, 1, _)), "{tree:?}");
        assert_eq!(tree, small.complete(&partial, seed).unwrap());
        shapes.push(matches!(**right, Leaf));
    }
    assert!(shapes.contains(&true) && shapes.contains(&false));

    // A condition holds for the whole.
    let halves = (0..100u8, 0..100u8).filter(|(one, other)| one + other < 60);
    let partial = Incomplete::new((50u8, 99u8)).without(|pair| &pair.1);
    for seed in 0..20 {
        let (one, other) = halves.complete(&partial, seed).unwrap();
        assert!(one == 50 && other < 10);
    }
}

#[test]
fn holes_that_cannot_be_filled_say_why() {
    let behind = (0..10u8, 0..10u8).iso(|(a, b)| [a, b], |[a, b]: &[u8; 2]| Some((*a, *b)));
    let error = behind.complete(&Incomplete::new([1, 2]).without(|pair| &pair[1]), 0).unwrap_err();
    assert!(error.to_string().contains("a hole of the type `u8` is not drawn as a part"), "{error}");
    let none = (0..10u8, int(0..10u8).filter(|_| false));
    let error = none.complete(&Incomplete::new((1, 2)).without(|pair| &pair.1), 0).unwrap_err();
    assert!(error.to_string().starts_with("at tuple: a hole cannot be filled: no value in 1000 cases"), "{error}");
    let never = (0..10u8, 0..10u8).filter(|(one, other)| one + other > 90);
    let error = never.complete(&Incomplete::new((1, 2)).without(|pair| &pair.1), 0).unwrap_err();
    assert!(error.to_string().starts_with("nothing that was tried for the holes fits"), "{error}");
    let error = (0..10u8, 0..10u8).complete(&Incomplete::new((77, 2)).without(|pair| &pair.1), 0).unwrap_err();
    assert_eq!(error.to_string(), "at tuple: 77 is not in 0..=9");
}

#[test]
fn the_furthest_mismatch_names_the_part() {
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    enum Rule {
        Allow(#[arbitrary(with = 1024..=65535u16)] u16),
        Any(Vec<Rule>),
    }
    let rules = Rule::Any(vec![Rule::Allow(8080), Rule::Any(vec![Rule::Allow(80)])]);
    let error = any::<Rule>().can_make(&rules).unwrap_err();
    assert_eq!(error.to_string(), "at Rule > vec > Rule > vec > Rule: 80 is not in 1024..=65535");
}
