//! Each warning comes where its cause was planted, with the numbers behind it, and not where it was not.

mod lines;

use astragal_report::model::{Filter, Property, Warning};
use lines::{Chance, case, model, run};
use serde_json::{Value, json};

fn of(lines: &[Value]) -> Property {
    model(lines).properties.remove(0)
}

fn find<'a>(property: &'a Property, kind: &str) -> &'a Warning {
    let kinds: Vec<&str> = property.warnings.iter().map(|warning| warning.kind.as_str()).collect();
    property.warnings.iter().find(|warning| warning.kind == kind).unwrap_or_else(|| panic!("no {kind} among {kinds:?}"))
}

fn has(property: &Property, kind: &str) -> bool {
    property.warnings.iter().any(|warning| warning.kind == kind)
}

/// Cases that nothing is wrong with: different texts, sizes and classes.
fn healthy(seed: u64) -> Vec<Value> {
    let mut chance = Chance(seed);
    let mut lines = vec![run(
        "p",
        1.0,
        json!({
            "counts": {"cases": 500, "passed": 500},
            "sites": [{"site": "Expr", "branches": ["Val", "Neg"]}],
            "covered": [{"label": "kind", "required": 20.0, "holds": 250, "of": 500, "verdict": "met"}],
        }),
    )];
    for number in 0..500 {
        let branch = ["Val", "Neg"][chance.below(2) as usize];
        let (size, even) = (1 + chance.below(30), chance.below(2) == 0);
        lines.push(case(
            "p",
            1.0,
            "passed",
            &format!("p({number})"),
            json!({
                "features": {"even": if even { "true" } else { "false" }, "length": size},
                "timing": {"generate": 1e-6, "execute": 1e-6},
                "metadata": {"size": size, "token": "a2-x", "picks": [["Expr", branch, 0, 1]]},
            }),
        ));
    }
    lines
}

#[test]
fn a_healthy_run_has_none() {
    for seed in 0..30 {
        let property = of(&healthy(seed));
        assert_eq!(property.warnings, [], "seed {seed}");
        assert_eq!(property.verdict.kind, "passed");
    }
}

#[test]
fn too_many_rejected() {
    let lines = [run(
        "p",
        1.0,
        json!({
            "counts": {"cases": 300, "passed": 300, "rejected": 700},
            "rejections": [{"by": "filter", "place": null, "count": 100}, {"by": "assume!", "place": "tests/x.rs:6:5", "count": 600}],
        }),
    )];
    let property = of(&lines);
    let warning = find(&property, "rejected");
    assert_eq!(warning.text, "70 % of the cases were rejected, most by assume! at tests/x.rs:6:5");
    assert_eq!(
        warning.detail,
        "700 of 1000 cases; 95 % interval 67 % to 73 %; assume! at tests/x.rs:6:5: 600; filter: 100"
    );
    assert_eq!(warning.filter, Some(Filter::Status { status: 2 }));
    assert_eq!(property.verdict.kind, "warned");
    // Few cases prove nothing; a fifth is fine.
    for (cases, rejected) in [(5, 2), (1000, 200)] {
        let counts = json!({"counts": {"cases": cases - rejected, "passed": cases - rejected, "rejected": rejected}});
        assert!(!has(&of(&[run("p", 1.0, counts)]), "rejected"));
    }
}

#[test]
fn a_condition_that_never_holds() {
    let line = |held: u64| {
        case(
            "p",
            1.0,
            "gave_up",
            "p()",
            json!({"metadata": {
        "predicates": {"assume() in f (line 3)": {"satisfied": held, "unsatisfied": 1}, "other": {"satisfied": 1, "unsatisfied": 0}}}}),
        )
    };
    let property = of(&vec![line(0); 50]);
    let warning = find(&property, "never_passes");
    assert_eq!(warning.text, "assume() in f (line 3) never holds");
    assert!(
        warning.detail.starts_with("tried 50 times; with 95 % confidence it holds in less than 7.1 %"),
        "{}",
        warning.detail
    );
    assert_eq!(property.verdict.kind, "gave_up");
    let mut lines = vec![line(0); 50];
    lines.push(line(1));
    assert!(!has(&of(&lines), "never_passes"));
    assert!(!has(&of(&vec![line(0); 5]), "never_passes"));
}

#[test]
fn too_many_duplicates() {
    let repeated = |different: u64| -> Vec<Value> {
        (0..400).map(|number| case("p", 1.0, "passed", &format!("p({})", number % different), json!({}))).collect()
    };
    let property = of(&repeated(100));
    let warning = find(&property, "duplicates");
    assert_eq!(warning.text, "75 % of the accepted cases repeat an earlier one: only 100 different values");
    assert!(warning.detail.starts_with("300 of 400 accepted cases; 95 % interval 71 % to 79 %"), "{}", warning.detail);
    assert_eq!(warning.filter, Some(Filter::Unique { unique: false }));
    assert!(!has(&of(&repeated(390)), "duplicates"));
    // Cases of shrinking repeat each other by design.
    let shrunk: Vec<Value> =
        (0..400).map(|_| case("p", 1.0, "failed", "p(0)", json!({"metadata": {"phase": "shrink"}}))).collect();
    assert!(!has(&of(&shrunk), "duplicates"));
    // All cases were tried: that some look the same says nothing.
    let mut proved = repeated(100);
    proved.push(run("p", 1.0, json!({"verdict": "proved"})));
    assert!(!has(&of(&proved), "duplicates"));
}

#[test]
fn most_cases_trivial() {
    let sized = |phase: &str, of_trivial: u64| -> Vec<Value> {
        let size = |number: u64| if number % 10 < of_trivial { number % 3 } else { 5 + number % 20 };
        let line = |number: u64| json!({"metadata": {"phase": phase, "size": size(number)}});
        (0..300).map(|number| case("p", 1.0, "passed", &format!("p({number})"), line(number))).collect()
    };
    let property = of(&sized("random", 7));
    let warning = find(&property, "small");
    assert_eq!(warning.text, "70 % of the drawn cases are trivial: at most 2 choices");
    assert!(
        warning.detail.starts_with("210 of 300 cases; 95 % interval 65 % to 75 %; half have at most 2 choices"),
        "{}",
        warning.detail
    );
    assert!(!has(&of(&sized("random", 3)), "small"));
    // Enumeration begins with small cases.
    assert!(!has(&of(&sized("enumerated", 7)), "small"));
    // A property of one number has no larger cases.
    let number: Vec<Value> = (0..300)
        .map(|number| case("p", 1.0, "passed", &format!("p({number})"), json!({"metadata": {"size": 1}})))
        .collect();
    assert!(!has(&of(&number), "small"));
}

#[test]
fn most_lists_empty() {
    let listed = |phase: &str, of_empty: u64, longest: u64| -> Vec<Value> {
        let length = |number: u64| if number % 10 < of_empty { 0 } else { number % longest + 1 };
        let line = |number: u64| json!({"metadata": {"phase": phase, "length": length(number)}});
        (0..200).map(|number| case("p", 1.0, "passed", &format!("p({number})"), line(number))).collect()
    };
    let property = of(&listed("random", 6, 12));
    let warning = find(&property, "empty");
    assert_eq!(warning.text, "in 60 % of the drawn cases that have lists all of them are empty");
    assert_eq!(warning.detail, "120 of 200 cases; 95 % interval 53 % to 67 %; the longest list has 12 elements");
    assert!(!has(&of(&listed("random", 4, 12)), "empty"));
    assert!(!has(&of(&listed("random", 6, 3)), "empty"), "there are no long lists");
    assert!(!has(&of(&listed("enumerated", 6, 12)), "empty"));
}

#[test]
fn one_class_only() {
    let with = |features: Value| -> Vec<Value> {
        (0..100)
            .map(|number| case("p", 1.0, "passed", &format!("p({number})"), json!({"features": features})))
            .collect()
    };
    let property = of(&with(json!({"empty": "false", "kind": "leaf", "n": 7, "seen": ""})));
    let texts: Vec<(&str, &str)> =
        property.warnings.iter().map(|warning| (warning.kind.as_str(), warning.text.as_str())).collect();
    let expected = [
        ("one_class", "\"empty\" never holds"),
        ("one_class", "\"kind\" has one class only: leaf"),
        ("one_value", "\"n\" is always 7"),
        ("one_class", "\"seen\" happens in every case"),
    ];
    assert_eq!(texts, expected);
    assert_eq!(property.warnings[1].filter, Some(Filter::Value { feature: "kind".into(), value: "leaf".into() }));
    assert!(
        property.warnings[0].detail.contains("all 100 cases")
            && property.warnings[0].detail.contains("less than 3.7 %")
    );
    // One other value is enough; so is an event that is missing once; few cases say nothing.
    let mut lines = with(json!({"empty": "false", "kind": "leaf", "n": 7, "seen": ""}));
    lines.push(case("p", 1.0, "passed", "other", json!({"features": {"empty": "true", "kind": "node", "n": 8}})));
    assert_eq!(of(&lines).warnings, []);
    assert_eq!(of(&with(json!({"kind": "leaf"}))[..10]).warnings, []);
}

#[test]
fn a_branch_never_taken() {
    let taken = |count: usize| -> Vec<Value> {
        let sites = json!({"counts": {"cases": count, "passed": count}, "sites": [
            {"site": "Expr", "branches": ["Val", "Add", "Neg"]}, {"site": "Far", "branches": ["a", "b"]}]});
        let mut lines = vec![run("p", 1.0, sites)];
        let picks = |number: usize| {
            let branch = ["Val", "Add"][number % 2];
            json!({"metadata": {"picks": [["Expr", branch, 0, 1]]}})
        };
        lines.extend((0..count).map(|number| case("p", 1.0, "passed", &format!("p({number})"), picks(number))));
        lines
    };
    let property = of(&taken(200));
    let warning = find(&property, "never_taken");
    assert_eq!(warning.text, "`Expr` never takes the branch `Neg`");
    // (2/3)^200 = 6.0e-36
    let expected = "0 of 200 picks; if all 3 branches were equally likely, the probability of that would be 6e-36; \
                    with 95 % confidence it is taken in less than 1.5 % of the picks";
    assert_eq!(warning.detail, expected);
    assert_eq!(warning.filter, Some(Filter::Pick { pick: ["Expr".into(), "Neg".into()] }));
    assert!(property.warnings.iter().any(|warning| warning.text == "no case reaches `Far`"));
    // Where only a sample was logged, nothing is said about the other cases.
    let mut sampled = taken(200);
    sampled.iter_mut().skip(1).for_each(|line| line["metadata"]["one_in"] = 10.into());
    let property = of(&sampled);
    let warning = find(&property, "never_taken");
    assert_eq!(
        (&*warning.text, &*warning.detail),
        ("`Expr` never takes the branch `Neg` in the cases that were logged", expected)
    );
    // (2/3)^10 = 0.017: ten picks may miss it.
    assert!(!has(&of(&taken(10)), "never_taken"));
}

#[test]
fn a_requirement_missed() {
    let covered = json!({"verdict": "not_covered", "is_pass": false, "verdict_text": "failed", "covered": [
        {"label": "empty", "required": 20.0, "holds": 12, "of": 1000, "verdict": "missed"},
        {"label": "full", "required": 1.0, "holds": 500, "of": 1000, "verdict": "met"}]});
    let property = of(&[run("p", 1.0, covered)]);
    let warning = find(&property, "missed");
    assert_eq!(warning.text, "`cover!` of \"empty\" is missed: 1.2 % of the cases, but 20 % are required");
    assert_eq!(warning.detail, "12 of 1000 cases; 95 % interval 0.7 % to 2.1 %");
    assert_eq!(property.warnings.len(), 1);
    assert_eq!(property.verdict.kind, "failed");
}

#[test]
fn few_cases_because_each_is_slow() {
    let slow = json!({"seconds": 12.0, "counts": {"cases": 40, "passed": 40}});
    let property = of(&[run("p", 1.0, slow)]);
    let warning = find(&property, "slow");
    assert_eq!(
        (warning.text.as_str(), warning.detail.as_str()),
        ("only 40 cases: each took 300 ms", "12.0 s for 40 cases")
    );
    assert!(!has(&of(&[run("p", 1.0, json!({"seconds": 12.0}))]), "slow"));
    let line = |number: u64| {
        case("p", 1.0, "passed", &format!("p({number})"), json!({"timing": {"generate": 0.1, "execute": 0.001}}))
    };
    let property = of(&(0..100).map(line).collect::<Vec<_>>());
    assert_eq!(find(&property, "generation").text, "99.0 % of the time goes into generating cases");
}

#[test]
fn a_run_without_its_end() {
    let own = |number: u64| {
        case("p", 2.0, "passed", &format!("p({number})"), json!({"metadata": {"token": "a2-x", "case": number}}))
    };
    let property = of(&(0..30).map(own).collect::<Vec<_>>());
    assert!(find(&property, "unfinished").text.contains("still running, or it was killed"));
    // Other frameworks do not write ends.
    assert!(!has(&of(&[case("p", 2.0, "passed", "p()", json!({}))]), "unfinished"));
    // But one that wrote one before does.
    assert!(has(&of(&[case("p", 2.0, "passed", "p()", json!({})), run("p", 1.0, json!({}))]), "unfinished"));
}

#[test]
fn alerts_of_the_log() {
    let alert = json!({"type": "alert", "property": "p", "run_start": 1.0, "title": "Careful", "content": "very"});
    let property = of(&[case("p", 1.0, "passed", "p()", json!({})), alert]);
    let warning = find(&property, "alert");
    assert_eq!((warning.text.as_str(), warning.detail.as_str()), ("Careful", "very"));
}
