//! Cases that are grown: any property by growth, by chance or by both, and how a failing case came about.

use std::cell::RefCell;
use std::collections::HashSet;

use astragal::prelude::*;
use astragal::report::{Found, Problem, Style, Verdict};
use astragal::shapes::grow;
use astragal::{Check, Report};

use super::smallest;
use super::subjects::Tree;

fn growing(share: f64) -> Check {
    Check::new().seed(1).cases(200).with(|config| config.growth(share))
}

/// All values that a run tests, in order.
fn tested<G: Gen<Value: std::fmt::Debug>>(check: Check, generator: G) -> Vec<String> {
    let tested = RefCell::new(Vec::new());
    let report = check.run(generator, |value| tested.borrow_mut().push(format!("{value:?}")));
    assert!(report.verdict.is_pass(), "{}", report.render(Style::plain()));
    tested.into_inner()
}

/// The names of the steps to the first failing case.
fn steps(report: &Report) -> Vec<&str> {
    match &report.failures[0].found {
        Found::Grown(_, path) => path.iter().map(|(step, _)| &**step).collect(),
        other => panic!("found by {other:?}"),
    }
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Shape {
    Circle { radius: u32 },
    Polygon { closed: bool, points: Vec<(i16, i16)> },
}

#[test]
fn all_cases_are_grown_and_chance_has_no_part_in_them() {
    let all = tested(growing(1.0), any::<(u32, Vec<bool>)>());
    assert_eq!(all[0], "(0, [])");
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 200, "none comes twice");
    assert!(all[..20].contains(&format!("({}, [])", u32::MAX)), "boundaries come first: {all:?}");
    assert_eq!(all, tested(growing(1.0).seed(2), any::<(u32, Vec<bool>)>()));
    let report = growing(1.0).run(any::<u64>(), |_| ());
    assert_eq!((report.statistics.cases, report.statistics.grown), (200, 200));
    let page = report.render(Style::plain());
    assert!(page.contains("including 200 grown"), "{page}");
}

#[test]
fn growth_and_chance_take_turns() {
    for share in [0.25, 0.5, 0.75] {
        let report = growing(share).cases(2_000).run(any::<(u64, u64)>(), |_| ());
        let (cases, grown) = (report.statistics.cases, report.statistics.grown as f64);
        assert_eq!((cases, report.warnings), (2_000, Vec::<String>::new()));
        assert!((grown / 2_000.0 - share).abs() < 0.02, "{grown} of 2000 for {share}");
    }
    // One bug is at a boundary, the other anywhere; one run finds either.
    let boundary = |report: Report| matches!(report.failures[0].found, Found::Grown(..));
    assert!(boundary(growing(0.5).run(any::<u64>(), |n| n != 1 << 53)));
    assert!(!boundary(growing(0.5).run(any::<u64>(), |n| n % 11 != 7 || n < 1 << 60)));
    // Without it the first is not found, and nothing says `grown`.
    let report = growing(0.0).cases(300).run(any::<u64>(), |n| n < 1 << 54 || n % 2 == 0 || n == u64::MAX);
    assert!(report.statistics.grown == 0);
}

#[test]
fn a_failure_tells_how_its_case_was_grown() {
    let fails =
        |shape: Shape| !matches!(shape, Shape::Polygon { closed: true, ref points } if points.contains(&(1, 0)));
    let report = growing(1.0).cases(5_000).run(any::<Shape>(), fails);
    assert_eq!(report.verdict, Verdict::Failed);
    let steps = steps(&report);
    assert_eq!(steps[0], "seed");
    assert!(steps.contains(&"points = apply 0 = next to element 0"), "{steps:?}");
    let page = report.render(Style::plain());
    assert!(page.contains("found by growth, case "), "{page}");
    assert!(page.contains("grown: Polygon { closed: "), "{page}");
    // From then on it is a case as any other: shrunk, and replayed by its token.
    assert_eq!(smallest(&report), ["Polygon { closed: true, points: [(1, 0)] }"]);
    let token = report.failures[0].minimal.choices.token();
    let again = Check::new().seed(9).cases(1).pin(token).run(any::<Shape>(), fails);
    assert_eq!((again.failures[0].found.clone(), smallest(&again)), (Found::Pinned, smallest(&report)));
}

#[test]
fn a_generator_with_steps_of_its_own_grows_by_these() {
    let numbers = || grow([2i64]).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3);
    let report = growing(1.0).run(numbers(), |n| *n != 5);
    assert_eq!(steps(&report), ["seed", "*3", "dec"]);
    assert_eq!(smallest(&report), ["2 -> 6 -> 5 (seed, *3, dec)"]);
    let report = growing(1.0).cases(1_000).run((any::<bool>(), numbers()), |(flag, n)| !flag || *n != 3);
    assert_eq!(steps(&report), ["seed", "1 = inc"]);
}

#[test]
fn what_draws_while_it_runs_is_grown_too() {
    let report = growing(1.0).cases(1_000).run_drawing(|t| {
        let count = t.draw(0..10usize);
        let sum: u64 = (0..count).map(|_| u64::from(t.draw(any::<u32>()))).sum();
        assert!(count != 2 || sum != 1 << 16);
    });
    assert!(matches!(report.failures[0].found, Found::Grown(..)), "{}", report.render(Style::plain()));
    let report = growing(1.0).cases(3_000).run(any::<Tree<u8>>(), |tree| assert!(tree.height() < 3));
    assert!(matches!(report.failures[0].found, Found::Grown(..)), "{}", report.render(Style::plain()));
}

#[test]
fn what_is_rejected_is_on_the_path_and_not_counted() {
    let report = growing(1.0).run(any::<u16>(), |n| {
        assume!(n != 1 && n % 2 == 1);
        assert!(n != 5);
    });
    assert!(matches!(report.failures[0].found, Found::Grown(..)));
    assert!(report.statistics.rejected() > 0);
    // Where most are, random cases say so.
    let report = growing(1.0).run(any::<u64>(), |n| assume!(n == 77_777));
    assert!(matches!(report.verdict, Verdict::Vacuous | Verdict::GaveUp), "{:?}", report.verdict);
    assert!(report.warnings[0].contains("`growth = 1`") && report.warnings[0].contains("were rejected"));
}

#[test]
fn growth_that_ends_early_says_so_and_leaves_the_rest_to_chance() {
    let five = grow([0u8]).steps("inc", |n| (*n < 4).then_some(n + 1));
    let report = growing(1.0).run((five, from_fn(|src| src.draw(0..=1u8))), |_| ());
    assert_eq!((report.statistics.cases, report.statistics.grown), (200, 10), "{:?}", report.warnings);
    assert_eq!(report.warnings, ["`growth = 1`: nothing new can be grown after 10 cases; the other cases are random"]);
    let never = any::<u64>().filter(|_| false);
    let report = growing(0.5).run(never, |_| ());
    assert!(report.warnings[0].contains("there is no case to grow from"), "{:?}", report.warnings);
    assert!(!report.verdict.is_pass());
}

#[test]
fn shares_are_required_of_random_cases() {
    let odd = |n: u64| cover!("odd", n % 2 == 1, at_least = 40);
    let report = growing(1.0).run(any::<u64>(), odd);
    assert_eq!(report.verdict, Verdict::Passed, "{}", report.render(Style::plain()));
    assert!(report.statistics.cases > 200 && report.statistics.covered[0].trials > 0);
    let report = growing(1.0).run(any::<u64>(), |n| cover!("seven", n % 10 == 7, at_least = 40));
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::NotCovered(_))), "{:?}", report.verdict);
}

#[test]
fn charts_count_what_was_grown() {
    let report = growing(1.0).run(any::<Vec<u8>>(), |list| collect!("length", list.len()));
    assert_eq!(report.statistics.charts.len(), 1);
}

#[property(growth = 1.0, cases = 50)]
fn the_arguments_of_a_property_are_grown(first: u8, second: Vec<u8>) {
    assert!(second.len() <= 50 || first == 0);
}
