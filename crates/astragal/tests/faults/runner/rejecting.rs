//! Generators and properties that reject cases: the report says what was not tested, and a bug that was found is not hidden.

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Problem, RejectedBy, Style, Verdict};

use crate::peak::peak_of;

#[test]
fn a_generator_that_rejects_everything_is_given_up_soon() {
    let line = line!() + 1;
    let report = Check::new().seed(1).run(any::<u64>().filter(|_| false), |_| ());
    assert_eq!(report.verdict, Verdict::GaveUp);
    let rejection = &report.statistics.rejections[0];
    assert_eq!(rejection.by, RejectedBy::Generator);
    assert!((459..=559).contains(&rejection.count) && report.statistics.cases == 0, "{rejection:?}");
    let place = format!("rejecting.rs:{line}:");
    assert!(rejection.place.as_ref().unwrap().contains(&place), "{rejection:?}");
    let text = report.render(Style::plain());
    assert!(text.contains(&place) && text.contains("rejected") && text.contains("100%"), "{text}");
}

/// The few values there are were all tried, and all rejected.
#[test]
fn few_values_that_are_all_rejected_are_no_pass() {
    for report in [
        Check::new().seed(1).run(any::<bool>().filter(|_| false), |_| ()),
        Check::new().seed(1).run(any::<u8>().filter(|_| false), |_| ()),
    ] {
        assert!(matches!(report.verdict, Verdict::Vacuous | Verdict::GaveUp), "{:?}", report.verdict);
        let text = report.render(Style::plain());
        assert!(text.contains("rejecting.rs:"), "{text}");
    }
}

#[test]
fn an_assumption_that_never_holds_is_vacuous() {
    let report = Check::new().seed(1).run(any::<u64>(), |_| {
        assume!(false);
    });
    assert_eq!(report.verdict, Verdict::Vacuous);
    assert_eq!(report.statistics.cases, 0);
    assert_eq!(report.statistics.rejections[0].by, RejectedBy::Assumption);
    assert!(report.statistics.rejected() < 2_000, "{}", report.statistics.rejected());
}

#[test]
fn a_single_value_again_and_again_is_one_case() {
    let report = Check::new().seed(1).run(just(7u8), |_| ());
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert_eq!(report.statistics.cases, 1);
}

#[test]
fn all_cases_of_a_small_domain_are_run_once() {
    let ran = std::cell::RefCell::new(Vec::new());
    let report = Check::new().seed(1).run((any::<bool>(), any::<bool>()), |pair| ran.borrow_mut().push(pair));
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert_eq!(report.statistics.cases, 4);
    let mut ran = ran.into_inner();
    ran.sort_unstable();
    assert_eq!(ran, [(false, false), (false, true), (true, false), (true, true)]);
    let text = report.render(Style::plain());
    assert!(text.contains("all 4 possible cases"), "{text}");
}

#[test]
fn a_list_of_a_thousand_million_is_rejected_before_it_is_made() {
    let (report, peak) = peak_of(|| Check::new().seed(1).run(vec_of(any::<u8>(), 1_000_000_000), |_| ()));
    assert!(peak < 1 << 20, "{peak} bytes");
    match &report.verdict {
        Verdict::Unknown(Problem::Usage { .. }) => {}
        Verdict::GaveUp | Verdict::Vacuous => assert!(report.statistics.overruns > 0),
        other => panic!("{other:?}"),
    }
    let text = report.render(Style::plain());
    assert!(text.contains("too many choices") || text.contains("1000000000"), "{text}");
}

#[test]
fn lists_that_are_now_and_then_too_long_are_counted() {
    let lists = from_fn(|src| {
        let len = if src.draw(0..2u8) == 0 { 3 } else { 1_000_000_000 };
        src.draw(vec_of(any::<u8>(), len))
    });
    let (report, peak) = peak_of(|| Check::new().seed(1).cases(50).run(lists, |list| assert_eq!(list.len(), 3)));
    assert!(peak < 4 << 20, "{peak} bytes");
    assert!(report.statistics.overruns > 0 || matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })));
}

#[test]
fn a_bug_among_rejected_cases_is_a_bug() {
    let filtered = any::<u64>().filter(|n| n % 5_000 == 0);
    let report = Check::new().seed(1).run(filtered, |n| assert!(n == 0, "a multiple"));
    assert_eq!(report.verdict, Verdict::Failed, "{}", report.render(Style::plain()));
    assert!(report.failures[0].minimal.drawn[0].text.ends_with("000"));
}

#[test]
fn a_bug_under_a_rare_assumption_is_a_bug() {
    let report = Check::new().seed(1).run((any::<u16>(), any::<u16>()), |(a, b)| {
        assume!(a == b);
        assert!(a < 3, "too large");
    });
    assert_eq!(report.verdict, Verdict::Failed, "{}", report.render(Style::plain()));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "(3, 3)");
}

#[test]
fn a_demand_that_is_not_met_does_not_hide_a_bug() {
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        cover!("seventy-seven", n == 77, at_least = 90);
        assert!(n < 1_000, "too large");
    });
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "1000");
}

/// While a bug is shrunk, its smaller neighbors are rejected, cut off or misconfigured.
#[test]
fn what_is_wrong_with_smaller_cases_does_not_hide_a_bug() {
    let strange = from_fn(|src| {
        let n = src.draw(0..=1_000_000u32);
        match n {
            500..600 => src.draw(0..0u32),
            600..700 => src.reject(),
            700..800 => src.draw(vec_of(any::<u8>(), 1_000_000_000)).len() as u32,
            _ => n,
        }
    });
    let mut found = 0;
    for seed in 0..20 {
        let report = Check::new().seed(seed).cases(200).run(strange, |n| assert!(n < 500, "too large"));
        match &report.verdict {
            Verdict::Failed => {
                found += 1;
                let smallest: u32 = report.failures[0].minimal.drawn[0].text.parse().unwrap();
                assert!((500..=2_000).contains(&smallest), "{smallest}");
            }
            // The usage error was found first.
            Verdict::Unknown(Problem::Usage { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(found > 10, "{found}");
}
