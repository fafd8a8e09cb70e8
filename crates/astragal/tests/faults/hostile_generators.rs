//! Generators that are misconfigured, or that never end: each is reported as what it is, and soon.

use astragal::generators::BoxedGen;
use astragal::generators::{btree_set_of, one_of_vec, unique_vec_of};
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::source::Reason;
use astragal::{Check, Draw};
use astragal::{Choices, Source};

use crate::peak::peak_of;

/// The usage error of a misconfigured generator.
fn misuse_of<G: Draw>(generator: G) -> String {
    let gave_up = generator.try_sample(1).err().expect("a usage error, and no value");
    match gave_up.reason() {
        Reason::Usage { message, .. } => message.to_string(),
        other => panic!("a usage error, not {other:?}"),
    }
}

fn without_end(src: &mut Source) -> u8 {
    let number: u8 = src.draw(any::<u8>());
    src.draw(from_fn(without_end)).wrapping_add(number)
}

fn with_arms_without_end(src: &mut Source) -> u64 {
    src.draw(one_of![from_fn(with_arms_without_end).map(|n| n + 1), from_fn(with_arms_without_end).map(|n| n + 2)])
}

#[test]
fn a_closure_that_calls_itself_without_end_is_too_deep() {
    assert!(misuse_of(from_fn(without_end)).contains("too deep"));
    assert!(misuse_of(from_fn(with_arms_without_end)).contains("too deep"));
    assert!(misuse_of(from_fn(without_end)).contains("its recursion has no end: give it a branch that ends"));
    let report = Check::new().seed(1).run(from_fn(without_end), |_| true);
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
}

#[test]
fn a_recursion_that_is_nothing_but_itself_is_infinite() {
    assert!(misuse_of(recursive::<u8, _>(|me| me)).contains("infinite"));
    assert!(misuse_of(recursive::<u8, _>(|me| me)).contains("infinite"));
}

#[test]
fn where_there_is_nothing_to_choose_from_that_is_said() {
    assert_eq!(misuse_of(5..5u8), "no integer is in 5..5: the range is empty");
    assert_eq!(misuse_of(int(1..=3u8).origin(7)), "the origin 7 is not in 1..=3");
    assert!(misuse_of(one_of![0 => just(1), 0 => just(2)]).ends_with("all weights are zero"));
    assert!(misuse_of(one_of_vec([(0, just(1))])).ends_with("all weights are zero"));
    assert!(misuse_of(one_of_vec(Vec::<(u32, std::ops::Range<u8>)>::new())).contains("at least one generator"));
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn an_empty_range_is_shown_as_it_was_written() {
    let integer = |range: &str| format!("no integer is in {range}: the range is empty");
    assert_eq!(misuse_of(5..5u8), integer("5..5"));
    assert_eq!(misuse_of(0..0u8), integer("0..0"));
    assert_eq!(misuse_of(7..-7i64), integer("7..-7"));
    assert_eq!(misuse_of(5..=4u8), integer("5..=4"));
    assert_eq!(misuse_of(int(i128::MIN..i128::MIN)), integer(&format!("{0}..{0}", i128::MIN)));
    assert!((5..5u8).can_make(&5).is_err() && int(9..3u128).can_make(&5).is_err());

    let number = |range: &str| format!("no number is in {range}: the range is empty");
    assert_eq!(misuse_of(5.0..5.0f64), number("5.0..5.0"));
    assert_eq!(misuse_of(2.0..1.5f32), number("2.0..1.5"));
    assert_eq!(misuse_of(2.0..=1.5f32), number("2.0..=1.5"));
    assert_eq!(misuse_of(float(0.0..f64::NAN)), number("0.0..NaN"));
    assert!((5.0..5.0f64).can_make(&5.0).is_err() && (2.0..1.0f64).can_make(&7.0).is_err());

    let character = |range: &str| format!("no character is in {range}: the range is empty");
    assert_eq!(misuse_of('b'..'a'), character("'b'..'a'"));
    assert_eq!(misuse_of('a'..'a'), character("'a'..'a'"));
    assert_eq!(misuse_of('b'..='a'), character("'b'..='a'"));
    assert_eq!(misuse_of(string_of('b'..'\0', 3)), character("'b'..'\\0'"));

    let length = |range: &str| format!("no length is in {range}: the range is empty");
    for (given, shown) in [(3..2, "3..2"), (3..3, "3..3"), (0..0, "0..0"), (4..0, "4..0")] {
        assert_eq!(misuse_of(vec_of(any::<u8>(), given.clone())), length(shown));
        assert_eq!(misuse_of(string_of('a'..='z', given.clone())), length(shown));
        assert_eq!(misuse_of(btree_set_of(any::<u8>(), given)), length(shown));
    }
    assert_eq!(misuse_of(vec_of(any::<u8>(), 3..=2)), length("3..=2"));

    let second = std::time::Duration::from_secs(1);
    assert_eq!(misuse_of(second..second), "no duration is in 1s..1s: the range is empty");
    let zero = std::time::Duration::ZERO;
    assert_eq!(misuse_of(zero..zero), "no duration is in 0ns..0ns: the range is empty");
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn a_length_in_the_wrong_order_is_one_under_a_strategy_too() {
    assert_eq!(misuse_of(vec_of(any::<u8>(), 5..3)), "no length is in 5..3: the range is empty");
    #[cfg(feature = "shapes")]
    assert_eq!(
        misuse_of(vec_of(any::<u8>(), 5..3).by(astragal::shapes::agata::linear())),
        "no length is in 5..3: the range is empty"
    );
}

#[test]
#[cfg(feature = "spaces")]
fn what_nobody_could_list_is_not_counted_one_by_one() {
    let runs = |report: astragal::Report| assert_eq!(report.verdict, Verdict::Passed);
    runs(Check::new().seed(1).cases(5).run(vec_of(any::<()>(), 0..100_000_000), |_| true));
    runs(
        Check::new()
            .seed(1)
            .cases(1)
            .run(astragal::generators::subsequence_of((0..100_000u32).collect::<Vec<_>>(), 0..), |_| true),
    );
    let few = Check::new().seed(1).run(vec_of(any::<()>(), 0..50), |_| true);
    assert_eq!((few.verdict, few.statistics.cases), (Verdict::PassedExhaustively, 50));
}

#[test]
fn a_closure_that_draws_without_end_is_cut_off_whatever_it_draws() {
    fn endless<G: Draw + Clone>(generator: G) -> impl Gen<Value = ()> {
        from_fn(move |src| {
            loop {
                src.draw(generator.clone());
            }
        })
    }
    fn is_cut_off(generator: impl Draw<Value = ()>) {
        assert_eq!(generator.try_sample(4).unwrap_err().reason(), &Reason::Overrun);
    }
    is_cut_off(endless(any::<f64>()));
    is_cut_off(endless(any::<String>()));
    is_cut_off(endless(vec_of(any::<u32>(), 0..=5)));
    is_cut_off(endless(vec_of(just(()), 0)));
    // Of these lists one has specials all along.
    for seed in 2..5 {
        assert!(Source::random(seed).try_draw(vec_of(endless(any::<u32>()), 1..=5)).is_err(), "{seed}");
    }
}

#[test]
fn a_recursion_through_and_then_is_too_deep() {
    fn counter() -> BoxedGen<'static, u64> {
        any::<bool>().and_then(|more| if more { counter().map(|n| n + 1).boxed() } else { just(0u64).boxed() }).boxed()
    }
    let deep = counter().replay(&Choices::from_numbers(vec![1; 300_000])).unwrap_err();
    assert!(deep.to_string().contains("too deep"), "{deep}");
}

#[test]
fn what_takes_no_choices_can_be_long_and_is_replayed() {
    let lists = vec_of(just(1u8), 100_000);
    let (list, choices) = lists.record(1).unwrap();
    assert_eq!(lists.replay(&choices).unwrap(), list);
    assert_eq!(lists.parse_bytes(&choices.to_bytes()).unwrap(), list);
    assert_eq!(vec_of(any::<u8>(), 70_000).simplest().unwrap().len(), 70_000);
    let report = Check::new().seed(1).run((any::<u8>(), lists), |(n, _)| n < 200);
    assert_eq!(report.verdict, Verdict::Failed, "and not flaky");
}

#[test]
fn a_length_that_was_given_takes_no_more_memory_than_it_should() {
    /// Bytes that spell a list of millions, and then zeros.
    fn hostile(zeros: usize) -> Vec<u8> {
        [vec![250, 0xFF, 0xFF, 0x6F], vec![0; zeros]].concat()
    }
    let mebibytes = |parse: &dyn Fn(&[u8]), zeros| peak_of(|| parse(&hostile(zeros))).1 >> 20;
    for zeros in [0, 100_000] {
        assert!(mebibytes(&|bytes| drop(any::<Vec<[u64; 512]>>().parse_bytes(bytes)), zeros) < 64);
        assert!(
            mebibytes(&|bytes| drop(any::<std::collections::HashMap<u8, [u64; 64]>>().parse_bytes(bytes)), zeros) < 64
        );
    }
    let lists = vec_of(vec_of(just(0u64), ..), ..);
    assert!(mebibytes(&|bytes| drop(lists.parse_bytes(bytes)), 10_000) < 512);
}

#[test]
fn a_label_that_is_gone_is_looked_for_once() {
    let named = vec_of(from_fn(|src| (src.draw(any::<u8>()), src.draw(any::<u8>()))).labelled("point"), 40_000);
    let (_, choices) = named.record(1).unwrap();
    let other = vec_of(any::<(u8, u8)>(), 40_000).replay(&choices).unwrap();
    assert_eq!(other.len(), 40_000);
}

#[test]
fn a_list_with_an_element_twice_is_none_of_distinct_ones() {
    let distinct = unique_vec_of(0..9u8, ..);
    distinct.can_make(&vec![1, 2]).unwrap();
    let error = distinct.can_make(&vec![1, 2, 1]).unwrap_err().to_string();
    assert!(error.contains("the element at 2 is a duplicate"), "{error}");
}
