//! Which parts of a counterexample do not matter, and what always fails.

use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::report::{Domain, Style};
use astragal::{Check, Draw, Gen, Report};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of the first value that are free.
pub(crate) fn free(report: &Report) -> Vec<&str> {
    let drawn = &report.failures[0].minimal.drawn[0];
    drawn.free.iter().map(|stretch| &drawn.text[stretch.clone()]).collect()
}

#[test]
fn an_argument_that_does_not_matter_is_free() {
    let report = Check::new().seed(1).run(any::<(u32, u32)>(), |(a, _)| assert!(a < 50));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "(50, 0)");
    assert_eq!(free(&report), ["0"]);
}

#[test]
fn elements_that_do_not_matter_are_free_and_the_others_are_not() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| assert!(list.len() < 4 || list[2] < 9));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[0, 0, 9, 0]");
    assert_eq!(free(&report), ["0", "0", "0"]);
}

#[test]
fn where_everything_matters_nothing_is_free() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| assert!(list != [3, 1, 4]));
    if let Some(failure) = report.failures.first() {
        assert!(failure.minimal.drawn[0].free.is_empty());
    }
    let report = Check::new().seed(1).run(any::<(u8, u8)>(), |(a, b)| assert!(a != b || a < 7));
    assert_eq!(free(&report), [""; 0]);
}

#[test]
fn a_whole_value_can_be_free() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |_| panic!("always"));
    assert_eq!(free(&report), ["[]"]);
}

/// The case, and what always fails, a line for each claim.
pub(crate) fn generalised<G: Draw<Value: std::fmt::Debug>>(generator: G, property: impl Fn(G::Value)) -> Vec<String> {
    let report = Check::new().seed(1).run(generator, property);
    let minimal = &report.failures[0].minimal;
    let text = minimal.drawn[0].text.clone();
    let claims = minimal.always.iter().map(|always| {
        let needed = if always.tried_all { 1 } else { 20 };
        let is_formula = !always.variables.iter().any(|it| matches!(it.domain, Domain::Constructors { .. }));
        assert!(always.tried >= needed || !is_formula, "only {} tried: {always}", always.tried);
        always.to_string()
    });
    std::iter::once(text).chain(claims).collect()
}

fn is_sorted(list: &[u8]) -> bool {
    list.windows(2).all(|pair| pair[0] <= pair[1])
}

#[test]
fn the_rest_of_a_list_may_be_anything() {
    let claims = generalised(any::<Vec<i32>>(), |list| assert!(list.len() < 2 || list[0] != list[1]));
    assert_eq!(claims, ["[0, 0]", "for every xs: Vec<i32>: [0, 0, ..xs]"]);
    let ends_with_zero = |list: Vec<u8>| assert!(list.last() != Some(&7));
    assert_eq!(generalised(any::<Vec<u8>>(), ends_with_zero), ["[7]", "for every xs: Vec<u8>: [..xs, 7]"]);
}

#[test]
fn elements_may_be_added_wherever_all_that_was_tried_fails() {
    let loses_elements = |list: Vec<u8>| {
        let mut without = list.clone();
        without.dedup();
        assert_eq!(without, list);
    };
    assert_eq!(generalised(any::<Vec<u8>>(), loses_elements), ["[0, 0]", "for every xs, ys: [..xs, 0, 0, ..ys]"]);
    let is_a_set = |list: Vec<u8>| assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), list.len());
    assert_eq!(generalised(any::<Vec<u8>>(), is_a_set), ["[0, 0]", "for every xs, ys, zs: [..xs, 0, ..ys, 0, ..zs]"]);
    // An escape byte that a codec forgets.
    let round_trip = |bytes: Vec<u8>| assert!(!bytes.contains(&0x7e));
    assert_eq!(generalised(any::<Vec<u8>>(), round_trip), ["[126]", "for every xs, ys: [..xs, 126, ..ys]"]);
}

#[test]
fn parts_that_are_free_one_by_one_but_not_together_are_not_claimed_together() {
    let claims = generalised(any::<(u8, u8)>(), |(a, b)| assert!(a != 0 && b != 0));
    assert_eq!(claims, ["(0, 0)", "for every x: (x, 0)", "for every x: (0, x)"]);
    let claims = generalised(any::<(u8, u8, u8)>(), |(a, b, _)| assert!(a != 0 && b != 0));
    assert_eq!(claims, ["(0, 0, 0)", "for every x, y: (x, 0, y)", "for every x, y: (0, x, y)"]);
    // Parts marked in place may take other values together.
    let report = Check::new().seed(1).run(any::<(u8, u8)>(), |(a, b)| assert!(a != 0 && b != 0));
    assert_eq!(free(&report), ["0"]);
}

#[test]
fn numbers_that_matter_have_an_edge() {
    let claims = generalised(any::<(u32, u32)>(), |(a, _)| assert!(a < 50));
    assert_eq!(claims, ["(50, 0)", "for every n >= 50, x: (n, x)"]);
    assert_eq!(generalised(any::<i32>(), |n| assert!(n > -10)), ["-10", "for every value <= -10"]);
    let claims = generalised(any::<u16>(), |n| assert!(!(100..=300).contains(&n)));
    assert_eq!(claims, ["100", "for every value in 100..=300"]);
    let claims = generalised(any::<Vec<u8>>(), |list| assert!(list.len() < 4 || list[2] < 9));
    assert_eq!(claims, ["[0, 0, 9, 0]", "for every x, y, n >= 9, z, xs: [x, y, n, z, ..xs]"]);
}

#[test]
fn a_few_values_are_all_tried() {
    let report = Check::new().seed(1).run((any::<bool>(), 0..5u8), |(_, n)| assert!(n < 2));
    let always = &report.failures[0].minimal.always[0];
    assert_eq!((always.to_string().as_str(), always.tried, always.tried_all), ("for every x, n >= 2: (x, n)", 5, true));
    assert!(report.render(Style::plain()).contains("(x, n)   (all 5 others tried)\n"));
}

#[test]
fn where_there_is_no_edge_nothing_is_claimed() {
    assert_eq!(generalised(any::<u16>(), |n| assert!(n < 100 || n % 2 == 1)), ["100"]);
    assert_eq!(generalised(any::<(u8, u8)>(), |(a, b)| assert!(a != b || a < 7)), ["(7, 7)"]);
    // One of a thousand passes: a hundred others may miss it, but the claim is then about a hundred.
    let claims = generalised(any::<(u8, u8)>(), |(a, b)| assert!(a < 9 || b % 4 == 3));
    assert!(claims.iter().all(|claim| !claim.contains('x')), "{claims:?}");
}

#[test]
fn what_is_shown_as_one_number_but_made_of_two_is_not_claimed_for_one_of_them() {
    let parts = (0..200u32, 0..1_000u32).map(|(thousands, ones)| thousands * 1_000 + ones);
    assert_eq!(generalised(parts, |n| assert!(n % 1_000 < 50)), ["50"]);
    let report = Check::new().seed(1).run((0..200u32, 0..9u32).map(|(a, b)| a * 10 + b), |n| assert!(n % 10 < 3));
    assert_eq!(free(&report), [""; 0]);
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expr {
    Num(i8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

fn evaluate(expr: &Expr) -> i64 {
    match expr {
        Expr::Num(number) => i64::from(*number),
        Expr::Neg(of) => evaluate(of).wrapping_neg(),
        Expr::Add(a, b) => evaluate(a).wrapping_add(evaluate(b)),
        Expr::Div(a, b) => {
            let (a, b) = (evaluate(a), evaluate(b));
            assert!(b != 0, "division by zero");
            a.wrapping_div(b)
        }
    }
}

#[test]
fn for_every_constructor_some_value_fails() {
    let claims = generalised(any::<Expr>(), |expr| {
        evaluate(&expr);
    });
    assert_eq!(
        claims,
        [
            "Div(Num(0), Num(0))",
            "for every x: Div(x, Num(0))",
            "for every constructor of Expr at x, each with some value: Div(Num(0), x)",
        ]
    );
    let is_no_division = |expr: Expr| assert!(!matches!(expr, Expr::Div(..)));
    assert_eq!(generalised(any::<Expr>(), is_no_division), ["Div(Num(0), Num(0))", "for every x, y: Div(x, y)"]);
}

#[test]
fn letters_of_a_text_may_be_added_and_replaced() {
    let starts = |text: String| assert!(!text.starts_with('x'));
    assert_eq!(generalised(any::<String>(), starts), [r#""x""#, r#"for every s: String: "x" + s"#]);
    let digits = |text: String| assert!(text.chars().all(|letter| letter.is_ascii_digit()));
    assert_eq!(generalised(string_of('0'..='_', 1..=6), digits), [r#""A""#, r#"for every s, t: s + "A" + t"#]);
    let second = |text: String| assert!(text.chars().nth(1) != Some('x'));
    let claims = generalised(string_of('a'..='z', ..), second);
    assert_eq!(claims, [r#""ax""#, r#"for every x, s: x + "x" + s"#]);
}

#[test]
fn fields_and_arguments_keep_their_names() {
    #[derive(Clone, Debug, Arbitrary)]
    #[allow(dead_code, reason = "what it holds is printed")]
    struct Order {
        customer: String,
        items: Vec<u8>,
        express: bool,
    }
    let claims = generalised(any::<Order>(), |order| assert!(order.items.is_empty()));
    let expected = "for every customer, x, xs, express: Order { customer, items: [x, ..xs], express }";
    assert_eq!(claims[1..], [expected]);
    let report = Check::new().seed(1).run_drawing(|t| {
        let limit = t.draw(0..100u8);
        let _ = t.draw(any::<bool>());
        assert!(limit < 10);
    });
    let always = report.failures[0].minimal.always[0].to_string();
    assert_eq!(always, "for every draw 1 >= 10, draw 2");
}

#[test]
fn a_sorted_merge_and_a_search_tree() {
    let merged = |(mut a, mut b): (Vec<u8>, Vec<u8>)| {
        a.sort_unstable();
        b.sort_unstable();
        a.extend(b);
        assert!(is_sorted(&a));
    };
    let claims = generalised(any::<(Vec<u8>, Vec<u8>)>(), merged);
    assert_eq!(claims[0], "([1], [0])");
    assert!(claims[1].ends_with(": ([..xs, n, ..ys], [..zs, 0, ..us])"), "{claims:?}");
    // A tree is made from the keys that are inserted: what is added to them is not seen in its text as a list.
    let tree = any::<Vec<u8>>().map(|keys| keys.into_iter().zip(0..).collect::<BTreeMap<u8, u8>>());
    let claims = generalised(tree, |tree| assert!(!tree.contains_key(&7)));
    assert!(claims.iter().all(|claim| !claim.contains("{7: 0, ..")), "{claims:?}");
}

#[test]
fn nothing_is_said_of_elements_that_are_not_seen() {
    let sum = any::<Vec<u8>>().map(|list| list.iter().map(|&n| u32::from(n)).sum::<u32>());
    assert_eq!(generalised(sum, |sum| assert!(sum < 300)), ["300"]);
}

#[test]
fn draws_without_choices_may_come_and_go() {
    let report = Check::new().seed(1).run_drawing(|t| {
        let n = t.draw(any::<u8>());
        if n % 2 == 0 {
            t.draw(just(3));
        }
        assert!(n < 10);
    });
    assert!(!report.verdict.is_pass() && report.failures[0].minimal.always.is_empty());
}

#[test]
fn what_is_rejected_says_nothing() {
    let claims = generalised(any::<(u8, u8)>(), |(a, b)| {
        assume!(b % 2 == 0);
        assert!(a < 5 || b % 2 == 1);
    });
    assert_eq!(claims, ["(5, 0)", "for every n >= 5, x: (n, x)"]);
    // Only the value of `b` that was found is accepted.
    let claims = generalised(any::<(u8, u8)>(), |(a, b)| {
        assume!(b == 0);
        assert!(a != 5);
    });
    assert_eq!(claims, ["(5, 0)"]);
}

#[test]
fn explaining_is_a_phase_of_its_own_with_a_budget() {
    let runs = Cell::new(0u64);
    let count = |phases: &[Phase]| {
        runs.set(0);
        let report = Check::new().seed(1).with(|config| config.phases(Phases::of(phases))).run(
            any::<(u32, Vec<u8>)>(),
            |(a, _)| {
                runs.set(runs.get() + 1);
                assert!(a < 50);
            },
        );
        (runs.get(), report.failures[0].minimal.always.len())
    };
    let (without, claims) = count(&[Phase::Random, Phase::Shrink]);
    assert_eq!(claims, 0);
    let (with, claims) = count(&[Phase::Random, Phase::Shrink, Phase::Explain]);
    assert_eq!(claims, 1);
    assert!(with > without && with <= without + 540, "{with} and {without}");
}

#[test]
fn values_that_are_known_are_not_run_again() {
    let report = Check::new().seed(1).run(0..2u8, |_| panic!("always"));
    assert!(report.efforts.explaining.calls < 6, "{}", report.efforts.explaining.calls);
}

#[test]
fn a_case_of_many_parts_is_seldom_run() {
    let phases = Phases::of(&[Phase::Random, Phase::Explain]);
    let many = vec_of((any::<u8>(), any::<Option<u8>>()), 20_000);
    let report = Check::new().seed(1).with(|config| config.phases(phases)).run(many, |list| {
        assert!(list[10_000].0 % 2 == list[10_001].0 % 3);
    });
    assert!(!report.failures.is_empty());
    assert!(report.efforts.explaining.calls < 10, "{}", report.efforts.explaining.calls);
}
