//! A log that Hypothesis 6.170.15 wrote for `hypothesis/test_queue.py`, read as it is (paths are shortened).

use astragal_report::model::{Property, Values};
use astragal_report::{Log, Model, html, terminal};
use std::path::Path;

fn model() -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hypothesis");
    let log = Log::read(&[folder]).unwrap();
    assert_eq!((log.lines(), log.broken()), (115, 0), "{:?}", log.problems());
    Model::of(&log)
}

fn property<'a>(model: &'a Model, name: &str) -> &'a Property {
    model.properties.iter().find(|property| property.name.ends_with(name)).unwrap()
}

#[test]
fn counts_are_those_that_hypothesis_prints() {
    let model = model();
    // "26 passing, 12 failing, and 6 invalid test cases" in the generate phase.
    let counts = &property(&model, "test_merge_keeps_all").counts;
    assert_eq!((counts.passed, counts.failed, counts.rejected, counts.cases), (26, 12, 6, 38));
    // "40 passing, 0 failing, and 12 invalid", and one explicit example.
    let counts = &property(&model, "test_even").counts;
    assert_eq!((counts.passed, counts.failed, counts.rejected), (41, 0, 12));
    assert!(property(&model, "test_even").report.contains("Hypothesis Statistics"));
    assert_eq!(model.properties[0].verdict.kind, "failed");
}

#[test]
fn phases_are_told_apart() {
    let model = model();
    let samples = &property(&model, "test_merge_keeps_all").samples;
    assert_eq!(samples.phases, ["generate", "shrink", "explain", "minimal"]);
    let of = |phase: u32| samples.phase.iter().filter(|found| **found == phase).count();
    assert_eq!([of(0), of(1), of(2), of(3)], [44, 10, 2, 1]);
    assert_eq!(property(&model, "test_even").samples.phases, ["examples", "generate", "target"]);
}

#[test]
fn the_failure_is_gathered_from_its_lines() {
    let model = model();
    let failures = &property(&model, "test_merge_keeps_all").failures;
    assert_eq!(failures.len(), 1);
    let failure = &failures[0];
    assert_eq!(failure.origin, "AssertionError at project/test_queue.py:29");
    let arguments: Vec<(&str, &str)> =
        failure.arguments.iter().map(|argument| (argument.name.as_str(), argument.text.as_str())).collect();
    assert_eq!(arguments, [("left", "[]"), ("right", "[0,0,0,0]")]);
    assert_eq!(failure.original[0].text, "[1,6,10,13,13,19]");
    assert_eq!((failure.evaluations, failure.steps, failure.shrink.len()), (10, 5, 5));
    assert_eq!(failure.notes, ["merging 0 and 4"]);
    assert!(failure.replay.starts_with("@reproduce_failure("));
}

#[test]
fn features_have_their_kinds() {
    let model = model();
    let even = property(&model, "test_even");
    let kinds: Vec<(&str, &str)> =
        even.samples.features.iter().map(|feature| (feature.name.as_str(), feature.kind.as_str())).collect();
    let expected =
        [("kind", "category"), ("not zero", "flag"), ("target:n", "number"), ("x", "number"), ("zero", "flag")];
    assert_eq!(kinds, expected);
    let feature = |name: &str| even.samples.features.iter().find(|feature| feature.name == name).unwrap();
    // The explicit example has NaN, which is no value.
    let Values::Numbers(x) = &feature("x").values else { panic!("x is a number") };
    assert_eq!((x[0], x[1]), (None, Some(0.0)));
    // An event without a value did not happen where it is missing; a rejected case says nothing.
    let Values::Indices(zero) = &feature("zero").values else { panic!("zero is a flag") };
    let of = |status: u8, value: Option<u32>| {
        zero.iter().zip(&even.samples.status).filter(|(flag, found)| **found == status && **flag == value).count()
    };
    assert_eq!([of(0, Some(1)), of(0, Some(0)), of(0, None), of(2, None)], [4, 37, 0, 12]);
    let flag = &property(&model, "test_boolean").samples.features[0];
    assert_eq!((flag.kind.as_str(), &flag.values), ("flag", &Values::Indices(vec![Some(0), Some(1)])));
}

#[test]
fn rejections_coverage_and_times_are_read() {
    let model = model();
    let even = property(&model, "test_even");
    let rejection = &even.rejections[0];
    assert_eq!((rejection.count, rejection.passed), (12, Some(41)));
    assert_eq!(rejection.place, "project/test_queue.py:36");
    let samples = &property(&model, "test_merge_keeps_all").samples;
    let coverage = samples.coverage.as_ref().unwrap();
    assert_eq!(coverage.files, ["project/test_queue.py"]);
    let lines = |sample: usize| -> Vec<u32> {
        let set = &coverage.sets[coverage.set[sample].unwrap() as usize];
        let mut lines: Vec<u32> = set.iter().map(|line| coverage.lines[*line as usize][1]).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(lines(0), [6, 7, 8, 15, 16, 18, 25, 27, 28, 29]);
    let times = samples.time.as_ref().unwrap();
    // The first line: 0.000807 s and 0.000126 s for the two arguments, 0.0000401 s for the test.
    assert_eq!((times.generate[0], times.execute[0]), (932.47, 40.14));
}

#[test]
fn it_opens_in_both_views() {
    let model = model();
    let text = terminal::overview(&model, terminal::Style::default());
    assert!(text.lines().nth(1).unwrap().starts_with("failed  test_queue.py::test_merge_keeps_all"), "{text}");
    assert!(html(&model).contains("test_queue.py::test_merge_keeps_all"));
}
