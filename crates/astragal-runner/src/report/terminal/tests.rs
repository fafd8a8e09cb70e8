//! Whole reports, in plain style.

use std::path::PathBuf;

use astragal_core::{Choices, Rng};

use super::Style;
use crate::config::Config;
use crate::report::*;

fn drawn(name: &str, type_name: &'static str, text: &str) -> Drawn {
    Drawn { name: name.into(), type_name, text: text.into(), file: "", line: 0, column: 0, free: Vec::new() }
}

fn failure(message: &str, drawn: Vec<Drawn>) -> Failure {
    let sample = Sample { choices: Choices::from_numbers([3]), drawn, notes: Vec::new(), ..Sample::default() };
    let original = Sample { choices: Choices::from_numbers([70, 1]), ..sample.clone() };
    Failure {
        origin: Origin::Panicked(Some("/rustc/library/core.rs:1:2".into())),
        message: message.into(),
        minimal: sample,
        original,
        found: Found::Random(1_037),
        shrinking: ShrinkRun { evaluations: 112, steps: 4, finished: true, ..ShrinkRun::default() },
        backtrace: None,
        stored: Stored::Nowhere,
        elsewhere: Vec::new(),
        lines: None,
        flaky: None,
        payload: Default::default(),
    }
}

fn report(verdict: Verdict, failures: Vec<Failure>) -> Report {
    Report {
        test: None,
        property: "krate::parser::round_trip".into(),
        source: Some(SourceCode {
            file: "no/such/file.rs",
            manifest_dir: "/nowhere",
            package: "",
            first_line: 3,
            last_line: 9,
        }),
        verdict,
        failures,
        statistics: Statistics { cases: 1_037, ..Statistics::default() },
        settings: Vec::new(),
        parameters: Vec::new(),
        seed: 5,
        efforts: Efforts::default(),
        in_full: None,
        warnings: Vec::new(),
        reread: Vec::new(),
    }
}

fn plain(report: &Report) -> String {
    report.render(Style::plain())
}

#[test]
fn a_case_source_without_words_of_its_own_is_named() {
    let failure = Failure { found: Found::Source("extreme"), ..failure("no", Vec::new()) };
    let text = plain(&report(Verdict::Failed, vec![failure]));
    assert!(text.contains("found by the case source `extreme`, shrunk in 112 tries to 1 choice\n"), "{text}");
}

#[test]
fn lines_that_only_failing_cases_ran_are_named_and_marked() {
    let first_line = line!();
    let second = first_line + 1;
    let source = SourceCode {
        file: file!(),
        manifest_dir: env!("CARGO_MANIFEST_DIR"),
        package: "",
        first_line,
        last_line: second,
    };
    let lines = |failing, passing, lines: Vec<u32>| {
        Some(FailingLines {
            files: vec![("src/\u{7}.rs".into(), vec![7, 8]), (file!().into(), lines)],
            failing,
            passing,
        })
    };
    let shown = |lines| {
        let failure = Failure { lines, origin: Origin::ReturnedFalse, ..failure("no", Vec::new()) };
        plain(&Report { source: Some(source.clone()), ..report(Verdict::Failed, vec![failure]) })
    };
    let text = shown(lines(12, 3_400, vec![second]));
    let marked = format!("{first_line} |     let first_line = line!();\n{second}*|     let second = first_line + 1;\n");
    assert!(text.contains(&marked), "{text}");
    let told = format!(
        "run by all 12 failing cases and by none of the 3,400 passing ones: src/\\u{{7}}.rs:7-8,\n{}:{second}   (marked * above)\n",
        file!()
    );
    assert!(text.contains(&told), "{text}");
    let text = shown(lines(1, 1, vec![1]));
    let told = format!("run by the failing case and not by the passing one: src/\\u{{7}}.rs:7-8, {}:1\n", file!());
    assert!(text.replace(",\n", ", ").contains(&told) && !text.contains("*|"), "{text}");
    assert!(!shown(Some(FailingLines { failing: 3, passing: 4, files: Vec::new() })).contains("run by"));
}

#[test]
fn without_its_source_a_case_is_a_list() {
    let mut number = drawn("n", "u32", "17");
    number.free.push(0..2);
    let failure = failure("assertion failed: n < 3\nmore", vec![drawn("xs", "alloc::vec::Vec<u8>", "[1]"), number]);
    let expected = "\
property `parser::round_trip` failed: found in case 1,037, shrunk in 112 tries to 1 choice

no/such/file.rs:3 cannot be read; it drew
  xs = vec![1]
  n = 17  // any other value fails too

panicked at /rustc/library/core.rs:1:2:
assertion failed: n < 3
more

1,037 cases, none rejected

run this case again:
    ASTRAGAL_REPLAY=a1-AzdmTAs cargo test parser::round_trip -- --exact
or keep it in the source:
    #[property(pin = \"a1-AzdmTAs\")]
";
    let text = plain(&report(Verdict::Failed, vec![failure]));
    assert_eq!(text.replace(&Choices::from_numbers([3]).replay_token(), "a1-AzdmTAs"), expected);
}

#[test]
fn a_source_that_changed_is_not_shown() {
    let mut value = drawn("no_such_name_there", "u8", "1");
    value.line = 1;
    let mut report = report(Verdict::Failed, vec![failure("no", vec![value])]);
    let manifest_dir = env!("CARGO_MANIFEST_DIR");
    report.source = Some(SourceCode { file: "src/lib.rs", manifest_dir, package: "", first_line: 1, last_line: 3 });
    let text = plain(&report);
    assert!(
        text.contains("src/lib.rs:1 has changed since it was compiled; it drew\n  no_such_name_there = 1\n"),
        "{text}"
    );
}

#[test]
fn what_another_file_drew_does_not_stand_in_the_source() {
    let value = |file: &'static str, text: &str| Drawn { file, line: 2, column: 1, ..drawn("", "u8", text) };
    let mut report = report(Verdict::Failed, vec![failure("no", vec![value("src/other.rs", "1"), value("", "2")])]);
    let manifest_dir = env!("CARGO_MANIFEST_DIR");
    report.source = Some(SourceCode { file: "src/lib.rs", manifest_dir, package: "", first_line: 1, last_line: 3 });
    let text = plain(&report);
    assert!(text.contains("\n  draw 1 = 1\n") && text.contains("└ 2\n") && !text.contains("└ 1\n"), "{text}");
}

#[test]
fn nothing_that_comes_from_outside_is_obeyed() {
    let hostile = "::error::x\u{1b}[2J\r\n##[error]\u{202e}\0\n  ::set-output name=a::b";
    let value = |name: &str| drawn(name, "alloc::string::String", hostile);
    let mut failure = failure(hostile, vec![value(hostile), value("")]);
    failure.minimal.notes.push(Note { text: hostile.into(), file: "x", line: 1 });
    failure.backtrace = Some(hostile.into());
    failure.shrinking.evolution = vec![hostile.into()];
    failure.stored = Stored::Failed(hostile.into());
    let mut report = report(Verdict::Failed, vec![failure]);
    report.property = hostile.into();
    report.warnings.push(hostile.into());
    report.statistics.rejections.push(Rejection { by: RejectedBy::Assumption, place: Some(hostile.into()), count: 3 });
    for problem in [Problem::Bug(hostile.into()), Problem::Usage { message: hostile.into(), place: None }] {
        for color in [false, true] {
            let text = report.render(Style { color, show_steps: true, show_original: true, ..Style::plain() });
            let bare = text.replace("\u{1b}[0m", "").replace("\u{1b}[1", "").replace("\u{1b}[2m", "");
            assert!(!bare.contains(['\u{1b}', '\r', '\0', '\u{202e}']), "{text}");
            assert!(!text.contains("##["), "{text}");
            assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
        }
        report.verdict = Verdict::Unknown(problem);
    }
}

#[test]
fn passes_take_one_line() {
    let mut passed = report(Verdict::Passed, Vec::new());
    assert_eq!(plain(&passed), "property `parser::round_trip` passed: 1,037 cases, none rejected\n");
    passed.statistics.cases = 4;
    passed.verdict = Verdict::PassedExhaustively;
    assert_eq!(plain(&passed), "property `parser::round_trip` passed: all 4 possible cases\n");
}

#[test]
fn rejections_and_warnings_are_told() {
    let mut report = report(Verdict::Passed, Vec::new());
    report.statistics.cases = 312;
    let rejection = |place: &str, count| Rejection { by: RejectedBy::Assumption, place: Some(place.into()), count };
    report.statistics.rejections.push(rejection("tests/x.rs:12:5", 40));
    report.warnings.push("a stored case cannot be read".into());
    report.settings = Config::new().cases(500).settings();
    assert_eq!(
        plain(&report),
        "\
property `parser::round_trip` passed:
  352 cases, 312 ran to the end, 40 rejected by assume! at tests/x.rs:12:5 (11%)

settings: cases = 500 (the test)
warning: a stored case cannot be read
"
    );
    report.statistics.rejections.push(rejection("tests/x.rs:14:5", 8));
    report.statistics.regressions = 2;
    let text = plain(&report);
    assert!(
        text.starts_with(
            "\
property `parser::round_trip` passed:
  360 cases, including 2 stored, 312 ran to the end, 48 rejected in all (13%)

  40 rejected by assume! at tests/x.rs:12:5 (11%)
  8 rejected by assume! at tests/x.rs:14:5 (2%)
"
        ),
        "{text}"
    );
}

#[test]
fn what_is_no_counterexample_says_so() {
    let starts = |verdict: Verdict, start: &str, says: &str| {
        let text = plain(&report(verdict, Vec::new()));
        assert!(text.starts_with(&format!("property `parser::round_trip` {start}\n")), "{text}");
        assert!(text.contains(says), "{text}");
    };
    let usage = Problem::Usage { message: "no integer is in 5..=2".into(), place: None };
    starts(Verdict::Unknown(usage), "was not checked: no integer is in 5..=2", "this is not a counterexample");
    let usage = Problem::Usage { message: "one thing\nand another".into(), place: None };
    starts(Verdict::Unknown(usage), "was not checked: usage error", "one thing\nand another");
    let bug = Problem::Bug("index out of bounds".into());
    starts(
        Verdict::Unknown(bug),
        "could not be checked: this is a bug in Astragal, not in the property",
        "please report it",
    );
    let different = Problem::NotDeterministic("the 3rd choice differs".into());
    let start = "could not be checked: its generator is not deterministic";
    starts(Verdict::Unknown(different), start, "the 3rd choice differs");
    let start = "was interrupted: no failure in 1,037 cases";
    starts(Verdict::Unknown(Problem::Interrupted), start, "ASTRAGAL_SEED=5 cargo test parser::round_trip -- --exact");
    starts(Verdict::Vacuous, "is vacuous: no case ran to the end", "help: ");
}

#[test]
fn what_was_found_first_is_shown_on_demand() {
    let mut failure = failure("no", vec![drawn("n", "u32", "17")]);
    failure.original.drawn = vec![drawn("n", "u32", "1700000")];
    failure.shrinking.evolution = (0..50).map(|n| format!("n = {n}")).collect();
    failure.stored = Stored::In(PathBuf::from("tests/x.regressions"));
    failure.backtrace = Some("0: main".into());
    let report = report(Verdict::Failed, vec![failure]);
    let text = report.render(Style { show_original: true, show_steps: true, ..Style::plain() });
    assert!(text.contains("the original counterexample (2 choices):\n  n = 1700000\n"), "{text}");
    assert!(text.contains("how it was shrunk, in 50 steps:\n    1 n = 0\n    2 n = 1\n"), "{text}");
    assert!(text.contains("   20 n = 19\n    ⋮ 10 more\n   31 n = 30\n"), "{text}");
    assert!(text.contains("it is stored in tests/x.regressions and will be tried first\n"), "{text}");
    assert!(text.contains("backtrace:\n  0: main\n"), "{text}");
    assert!(!plain(&report).contains("1700000") && !plain(&report).contains("how it was shrunk"));
}

#[test]
fn values_of_any_size_are_shown() {
    let long = format!("{:?}", (0..200_000).collect::<Vec<u32>>());
    let deep = format!("{}1{}", "Neg(".repeat(100_000), ")".repeat(100_000));
    let message = format!("assertion `left == right` failed\n  left: {}\n right: {}", &deep[..90_000], &long[..90_000]);
    let values = vec![drawn("long", "alloc::vec::Vec<u32>", &long), drawn("deep", "Expr", &deep), drawn("", "", "")];
    let text = plain(&report(Verdict::Failed, vec![failure(&message, values)]));
    assert!(text.lines().count() < 200 && text.len() < 20_000, "{text}");
}

/// A text of pieces that mean something to some reader.
fn nasty(rng: &mut Rng) -> String {
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "\\",
        ",",
        " ",
        ", ",
        ": ",
        "\n",
        "é",
        "大",
        "\u{301}",
        "\u{1b}[1m",
        "a",
        "17",
        "..",
        "::",
        "##[",
        "\\u{",
        "\t",
        "\r",
        "assertion `left == right` failed",
        "\n  left: ",
        "\n right: ",
        "\u{202e}",
    ];
    (0..rng.up_to(40)).map(|_| pieces[rng.up_to(pieces.len() as u64 - 1) as usize]).collect()
}

#[test]
fn any_report_is_shown() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let mut below = |max: u64| rng.up_to(max) as usize;
        let (width, color) = (below(130), below(1) == 1);
        let places: Vec<[u32; 2]> = (0..4).map(|_| [below(12) as u32, below(80) as u32]).collect();
        let mut value = || {
            let text = nasty(&mut rng);
            let free = (0..rng.up_to(3)).map(|_| rng.up_to(30) as usize..rng.up_to(60) as usize).collect();
            let [line, column] = places[rng.up_to(3) as usize];
            let type_name = ["alloc::vec::Vec<u8>", "alloc::string::String", "u8"][rng.up_to(2) as usize];
            Drawn { name: String::new(), type_name, text, file: "", line, column, free }
        };
        let mut failure = failure("", vec![value(), value(), value()]);
        failure.minimal.notes.push(Note { text: nasty(&mut rng), file: "src/lib.rs", line: places[1][0] });
        failure.message = nasty(&mut rng);
        if rng.up_to(1) == 0 {
            failure.message =
                format!("assertion `left == right` failed\n  left: {}\n right: {}", nasty(&mut rng), nasty(&mut rng));
        }
        let [line, column] = places[0];
        failure.origin = Origin::Panicked(Some(format!("src/lib.rs:{line}:{column}")));
        let mut report = report(Verdict::Failed, vec![failure]);
        let manifest_dir = env!("CARGO_MANIFEST_DIR");
        report.source =
            Some(SourceCode { file: "src/lib.rs", manifest_dir, package: "", first_line: 1, last_line: 11 });
        let text = report.render(Style { color, width, ..Style::plain() });
        assert!(!text.contains(['\r', '\t', '\u{202e}']) && !text.contains("##["), "{text}");
        assert!(color || !text.contains('\u{1b}'), "{text}");
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
    }
}
