//! Explicit examples and pinned cases.

use astragal::prelude::*;

use crate::support::{cases_of, message_of, see};

#[derive(Debug, PartialEq, Arbitrary)]
struct Token(u8);

fn by_hand() -> Vec<u8> {
    vec![7; 3]
}

#[property(example(1, by_hand()), example(2, vec![]), example(u8::MAX, Vec::from_iter([4, 5])), phases = "examples")]
fn given(n: u8, xs: Vec<u8>) {
    see((n, xs));
}

#[test]
fn examples_are_run_in_their_order() {
    assert_eq!(cases_of(given), ["(1, [7, 7, 7])", "(2, [])", "(255, [4, 5])"]);
}

#[property(example(3), cases = 10, phases = "examples,random")]
fn first(n: u64) {
    see(n);
}

#[test]
fn examples_come_before_what_is_drawn() {
    let cases = cases_of(first);
    assert_eq!((cases[0].as_str(), cases.len()), ("3", 11));
}

#[property(
    example("text", &[Token(1), Token(2)], &Token(3)),
    example(String::from("owned"), vec![Token(4)], Token(5)),
    example(&format!("{}", 6), &[], &Token(7)),
    example("", &vec![Token(8)], Token(9)),
    phases = "examples"
)]
fn lent(text: &str, tokens: &[Token], token: &Token) {
    see((text, tokens, token));
}

#[test]
fn what_is_lent_is_given_as_it_is_or_borrowed() {
    let expected = [
        r#"("text", [Token(1), Token(2)], Token(3))"#,
        r#"("owned", [Token(4)], Token(5))"#,
        r#"("6", [], Token(7))"#,
        r#"("", [Token(8)], Token(9))"#,
    ];
    assert_eq!(cases_of(lent), expected);
}

#[property(example(max::<u8, 2>(), |a, b| a + b), phases = "examples")]
fn commas(n: u8, #[from(just((|a, b| a * b) as fn(u8, u8) -> u8))] join: fn(u8, u8) -> u8) {
    see(join(n, 1));
}

fn max<T: Ord + From<u8>, const N: u8>() -> T {
    T::from(N).max(T::from(1))
}

#[test]
fn a_comma_may_be_part_of_a_value() {
    assert_eq!(cases_of(commas), ["3"]);
}

#[property(example(200), regressions = "off", phases = "examples")]
#[ignore = "fails; another test runs it"]
fn fails(n: u8) {
    assert!(n < 100, "{n} is too large");
}

#[test]
fn an_example_that_fails_is_a_failure() {
    assert_eq!(message_of(fails), "200 is too large");
}

/// The choices of 77 and 5.
const PINNED: &str = "a1-8E0F8efhrWg";

#[property(pin = PINNED, phases = "regressions")]
fn pinned(a: u8, b: u8) {
    see((a, b));
}

#[test]
fn a_pinned_case_is_run() {
    let token = (any::<u8>(), any::<u8>()).choices_of(&(77, 5)).expect("reflects").token();
    assert_eq!(token, PINNED);
    assert_eq!(cases_of(pinned), ["(77, 5)"]);
}
