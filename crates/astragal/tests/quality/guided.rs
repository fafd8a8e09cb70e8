//! Guided generation: valid, unique, a function of the seed, and far better than drawing and rejecting.

use std::cell::Cell;
use std::collections::HashSet;

use astragal::Draw;
use astragal::generators::Filter;
use astragal::learn::{Guided, Learned};
use astragal::prelude::*;
use astragal::spaces::Shape;
use astragal::{Choices, Source};

/// A binary tree as a closure draws it: a span for each node, and a depth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tree {
    Leaf,
    Node(u8, Box<Tree>, Box<Tree>),
}

fn tree(src: &mut Source, depth: u32) -> Tree {
    src.open("Tree");
    let tree = if depth == 0 || src.number(1) == 0 {
        Tree::Leaf
    } else {
        let key = src.number(9) as u8;
        Tree::Node(key, Box::new(tree(src, depth - 1)), Box::new(tree(src, depth - 1)))
    };
    src.close();
    tree
}

fn trees() -> impl Gen<Value = Tree> {
    from_fn(|src| tree(src, 5))
}

fn is_search_tree(tree: &Tree) -> bool {
    fn within(tree: &Tree, low: i16, high: i16) -> bool {
        match tree {
            Tree::Leaf => true,
            Tree::Node(key, left, right) => {
                let key = i16::from(*key);
                low < key && key < high && within(left, low, key) && within(right, key, high)
            }
        }
    }
    within(tree, i16::MIN, i16::MAX)
}

/// How many different valid values chance finds with this many calls of the condition.
fn by_chance<T: std::hash::Hash + Eq>(generator: &impl Draw<Value = T>, is_valid: fn(&T) -> bool, calls: u64) -> usize {
    (0..calls).filter_map(|seed| generator.try_sample(seed).ok()).filter(is_valid).collect::<HashSet<T>>().len()
}

/// How many guided search finds; all of them are valid, and none comes twice.
fn by_guidance<T: std::hash::Hash + Eq>(
    generator: &impl Gen<Value = T>,
    is_valid: fn(&T) -> bool,
    calls: u64,
) -> usize {
    let guided = generator.filter(is_valid).guided();
    let found: Vec<T> = guided.search(1).calls_at_most(calls).map(|(value, _)| value).collect();
    assert!(found.iter().all(is_valid));
    let count = found.len();
    assert_eq!(found.into_iter().collect::<HashSet<T>>().len(), count);
    count
}

#[test]
fn search_trees_are_found_ten_times_as_often_as_by_chance() {
    let (chance, guided) = (by_chance(&trees(), is_search_tree, 30_000), by_guidance(&trees(), is_search_tree, 30_000));
    assert!(guided > 10 * chance, "{guided} by guidance, {chance} by chance");
}

/// Messages that say how many fields they have, in order, of which one is marked: none of the published subjects.
fn is_sound(message: &(u8, Vec<(u8, bool)>)) -> bool {
    let (length, fields) = message;
    let marked = fields.iter().filter(|field| field.1).count();
    usize::from(*length) == fields.len() && marked == 1 && fields.is_sorted()
}

fn messages() -> impl Gen<Value = (u8, Vec<(u8, bool)>)> {
    (0..=20u8, vec_of((0..50u8, any::<bool>()), 0..=20))
}

#[test]
fn messages_are_found_ten_times_as_often_as_by_chance() {
    let (chance, guided) = (by_chance(&messages(), is_sound, 30_000), by_guidance(&messages(), is_sound, 30_000));
    assert!(guided > 10 * chance, "{guided} by guidance, {chance} by chance");
}

#[test]
fn sorted_vectors_of_wide_numbers_are_found_though_they_have_no_parts() {
    let lists = vec_of(any::<u64>(), 6..=12);
    let sorted = |list: &Vec<u64>| list.is_sorted();
    let (chance, guided) = (by_chance(&lists, sorted, 20_000), by_guidance(&lists, sorted, 20_000));
    assert!(guided > 1_000.max(10 * chance), "{guided} by guidance, {chance} by chance");
}

/// A move of a piece: from a place to another one, at a time.
#[derive(Arbitrary, Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    #[arbitrary(with = 0..8u8)]
    from: u8,
    #[arbitrary(with = 0..8u8)]
    to: u8,
    #[arbitrary(with = 0..100u8)]
    time: u8,
}

fn is_way(steps: &[Step]) -> bool {
    let is_joined = |pair: &[Step]| pair[0].to == pair[1].from && pair[0].time < pair[1].time;
    steps.iter().all(|step| step.from != step.to) && steps.windows(2).all(is_joined)
}

#[test]
fn lists_whose_elements_fit_the_one_before_get_long() {
    let lists = || vec_of(any::<Step>(), 0..=8);
    let by_chance = (0..10_000).map(|seed| lists().sample(seed)).filter(|list| list.len() >= 4 && is_way(list));
    assert_eq!(by_chance.count(), 0);
    let ways = lists().filter(|steps| is_way(steps)).guided();
    let lengths: Vec<usize> = (0..1_000).map(|seed| ways.sample(seed).len()).collect();
    let long = lengths.iter().filter(|&&length| length >= 4).count();
    assert!(long >= 200, "{long} of 1000 have four steps or more");
    assert!(lengths.iter().any(|&length| length >= 5), "none has five");
}

#[test]
fn a_search_is_a_function_of_its_seed() {
    let guided = trees().filter(is_search_tree).guided();
    let found = |seed: u64| guided.search(seed).take(2_000).map(|(tree, _)| tree).collect::<Vec<_>>();
    assert_eq!(found(3), found(3));
    assert_ne!(found(3), found(4));
}

#[test]
fn what_is_found_is_what_its_choices_stand_for() {
    let guided = trees().filter(is_search_tree).guided();
    for (tree, choices) in guided.search(5).take(1_000) {
        assert_eq!(guided.replay(&choices), Ok(tree));
    }
}

#[test]
fn a_search_ends_when_all_is_found() {
    let pairs = (0..20u8, 0..20u8).filter(|(a, b)| a < b).guided();
    assert_eq!(pairs.search(0).calls_at_most(20_000).count(), 190);
}

#[test]
fn a_condition_that_nothing_meets_ends_as_well() {
    let guided = any::<Vec<u8>>().filter(|_| false).guided().calls(500);
    assert_eq!(guided.search(0).calls_at_most(500).count(), 0);
    assert!(guided.try_sample(1).is_err());
}

#[test]
fn draws_are_valid_and_a_function_of_the_seed() {
    let make = || trees().filter(is_search_tree).guided();
    let (one, other) = (make(), make());
    let mut values = HashSet::new();
    for seed in 0..300 {
        let value = one.sample(seed);
        assert!(is_search_tree(&value));
        // Another one, which draws in another order.
        assert_eq!(value, other.sample(seed));
        values.insert(value);
    }
    assert!(values.len() > 250, "{}", values.len());
    assert_eq!(one.sample(7), make().sample(7));
}

#[test]
fn nothing_of_the_guidance_is_recorded() {
    let plain = || vec_of((0..100u8, any::<bool>()), 0..=8).filter(|list| list.is_sorted());
    let guided = plain().guided();
    for seed in 0..200 {
        let (value, choices) = guided.record(seed).unwrap();
        assert_eq!(guided.sample(seed), value);
        assert_eq!(plain().replay_and_record(&choices).unwrap(), (value.clone(), choices.clone()));
        assert_eq!(guided.choices_of(&value).unwrap(), choices);
    }
}

#[test]
fn it_is_drawn_inside_of_other_generators() {
    let sorted = vec_of(0..100u8, 3..=8).filter(|list| list.is_sorted()).guided();
    let pairs = (any::<bool>(), &sorted, vec_of(&sorted, 0..=3)).map(|(_, one, more)| (one, more));
    for seed in 0..100 {
        let ((one, more), choices) = pairs.record(seed).unwrap();
        assert!(one.is_sorted() && more.iter().all(|list| list.is_sorted()));
        assert_eq!(pairs.replay(&choices).unwrap(), (one, more));
    }
}

#[test]
fn what_was_learned_survives_as_text_and_is_not_learned_again() {
    let calls = Cell::new(0);
    let condition = |tree: &Tree| {
        calls.set(calls.get() + 1);
        is_search_tree(tree)
    };
    let learned = trees().filter(condition).guided().learned();
    assert!(calls.get() > 1_000 && learned.sequences().len() > 100);
    let read: Learned = learned.to_string().parse().unwrap();
    assert_eq!(read.to_string(), learned.to_string());

    calls.set(0);
    let guided = trees().filter(condition).guided().knowing(read);
    for seed in 0..100 {
        assert!(is_search_tree(&guided.sample(seed)));
    }
    assert!(calls.get() < 2_000, "{} calls for 100 values", calls.get());
}

#[test]
fn what_was_learned_of_something_else_does_no_harm() {
    let learned = vec_of(any::<u64>(), 0..=9).filter(|list| list.is_sorted()).guided().learned();
    let guided = trees().filter(is_search_tree).guided().knowing(learned);
    assert!((0..50).all(|seed| is_search_tree(&guided.sample(seed))));
}

#[test]
fn a_text_that_is_not_what_was_learned_is_rejected_with_its_line() {
    let message = |text: &str| text.parse::<Learned>().unwrap_err().to_string();
    assert_eq!(message(""), "line 1: this is not what was learned: `astragal learned 1` should stand here");
    assert!(message("astragal learned 1\n\nnonsense\n").starts_with("line 3: "));
    let token = Choices::from_numbers([1]).token();
    assert!(message(&format!("astragal learned 1\n{}", format!("{token}\n").repeat(3_000))).contains("no more than"));
}

#[test]
fn the_space_says_that_chance_does_not_draw_it() {
    let guided: Guided<_, _> = vec_of(0..9u8, 0..=4).filter(|list: &Vec<u8>| list.is_sorted()).guided();
    assert!(guided.space().nodes().any(|(_, shape)| matches!(shape, Shape::Steered { .. })));
    let plain: Filter<_, _> = int(0..9u8).filter(|n| n % 2 == 0);
    assert!(!plain.space().nodes().any(|(_, shape)| matches!(shape, Shape::Steered { .. })));
}
