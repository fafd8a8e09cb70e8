//! The tour goes as planned: the planted bugs are found, small, and can be replayed from what is printed.

use std::sync::OnceLock;

use astragal::Choices;
use astragal::prelude::*;
use tour::library::simplifier::Expr::{Num, Sub, X};
use tour::stops::more_bugs::{Removal, Run, find_in_codec, find_in_tree, removals, removes_one_key, unpacks};
use tour::stops::one_bug::{find, formulas_at, keeps_its_value};

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

/// The tokens that the tour prints, in order.
fn tokens(printed: &str) -> Vec<Choices> {
    let shown = printed.lines().filter_map(|line| line.trim().strip_prefix("replay token"));
    shown.map(|token| Choices::from_token(token).expect("a token")).collect()
}

#[test]
fn the_bug_in_the_simplifier_is_found_with_five_nodes() {
    let bug = find().expect("found");
    assert_eq!(bug.value, (Sub(X.into(), Sub(X.into(), Num(1).into()).into()), 0));
    assert_eq!(bug.value.0.node_count(), 5);
    assert_eq!(bug.choices.len(), 7);
}

#[test]
fn the_bug_in_the_codec_is_found_with_one_run() {
    let bug = find_in_codec().expect("found");
    assert_eq!(bug.value, [Run { byte: 0, length: 128 }]);
}

#[test]
fn the_bug_in_the_tree_is_found_with_four_keys() {
    let bug = find_in_tree().expect("found");
    assert_eq!(bug.value, Removal { keys: vec![1, 0, 2, 3], remove: 1 });
}

#[test]
fn the_printed_tokens_replay_to_failures() {
    let printed = printed();
    let [in_simplifier, in_codec, in_tree] = &tokens(printed)[..] else { panic!("three tokens in\n{printed}") };
    let formula = formulas_at().replay(in_simplifier).expect("a formula");
    assert!(keeps_its_value(&formula).is_err(), "{formula:?}");
    let runs = any::<Vec<Run>>().replay(in_codec).expect("runs");
    assert!(unpacks(&runs).is_err(), "{runs:?}");
    let removal = removals().replay(in_tree).expect("a removal");
    assert!(removes_one_key(&removal).is_err(), "{removal:?}");
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
    let without_times = |printed: &str| -> String { printed.lines().filter(|line| !line.ends_with(" ns")).collect() };
    let coloured = printed_in(true);
    let mut parts = coloured.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    // An escape ends with an `m`.
    let plain = parts.fold(first, |plain, part| plain + part.split_once('m').expect("an escape").1);
    assert!(coloured.contains('\x1b') && !printed().contains('\x1b'));
    assert_eq!(without_times(&plain), without_times(printed()));
}
