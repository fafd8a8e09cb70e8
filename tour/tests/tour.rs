//! The tour goes as planned: the planted bugs are found, small, and can be replayed from what is printed.

use std::sync::OnceLock;

use astragal::prelude::*;
use astragal::report::{Found, Verdict};
use astragal::{Choices, Draw, Report};
use tour::hunt::{only, smallest};
use tour::library::locks::Mode::{self, ReadAll, WriteSome};
use tour::library::simplifier::Expr::{Num, Sub, X};
use tour::stops::all_cases::{find_in_locks, prove};
use tour::stops::functions;
use tour::stops::more_bugs::{
    Removal, Run, dates, find_in_calendar, find_in_codec, find_in_tree, removals, removes_one_key, unpacks,
};
use tour::stops::one_bug::{find, formulas_at, keeps_its_value};
use tour::stops::{looked_at, what_matters};

/// The whole tour, which takes a while in a debug build.
fn printed() -> &'static str {
    static PRINTED: OnceLock<String> = OnceLock::new();
    PRINTED.get_or_init(|| printed_in(false))
}

fn printed_in(colours: bool) -> String {
    let mut printed = String::new();
    tour::run(colours, |page| printed.push_str(page)).expect("all planted bugs are found");
    printed
}

/// The tokens that the tour prints as those of a single bug, in order.
fn tokens(printed: &str) -> Vec<Choices> {
    let lines = printed.lines().map(str::trim);
    let shown = lines.filter_map(|line| line.strip_prefix("replay token").or(line.strip_prefix("as a token")));
    shown.map(|token| Choices::from_token(token).expect("a token")).collect()
}

/// The smallest value for which the one bug of a report shows.
fn value_of<G: Draw>(report: &Report, generator: G) -> G::Value {
    smallest(only(report).expect("one bug"), &generator).expect("it replays")
}

#[test]
fn the_bug_in_the_simplifier_is_found_with_five_nodes() {
    let report = find();
    let (expr, x) = value_of(&report, formulas_at());
    assert_eq!((&expr, x), (&Sub(X.into(), Sub(X.into(), Num(1).into()).into()), 0));
    assert_eq!(expr.node_count(), 5);
    assert_eq!(report.failures[0].minimal.choices.len(), 7);
}

#[test]
fn the_bug_in_the_codec_is_found_with_one_run() {
    assert_eq!(value_of(&find_in_codec(), any::<Vec<Run>>()), [Run { byte: 0, length: 128 }]);
}

#[test]
fn the_bug_in_the_tree_is_found_with_four_keys() {
    assert_eq!(value_of(&find_in_tree(), removals()), Removal { keys: vec![1, 0, 2, 3], remove: 1 });
}

#[test]
fn both_bugs_in_the_calendar_are_found() {
    let report = find_in_calendar();
    let mut found: Vec<_> = report.failures.iter().map(|bug| smallest(bug, &dates()).expect("a date")).collect();
    found.sort_by_key(|date| date.year);
    let found: Vec<_> = found.iter().map(|date| (date.year, date.month, date.day)).collect();
    assert_eq!(found, [(1900, 2, 28), (2000, 12, 31)]);
}

#[test]
fn only_the_number_of_items_matters() {
    let report = what_matters::find();
    let case = &only(&report).expect("one bug").minimal.drawn[0];
    assert!(case.text.contains("items: 10"), "{}", case.text);
    assert!(case.free.iter().all(|free| !case.text[free.clone()].contains("10")), "{case:?}");
}

#[test]
fn what_always_fails_is_said_with_names() {
    let report = what_matters::find();
    let always = &only(&report).expect("one bug").minimal.always[0];
    let expected = "for every customer, city, express, items >= 10: Order { customer, city, express, items }";
    assert_eq!(always.to_string(), expected);
}

#[test]
fn the_bug_in_the_locks_is_found_by_listing() {
    let report = find_in_locks();
    assert!(matches!(only(&report).expect("one bug").found, Found::Exhaustive(_)));
    assert_eq!(value_of(&report, any::<(Mode, Mode, Mode)>()), (WriteSome, ReadAll, ReadAll));
}

#[test]
fn that_conflicts_are_mutual_is_proved() {
    let report = prove();
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 25));
}

#[test]
fn the_bug_in_the_access_rules_is_shown_with_what_matters_alone() {
    let report = looked_at::find();
    let shown = &only(&report).expect("one bug").minimal.drawn[0].text;
    let expected = "Request { role: Guest, action: Edit, is_owner: true, is_locked: false, address: _, comment: _ }";
    assert_eq!(shown, expected);
}

#[test]
fn that_locked_documents_stay_is_proved_in_a_few_runs() {
    let report = looked_at::prove();
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert!(report.statistics.cases < 30, "{}", report.statistics.cases);
}

#[test]
fn the_bug_in_the_optimiser_is_shown_as_functions() {
    let report = functions::find();
    let shown = &only(&report).expect("one bug").minimal.drawn[0].text;
    assert_eq!(shown, "(|_| 0, |x| match x { 0 => true, _ => false }, [1])");
}

#[test]
fn the_printed_tokens_replay_to_failures() {
    let printed = printed();
    let [in_simplifier, in_codec, in_tree] = &tokens(printed)[..] else { panic!("three tokens in\n{printed}") };
    let formula = formulas_at().replay(in_simplifier).expect("a formula");
    fails(|| keeps_its_value(formula));
    let runs = any::<Vec<Run>>().replay(in_codec).expect("runs");
    fails(|| unpacks(runs));
    let removal = removals().replay(in_tree).expect("a removal");
    fails(|| removes_one_key(removal));
}

#[track_caller]
fn fails(property: impl FnOnce()) {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(property));
    assert!(outcome.is_err(), "it holds");
}

#[test]
fn the_tour_fits_a_terminal() {
    for line in printed().lines() {
        assert!(line.chars().count() <= 100, "wider than 100 columns: {line}");
        assert_eq!(line, line.trim_end(), "white space at the end");
    }
}

#[test]
fn but_for_times_and_colours_it_is_the_same_each_time() {
    // What does not matter in a case is dimmed where there are colours, and underlined where there are none.
    let is_the_same = |line: &&str| !line.ends_with(" ns") && !line.trim_start().starts_with('~');
    let without_times = |printed: &str| -> String {
        printed
            .lines()
            .filter(is_the_same)
            .map(|line| line.split("  // dimmed").next().unwrap_or(line).trim_end())
            .collect()
    };
    let coloured = printed_in(true);
    let mut parts = coloured.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    // An escape ends with an `m`.
    let plain = parts.fold(first, |plain, part| plain + part.split_once('m').expect("an escape").1);
    assert!(coloured.contains('\x1b') && !printed().contains('\x1b'));
    assert_eq!(without_times(&plain), without_times(printed()));
}

#[test]
fn a_bug_report_is_shrunk_to_three_lines() {
    use tour::library::account::Entry::{Deposit, Refund, Withdrawal};
    use tour::stops::bug_report::{is_booked_right, report, statement};
    let shrunk = statement().shrink(&report(), |entries| !is_booked_right(entries)).expect("it is valid, and wrong");
    assert_eq!(shrunk.value, [Deposit(1), Withdrawal(1), Refund(1)]);
}
