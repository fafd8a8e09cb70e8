//! Every option, as a text and as an expression.

use std::time::Duration;

use astragal::config::{Color, Folder, Phase, Phases, Show, Strategy};
use astragal::prelude::*;
use astragal::shapes::agata;

use crate::support::{cases_of, message_of, see};

const FEW: u64 = 3;

#[property(cases = FEW * 2, phases = "random")]
fn counted(n: u64) {
    see(n);
}

#[property(cases = 50, seed = 7)]
fn seeded(n: u64) {
    see(n);
}

#[property(cases = 50, seed = 7, size = 0)]
fn small(xs: Vec<u64>) {
    see(xs.len());
}

#[test]
fn options_are_in_force() {
    assert_eq!(cases_of(counted).len(), 6);
    assert_eq!(cases_of(seeded), cases_of(seeded));
    assert!(cases_of(small).iter().all(|length| length.len() == 1), "{:?}", cases_of(small));
}

#[property(
    cases = 10,
    time = "2s",
    size = 50,
    seed = 0xfeed,
    phases = "-exhaustive, -explain",
    exhaustive = "auto",
    strategy = "agata:linear",
    isolated = false,
    timeout = "none",
    memory = "none",
    threads = 1,
    shrink_evaluations = 1_000,
    shrink_time = "500ms",
    minima = 2,
    show = "quiet",
    summary = false,
    color = "never",
    regressions = "off",
    strict = "yes",
    replay = "none",
    coverage_confidence = 0.99
)]
fn texts(n: u8) {
    see(n);
}

#[property(
    cases = 10,
    time = Duration::from_secs(2),
    seed = Some(3),
    phases = Phases::of(&[Phase::Random]),
    strategy = Strategy::random(),
    timeout = None,
    memory = None,
    shrink_time = Duration::from_millis(500),
    show = Show::Quiet,
    color = Color::Never,
    regressions = Folder::Off
)]
fn expressions(n: u64) {
    see(n);
}

/// Numbers as texts, a list of texts, and texts from another macro.
macro_rules! as_in_a_file {
    ($cases:literal, $size:expr) => {
        #[property(cases = $cases, size = $size, seed = "0x07", phases = ["random", "shrink"], minima = "2")]
        fn in_other_ways(xs: Vec<u64>) {
            see(xs.len());
        }
    };
}

as_in_a_file!("5_0", 0);

/// A strategy that has no name, since it was changed.
#[property(cases = 10, phases = "random", strategy = agata::linear().thrown())]
fn by_a_changed_strategy(xs: Vec<Vec<u8>>) {
    see(xs.len());
}

#[test]
fn values_are_texts_or_expressions() {
    assert!(cases_of(texts).len() >= 10);
    assert!(cases_of(expressions).len() >= 10);
    assert_eq!(cases_of(by_a_changed_strategy).len(), 10);
    // The text means what the literal means.
    assert_eq!(cases_of(in_other_ways).len(), 50);
    assert!(cases_of(in_other_ways).iter().all(|length| length.len() == 1), "{:?}", cases_of(in_other_ways));
    assert_eq!(cases_of(in_other_ways), cases_of(in_other_ways));
}

#[property(cases = 100, threads = 2)]
fn on_two_threads(xs: Vec<u8>) -> bool {
    xs.len() < 1 << 20
}

#[property(cases = 20, isolated)]
fn in_a_child_process(n: u64) -> bool {
    n.checked_sub(n) == Some(0)
}

/// A literal would be an error of the compiler.
#[property(minima = 4 + 5)]
#[ignore = "fails; another test runs it"]
fn senseless(n: u8) {
    see(n);
}

#[test]
fn a_value_that_makes_no_sense_is_not_a_pass() {
    assert!(message_of(senseless).contains("senseless"));
}
