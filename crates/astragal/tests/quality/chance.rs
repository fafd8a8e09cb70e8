//! How likely values are said to be, against how often they are drawn.

use std::fmt::Debug;

use astragal::generators::{permutation_of, sized};
use astragal::prelude::*;
use astragal::source::Rng;

use crate::subjects::Tree;

const DRAWS: u32 = 100_000;
/// The estimate is made of other samples than those that judge it.
const SEED: u64 = 0x5eed;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Signal {
    Red,
    Yellow(Option<()>),
    Green(Option<Option<()>>, [Option<()>; 2]),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Reading {
    port: u8,
    tags: Vec<bool>,
}

/// Asserts that a chance called exact is exact, and that the estimate fits; whether it is exact.
#[track_caller]
fn is_exact<G: Reflect<Value: PartialEq + Debug>>(generator: G, value: G::Value) -> bool {
    let mut seeds = Rng::new(1);
    let drawn = (0..DRAWS).filter(|_| generator.sample(seeds.word()) == value).count() as f64;
    let observed = drawn / f64::from(DRAWS);
    let within = |p: f64| (observed - p).abs() <= 4.0 * (p * (1.0 - p) / f64::from(DRAWS)).sqrt() + 1e-9;
    let chance = generator.plain_probability_of(&value).unwrap();
    assert!(!chance.is_exact() || within(chance.value()), "{value:?}: {chance} is said to be exact, drawn {observed}");

    let estimate = generator.estimated_probability_of(&value, 20_000, SEED).unwrap();
    let (low, high) = estimate.interval();
    assert!(low <= observed && observed <= high, "{value:?}: estimated {estimate}, drawn {observed}");
    assert_eq!(generator.estimated_probability_of(&value, 20_000, SEED).unwrap(), estimate);

    let choices = generator.choices_of(&value).unwrap();
    assert!(!generator.plain_chance_of(&choices).unwrap().is_exact() || chance.is_exact() || chance.is_lower_bound());
    chance.is_exact()
}

#[test]
fn what_weights_and_constants_decide_is_exact() {
    assert!(is_exact(select([1, 2, 3, 1]), 1));
    assert!(is_exact(one_of![3 => just(1), 1 => select([1, 2])], 2));
    assert!(is_exact(any::<(Option<()>, Option<()>)>(), (Some(()), None)));
    assert!(is_exact(permutation_of([1, 2, 3]), vec![2, 1, 3]));
    assert!(is_exact(vec_of(select([1, 2]), 3), vec![1, 2, 1]));
    assert!(is_exact(any::<[Option<Option<()>>; 2]>(), [Some(None), None]));
    for value in [Signal::Red, Signal::Yellow(Some(())), Signal::Green(Some(None), [Some(()), None])] {
        assert!(is_exact(any::<Signal>(), value));
    }
}

#[test]
fn what_is_biased_is_never_exact() {
    assert!(!is_exact(any::<u32>(), 0));
    assert!(!is_exact(any::<u8>(), 255));
    assert!(!is_exact(any::<i64>(), -1));
    assert!(!is_exact(int(0..10u8), 3));
    assert!(!is_exact(any::<f64>(), 0.0));
    assert!(!is_exact(any::<char>(), 'a'));
    assert!(!is_exact(any::<u128>(), 1));
    // Even of two values the simpler one is drawn more often.
    assert!(!is_exact(any::<bool>(), true));
    assert!(!is_exact(any::<[Option<bool>; 2]>(), [Some(true), None]));
}

#[test]
fn what_follows_the_size_is_never_exact() {
    assert!(!is_exact(any::<String>(), String::new()));
    assert!(!is_exact(any::<Vec<bool>>(), vec![]));
    assert!(!is_exact(vec_of(any::<bool>(), 0..=2), vec![true]));
    assert!(!is_exact(any::<Tree>(), Tree::Leaf));
    assert!(!is_exact(any::<Tree>(), Tree::Node(Box::new(Tree::Leaf), Box::new(Tree::Leaf))));
    assert!(!is_exact(any::<Option<Tree>>(), Some(Tree::Leaf)));
    assert!(!is_exact(any::<Reading>(), Reading { port: 0, tags: vec![] }));
    assert!(!is_exact(sized(|size| vec_of(any::<bool>(), size.min(2) as usize)), vec![true, true]));
}

#[test]
fn what_is_filtered_or_steered_is_never_exact() {
    assert!(!is_exact(select([1, 2, 3]).filter(|n| *n != 2), 3));
    assert!(!is_exact(select([1, 2]).like(&[1, 1, 2]).unwrap(), 1));
    assert!(!is_exact(any::<Tree>().by(astragal::shapes::agata::linear()).at_size(3), Tree::Leaf));
    assert!(!is_exact(any::<Option<bool>>().near(&Some(true)).unwrap(), Some(true)));
    #[cfg(feature = "spaces")]
    assert!(!is_exact(any::<Vec<bool>>().uniform(2), vec![true, true]));
}
