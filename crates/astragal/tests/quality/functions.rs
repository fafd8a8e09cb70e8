//! Functions as test values: what is found with them, how small it becomes, and how it is shown.

use astragal::Source;
use astragal::config::{Phase, Phases};
use astragal::generators::{Fun, fun_of};
use astragal::prelude::*;
use astragal::report::{Style, Verdict};
use astragal::{Check, Choices, Config, Draw, Report};
use std::collections::BTreeSet;

fn text(report: &Report) -> String {
    assert_eq!(report.verdict, Verdict::Failed, "{}", report.render(Style::plain()));
    report.failures[0].minimal.drawn[0].text.clone()
}

/// The smallest failing case of a property of few cases.
#[track_caller]
fn smallest_of_few<G: Draw<Value: std::fmt::Debug>>(generator: G, holds: impl Fn(G::Value) -> bool) -> String {
    text(&Check::new().seed(1).with(|config| config.exhaustive(1_000)).run(&generator, &holds))
}

/// The smallest failing case of a property: found by enumeration, or at random from several seeds.
#[track_caller]
fn smallest<G: Draw<Value: std::fmt::Debug>>(generator: G, holds: impl Fn(G::Value) -> bool) -> String {
    let at_random = |seed| {
        let random = |config: Config| config.phases(Phases::ALL.without(Phase::Exhaustive));
        text(&Check::new().seed(1).cases(20_000).seed(seed).with(random).run(&generator, &holds))
    };
    let enumerated = smallest_of_few(&generator, &holds);
    assert_eq!((0..20).map(at_random).collect::<BTreeSet<_>>(), BTreeSet::from([enumerated.clone()]));
    enumerated
}

fn map_and_filter_commute<T: Clone + PartialEq>(f: &Fun<T, T>, p: &Fun<T, bool>, list: &[T]) -> bool {
    let one: Vec<T> = list.iter().filter(|x| p.call(x)).map(|x| f.call(x)).collect();
    let other: Vec<T> = list.iter().map(|x| f.call(x)).filter(|x| p.call(x)).collect();
    one == other
}

#[test]
fn to_map_and_to_filter_do_not_commute() {
    let found = smallest(any::<(Fun<i32, i32>, Fun<i32, bool>, Vec<i32>)>(), |(f, p, list)| {
        map_and_filter_commute(&f, &p, &list)
    });
    assert_eq!(found, "(|_| 0, |x| match x { 0 => true, _ => false }, [1])");
    let found = smallest_of_few(any::<(Fun<bool, bool>, Fun<bool, bool>, Vec<bool>)>(), |(f, p, list)| {
        map_and_filter_commute(&f, &p, &list)
    });
    assert_eq!(found, "(|_| false, |x| match x { false => false, true => true }, [true])");
}

/// All lists to a length.
fn lists(length: usize) -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for at in 0.. {
        match all.get(at) {
            Some(list) if list.len() < length => {
                let list: &Vec<bool> = list;
                let longer = [false, true].map(|next| [&list[..], &[next]].concat());
                all.extend(longer);
            }
            _ => return all,
        }
    }
    all
}

#[test]
fn not_every_predicate_on_lists_is_a_fold() {
    let steps = any::<Fun<(bool, bool), bool>>();
    let all_steps: Vec<_> =
        (0..16u64).map(|n| steps.replay(&Choices::from_numbers((0..4).map(|bit| n >> bit & 1))).unwrap()).collect();
    let lists = lists(3);
    let is_fold = |predicate: &Fun<Vec<bool>, bool>| {
        all_steps.iter().any(|step| {
            [false, true].iter().any(|&last| {
                let fold = |list: &[bool]| list.iter().rfold(last, |so_far, &next| step.call2(next, so_far));
                lists.iter().all(|list| fold(list) == predicate.call(list))
            })
        })
    };
    let found = smallest(any::<Fun<Vec<bool>, bool>>(), |predicate| is_fold(&predicate));
    assert_eq!(found, "|x| match x { [false] => true, _ => false }");
}

#[test]
fn three_times_is_once_for_two_values_alone() {
    let report =
        Check::new().seed(1).run(any::<(Fun<bool, bool>, bool)>(), |(f, x)| f.call(&f.call(&f.call(&x))) == f.call(&x));
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 8));
    let found = smallest(any::<(Fun<u8, u8>, u8)>(), |(f, x)| f.call(&f.call(&f.call(&x))) == f.call(&x));
    assert_eq!(found, "(|x| match x { 1 => 2, _ => 0 }, 1)");
}

#[test]
fn composition_does_not_commute() {
    let found =
        smallest(any::<(Fun<u8, u8>, Fun<u8, u8>, u8)>(), |(f, g, x)| f.call(&g.call(&x)) == g.call(&f.call(&x)));
    assert_eq!(found, "(|_| 0, |_| 1, 0)");
}

#[test]
fn an_operation_need_not_be_associative() {
    let found = smallest(any::<(Fun<(u8, u8), u8>, u8, u8, u8)>(), |(f, x, y, z)| {
        f.call2(f.call2(x, y), z) == f.call2(x, f.call2(y, z))
    });
    assert_eq!(found, "(|x, y| match (x, y) { (0, 0) => 1, _ => 0 }, 0, 0, 1)");
}

#[test]
fn a_function_may_take_functions() {
    // A quantifier that does not ask its argument.
    let found = smallest_of_few(any::<(Fun<Fun<bool, bool>, bool>, Fun<bool, bool>)>(), |(quantifier, predicate)| {
        quantifier.call(&predicate) == (predicate.call(&false) || predicate.call(&true))
    });
    assert_eq!(found, "(|_| false, |x| match x { false => false, true => true })");
    // One that finds a number for which a predicate holds, if it holds for seven. No function does. (Two predicates are equally
    // short, that of zero and that of seven, and no step leads from one to the other. This one is enumerated first.)
    let found = smallest_of_few(any::<(Fun<Fun<u8, bool>, u8>, Fun<u8, bool>)>(), |(find, predicate)| {
        predicate.call(&find.call(&predicate)) || !predicate.call(&7)
    });
    assert_eq!(found, "(|_| 0, |x| match x { 0 => false, _ => true })");
}

/// Every result is asked for once, however often and in whatever order.
#[test]
fn the_order_of_the_calls_does_not_matter() {
    for seed in 0..200 {
        let functions = any::<Fun<u32, u64>>();
        let (one, other) = (functions.sample(seed), functions.sample(seed));
        let forwards: Vec<u64> = (0..50).map(one.as_fn()).collect();
        let mut backwards: Vec<u64> = (0..50).rev().map(other.as_fn()).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert_eq!(forwards, (0..50).map(one.clone().as_fn()).collect::<Vec<_>>());
    }
}

/// Functions at random are not only constants with exceptions.
#[test]
fn to_be_even_is_reachable() {
    let is_even = |f: &Fun<u32, bool>| (100..108).all(|n| f.call(&n) == (n % 2 == 0));
    let functions = any::<Fun<u32, bool>>();
    let seed = (0..5_000).find(|&seed| is_even(&functions.sample(seed))).expect("one in 256 of those on demand");
    let mut src = Source::random(seed).recording();
    let drawn = src.try_draw(&functions).unwrap();
    assert!(is_even(&drawn));
    let choices = src.recorded();
    assert!(is_even(&functions.replay(&choices).unwrap()));
    assert_eq!(choices.len(), 1 + 1 + 4 * 2, "half of the results are the default:\n{choices}");
}

#[test]
fn functions_differ_in_character() {
    let results = |seed| {
        let f = any::<Fun<u32, u64>>().sample(seed);
        (0..60).map(f.as_fn()).collect::<BTreeSet<_>>().len()
    };
    let counts: Vec<usize> = (0..400).map(results).collect();
    let share = |range: std::ops::RangeInclusive<usize>| counts.iter().filter(|count| range.contains(count)).count();
    assert!(share(1..=1) > 20, "some are constant");
    assert!(share(2..=6) > 80, "some have few results");
    assert!(share(40..=60) > 80, "some have a result of its own for almost every argument");
}

#[test]
fn where_arguments_are_few_all_functions_are_tried() {
    fn all<B: std::fmt::Debug>(functions: impl Draw<Value = B>) -> (Verdict, u64, usize) {
        let seen = std::cell::RefCell::new(BTreeSet::new());
        let report = Check::new().seed(1).run(functions, |f| _ = seen.borrow_mut().insert(format!("{f:?}")));
        (report.verdict, report.statistics.cases, seen.into_inner().len())
    }
    assert_eq!(all(any::<Fun<bool, bool>>()), (Verdict::PassedExhaustively, 4, 4));
    assert_eq!(all(any::<Fun<(bool, bool), bool>>()), (Verdict::PassedExhaustively, 16, 16));
    assert_eq!(all(any::<Fun<Option<bool>, Option<bool>>>()), (Verdict::PassedExhaustively, 27, 27));
    assert_eq!(all(any::<Fun<bool, Fun<bool, bool>>>()), (Verdict::PassedExhaustively, 16, 16));
    assert_eq!(all(any::<Fun<Fun<bool, bool>, bool>>()), (Verdict::PassedExhaustively, 16, 16));
    assert_eq!(all(fun_of(0..3u8, 0..3u8)), (Verdict::PassedExhaustively, 27, 27));
}

/// The choices of all functions between numbers at a cost: that of the default, and for each exception one more than the
/// argument and the result.
fn functions_at(cost: u64) -> Vec<Vec<u64>> {
    fn exceptions(least: u64, default: u64, cost: u64, so_far: &[u64], found: &mut Vec<Vec<u64>>) {
        if cost == 0 {
            found.push([&[default, so_far.len() as u64 / 2], so_far].concat());
        }
        for argument in least..cost {
            for result in (0..cost - argument).filter(|&result| result != default) {
                let so_far = [so_far, &[argument, result]].concat();
                exceptions(argument + 1, default, cost - argument - result - 1, &so_far, found);
            }
        }
    }
    let mut found = Vec::new();
    (0..=cost).for_each(|default| exceptions(0, default, cost - default, &[], &mut found));
    found
}

#[test]
fn each_function_has_one_sequence_of_choices() {
    let functions = any::<Fun<u32, u32>>();
    let counts: Vec<usize> = (0..10).map(|cost| functions_at(cost).len()).collect();
    assert_eq!(counts, [1, 1, 3, 5, 10, 16, 30, 48, 80, 129]);
    for numbers in (0..8).flat_map(functions_at) {
        let function = functions.replay(&Choices::from_numbers(numbers.iter().copied())).unwrap();
        let choices = functions.choices_of(&function).unwrap();
        assert_eq!(choices.numbers().collect::<Vec<_>>(), numbers);
    }
}

#[test]
fn what_says_nothing_is_left_out() {
    let functions = any::<Fun<u32, u32>>();
    // An argument that comes twice, and a result that is the default anyway.
    let given = Choices::from_numbers([5, 3, 1, 7, 1, 8, 2, 5]);
    let function = functions.replay(&given).unwrap();
    assert_eq!((function.call(&1), function.call(&2), function.call(&3)), (7, 5, 5));
    assert_eq!(functions.choices_of(&function).unwrap().numbers().collect::<Vec<_>>(), [5, 1, 1, 7]);
}

#[test]
fn a_function_is_shown_as_code() {
    fn shown<A: Arbitrary<Gen: Reflect> + std::fmt::Debug, B: Arbitrary + std::fmt::Debug>(numbers: &[u64]) -> String {
        format!("{:?}", any::<Fun<A, B>>().replay(&Choices::from_numbers(numbers.iter().copied())).unwrap())
    }
    assert_eq!(shown::<u8, u8>(&[4, 0]), "|_| 4");
    assert_eq!(shown::<u8, u8>(&[4, 2, 0, 1, 7, 4]), "|x| match x { 0 => 1, _ => 4 }");
    assert_eq!(shown::<(u8, u8), bool>(&[0, 1, 3, 4, 1]), "|x, y| match (x, y) { (3, 4) => true, _ => false }");
    assert_eq!(shown::<(u8, u8), bool>(&[0, 0]), "|_, _| false");
    assert_eq!(shown::<String, u8>(&[0, 1, 1, 0, 9]), "|x| match x { \"a\" => 9, _ => 0 }");
    assert_eq!(shown::<bool, bool>(&[1, 0]), "|x| match x { false => true, true => false }");
    assert_eq!(shown::<Option<bool>, bool>(&[1, 0, 0]), "|x| match x { None => true, _ => false }");
    assert_eq!(
        shown::<bool, Fun<bool, u8>>(&[1, 1, 0, 2]),
        "|x| match x { false => |_| 1, true => |x| match x { false => 0, true => 2 } }"
    );
    assert_eq!(
        shown::<Fun<bool, bool>, u8>(&[0, 0, 5, 0]),
        "|x| match x { (|x| match x { false => true, true => false }) => 5, _ => 0 }"
    );
}

#[test]
fn what_nobody_asked_for_is_not_shown() {
    let functions = any::<Fun<u8, u8>>();
    let random = (0..).map(|seed| functions.sample(seed)).find(|f| format!("{f:?}") == "|_| _").expect("most are lazy");
    let result = random.call(&3);
    assert_eq!(format!("{random:?}"), format!("|x| match x {{ 3 => {result}, _ => _ }}"));
    let given = functions.replay(&Choices::from_numbers([0, 2, 1, 7, 2, 8])).unwrap();
    assert_eq!(given.call(&2), 8);
    assert_eq!(format!("{given:?}"), "|x| match x { 2 => 8, _ => 0 }");
    assert_eq!(format!("{given:#?}"), "|x| match x {\n    2 => 8,\n    _ => 0,\n}");
}

#[test]
fn a_function_is_total() {
    let shorter = fun_of(0..10u8, any::<bool>()).sample(1);
    assert_eq!(shorter.call(&200), shorter.call(&0), "few arguments: the simplest stands for all others");
    let report = Check::new().seed(1).run(fun_of(0..100u8, any::<bool>()), |f| {
        let _ = f.call(&200);
    });
    assert_eq!(report.verdict, Verdict::Passed);
}

#[test]
fn results_that_are_rejected_do_not_count() {
    let report = Check::new().seed(1).run(fun_of(any::<u8>(), any::<u8>().filter(|_| false)), |f| f.call(&1) == 0);
    assert_ne!(report.verdict, Verdict::Passed, "no case was ever run");
    assert!(report.failures.is_empty());
    let report =
        Check::new().seed(1).run(fun_of(any::<u8>(), any::<u8>().filter(|n| n % 16 == 0)), |f| f.call(&1) % 16 == 0);
    assert_eq!(report.verdict, Verdict::Passed);
}
