//! Generators that were put together wrongly, or that nobody could run to their end: each is told as what it is, and soon.

use astragal::prelude::*;
use astragal::{Check, Reason, Verdict, agata};

/// What is said of a generator that was put together wrongly.
fn misuse_of<G: Gen>(generator: G) -> String {
    let gave_up = generator.try_sample(1).err().expect("a usage error, and no value");
    match gave_up.reason() {
        Reason::Usage { message, .. } => message.to_string(),
        other => panic!("a usage error, not {other:?}"),
    }
}

fn without_end(src: &mut Source) -> Result<u8, Reject> {
    let number: u8 = src.draw(any::<u8>())?;
    src.draw(from_fn(without_end)).map(|rest| rest.wrapping_add(number))
}

fn with_arms_without_end(src: &mut Source) -> Result<u64, Reject> {
    src.draw(one_of![from_fn(with_arms_without_end).map(|n| n + 1), from_fn(with_arms_without_end).map(|n| n + 2)])
}

#[test]
fn a_closure_that_calls_itself_without_end_is_too_deep() {
    assert!(misuse_of(from_fn(without_end)).contains("too deep"));
    assert!(misuse_of(from_fn(with_arms_without_end)).contains("too deep"));
    let report = Check::new().run(from_fn(without_end), |_| true);
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
}

#[test]
fn a_recursion_that_is_nothing_but_itself_is_infinite() {
    assert!(misuse_of(recursive::<u8, _>(|me| me)).contains("infinite"));
    assert!(misuse_of(recursive_forward::<u8, _>(|me| me)).contains("infinite"));
}

#[test]
fn where_there_is_nothing_to_choose_from_that_is_said() {
    assert_eq!(misuse_of(5..5u8), "no integer is in 5..=4: the range is empty");
    assert_eq!(misuse_of(int(1..=3u8).origin(7)), "the origin 7 is not in 1..=3");
    assert!(misuse_of(one_of![0 => just(1), 0 => just(2)]).ends_with("all weights are zero"));
    assert!(misuse_of(one_of_vec([(0, just(1))])).ends_with("all weights are zero"));
    assert!(misuse_of(one_of_vec(Vec::<(u32, std::ops::Range<u8>)>::new())).contains("at least one generator"));
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn a_length_in_the_wrong_order_is_one_under_a_strategy_too() {
    assert_eq!(misuse_of(vec_of(any::<u8>(), 5..3)), "no length is at least 5 and at most 2");
    assert_eq!(misuse_of(vec_of(any::<u8>(), 5..3).by(agata::linear())), "no length is at least 5 and at most 2");
}

#[test]
#[cfg(feature = "count")]
fn what_nobody_could_list_is_not_counted_one_by_one() {
    let runs = |report: astragal::Report| assert_eq!(report.verdict, Verdict::Passed);
    runs(Check::new().cases(5).run(vec_of(any::<()>(), 0..100_000_000), |_| true));
    runs(Check::new().cases(1).run(subsequence_of((0..100_000u32).collect::<Vec<_>>(), 0..), |_| true));
    let few = Check::new().run(vec_of(any::<()>(), 0..50), |_| true);
    assert_eq!((few.verdict, few.statistics.cases), (Verdict::PassedExhaustively, 50));
}
