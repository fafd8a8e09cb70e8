//! Choice gradients: the published algorithm, sample by sample; and the model that is learned from them.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use astragal::Check;
use astragal::learn::{Context, Weights};
use astragal::prelude::*;
use astragal::report::{Problem, Style, Verdict};

/// A binary tree with keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tree {
    Leaf,
    Node(u8, Box<Tree>, Box<Tree>),
}

/// Trees of a depth, in which every choice is equally likely.
#[generator]
fn tree(depth: u32) -> Tree {
    pick! {
        leaf: 1 => Tree::Leaf,
        if depth > 0, node: 1 => {
            let key = draw!((0..10u8).counted_as("key"));
            let left = draw!(tree(depth - 1));
            let right = draw!(tree(depth - 1));
            Tree::Node(key, Box::new(left), Box::new(right))
        },
    }
}

impl Tree {
    fn len(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(_, left, right) => 1 + left.len() + right.len(),
        }
    }
}

fn is_search_tree(tree: &Tree) -> bool {
    fn within(tree: &Tree, low: i16, high: i16) -> bool {
        let Tree::Node(key, left, right) = tree else { return true };
        let key = i16::from(*key);
        low < key && key < high && within(left, low, key) && within(right, key, high)
    }
    within(tree, i16::MIN, i16::MAX)
}

#[test]
fn search_trees_are_found_more_often_than_by_chance_and_larger() {
    const SAMPLES: u64 = 30_000;
    let trees = tree(5);
    let by_chance = (0..SAMPLES).map(|seed| trees.sample(seed)).filter(is_search_tree).collect::<HashSet<Tree>>();
    let gradients = trees.filter(is_search_tree).gradients(50);
    let found: Vec<Tree> = gradients.search(1).calls_at_most(SAMPLES).map(|(tree, _)| tree).collect();
    assert!(found.iter().all(is_search_tree));
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    assert!(4 * found.len() > 5 * by_chance.len(), "{} by gradients, {} by chance", found.len(), by_chance.len());
    let large = |trees: &mut dyn Iterator<Item = &Tree>| trees.filter(|tree| tree.len() >= 5).count();
    let (large, by_chance) = (large(&mut found.iter()), large(&mut by_chance.iter()));
    assert!(large > 2 * by_chance, "{large} have five keys or more, {by_chance} by chance");
}

#[test]
fn each_alternative_has_its_samples_and_all_that_are_valid_are_kept() {
    const SAMPLES: u32 = 7;
    let seen = RefCell::new(Vec::new());
    let generator = (0..4u8, 0..30u8);
    let condition = |pair: &(u8, u8)| {
        seen.borrow_mut().push(*pair);
        pair.0 == 2 && pair.1 < 20
    };
    let gradients = generator.filter(condition).gradients(SAMPLES);
    // The first choice, for each alternative in order; then, whatever else there was, the second of the one that is ever valid.
    let calls = u64::from(SAMPLES) * (4 + 30);
    let found: HashSet<(u8, u8)> = gradients.search(3).calls_at_most(calls).map(|(pair, _)| pair).collect();
    let seen = seen.take();
    assert_eq!(seen.len() as u64, calls);
    for (at, pair) in seen.iter().enumerate() {
        let at = at as u32 / SAMPLES;
        let expected = if at < 4 { (at as u8, pair.1) } else { (2, at as u8 - 4) };
        assert_eq!(*pair, expected);
    }
    assert_eq!(found, (0..20).map(|second| (2, second)).collect());
}

#[test]
fn a_choice_is_as_likely_as_there_were_different_valid_samples() {
    // After `a` there is one valid value, after `b` there are four: all of them are among 200 samples.
    let arms = one_of![a: (just(0u8), 0..2u8, 0..3u8), b: (just(1), 0..2u8, 0..3u8)];
    let first_of_pass = RefCell::new(Vec::new());
    let is_valid = |&(arm, one, two): &(u8, u8, u8)| if arm == 0 { (one, two) == (0, 0) } else { two > 0 };
    let condition = |value: &(u8, u8, u8)| {
        first_of_pass.borrow_mut().push(value.0);
        is_valid(value)
    };
    let gradients = arms.filter(condition).gradients(200);
    // A pass has 400 samples for the first choice, then 400 and 600 more for the others of the arm that was taken, and one to end.
    let calls = 150 * (400 + 1_000 + 1);
    let _ = gradients.search(1).calls_at_most(calls).count();
    let seen = first_of_pass.take();
    let taken: Vec<u8> = seen.chunks_exact(1_401).map(|pass| pass[400]).collect();
    assert_eq!(taken.len(), 150);
    let b = taken.iter().filter(|&&arm| arm == 1).count();
    assert!((105..135).contains(&b), "{b} of 150 passes took the second arm, four of five are expected");
}

#[test]
fn where_no_sample_is_valid_the_weights_of_the_generator_decide() {
    let arms = one_of![9 => often: (just(0u8), 0..2u8), 1 => seldom: (just(1), 0..2u8), 0 => never: (just(2), 0..2u8)];
    let seen = RefCell::new(Vec::new());
    let condition = |value: &(u8, u8)| {
        seen.borrow_mut().push(value.0);
        false
    };
    let gradients = arms.filter(condition).gradients(10);
    // For each of two arms and each of two numbers ten; one by which chance chooses, and one to end.
    let _ = gradients.search(1).calls_at_most(500 * 43).count();
    let seen = seen.take();
    assert!(seen.iter().all(|&arm| arm != 2), "an arm without weight was sampled");
    let taken = seen.chunks_exact(43).filter(|pass| pass[21] == 0).count();
    assert!((420..480).contains(&taken), "{taken} of 500 passes took the first arm, 450 are expected");
}

#[test]
fn a_search_is_a_function_of_its_seed_and_can_go_on() {
    let gradients = tree(4).filter(is_search_tree).gradients(20);
    let found = |seed: u64| gradients.search(seed).take(500).map(|(tree, _)| tree).collect::<Vec<_>>();
    assert_eq!(found(3), found(3));
    assert_ne!(found(3), found(4));
    let mut search = gradients.search(3).calls_at_most(1_000);
    let mut parts: Vec<Tree> = search.by_ref().map(|(tree, _)| tree).collect();
    assert_eq!(search.calls(), 1_000);
    parts.extend(search.calls_at_most(u64::MAX).take(500 - parts.len()).map(|(tree, _)| tree));
    assert_eq!(parts, found(3));
}

#[test]
fn draws_are_valid_and_recorded_as_without_gradients() {
    let plain = || vec_of((0..100u8, any::<bool>()), 0..=8).filter(|list| list.is_sorted());
    let (one, other) = (plain().gradients(10).calls(20_000), plain().gradients(10).calls(20_000));
    let mut values = HashSet::new();
    for seed in 0..200 {
        let (value, choices) = one.record(seed).unwrap();
        assert!(value.is_sorted());
        assert_eq!(other.sample(seed), value);
        assert_eq!(plain().replay_and_record(&choices).unwrap(), (value.clone(), choices.clone()));
        assert_eq!(one.choices_of(&value).unwrap(), choices);
        values.insert(value);
    }
    assert!(values.len() > 150, "{}", values.len());
    let pairs = (any::<bool>(), vec_of(&one, 0..=3));
    let (value, choices) = pairs.record(1).unwrap();
    assert_eq!(pairs.replay(&choices).unwrap(), value);
}

#[test]
fn of_very_many_alternatives_chance_draws_those_that_are_compared() {
    let lists = || vec_of(any::<u64>(), 6..=8);
    let by_chance = (0..20_000).filter(|&seed| lists().sample(seed).is_sorted_by(|a, b| a < b)).count();
    let sorted = lists().filter(|list| list.is_sorted_by(|a, b| a < b)).gradients(5);
    let found = sorted.search(1).calls_at_most(20_000).count();
    assert!(found > 5 * by_chance, "{found} by gradients, {by_chance} by chance");
}

#[test]
fn sizes_change_from_value_to_value() {
    let lists = any::<Vec<bool>>().filter(|list| !list.is_empty()).gradients(3).calls(30_000);
    let lengths: Vec<usize> = (0..300).map(|seed| lists.sample(seed).len()).collect();
    assert!(lengths.iter().any(|&length| length < 20) && lengths.iter().any(|&length| length > 60), "{lengths:?}");
}

#[test]
fn what_is_rare_inside_is_found_as_well() {
    // A condition within, and a part that depends on another.
    let pairs = int(0..50u8).filter(|n| n % 7 == 3).and_then(|n| (just(n), 0..=n));
    let near = pairs.filter(|(most, n)| n + 1 == *most).gradients(10);
    let found: HashSet<(u8, u8)> = near.search(1).calls_at_most(20_000).map(|(pair, _)| pair).collect();
    assert_eq!(found, (0..50).filter(|n| n % 7 == 3).map(|n| (n, n - 1)).collect());
}

#[test]
fn a_condition_that_nothing_meets_is_a_rejection() {
    let none = tree(3).filter(|_| false).gradients(5).calls(500);
    assert_eq!(none.search(0).calls_at_most(500).count(), 0);
    assert!(none.try_sample(1).is_err());
    assert!(none.learned().is_empty());
}

#[test]
fn the_model_draws_without_the_condition_and_survives_as_text() {
    let calls = Cell::new(0u32);
    let condition = |tree: &Tree| {
        calls.set(calls.get() + 1);
        is_search_tree(tree)
    };
    let gradients = tree(4).filter(condition).gradients(40);
    let weights: Weights = gradients.learned().to_string().parse().unwrap();
    assert_eq!(weights, gradients.learned());
    assert_eq!(calls.replace(0), 100_000);
    let model = tree(4).tuned(&weights).by_context(Context::Depth);
    let trees: Vec<Tree> = (0..2_000).map(|seed| model.sample(seed)).collect();
    assert_eq!(calls.get(), 0);
    let count =
        |tree: &dyn Fn(u64) -> Tree| (0..2_000).map(tree).filter(|it| it.len() > 2 && is_search_tree(it)).count();
    let (by_model, by_chance) = (count(&|seed| trees[seed as usize].clone()), count(&|seed| tree(4).sample(seed)));
    assert!(by_model > 2 * by_chance, "{by_model} by the model, {by_chance} by chance");
    // The key of a root is known apart from those further down.
    let text = weights.to_string();
    assert!(text.contains("key.5 in tree.node, depth 0: ") && text.contains("key.5 in tree.node, depth 1: "), "{text}");
}

/// A list, element by element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Chain {
    End,
    Link(u8, Box<Chain>),
}

#[generator]
fn chain(longest: u32) -> Chain {
    pick! {
        end: 1 => Chain::End,
        if longest > 0, link: 1 => {
            let number = draw!((0..20u8).counted_as("number"));
            let rest = draw!(chain(longest - 1));
            Chain::Link(number, Box::new(rest))
        },
    }
}

impl Chain {
    fn is_lucky(&self) -> bool {
        let Chain::Link(number, rest) = self else { return true };
        [3, 7].contains(number) && rest.is_lucky()
    }

    fn len(&self) -> usize {
        if let Chain::Link(_, rest) = self { 1 + rest.len() } else { 0 }
    }
}

#[test]
fn what_was_learned_at_a_small_size_steers_the_next() {
    let chains = || astragal::generators::sized(|size| chain(size.min(8)));
    let long = |stages: &[u32]| {
        let gradients = chains().filter(Chain::is_lucky).gradients(20).calls(20_000).staged(stages.iter().copied());
        gradients.search(1).calls_at_most(20_000).filter(|(chain, _)| chain.len() >= 5).count()
    };
    let (staged, at_once) = (long(&[1, 2, 4, 8]), long(&[8]));
    assert!(staged > 2 * at_once, "{staged} in stages, {at_once} at once");
}

#[test]
fn failures_shrink_and_replay() {
    let sorted = vec_of(0..100u8, 0..=9).filter(|list| list.is_sorted()).gradients(10).calls(20_000);
    let report = Check::new().seed(1).run(&sorted, |list| list.len() < 5);
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[0, 0, 0, 0, 0]");
    assert!(report.statistics.guided);
}

#[test]
fn what_cannot_work_is_a_usage_error_where_it_was_written() {
    let none = any::<Vec<u8>>().filter(|list| list.is_sorted()).gradients(0);
    let lazy = astragal::generators::lazy(0..10u8).filter(|n| **n > 3).gradients(5);
    let report = Check::new().run(&none, |_| true);
    let text = report.render(Style::plain());
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })), "{text}");
    assert!(text.contains("without samples no choice can be judged"), "{text}");
    assert!(text.contains("gradients.rs"), "{text}");
    let stages = any::<u8>().filter(|n| *n > 3).gradients(5).staged([]);
    let text = Check::new().run(&stages, |_| true).render(Style::plain());
    assert!(text.contains("there is no stage"), "{text}");
    let text = Check::new().run(&lazy, |_| true).render(Style::plain());
    assert!(text.contains("lazy parts are drawn on demand"), "{text}");
}
