//! Guided generation where parts are lazy: the condition is asked about the parts it forces, and only once about each.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use astragal::Draw;
use astragal::generators::{Lazy, LazyList, fun_of, lazy, lazy_list_of};
use astragal::prelude::*;
use astragal::{Choices, Reject, Source};

/// A binary tree, drawn on demand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tree {
    Leaf,
    Node(u8, Lazy<Tree>, Lazy<Tree>),
}

/// Trees of a depth; or the same ones with all parts drawn at once.
#[derive(Clone, Copy)]
struct Trees {
    depth: u32,
    is_lazy: bool,
}

const LAZILY: Trees = Trees { depth: 5, is_lazy: true };
const AT_ONCE: Trees = Trees { depth: 5, is_lazy: false };

impl Draw for Trees {
    type Value = Tree;

    fn draw(&self, src: &mut Source) -> Result<Tree, Reject> {
        src.open("Tree");
        let tree = if self.depth == 0 || src.try_number(1)? == 0 {
            Tree::Leaf
        } else {
            let key = src.try_number(9)? as u8;
            let below = Trees { depth: self.depth - 1, ..*self };
            let part = |src: &mut Source| match self.is_lazy {
                true => lazy(below).draw(src),
                false => below.draw(src).map(Lazy::new),
            };
            Tree::Node(key, part(src)?, part(src)?)
        };
        src.close();
        Ok(tree)
    }
}

impl Gen for Trees {}

/// Stops at the first key that is not where it should be.
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

/// As much of a tree as was drawn.
fn seen(tree: &Tree) -> String {
    format!("{tree:?}")
}

/// How often the condition is asked until this many valid trees are found.
fn calls_until(count: usize, trees: Trees) -> u64 {
    let guided = trees.filter(is_search_tree).guided();
    let mut search = guided.search(1);
    assert_eq!(search.by_ref().take(count).collect::<Vec<_>>().len(), count);
    search.calls()
}

#[test]
fn fewer_calls_find_as_many_values() {
    let (lazy, at_once) = (calls_until(10_000, LAZILY), calls_until(10_000, AT_ONCE));
    assert!(lazy * 5 < at_once * 4, "{lazy} calls where parts are lazy, {at_once} where they are not");
}

#[test]
fn what_a_partial_value_has_decided_is_not_asked_again() {
    let asked = RefCell::new(HashSet::new());
    let partial = Cell::new(0);
    let condition = |tree: &Tree| {
        let holds = is_search_tree(tree);
        // The condition depends only on the forced parts, so they are new each time.
        assert!(asked.borrow_mut().insert(seen(tree)), "{tree:?} is asked about again");
        partial.set(partial.get() + u64::from(seen(tree).contains('_')));
        holds
    };
    let guided = LAZILY.filter(condition).guided();
    let mut search = guided.search(1).calls_at_most(20_000);
    search.by_ref().for_each(drop);
    assert_eq!(search.calls(), asked.borrow().len() as u64);
    assert!(partial.get() > 2_000, "{} of 20,000 were rejected early", partial.get());
}

#[test]
fn all_that_is_found_is_valid_unique_and_what_its_choices_stand_for() {
    let guided = LAZILY.filter(is_search_tree).guided();
    let mut found = HashSet::new();
    for (tree, choices) in guided.search(5).take(3_000) {
        assert!(is_search_tree(&tree));
        assert_eq!(guided.replay(&choices).as_ref(), Ok(&tree));
        assert!(!seen(&tree).contains('_'));
        assert!(found.insert(seen(&tree)));
    }
    assert_eq!(found.len(), 3_000);
}

#[test]
fn a_search_is_a_function_of_its_seed() {
    let guided = LAZILY.filter(is_search_tree).guided();
    let found = |seed: u64| guided.search(seed).take(2_000).map(|(tree, _)| tree).collect::<Vec<_>>();
    assert_eq!(found(3), found(3));
    assert_ne!(found(3), found(4));
}

#[test]
fn draws_are_valid_and_a_function_of_the_seed() {
    let make = || LAZILY.filter(is_search_tree).guided();
    let (one, other) = (make(), make());
    let mut values = HashSet::new();
    for seed in 0..300 {
        let value = one.sample(seed);
        assert!(is_search_tree(&value));
        assert_eq!(value, other.sample(seed));
        values.insert(seen(&value));
    }
    assert!(values.len() > 250, "{}", values.len());
}

/// A header that must be right, and a body that is never forced.
type Packet = (Lazy<(u8, u8)>, Lazy<Vec<u16>>);

fn packets() -> impl Gen<Value = Packet> + Clone {
    (lazy((0..100u8, 0..100u8)), lazy(vec_of(any::<u16>(), 0..=9)))
}

fn has_sound_header((header, _): &Packet) -> bool {
    header.0 + 1 == header.1
}

#[test]
fn what_the_condition_does_not_look_at_is_drawn_by_chance_without_further_calls() {
    let guided = packets().filter(has_sound_header).guided();
    let mut search = guided.search(1).calls_at_most(100_000);
    let found: Vec<(Packet, Choices)> = search.by_ref().take(1_200).collect();
    assert_eq!(found.len(), 1_200); // though there are 99 headers
    let headers: HashSet<(u8, u8)> = found.iter().map(|((header, _), _)| **header).collect();
    let bodies: HashSet<Vec<u16>> = found.iter().map(|((_, body), _)| (**body).clone()).collect();
    assert!(headers.len() > 70 && bodies.len() > 800, "{} headers, {} bodies", headers.len(), bodies.len());
    for (packet, choices) in found {
        assert!(has_sound_header(&packet));
        assert_eq!(guided.replay(&choices), Ok(packet));
    }
}

#[test]
fn a_search_ends_though_the_rest_of_a_value_may_be_anything() {
    let guided = packets().filter(has_sound_header).guided();
    let mut search = guided.search(1).calls_at_most(30_000);
    let count = search.by_ref().count();
    assert!((99..=99 * 16).contains(&count), "{count}");
    // There are no more headers than these to ask about.
    assert!(search.calls() <= 100 * 100, "{}", search.calls());
}

#[test]
fn values_that_are_drawn_are_as_lazy_as_they_can_be() {
    let guided = packets().filter(has_sound_header).guided();
    for seed in 0..100 {
        let packet = guided.sample(seed);
        assert!(has_sound_header(&packet) && !packet.1.is_drawn());
        let (packet, choices) = guided.record(seed).unwrap();
        assert_eq!(guided.replay(&choices).as_ref(), Ok(&packet));
    }
}

#[test]
fn what_was_learned_is_whole_values() {
    let make = || packets().filter(has_sound_header).guided();
    let learned = make().learned();
    assert!(learned.sequences().len() > 50);
    assert!(learned.sequences().iter().all(|choices| make().replay(choices).is_ok()));
    let knowing = make().knowing(learned.to_string().parse().unwrap());
    assert!((0..100).all(|seed| has_sound_header(&knowing.sample(seed))));
}

#[test]
fn a_part_without_a_value_is_rejected_if_it_is_looked_at() {
    let parts = (0..10u8, lazy(int(0..10u8).filter(|n| n % 2 == 1)), lazy(int(0..10u8).filter(|n| n % 2 == 1)));
    let guided = parts.filter(|(first, second, _)| *first < 5 || **second > *first).guided();
    let mut first = HashSet::new();
    for (value, choices) in guided.search(2).calls_at_most(2_000) {
        assert!(value.0 < 5 || *value.1 > value.0);
        assert!(*value.1 % 2 == 1 && *value.2 % 2 == 1);
        assert_eq!(guided.replay(&choices).as_ref(), Ok(&value));
        first.insert(value.0);
    }
    assert_eq!(first.len(), 9); // all but 9
}

#[test]
fn lists_are_rejected_at_the_first_element_that_is_wrong() {
    let is_sorted = |list: &LazyList<u8>| {
        let mut low = 0;
        list.iter().all(|element| std::mem::replace(&mut low, **element) <= **element)
    };
    let guided = lazy_list_of(0..50u8).filter(is_sorted).guided();
    let mut search = guided.search(1).calls_at_most(4_000);
    let mut longest = 0;
    let mut count = 0;
    for (list, choices) in search.by_ref() {
        assert!(is_sorted(&list));
        assert_eq!(guided.replay(&choices).as_ref(), Ok(&list));
        longest = longest.max(list.iter().count());
        count += 1;
    }
    assert!(count > 1_000 && longest > 10, "{count} lists, the longest has {longest} elements");
}

/// Functions have lazy parts too, which are drawn at once in a search.
#[test]
fn functions_beside_lazy_parts_do_no_harm() {
    let pairs = (fun_of(0..100u8, 0..100u8), lazy(0..100u8));
    let guided = pairs.filter(|(function, argument)| function.call(argument) == **argument).guided();
    for (value, choices) in guided.search(1).calls_at_most(3_000).take(50) {
        assert_eq!(value.0.call(&value.1), *value.1);
        assert_eq!(guided.replay(&choices).unwrap().1, value.1);
    }
}
