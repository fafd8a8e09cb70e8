//! Limits, holding a part, progress, and starts that are not what they seem.

use std::cell::Cell;
use std::time::Duration;

use astragal::Choices;
use astragal::prelude::*;
use astragal::shrink::{Judge, Judgement, Shrinker};

use super::harness::Property;

type Pair = (Vec<u16>, Vec<u16>);

fn sum(pair: &Pair) -> u32 {
    pair.0.iter().chain(&pair.1).copied().map(u32::from).sum()
}

fn start() -> Choices {
    any::<Pair>().choices_of(&(vec![500, 0, 700, 12], vec![900, 30, 4])).unwrap()
}

fn property() -> Property<'static, impl Gen<Value = Pair>, fn(&Pair) -> bool> {
    Property { generator: Box::leak(Box::new(any::<Pair>())), fails: |pair| sum(pair) >= 1000 }
}

fn value(choices: &Choices) -> Pair {
    any::<Pair>().replay(choices).unwrap()
}

#[test]
fn without_limits_it_ends_by_itself() {
    let shrunk = Shrinker::new(start()).run(&mut property());
    assert_eq!(value(&shrunk.choices), (vec![], vec![1000]));
    assert!(shrunk.finished && shrunk.draws >= shrunk.evaluations && shrunk.steps > 0);
}

#[test]
fn a_limit_leaves_the_best_so_far() {
    for limit in 0..20 {
        let shrunk = Shrinker::new(start()).evaluations(limit).run(&mut property());
        assert_eq!((shrunk.evaluations, shrunk.finished), (limit, false));
        assert!(sum(&value(&shrunk.choices)) >= 1000);
    }
    let shrunk = Shrinker::new(start()).time(Duration::ZERO).run(&mut property());
    assert_eq!((shrunk.evaluations, shrunk.finished), (0, false));
    assert_eq!(shrunk.choices, start());
}

#[test]
fn it_stops_when_told() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    let shrunk = Shrinker::new(start()).stop_when(&stop).run(&mut property());
    assert!(!shrunk.finished && shrunk.evaluations <= 10, "{shrunk:?}");
}

#[test]
fn progress_tells_every_improvement() {
    let mut steps = Vec::new();
    let mut note = |step: &astragal::shrink::Step<'_>| steps.push((step.pass, step.choices.clone()));
    let shrunk = Shrinker::new(start()).on_progress(&mut note).run(&mut property());
    assert_eq!(steps.len() as u64, shrunk.steps);
    assert_eq!(steps.last().map(|step| &step.1), Some(&shrunk.choices));
    assert!(steps.windows(2).all(|pair| pair[1].1.shortlex(&pair[0].1).is_lt()));
    assert!(steps.iter().all(|step| !step.0.is_empty()));
}

#[test]
fn a_part_that_is_held_stays() {
    let start = start();
    let spans: Vec<_> = start.spans().iter().filter(|span| span.label().as_str() == "vec").collect();
    let (first, second) = (spans[0].range(), spans[1].range());
    let shrunk = Shrinker::new(start.clone()).hold([first]).run(&mut property());
    assert_eq!(value(&shrunk.choices), (vec![500, 0, 700, 12], vec![]));
    let shrunk = Shrinker::new(start).hold([second]).run(&mut property());
    assert_eq!(value(&shrunk.choices), (vec![66], vec![900, 30, 4]));
}

#[test]
fn a_start_without_names_and_bounds_shrinks_as_well() {
    let bare: Choices = Choices::from_numbers(start().numbers());
    let shrunk = Shrinker::new(bare).run(&mut property());
    assert_eq!(value(&shrunk.choices), (vec![], vec![1000]));
}

#[test]
fn a_start_that_does_not_fail_is_given_back() {
    // The drawn case differs from the stored one, so it is run first.
    let stale = Choices::from_numbers([1, 99, 0, 7, 7]);
    let shrunk = Shrinker::new(stale.clone()).run(&mut property());
    assert_eq!((&shrunk.choices, shrunk.finished), (&stale, false));
}

/// Draws while the property runs, and so cannot ask before.
struct Hasty;

impl Judge for Hasty {
    fn judge(&mut self, candidate: &Choices, _worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match any::<Pair>().replay_and_record(candidate) {
            Ok((pair, drawn)) if sum(&pair) >= 1000 => Judgement::Fails(drawn),
            Ok(_) => Judgement::Passes,
            Err(_) => Judgement::Skipped,
        }
    }
}

#[test]
fn a_judge_that_does_not_ask_is_served_too() {
    let shrunk = Shrinker::new(start()).run(&mut Hasty);
    assert_eq!(value(&shrunk.choices), (vec![], vec![1000]));
    assert!(shrunk.finished && shrunk.evaluations > 0);
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Chain {
    End(u8),
    Link(Box<Chain>),
}

fn depth(mut chain: &Chain) -> usize {
    let mut depth = 0;
    while let Chain::Link(next) = chain {
        chain = next;
        depth += 1;
    }
    depth
}

#[test]
fn a_large_value_shrinks_by_halves() {
    let list = any::<Vec<u8>>();
    let large = list.choices_of(&vec![7; 3_000]).unwrap();
    let mut property = Property { generator: &list, fails: |list: &Vec<u8>| list.contains(&7) };
    let shrunk = Shrinker::new(large).run(&mut property);
    assert_eq!(list.replay(&shrunk.choices).unwrap(), [7]);
    assert!(shrunk.evaluations < 60, "{}", shrunk.evaluations);
}

#[test]
fn a_deep_value_shrinks_by_halves() {
    astragal::source::deep(|| {
        let chains = any::<Chain>();
        let deep = (0..2_000).fold(Chain::End(3), |inner, _| Chain::Link(Box::new(inner)));
        let start = chains.choices_of(&deep).unwrap();
        let mut property = Property { generator: &chains, fails: |chain: &Chain| depth(chain) >= 3 };
        let shrunk = Shrinker::new(start).run(&mut property);
        assert_eq!(depth(&chains.replay(&shrunk.choices).unwrap()), 3);
        assert!(shrunk.evaluations < 60, "{}", shrunk.evaluations);
    });
}
