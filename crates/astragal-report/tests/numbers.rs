//! Numbers of the model equal numbers that other code counts from the same lines.

mod lines;

use astragal_report::model::{Property, Values};
use astragal_report::terminal;
use lines::{Chance, case, model, run};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PHASES: [&str; 5] = ["enumerated", "random", "targeted", "shrink", "minimal"];

/// A log by chance, with all that a line can have.
fn lines_by_chance(seed: u64) -> Vec<Value> {
    let mut chance = Chance(seed);
    let mut lines = Vec::new();
    for number in 0..400 {
        let status = ["passed", "passed", "failed", "gave_up"][chance.below(4) as usize];
        let phase = PHASES[chance.below(5) as usize];
        let (length, branch) = (chance.below(6), ["Val", "Add", "Neg"][chance.below(3) as usize]);
        let kind = ["a", "b", "c"][chance.below(3) as usize];
        let mut features = json!({"length": length, "kind": kind});
        if chance.below(2) == 0 {
            features["event"] = json!("");
        }
        if chance.below(3) > 0 {
            features["even"] = json!(if length % 2 == 0 { "true" } else { "false" });
            features["point"] = json!([length, number]);
        }
        let covered: BTreeSet<u64> = (0..chance.below(5)).map(|_| 1 + chance.below(9)).collect();
        let text = format!("f({})", chance.below(120));
        lines.push(case(
            "p",
            2.5,
            status,
            &text,
            json!({
                "status_reason": if status == "passed" { "" } else { "reason" },
                "features": features,
                "coverage": {"src/lib.rs": covered},
                "timing": {"generate": 0.001 * length as f64, "execute": 0.002},
                "metadata": {"phase": phase, "size": number % 17, "depth": length, "represents": 1 + chance.below(3),
                    "picks": [["Expr", branch, 0, 1], ["Expr", "Val", 1, 1 + length]],
                    "pairs": [["Expr", branch, "Expr", "Val", 1 + length]]},
            }),
        ));
    }
    lines
}

fn is_search(line: &Value) -> bool {
    !["shrink", "explain", "minimal"].contains(&line["metadata"]["phase"].as_str().unwrap())
}

fn of(lines: &[Value]) -> Property {
    model(lines).properties.remove(0)
}

#[test]
fn counts() {
    for seed in 0..20 {
        let lines = lines_by_chance(seed);
        let property = of(&lines);
        let weight = |status: &str| -> u64 {
            let lines = lines.iter().filter(|line| is_search(line) && line["status"] == status);
            lines.map(|line| line["metadata"]["represents"].as_u64().unwrap()).sum()
        };
        let counts = &property.counts;
        assert_eq!(
            (counts.passed, counts.failed, counts.rejected),
            (weight("passed"), weight("failed"), weight("gave_up"))
        );
        // A line that repeats another counts as often as it says.
        let mut seen = BTreeSet::new();
        let accepted = || lines.iter().filter(|line| is_search(line) && line["status"] != "gave_up");
        let repeats = accepted().filter(|line| !seen.insert(line["representation"].as_str().unwrap().to_string()));
        let duplicates: u64 = repeats.map(|line| line["metadata"]["represents"].as_u64().unwrap()).sum();
        assert_eq!(counts.duplicates, duplicates);
        assert_eq!(counts.unique, counts.cases - duplicates);
        assert_eq!(counts.cases, counts.passed + counts.failed);
    }
}

#[test]
fn columns() {
    let lines = lines_by_chance(99);
    let property = of(&lines);
    let samples = &property.samples;
    assert_eq!((samples.n, property.kept), (lines.len(), lines.len() as u64));
    let feature = |name: &str| samples.features.iter().find(|feature| feature.name == name).unwrap();
    for (at, line) in lines.iter().enumerate() {
        let status = ["passed", "failed", "gave_up"][samples.status[at] as usize];
        assert_eq!(status, line["status"]);
        assert_eq!(samples.phases[samples.phase[at] as usize], *line["metadata"]["phase"].as_str().unwrap());
        assert_eq!(samples.texts[samples.text[at] as usize], *line["representation"].as_str().unwrap());
        assert_eq!(samples.reasons[samples.reason[at] as usize], *line["status_reason"].as_str().unwrap());
        assert_eq!(samples.weight.as_ref().unwrap()[at], line["metadata"]["represents"].as_f64().unwrap());
        let times = samples.time.as_ref().unwrap();
        assert!((times.generate[at] - line["timing"]["generate"].as_f64().unwrap() * 1e6).abs() < 0.01);
        let Values::Numbers(length) = &feature("length").values else { panic!() };
        assert_eq!(length[at], line["features"]["length"].as_f64());
        let Values::Indices(kind) = &feature("kind").values else { panic!() };
        let name = &feature("kind").names.as_ref().unwrap()[kind[at].unwrap() as usize];
        assert_eq!(name, line["features"]["kind"].as_str().unwrap());
        let Values::Indices(even) = &feature("even").values else { panic!() };
        assert_eq!(even[at].map(|flag| if flag == 1 { "true" } else { "false" }), line["features"]["even"].as_str());
        let Values::Indices(event) = &feature("event").values else { panic!() };
        let expected = match (line["features"]["event"].is_string(), line["status"] == "gave_up") {
            (true, _) => Some(1),
            (false, true) => None,
            (false, false) => Some(0),
        };
        assert_eq!(event[at], expected);
        let Values::Pairs(point) = &feature("point").values else { panic!() };
        assert_eq!(point[at].map(|[x, _]| x), line["features"]["point"][0].as_f64());
        for own in ["size", "depth"] {
            let found = samples.features.iter().find(|feature| feature.name == own && feature.own).unwrap();
            let Values::Numbers(values) = &found.values else { panic!() };
            assert_eq!(values[at], line["metadata"][own].as_f64());
        }
        assert!(line.to_string().len() == samples.extra.as_ref().unwrap()[at].as_ref().unwrap().len());
    }
}

#[test]
fn picks_and_pairs() {
    let lines = lines_by_chance(7);
    let property = of(&lines);
    let name = |site: u32, branch: u32| {
        let site = &property.sites[site as usize];
        (site.site.clone(), site.branches[branch as usize].clone())
    };
    for (at, line) in lines.iter().enumerate() {
        let picks: BTreeMap<(String, String, u64), u64> = property.samples.picks.rows[at]
            .chunks(2)
            .map(|entry| {
                let [site, branch, depth] = property.samples.picks.columns[entry[0] as usize];
                let (site, branch) = name(site, branch);
                ((site, branch, u64::from(depth)), u64::from(entry[1]))
            })
            .collect();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let expected: BTreeMap<(String, String, u64), u64> = line["metadata"]["picks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pick| ((text(&pick[0]), text(&pick[1]), pick[2].as_u64().unwrap()), pick[3].as_u64().unwrap()))
            .collect();
        assert_eq!(picks, expected);
        let row = &property.samples.pairs.rows[at];
        let [outer, around, site, branch] = property.samples.pairs.columns[row[0] as usize];
        let pair = &line["metadata"]["pairs"][0];
        assert_eq!(name(outer, around), (text(&pair[0]), text(&pair[1])));
        assert_eq!(name(site, branch), (text(&pair[2]), text(&pair[3])));
        assert_eq!((row.len(), u64::from(row[1])), (2, pair[4].as_u64().unwrap()));
    }
}

#[test]
fn covered_lines_and_suspicious_ones() {
    // Lines 3 and 4 are run by all failing cases; line 4 by a passing one too; line 5 by one failing case only.
    let covered =
        |status: &str, lines: &[u64]| case("p", 1.0, status, "p()", json!({"coverage": {"a.rs": lines, "b.rs": [1]}}));
    let lines = [
        covered("passed", &[1, 2, 4]),
        covered("failed", &[1, 3, 4, 5]),
        covered("failed", &[1, 3, 4]),
        covered("passed", &[2, 1, 4]),
        covered("gave_up", &[3]),
    ];
    let property = of(&lines);
    let coverage = property.samples.coverage.as_ref().unwrap();
    let named = |lines: &[u32]| -> BTreeSet<(String, u32)> {
        lines
            .iter()
            .map(|line| coverage.lines[*line as usize])
            .map(|[file, line]| (coverage.files[file as usize].clone(), line))
            .collect()
    };
    let [suspicious] = &coverage.suspicious[..] else { panic!("{:?}", coverage.suspicious) };
    assert_eq!(named(&suspicious.lines), BTreeSet::from([("a.rs".to_string(), 3)]));
    assert_eq!((suspicious.failing, suspicious.passing, coverage.is_whole), (2, 2, false));
    // Equal sets are one.
    assert_eq!((coverage.sets.len(), coverage.set[0]), (4, coverage.set[3]));
    assert_eq!(
        named(&coverage.sets[coverage.set[4].unwrap() as usize]),
        BTreeSet::from([("a.rs".into(), 3), ("b.rs".into(), 1)])
    );
}

#[test]
fn lines_that_no_case_ran_are_told_by_the_end_of_the_run() {
    let covered = |status: &str, lines: &[u64]| case("p", 1.0, status, "p()", json!({"coverage": {"a.rs": lines}}));
    let told = json!({"failing": 40, "passing": 50, "files": {"a.rs": [3]}});
    let nothing = json!({"failing": 1, "passing": 50, "files": {}});
    let lines = [
        covered("passed", &[1, 2]),
        covered("failed", &[1, 3, 4]),
        run(
            "p",
            1.0,
            json!({
                "verdict": "failed",
                "counted": [{"file": "a.rs", "hash": "0123456789abcdef", "lines": [1, 2, 3, 4, 9]}, {"file": "b.rs", "hash": null, "lines": [7]}],
                "failures": [{"origin": "x", "lines": told}, {"origin": "y", "lines": nothing}, {"origin": "z", "lines": null}],
            }),
        ),
    ];
    let property = of(&lines);
    let coverage = property.samples.coverage.as_ref().unwrap();
    assert_eq!((coverage.is_whole, coverage.lines.len(), coverage.files.len()), (true, 6, 2));
    assert_eq!(coverage.hashes, [Some("0123456789abcdef".into()), None]);
    // The log has but a part of the cases: by those alone, line 4 would be another one.
    let [suspicious] = &coverage.suspicious[..] else { panic!("{:?}", coverage.suspicious) };
    assert_eq!((suspicious.failing, suspicious.passing), (40, 50));
    assert_eq!(suspicious.lines.iter().map(|line| coverage.lines[*line as usize]).collect::<Vec<_>>(), [[0, 3]]);
    assert!(
        terminal::property(&property, terminal::Style::default())
            .contains("lines run by all 40 failing cases, and by none of 50 passing ones\n    a.rs:3\n")
    );
}

#[test]
fn the_end_of_a_run_is_the_truth_about_it() {
    let lines = [
        run(
            "p",
            1.0,
            json!({
                "verdict": "failed", "verdict_text": "failed: found in case 3", "is_pass": false, "doc": "Sorting sorts.", "content": "    the report\n",
                "counts": {"cases": 2001, "passed": 2000, "failed": 1, "rejected": 999, "repeats": 12},
                "sites": [{"site": "Expr", "branches": ["Val", "Neg"]}],
                "parameters": [{"name": "depth", "value": 3, "min": 1, "max": 9, "default": 5, "whole": true, "file": "p.txt"}],
                "failures": [{"origin": "panicked at src/lib.rs:4:5", "message": "boom", "found": "in case 3",
                    "arguments": [{"name": "expr", "type": "Expr", "text": "Neg(Val(1))", "free": [[4, 10]]}],
                    "original": [{"name": "expr", "type": "Expr", "text": "Neg(Neg(Val(77)))"}], "notes": ["n"], "always": ["always fails: .."],
                    "token": "a2-x", "replay": "ASTRAGAL_REPLAY=a2-x cargo test", "evaluations": 9, "steps": 2, "shrink": ["one", "two"],
                    "flaky": [3, 10], "elsewhere": []}],
            }),
        ),
        case("p", 1.0, "passed", "p(1)", json!({"metadata": {"picks": [["Expr", "Add", 0, 1], ["Other", "x", 0, 1]]}})),
    ];
    let property = of(&lines);
    assert_eq!((property.counts.cases, property.counts.rejected, property.counts.repeats), (2001, 999, 12));
    assert_eq!((property.counts.unique, property.kept, property.represents), (1, 1, 1));
    assert_eq!((property.verdict.kind.as_str(), property.verdict.text.as_str()), ("failed", "failed: found in case 3"));
    assert_eq!(
        (property.doc.as_str(), property.report.as_str(), property.package.as_str()),
        ("Sorting sorts.", "the report", "shop")
    );
    let failure = &property.failures[0];
    assert_eq!((failure.arguments[0].free[0], failure.flaky, failure.steps), ([4, 10], Some([3, 10]), 2));
    assert_eq!(failure.arguments[0].type_name, "Expr");
    let parameter = &property.parameters[0];
    assert_eq!((parameter.value, parameter.min, parameter.max, parameter.default), (3.0, 1.0, 9.0, 5.0));
    assert_eq!((parameter.name.as_str(), parameter.whole, parameter.file.as_str()), ("depth", true, "p.txt"));
    let text = terminal::property(&property, terminal::Style::default());
    assert!(text.contains("parameters: depth = 3 (from 1 to 9, usually 5; set in p.txt)"), "{text}");
    let sites: Vec<(&str, Vec<&str>)> = property
        .sites
        .iter()
        .map(|site| (site.site.as_str(), site.branches.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(sites, [("Expr", vec!["Val", "Neg", "Add"]), ("Other", vec!["x"])]);
    let known = &property.provenance;
    assert_eq!(
        (known.seed.as_str(), known.versions[0][1].as_str(), known.settings[0][0].as_str()),
        ("0x2a", "0.1.0", "cases")
    );
}

#[test]
fn the_json_is_that_of_the_contract() {
    let json: Value = serde_json::from_str(&model(&lines_by_chance(3)).to_json()).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<String>>();
    let set = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<String>>();
    let top = ["version", "title", "generated", "live", "properties", "sources", "baseline", "changes", "mutants"];
    assert_eq!(keys(&json), set(&top));
    let property = &json["properties"][0];
    let promised = [
        "name",
        "doc",
        "file",
        "line",
        "package",
        "test",
        "verdict",
        "run_start",
        "seconds",
        "report",
        "counts",
        "kept",
        "represents",
        "history",
        "warnings",
        "failures",
        "provenance",
        "sites",
        "parameters",
        "samples",
    ];
    assert!(keys(property).is_superset(&set(&promised)));
    let columns = [
        "n", "status", "phase", "phases", "text", "texts", "reason", "reasons", "weight", "time", "features", "picks",
        "pairs", "coverage", "extra",
    ];
    assert_eq!(keys(&property["samples"]), set(&columns));
    let feature = &property["samples"]["features"][0];
    assert!(feature["values"][0].is_u64() || feature["values"][0].is_null(), "whole numbers are written as such");
}

#[test]
fn the_worst_property_is_first() {
    let verdict = |name: &str, verdict: &str| {
        run(name, 1.0, json!({"verdict": verdict, "is_pass": verdict == "passed" || verdict == "proved"}))
    };
    let lines = [
        verdict("a", "proved"),
        verdict("b", "passed"),
        verdict("c", "flaky"),
        verdict("d", "usage"),
        verdict("e", "gave_up"),
        verdict("f", "not_covered"),
        run("g", 1.0, json!({"warnings": ["careful"]})),
    ];
    let model = model(&lines);
    let kinds: Vec<(&str, &str)> =
        model.properties.iter().map(|property| (property.name.as_str(), property.verdict.kind.as_str())).collect();
    let expected = [
        ("f", "failed"),
        ("e", "gave_up"),
        ("d", "error"),
        ("c", "flaky"),
        ("g", "warned"),
        ("b", "passed"),
        ("a", "proved"),
    ];
    assert_eq!(kinds, expected);
}
