//! Arguments whose generators mention earlier arguments.

use std::process::Command;

use astragal::prelude::*;

use crate::support::{cases_of, see};

#[property]
fn taken_out_and_put_back(list: Vec<u8>, #[from(0..list.len())] at: usize) {
    let mut changed = list.clone();
    let element = changed.remove(at);
    changed.insert(at, element);
    assert_eq!(changed, list);
    see(list.len());
}

#[test]
fn an_index_is_in_its_list_and_an_empty_list_is_rejected() {
    let cases = cases_of(taken_out_and_put_back);
    assert!(cases.len() >= 100, "{}", cases.len());
    assert!(cases.iter().all(|length| length != "0"));
}

#[derive(Debug, Clone, Arbitrary)]
struct Period {
    first: u8,
    days: u8,
}

/// Can be neither shown, copied nor cloned.
#[derive(Arbitrary)]
struct Secret(u8);

#[property(cases = 200)]
fn of_every_kind(
    count: u8,
    text: &str,
    numbers: &[u16],
    secret: Secret,
    lent: &Secret,
    (low, name): (u32, String),
    Period { first, days }: &Period,
    mut r#type: String,
    #[from(0..=count)] by_value: u8,
    #[from(0..=text.len() + numbers.len())] by_reference: usize,
    #[from((0..=secret.0, lent.0..=255))] (below, above): (u8, u8),
    #[from(|src| (src.draw(low..=u32::MAX), src.draw(*first..=255), format!("{name}{days}{type}")))] closure: (
        u32,
        u8,
        String,
    ),
) {
    assert!(by_value <= count);
    assert!(by_reference <= text.len() + numbers.len());
    assert!(below <= secret.0 && lent.0 <= above);
    assert!(closure.0 >= low && closure.1 >= *first);
    assert_eq!(closure.2, format!("{name}{days}{type}"));
    r#type.clear();
    see(count);
}

#[test]
fn an_expression_sees_arguments_as_the_body_does() {
    assert!(cases_of(of_every_kind).len() >= 200);
}

#[property(cases = 100, example(3, 2, 1))]
fn chained(#[from(1..=100u32)] a: u32, #[from(0..=a)] b: u32, #[from(0..=b)] c: _) {
    assert!(c <= b && b <= a);
    see((a, b, c));
}

#[test]
fn what_depends_may_be_depended_on() {
    let cases = cases_of(chained);
    assert_eq!(cases[0], "(3, 2, 1)");
    assert!(cases.len() >= 100);
}

#[property(threads = 2)]
fn selected(
    words: Vec<String>,
    #[from(select(words.clone()))] word: String,
    #[from(vec_of(select(words.clone()), 2))] pair: Vec<String>,
) {
    assert!(words.contains(&word) && pair.iter().all(|word| words.contains(word)));
}

#[property]
#[tokio::test]
async fn awaited(list: Vec<u8>, #[from(0..=list.len())] at: usize) {
    let (front, back) = list.split_at(at);
    assert_eq!([front, back].concat(), list);
}

#[property(seed = 1, regressions = "off", color = "never")]
#[ignore = "fails; another test runs it"]
fn never_there(n: u8, #[from(300..u32::from(n))] _never: u32) {
    see(n);
}

#[test]
fn a_generator_that_never_has_a_value_is_named() {
    let output = output_of("dependent::never_there", None);
    assert!(output.contains("gave up: none of") && output.contains("rejected by a filter at"), "{output}");
    assert!(output.contains("| fn never_there(n: u8, #[from(300..u32::from(n))] _never: u32) {"), "{output}");
}

#[property(seed = 1, regressions = "off", color = "never")]
#[ignore = "fails; another test runs it"]
fn misused(n: u8, #[from(int(0..=n).origin(255))] _other: u8) {
    see(n);
}

#[test]
fn a_usage_error_stays_one() {
    let output = output_of("dependent::misused", None);
    assert!(output.contains("usage error") && output.contains("the origin 255 is not in"), "{output}");
}

#[property]
fn independent(n: bool, #[from(any::<bool>().map(|n| !n))] m: bool) {
    see((n, m));
}

#[property]
fn bounded(#[from(0..3u8)] n: u8, #[from(0..=n)] m: u8) {
    see((n, m));
}

#[test]
fn few_cases_are_enumerated_be_they_dependent_or_not() {
    let mut all = cases_of(independent);
    all.sort();
    assert_eq!(all, ["(false, false)", "(false, true)", "(true, false)", "(true, true)"]);
    let mut all = cases_of(bounded);
    all.sort();
    all.dedup();
    assert_eq!(all, ["(0, 0)", "(1, 0)", "(1, 1)", "(2, 0)", "(2, 1)", "(2, 2)"]);
}

#[property(seed = 1, regressions = "off", color = "never")]
#[ignore = "fails; another test runs it"]
fn planted(list: Vec<u8>, #[from(0..list.len())] at: usize, spare: bool) {
    assert!(at < 3 || list[at] < 100, "spare is {spare}");
}

fn output_of(test: &str, replay: Option<&str>) -> String {
    let program = std::env::current_exe().expect("tests have a program");
    let mut command = Command::new(program);
    command.args(["--exact", test, "--ignored", "--nocapture"]).env_remove("ASTRAGAL_REPLAY");
    command.envs(replay.map(|token| ("ASTRAGAL_REPLAY", token)));
    let output = command.output().expect("the program runs");
    assert!(!output.status.success(), "the test fails");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_failure_is_shrunk_shown_by_name_and_replayed() {
    let output = output_of("dependent::planted", None);
    let token = output.split("ASTRAGAL_REPLAY=").nth(1).and_then(|rest| rest.split_whitespace().next());
    let token = token.unwrap_or_else(|| panic!("no token in {output}"));
    let replayed = output_of("dependent::planted", Some(token));
    for text in [&output, &replayed] {
        for part in ["list", "[0, 0, 0, 100]", "at", "3", "spare", "false"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
