//! What a property says about its cases.

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Problem, Verdict};
use astragal::statistics::Answer;

#[test]
fn collected_values_are_counted_unless_the_case_is_rejected() {
    let report = Check::new().seed(1).cases(400).run(any::<u64>(), |n| {
        collect!("parity", if n % 2 == 0 { "even" } else { "odd" });
        assume!(n % 2 == 0);
        classify!("large", n > 1 << 60);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    let parity = report.statistics.charts.iter().find(|chart| chart.name == "parity").unwrap();
    assert_eq!((parity.total, &*parity.rows[0].label, parity.rows.len()), (400, "even", 1));
}

#[test]
fn a_label_comes_first_and_may_be_a_constant_or_left_to_the_expression() {
    const LABEL: &str = "length";
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| {
        collect!(LABEL, list.len());
        collect!(list.first().copied());
        classify!("empty", list.is_empty());
        cover!("not empty", !list.is_empty(), at_least = 0.5);
        target!(LABEL, list.len());
    });
    let mut labels: Vec<&str> = report.statistics.charts.iter().map(|chart| &*chart.name).collect();
    labels.sort_unstable();
    assert_eq!(labels, ["classes", LABEL, "list.first().copied()"]);
    assert_eq!(report.statistics.covered[0].label, "not empty");
    assert_eq!(report.statistics.scores[0].name, LABEL);
}

#[test]
fn a_required_share_that_is_met_takes_as_many_cases_as_it_needs() {
    let report = Check::new().seed(1).cases(10).run(any::<u64>(), |n| {
        cover!("even", n % 2 == 0, at_least = 20);
    });
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.cases > 10);
    assert_eq!(report.statistics.covered[0].answer, Answer::Met);
}

#[test]
fn a_required_share_that_is_missed_is_not_green() {
    let report = Check::new().seed(1).run(any::<u64>(), |n| {
        cover!("divisible", n % 16 == 0, at_least = 50);
    });
    let Verdict::Unknown(Problem::NotCovered(message)) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("divisible"), "{message}");
}

#[test]
fn a_share_that_makes_no_sense_is_a_usage_error() {
    let report = Check::new().seed(1).run(any::<u64>(), |n| {
        cover!("more than all", n > 0, at_least = 150);
    });
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })), "{:?}", report.verdict);
}

#[test]
fn notes_are_kept_for_the_case_that_is_shown() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| {
        let sum: u32 = list.iter().map(|&n| u32::from(n)).sum();
        note!("the sum is {sum}");
        assert!(sum < 300);
    });
    let notes: Vec<_> = report.failures[0].minimal.notes.iter().map(|note| &*note.text).collect();
    assert_eq!(notes, ["the sum is 300"]);
}

#[test]
fn outside_of_a_property_nobody_listens() {
    collect!("nothing", 1);
    note!("nothing");
    assume!(1 < 2);
}
