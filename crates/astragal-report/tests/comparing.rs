//! What changed between two runs: nothing where nothing did, and what did where it was planted.

mod lines;

use astragal_report::Model;
use astragal_report::model::Change;
use lines::{Chance, case, model, run};
use serde_json::{Value, json};

/// A run whose features are drawn by chance: a class, a number of few values, a number of many, a flag, a branch.
fn drawn(seed: u64, cases: u64, shift: f64, weights: bool) -> Vec<Value> {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xabcd);
    let line = |number: u64| {
        let class = ["a", "b", "c", "d"][(chance.unit().powf(1.0 + shift) * 4.0) as usize];
        let length = (chance.unit() * 8.0 * (1.0 + shift)) as u64;
        let score = chance.unit() * chance.unit() + shift * chance.unit();
        let even = chance.unit() < 0.5 - 0.3 * shift;
        let branch = if chance.unit() < 0.5 { "Val" } else { "Neg" };
        case(
            "p",
            1.0,
            "passed",
            &format!("p({number})"),
            json!({
                "features": {"class": class, "length": length, "score": score, "even": even},
                "metadata": {"size": length, "picks": [["Expr", branch, 0, 1]], "represents": if weights { 1 + chance.below(9) } else { 1 }},
            }),
        )
    };
    (0..cases).map(line).collect()
}

fn changes(before: &[Value], after: &[Value]) -> Vec<Change> {
    Model::compare(model(before), model(after)).changes.unwrap()
}

fn is_nothing(changes: &[Change]) -> bool {
    changes.len() == 1 && changes[0].what == "nothing"
}

#[test]
fn the_same_distribution_has_not_changed() {
    for weights in [false, true] {
        let same = (0..100).filter(|seed| {
            is_nothing(&changes(&drawn(2 * seed, 300, 0.0, weights), &drawn(2 * seed + 1, 300, 0.0, weights)))
        });
        let same = same.count();
        assert!(same > 95, "only {same} of 100 pairs of runs are the same, weights: {weights}");
    }
}

#[test]
fn a_shift_is_found_in_every_feature() {
    for seed in 0..20 {
        let found = changes(&drawn(2 * seed, 600, 0.0, false), &drawn(2 * seed + 1, 600, 0.8, false));
        for feature in ["class", "length", "score", "even", "size"] {
            let change = found.iter().find(|change| change.feature.as_deref() == Some(feature));
            let change = change.unwrap_or_else(|| panic!("seed {seed}: {feature} is not among {found:?}"));
            assert!(change.p.unwrap() < 0.01 && change.distance.unwrap() > 0.1, "{change:?}");
        }
        assert!(found.iter().any(|change| change.text.starts_with("\"length\" is larger: median ")));
        assert!(!found.iter().any(|change| change.what == "branch"), "the branches did not change");
    }
}

#[test]
fn no_change_is_said_as_well() {
    let lines = drawn(1, 50, 0.0, false);
    let found = changes(&lines, &lines);
    assert!(is_nothing(&found));
    // Rejected, duplicates, four features and the size.
    assert_eq!(found[0].text, "no change detected in 7 comparisons");
}

#[test]
fn more_duplicates_are_a_regression_and_fewer_are_not() {
    let repeated = |different: u64| -> Vec<Value> {
        (0..1000).map(|number| case("p", 1.0, "passed", &format!("p({})", number % different), json!({}))).collect()
    };
    let (few, many) = (repeated(970), repeated(790));
    let found = changes(&few, &many);
    assert_eq!(found[0].text, "more duplicates: 3 % -> 21 %");
    assert!(found[0].regression && found[0].p.unwrap() < 1e-6);
    let found = changes(&many, &few);
    assert_eq!(found.iter().find(|change| change.what == "duplicates").unwrap().text, "fewer duplicates: 21 % -> 3 %");
    assert!(!found.iter().any(|change| change.regression));
}

#[test]
fn more_rejected_cases_are_a_regression() {
    let counts = |rejected: u64| {
        [run("p", 1.0, json!({"counts": {"cases": 1000 - rejected, "passed": 1000 - rejected, "rejected": rejected}}))]
    };
    let found = changes(&counts(50), &counts(300));
    assert_eq!((found[0].what.as_str(), found[0].text.as_str()), ("rejected", "more rejected cases: 5 % -> 30 %"));
    assert!(found[0].regression);
    // 5 % -> 6 % of 1000 is chance; 5 % -> 5.9 % of a million is certain, but noise.
    assert!(!changes(&counts(50), &counts(60)).iter().any(|change| change.regression));
    let large = |rejected: u64| {
        [run(
            "p",
            1.0,
            json!({"counts": {"cases": 1_000_000 - rejected, "passed": 1_000_000 - rejected, "rejected": rejected}}),
        )]
    };
    assert!(is_nothing(&changes(&large(50_000), &large(59_000))));
}

#[test]
fn a_worse_verdict_is_a_regression() {
    let verdict = |word: &str| {
        [run("p", 1.0, json!({"verdict": word, "is_pass": word == "passed" || word == "proved", "verdict_text": word}))]
    };
    for (before, after, is_worse) in [
        ("passed", "failed", true),
        ("proved", "flaky", true),
        ("failed", "passed", false),
        ("proved", "passed", false),
        ("passed", "usage", true),
    ] {
        let found = changes(&verdict(before), &verdict(after));
        assert_eq!((found[0].what.as_str(), found[0].regression), ("verdict", is_worse), "{before} -> {after}");
    }
}

#[test]
fn a_class_or_branch_that_is_gone_is_a_regression() {
    let with = |is_gone: bool, count: u64| -> Vec<Value> {
        let line = |number: u64| {
            let is_rare = number % 20 == 0 && !is_gone;
            let (class, branch) = if is_rare { ("rare", "Neg") } else { ("usual", "Val") };
            let more = json!({"features": {"class": class}, "metadata": {"picks": [["Expr", branch, 0, 1]]}});
            case("p", 1.0, "passed", &format!("p({number})"), more)
        };
        (0..count).map(line).collect()
    };
    let found = changes(&with(false, 400), &with(true, 400));
    let lost: Vec<&str> = found.iter().filter(|change| change.regression).map(|change| change.text.as_str()).collect();
    let class = "no case has \"class\" = rare any more, it was 5 %";
    let branch = "no case has branch `Neg` of `Expr` any more, it was 5 %";
    assert_eq!(lost, [class, branch]);
    // In 40 cases it may be missing by chance.
    assert!(!changes(&with(false, 400), &with(true, 40)).iter().any(|change| change.regression));
}

#[test]
fn a_requirement_that_is_missed_is_a_regression() {
    let covered = |holds: u64, verdict: &str| {
        [run(
            "p",
            1.0,
            json!({"covered": [{"label": "empty", "required": 20.0, "holds": holds, "of": 1000, "verdict": verdict}]}),
        )]
    };
    let found = changes(&covered(250, "met"), &covered(100, "missed"));
    let change = found.iter().find(|change| change.what == "cover").unwrap();
    assert_eq!(change.text, "`cover!` of \"empty\" was met, is missed: 25 % -> 10 %");
    assert!(change.regression);
    assert!(!changes(&covered(100, "missed"), &covered(250, "met")).iter().any(|change| change.regression));
}

#[test]
fn properties_of_one_run_only_are_named() {
    let (one, two) = (run("one", 1.0, json!({})), run("two", 1.0, json!({})));
    let found = changes(&[one], &[two]);
    let texts: Vec<(&str, &str, bool)> =
        found.iter().map(|change| (change.property.as_str(), change.text.as_str(), change.regression)).collect();
    let expected =
        [("one", "this property was not run again", false), ("two", "this property was not run before", false)];
    assert_eq!(texts, expected);
}

#[test]
fn the_baseline_comes_along() {
    let both = Model::compare(model(&drawn(1, 20, 0.0, false)), model(&drawn(2, 20, 0.0, false)));
    let baseline = both.baseline.unwrap();
    assert_eq!((baseline.label.as_str(), baseline.properties[0].samples.n), ("before", 20));
    assert_eq!(both.properties.len(), 1);
}

#[test]
fn a_longer_run_repeats_itself_more_and_that_is_no_change() {
    let drawn = |seed: u64, cases: u64| -> Vec<Value> {
        let mut chance = Chance(seed);
        (0..cases).map(|_| case("p", 1.0, "passed", &format!("p({})", chance.below(2_000)), json!({}))).collect()
    };
    let (short, long) = (drawn(1, 300), drawn(2, 3_000));
    let share = |lines: &[Value]| {
        let counts = &model(lines).properties[0].counts;
        counts.duplicates as f64 / counts.cases as f64
    };
    assert!(share(&short) < 0.15 && share(&long) > 0.4);
    assert!(!changes(&short, &long).iter().any(|change| change.what == "duplicates"));
}
