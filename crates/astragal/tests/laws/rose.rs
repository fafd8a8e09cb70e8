//! Trees of shrinks, and users' shrinkers.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::rc::Rc;

use crate::{both_ways, closed, forwards};
use astragal::prelude::*;
use astragal::shrink::{
    Judge, Judgement, Rose, Shrinker, Towards, judging, own_order, own_steps, take_own_steps, take_turns,
};
use astragal::{Choices, Draw};

/// The tree to a depth, as text.
fn shown<T: Debug + 'static>(tree: &Rose<T>, depth: usize) -> String {
    let shrinks: Vec<String> = match depth {
        0 => Vec::new(),
        _ => tree.shrinks().map(|shrink| shown(&shrink, depth - 1)).collect(),
    };
    format!("{:?}[{}]", tree.root(), shrinks.join(" "))
}

fn numbers() -> Rose<i32> {
    Rose::towards(3, -9)
}

fn roots<T: Clone + 'static>(tree: &Rose<T>) -> Vec<T> {
    tree.shrinks().map(|shrink| shrink.root().clone()).collect()
}

#[test]
fn a_map_is_a_functor() {
    assert_eq!(shown(&numbers().map(|n| *n), 4), shown(&numbers(), 4));
    let twice = numbers().map(|n| n + 1).map(|n| n * 2);
    assert_eq!(shown(&numbers().map(|n| (n + 1) * 2), 4), shown(&twice, 4));
}

#[test]
fn a_dependent_tree_is_a_monad() {
    let next = |n: &i32| Rose::towards(0, n.abs() / 2);
    let last = |n: &i32| Rose::towards(1, n + 2);
    assert_eq!(shown(&Rose::leaf(7).and_then(next), 4), shown(&next(&7), 4));
    assert_eq!(shown(&numbers().and_then(|n| Rose::leaf(*n)), 4), shown(&numbers(), 4));
    let nested = numbers().and_then(move |n| next(n).and_then(last));
    assert_eq!(shown(&numbers().and_then(next).and_then(last), 3), shown(&nested, 3));
}

#[test]
fn a_dependent_tree_shrinks_what_is_outside_first_and_then_no_more() {
    let length_and_list = Rose::towards(0usize, 4).and_then(|&n| Rose::leaf(n).zip(&Rose::towards(0, 8)));
    assert_eq!(roots(&length_and_list)[..3], [(0, 8), (2, 8), (3, 8)]);
    // Once the inner value was shrunk, the outer one stays.
    let inner = length_and_list.shrinks().find(|shrink| *shrink.root() == (4, 4)).unwrap();
    assert!(roots(&inner).iter().all(|(outer, _)| *outer == 4));
}

#[test]
fn a_filter_keeps_only_what_fits() {
    fn all_fit(tree: &Rose<i32>, depth: usize) {
        assert_eq!(tree.root() % 2, 0);
        if depth > 0 {
            tree.shrinks().for_each(|shrink| all_fit(&shrink, depth - 1));
        }
    }
    let even = Rose::towards(0, 1000).filter(|n| n % 2 == 0).unwrap();
    all_fit(&even, 3);
    assert_eq!(*even.minimal(|n| *n >= 10).root(), 10);
    assert!(Rose::towards(0, 7).filter(|n| n % 2 == 0).is_none());
}

#[test]
fn a_pair_shrinks_one_part_at_a_time() {
    let pair = Rose::towards(0, 4).zip(&Rose::towards(0, 8));
    assert_eq!(roots(&pair), [(0, 8), (2, 8), (3, 8), (4, 0), (4, 4), (4, 6), (4, 7)]);
    assert_eq!(*pair.minimal(|(a, b)| a + b >= 5).root(), (0, 5));
}

#[test]
fn numbers_go_towards_their_origin() {
    assert_eq!(127i8.towards(-128).collect::<Vec<_>>(), [-128, 0, 64, 96, 112, 120, 124, 126]);
    assert_eq!(i128::MIN.towards(i128::MAX).next(), Some(i128::MAX));
    assert_eq!(0u64.towards(u64::MAX).count(), 64);
    for (number, limit) in [(1_000_000i64, 17), (i64::MAX, 1 << 40), (18, 17)] {
        assert_eq!(*Rose::towards(0, number).minimal(|&n| n >= limit).root(), limit);
    }
}

#[test]
fn a_list_loses_elements_before_they_shrink() {
    let list = Rose::list([3, 1, 2, 1].map(|n| Rose::towards(0, n)).into());
    let found = roots(&list);
    let fewer = [vec![], vec![2, 1], vec![3, 1], vec![1, 2, 1], vec![3, 2, 1], vec![3, 1, 1], vec![3, 1, 2]];
    assert_eq!(found[..7], fewer);
    assert!(found[7..].iter().all(|list| list.len() == 4) && found[7..].contains(&vec![3, 1, 2, 0]));
    let odd = Rose::list([1, 2, 3, 4, 5].map(Rose::leaf).into());
    assert!(roots(&odd).contains(&vec![1, 2, 3, 4]), "a last chunk that is not full goes too");
    assert_eq!(*list.minimal(|list| list.contains(&2)).root(), [2]);
}

#[test]
fn no_shrink_is_computed_before_it_is_asked_for() {
    let asked = Rc::new(Cell::new(0));
    let count = Rc::clone(&asked);
    let counted = Rose::unfold(1000u32, move |n| {
        let count = Rc::clone(&count);
        n.towards(0).inspect(move |_| count.set(count.get() + 1))
    });
    let whole = counted.map(|n| n + 1).filter(|n| *n > 0).unwrap().zip(&counted).and_then(|pair| Rose::leaf(*pair));
    let list = Rose::list(vec![whole.clone(), whole.clone()]);
    assert_eq!(asked.get(), 0);
    let first = whole.shrinks().next().unwrap();
    assert_eq!(asked.get(), 1);
    let _ = list.shrinks().next();
    assert_eq!(asked.get(), 1, "fewer elements are computed without their shrinks");
    drop(first);
    let _ = whole.shrinks().take(2).count();
    assert_eq!(asked.get(), 3, "asking again computes again");
}

#[test]
fn long_ways_down_need_no_stack() {
    let by_one = |n: &u32| n.checked_sub(1);
    let chain = Rose::unfold(100_000u32, by_one);
    let whole = chain
        .map(|n| n + 1)
        .filter(|n| *n > 0)
        .unwrap()
        .zip(&Rose::leaf('x'))
        .and_then(|pair| Rose::unfold(*pair, |_| None));
    assert_eq!(*whole.minimal(|_| true).root(), (1, 'x'));
    // Every tree of the way is kept, and all of them are dropped in the end.
    let mut way = vec![chain];
    while let Some(next) = way.last().unwrap().shrinks().next() {
        way.push(next);
    }
    assert_eq!(way.len(), 100_001);
}

#[test]
fn the_tree_of_a_generator_stays_in_its_range_gets_simpler_and_ends() {
    let lists = vec_of((0..50u8, any::<Option<bool>>()), 2..=9).filter(|list| list.len() % 3 != 1);
    for seed in 0..30 {
        let (value, choices) = lists.record(seed).unwrap();
        let tree = lists.rose_with_choices(&choices).unwrap();
        assert_eq!(tree.root().0, value);
        let mut seen = std::collections::HashSet::new();
        for shrink in tree.shrinks() {
            let (shrunk, simpler) = shrink.root();
            assert_eq!(simpler.shortlex(&choices), Ordering::Less);
            assert_eq!(&lists.replay(simpler).unwrap(), shrunk);
            assert!(shrunk.len() >= 2 && shrunk.len() % 3 != 1);
            assert!(seen.insert(simpler.clone()), "the same shrink twice");
        }
        assert_eq!(*lists.rose(&choices).unwrap().minimal(|_| true).root(), [(0, None), (0, None)]);
    }
    assert!(any::<u8>().filter(|_| false).rose(&Choices::default()).is_err());
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expr {
    Val(u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}

#[test]
fn the_tree_of_a_recursive_type_reaches_its_parts() {
    let sum = |a, b| Expr::Add(Box::new(a), Box::new(b));
    let part = Expr::Neg(Box::new(Expr::Neg(Box::new(Expr::Val(9)))));
    let whole = sum(Expr::Val(1), sum(part.clone(), Expr::Val(2)));
    let exprs = any::<Expr>();
    let tree = exprs.rose(&exprs.choices_of(&whole).unwrap()).unwrap();
    assert!(roots(&tree).contains(&sum(part, Expr::Val(2))));
    fn negates_twice(e: &Expr) -> bool {
        match e {
            Expr::Val(_) => false,
            Expr::Neg(inner) => matches!(**inner, Expr::Neg(_)) || negates_twice(inner),
            Expr::Add(a, b) => negates_twice(a) || negates_twice(b),
        }
    }
    assert_eq!(*tree.minimal(negates_twice).root(), Expr::Neg(Box::new(Expr::Neg(Box::new(Expr::Val(0))))));
}

/// A shrinker as users have them: without one of the elements.
#[allow(clippy::ptr_arg)] // values are vectors, not slices
fn without_one<T: Clone>(list: &Vec<T>) -> Vec<Vec<T>> {
    let without = |at| list.iter().take(at).chain(list.iter().skip(at + 1)).cloned().collect();
    (0..list.len()).map(without).collect()
}

#[test]
fn generators_with_a_shrinker_keep_the_laws() {
    both_ways(any::<u8>().shrink_with(|n| n.towards(0)));
    both_ways(vec_of(any::<Vec<u8>>().shrink_with(without_one), 0..5).shrink_with(without_one));
    both_ways((any::<Expr>().shrink_with(|e| [e.clone()]), just(()).shrink_with(|()| None)));
    both_ways(one_of![just(3u8).shrink_with(|_| [7]), 5..=9u8].filter(|n| *n != 8));
    closed(any::<Expr>().shrink_with(|_| []));
    forwards(from_fn(|src| src.draw(vec_of(0..9u8, 1..4))).shrink_with(without_one).map(|list| list.len()));
    // One that never ends: every number parses all the same.
    both_ways(any::<u32>().shrink_with(|&n| std::iter::repeat(n / 2)));
    assert!(Expr::Val(1) == any::<Expr>().shrink_with(|_| []).replay(&Choices::from_numbers([0, 1])).unwrap());
}

#[test]
fn a_shrinker_changes_nothing_of_what_is_drawn() {
    let plain = vec_of(any::<(u16, String)>(), 0..=9);
    let shrinking =
        vec_of(any::<(u16, String)>().shrink_with(|_| [(0, String::new())]), 0..=9).shrink_with(without_one);
    assert!((0..200).all(|seed| plain.sample(seed) == shrinking.sample(seed)));
    let (_, choices) = shrinking.record(4).unwrap();
    assert!(own_steps(&choices).all(|steps| steps.len() == 1 && choices.items()[steps.start].value == 0));
}

#[test]
fn a_step_that_does_not_exist_is_the_end() {
    let lists = vec_of(any::<u8>(), 0..=9).shrink_with(without_one);
    let text = lists.choices_of(&vec![7, 8, 9]).unwrap().to_string();
    let replayed = |steps: &str| {
        let choices: Choices = text.replace("0 of 65536", steps).parse().unwrap();
        lists.replay_and_record(&choices).unwrap()
    };
    assert_eq!(replayed("1 of 65536\n2 of 65536\n0 of 65536").0, [8]);
    let (value, understood) = replayed("3 of 65536\n3 of 65536\n1 of 65536");
    assert_eq!(value, [7, 8]);
    assert_eq!(understood.numbers().collect::<Vec<_>>(), [3, 7, 8, 9, 3, 0]);
}

#[test]
fn no_value_is_asked_about_twice_in_a_tree_without_duplicates() {
    let halves_and_less = |n: &i32| [n / 2, n - n.signum()];
    for start in -40..=40i32 {
        for limit in 0..=start.abs() {
            let number = Rose::unfold(start, halves_and_less);
            let mut asked = vec![start];
            let found = number.distinct().minimal(|n| {
                assert!(!asked.contains(n), "{n} is asked about again");
                asked.push(*n);
                n.abs() >= limit
            });
            assert_eq!(found.root().abs(), limit);
        }
    }
}

#[test]
fn a_circle_of_shrinks_has_an_end_without_duplicates() {
    let circle = Rose::unfold(0u8, |n| [n.wrapping_add(1)]).distinct();
    assert_eq!(*circle.minimal(|_| true).root(), 255);
    // As long as a tree that is taken apart on the way back would be deep.
    let long = Rose::unfold(0u32, |n| (*n < 20_000).then_some(n + 1)).distinct();
    let mut last = long;
    for _ in 0..2_000 {
        last = last.shrinks().next().unwrap();
    }
    assert_eq!(*last.root(), 2_000);
}

/// Steps alone, on a property of values.
fn stepped<G: Draw>(generator: &G, start: &Choices, fails: impl Fn(&G::Value) -> bool) -> (G::Value, u64) {
    let found = take_own_steps(start, 10_000, &mut judging(generator, fails));
    assert!(found.finished);
    assert!(found.taken == 0 || own_order(&found.choices, start) == Ordering::Less);
    (generator.replay(&found.choices).unwrap(), found.evaluations)
}

#[test]
fn steps_lead_to_where_no_step_still_fails() {
    let lists = vec_of(any::<u8>(), 0..=20).shrink_with(without_one);
    let start = lists.choices_of(&(0..20).collect()).unwrap();
    let (value, evaluations) = stepped(&lists, &start, |list| list.contains(&5) && list.iter().any(|n| n % 9 == 8));
    assert_eq!(value, [5, 17]);
    assert!(evaluations < 100, "{evaluations}");

    // Several parts, nested in each other.
    let nested = vec_of(vec_of(any::<u8>(), 0..=9).shrink_with(without_one), 0..=9).shrink_with(without_one);
    let start = nested.choices_of(&vec![vec![1, 2], vec![3, 4, 5], vec![]]).unwrap();
    assert_eq!(stepped(&nested, &start, |all| all.concat().contains(&4)).0, [[4]]);
    assert_eq!(stepped(&nested, &start, |_| true).0, Vec::<Vec<u8>>::new());

    // None at all.
    let plain = any::<Vec<u8>>().record(1).unwrap().1;
    assert_eq!(stepped(&any::<Vec<u8>>(), &plain, |_| true).1, 0);
}

#[test]
fn steps_are_limited() {
    let circle = any::<u8>().shrink_with(|n| [n.wrapping_add(1)]);
    let (_, start) = circle.record(1).unwrap();
    let found = take_own_steps(&start, 300, &mut judging(&circle, |_| true));
    assert_eq!((found.taken, found.evaluations, found.finished), (300, 300, false));
    // A shrinker without an end, all of whose values pass.
    let endless = any::<u8>().shrink_with(|_| std::iter::repeat(0));
    let start = endless.choices_of(&1).unwrap();
    let found = take_own_steps(&start, 1_000, &mut judging(&endless, |n| *n == 1));
    assert_eq!((found.taken, found.evaluations, found.finished), (0, 1_000, false));
}

#[test]
fn a_filter_around_a_shrinker_skips_steps() {
    let even = vec_of(any::<u8>(), 0..=9).shrink_with(without_one).filter(|list| list.len() != 2);
    let start = even.choices_of(&vec![1, 2, 3]).unwrap();
    // The shortest way leads through lists of two, which are rejected and do not count as the end of the shrinker.
    assert_eq!(stepped(&even, &start, |_| true), (vec![1, 2, 3], 4));
}

/// A judge that draws while the property runs, and so does not ask whether the case is worth it.
struct Headlong<G, F>(G, F);

impl<G: Draw, F: Fn(&G::Value) -> bool> Judge for Headlong<G, F> {
    fn judge(&mut self, candidate: &Choices, _: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match self.0.replay_and_record(candidate) {
            Ok((value, drawn)) if (self.1)(&value) => Judgement::Fails(drawn),
            Ok(_) => Judgement::Passes,
            Err(_) => Judgement::Skipped,
        }
    }
}

#[test]
fn a_judge_need_not_ask() {
    let lists = vec_of(any::<u8>(), 0..=20).shrink_with(without_one);
    let start = lists.choices_of(&(0..20).collect()).unwrap();
    let fails = |list: &Vec<u8>| list.contains(&5) && list.contains(&19);
    let asked = take_own_steps(&start, 1_000, &mut judging(&lists, fails));
    let unasked = take_own_steps(&start, 1_000, &mut Headlong(&lists, fails));
    assert_eq!(asked, unasked);
    assert_eq!(lists.replay(&asked.choices).unwrap(), [5, 19]);
}

#[test]
fn both_shrinkers_take_turns_and_end() {
    // The choices know nothing of words; the shrinker knows nothing of the number.
    let words = select(["on the other hand", "every cloud has a silver lining", "so be it"]).map(str::to_owned);
    let words = words.shrink_with(|text: &String| {
        text.split(' ').filter(|word| word != text).map(str::to_owned).collect::<Vec<_>>()
    });
    let cases = vec_of((words, any::<u32>()), 0..=3);
    let bad = |(text, n): &(String, u32)| text.contains("silver") && *n as usize > text.len();
    let fails = |all: &Vec<(String, u32)>| all.iter().any(bad);
    for from in [0, 100, 200, 300, 400] {
        let start = (from..).find_map(|seed| cases.record(seed).ok().filter(|(case, _)| fails(case))).unwrap().1;
        let found = take_turns(start, 1_000, &mut judging(&cases, fails), |case, held, judge| {
            Shrinker::new(case.clone()).hold(held).run(judge).choices
        });
        assert_eq!(cases.replay(&found).unwrap(), [("silver".to_owned(), 7)]);
    }
}

#[test]
fn taking_turns_ends_even_if_the_steps_are_not_held() {
    // To the choices a list of three is the shortest; in shortlex order, a case without steps is always simpler.
    let lists = vec_of(any::<u8>(), 3..=9).shrink_with(without_one);
    let start = lists.record(2).unwrap().1;
    let mut turns = 0;
    let found = take_turns(start, 1_000, &mut judging(&lists, |list| !list.is_empty()), |case, _, judge| {
        turns += 1;
        Shrinker::new(case.clone()).run(judge).choices
    });
    assert_eq!((lists.replay(&found).unwrap(), turns), (vec![0], 2));
}
