//! Each verdict, and what it comes with.

use std::cell::Cell;

use crate::smallest;
use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Found, Origin, Problem, RejectedBy, Verdict};
use astragal::{Choices, Source};

#[test]
fn what_holds_passes_in_as_many_cases_as_asked_for() {
    let ran = Cell::new(0);
    let report = Check::new().seed(1).cases(321).run(any::<u64>(), |_| ran.set(ran.get() + 1));
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.statistics.cases, 321);
    // Without counts, one more looks whether all cases are few.
    assert_eq!(ran.get(), if cfg!(feature = "spaces") { 321 } else { 322 });
}

#[test]
fn what_is_rejected_is_made_up_for() {
    let report = Check::new().seed(1).cases(200).run(any::<u64>(), |n| {
        assume!(n % 4 == 0);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.statistics.cases, 200);
    let [rejected] = &report.statistics.rejections[..] else { panic!("one place") };
    assert_eq!(rejected.by, RejectedBy::Assumption);
    assert!(rejected.count > 300, "{}", rejected.count);
    assert!(rejected.place.as_ref().unwrap().contains("verdicts.rs"));
}

#[test]
fn a_panic_an_error_and_a_false_are_failures() {
    let panicked = Check::new().seed(1).run(any::<u32>(), |n| assert!(n < 77));
    let returned = Check::new().seed(1).run(any::<u32>(), |n| if n < 77 { Ok(()) } else { Err("too large") });
    let is_false = Check::new().seed(1).run(any::<u32>(), |n| n < 77);
    for report in [&panicked, &returned, &is_false] {
        assert_eq!(report.verdict, Verdict::Failed);
        assert_eq!(smallest(report), ["77"]);
    }
    assert!(matches!(&panicked.failures[0].origin, Origin::Panicked(Some(place)) if place.contains("verdicts.rs")));
    assert_eq!(returned.failures[0].origin, Origin::ReturnedError("&str".into()));
    assert!(returned.failures[0].message.contains("too large"));
    assert_eq!(is_false.failures[0].origin, Origin::ReturnedFalse);
}

#[test]
fn a_case_that_fails_only_sometimes_is_flaky() {
    let calls = Cell::new(0);
    let report = Check::new().seed(1).run(any::<u32>(), |_| {
        calls.set(calls.get() + 1);
        assert!(calls.get() % 7 != 0);
    });
    assert_eq!(report.verdict, Verdict::Flaky);
    let (failed, runs) = report.failures[0].flaky.unwrap();
    assert!(0 < failed && failed < runs);
}

#[test]
fn a_generator_with_a_mind_of_its_own_is_found_out() {
    let draws = Cell::new(0u64);
    let moody = from_fn(|src: &mut Source| {
        draws.set(draws.get() + 1);
        src.draw(0..10 + draws.get())
    });
    let report = Check::new().seed(1).run(&moody, |_| panic!("always"));
    let Verdict::Unknown(Problem::NotDeterministic(message)) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("choice 1") && message.contains("HashMap"), "{message}");
}

#[test]
fn too_many_rejections_give_up_and_name_the_filter() {
    let report = Check::new().seed(1).run(any::<u64>().filter(|n| *n == 12_345_678), |_| ());
    assert_eq!(report.verdict, Verdict::GaveUp);
    let [rejected] = &report.statistics.rejections[..] else { panic!("one place") };
    assert_eq!(rejected.by, RejectedBy::Generator);
    assert!(rejected.place.as_ref().unwrap().contains("verdicts.rs"));
    assert!(rejected.count < 1_000);
}

#[test]
fn few_cases_are_not_enough() {
    let report = Check::new().seed(0).run(any::<u64>(), |n| {
        assume!(n % 512 == 300);
    });
    assert_eq!(report.verdict, Verdict::GaveUp);
}

#[test]
fn nothing_at_all_is_vacuous() {
    let report = Check::new().seed(1).run(any::<u64>(), |_| {
        assume!(false);
    });
    assert_eq!(report.verdict, Verdict::Vacuous);
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn wrong_use_is_no_counterexample() {
    let report = Check::new().seed(1).run(vec_of(any::<u8>(), 5..=3), |_| panic!("never"));
    let Verdict::Unknown(Problem::Usage { message, place }) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("no length is in 5..=3: the range is empty"), "{message}");
    assert!(place.unwrap().to_string().contains("verdicts.rs"));
    assert!(report.failures.is_empty());
}

#[test]
fn a_wrong_setting_is_a_usage_error() {
    let report = Check::new().seed(1).with(|config| config.set("cases", "many")).run(any::<u8>(), |_| ());
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })));
}

#[test]
fn distinct_bugs_are_told_apart_each_with_its_own_minimum() {
    let report = Check::new().seed(5).run(any::<Vec<u8>>(), |list| {
        if list.len() > 6 {
            panic!("too long");
        }
        if list.contains(&200) {
            panic!("two hundred");
        }
    });
    assert_eq!(report.verdict, Verdict::Failed);
    let mut minima: Vec<_> = report.failures.iter().map(|failure| &*failure.minimal.drawn[0].text).collect();
    minima.sort_unstable();
    assert_eq!(minima, ["[0, 0, 0, 0, 0, 0, 0]", "[200]"]);
}

#[test]
fn explicit_examples_come_first_and_are_shown_as_they_are() {
    let report =
        Check::new().seed(1).run_with_examples(any::<u32>(), &[&|| 7, &|| 4_000_000_001], |n| n < 4_000_000_000);
    assert_eq!(report.failures[0].found, Found::Example(2));
    assert_eq!(smallest(&report), ["4000000001"]);
}

#[test]
fn a_pinned_case_comes_before_all_others() {
    let fails = |n: u32| assert!(n < 1_000);
    let token = Check::new().seed(1).run(any::<u32>(), fails).failures[0].minimal.choices.token();
    let report = Check::new().seed(1).pin(&token).run(any::<u32>(), fails);
    assert_eq!((&report.failures[0].found, report.statistics.cases), (&Found::Pinned, 1));
    let wrong = Check::new().seed(1).pin("a1-nonsense").run(any::<u32>(), fails);
    assert!(matches!(wrong.verdict, Verdict::Unknown(Problem::Usage { .. })));
}

#[test]
fn a_token_replays_one_case_and_no_other() {
    let ran = Cell::new(0);
    let fails = |n: u32| {
        ran.set(ran.get() + 1);
        assert!(n < 1_000);
    };
    let token = Check::new().seed(1).run(any::<u32>(), fails).failures[0].minimal.choices.token();
    ran.set(0);
    let report = Check::new().seed(1).with(|config| config.replay(token)).run(any::<u32>(), fails);
    assert_eq!(smallest(&report), ["1000"]);
    assert_eq!(report.failures[0].found, Found::Replay);
    assert_eq!(report.statistics.cases, 1);
    let zero = Choices::from_numbers([0]).token();
    let report = Check::new().seed(1).with(|config| config.replay(zero)).run(any::<u32>(), fails);
    assert_eq!(report.verdict, Verdict::Passed);
}

#[test]
fn time_stops_the_cases() {
    use std::time::Duration;
    let slow = |_| std::thread::sleep(Duration::from_millis(5));
    let settings = |config: astragal::Config| config.time(Duration::from_millis(60));
    let report = Check::new().seed(1).with(settings).run(any::<u64>(), slow);
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.out_of_time);
    assert!(report.statistics.cases < 100, "{}", report.statistics.cases);
}

#[test]
fn immediate_mode_shows_each_draw_in_its_line() {
    let line = line!() + 2;
    let report = Check::new().seed(1).run_drawing(|t| {
        let len = t.draw(0..50usize);
        let list = t.draw(vec_of(any::<u8>(), len));
        assert!(list.iter().all(|&n| n < 10));
    });
    assert_eq!(smallest(&report), ["1", "[10]"]);
    let lines: Vec<_> = report.failures[0].minimal.drawn.iter().map(|drawn| drawn.line).collect();
    assert_eq!(lines, [line, line + 1]);
}

#[test]
fn immediate_mode_rejects_without_noise() {
    let report = Check::new().seed(1).cases(100).run_drawing(|t| {
        let n = t.draw(any::<u32>().filter(|n| n % 64 == 0));
        assert_eq!(n % 64, 0);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.rejected() > 10);
}

/// All numbers are parts of the first one, also where examples and enumerated cases are rejected.
#[cfg(feature = "spaces")]
#[test]
fn the_numbers_of_a_summary_add_up() {
    let runs = Cell::new(0);
    let report =
        Check::new().seed(1).cases(200).run_with_examples(any::<Vec<u8>>(), &[&|| vec![1], &Vec::new], |list| {
            runs.set(runs.get() + 1);
            assume!(list.len() % 2 == 1);
        });
    let (ran, rejected) = (report.statistics.cases, report.statistics.rejected());
    assert_eq!((report.verdict.clone(), ran + rejected), (Verdict::Passed, runs.get()));
    let enumerated = report.statistics.enumerated.as_ref().unwrap().cases;
    let text = report.render(astragal::report::Style::plain()).replace("\n  ", " ");
    for told in [
        format!("{} cases, including 2 examples and {enumerated} enumerated", runs.get()),
        format!(", {ran} ran to the end, {rejected} rejected by assume! at "),
    ] {
        assert!(text.contains(&told), "{told:?} is not in:\n{text}");
    }
}
