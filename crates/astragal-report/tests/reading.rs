//! What the reader promises: broken lines are named, memory is bounded, counts are exact, only the newest run is shown.

mod lines;

use astragal_report::{Limits, Log, Model, ReadError, terminal};
use lines::{case, log, model, run, text};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("astragal-report-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn broken_lines_are_skipped_counted_and_named() {
    let good = case("p", 1.0, "passed", "p(1)", json!({}));
    let text = format!(
        "{good}\n{{\"type\":\n[1]\n{}\n{}\n{}\n{good}\n",
        json!({"type": "test_case", "property": "p", "run_start": 1, "status": "odd"}),
        json!({"type": "novel", "property": "p", "run_start": 1}),
        json!({"type": "test_case", "property": "p", "run_start": "noon", "status": "passed"}),
    );
    let log = Log::from_reader(text.as_bytes(), "day.jsonl").unwrap();
    assert_eq!((log.lines(), log.broken()), (2, 5));
    let named: Vec<String> = log.problems().iter().map(ToString::to_string).collect();
    assert_eq!(named[0], "day.jsonl:2: EOF while parsing a value, column 8");
    assert_eq!(named[2], "day.jsonl:4: `odd` is not a status");
    assert_eq!(named[3], "day.jsonl:5: `novel` is not a type of line");
    assert!(named[4].starts_with("day.jsonl:6: invalid type: string \"noon\""), "{}", named[4]);
    assert_eq!(Model::of(&log).properties[0].counts.passed, 2);
}

#[test]
fn nothing_to_read_is_an_error_that_says_why() {
    let error = Log::from_reader(&b""[..], "a").unwrap_err();
    assert_eq!(error.to_string(), "the log is empty");
    let error = Log::from_reader(&b"\nnonsense\n"[..], "a.jsonl").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no line of the log can be read; the first problem is a.jsonl:2: expected ident, column 2"
    );
    let folder = Folder::new("nothing");
    let missing = Log::read(std::slice::from_ref(&folder.0)).unwrap_err();
    assert!(matches!(missing, ReadError::Missing(_)), "{missing}");
    assert!(missing.to_string().starts_with("there is no log at "));
    assert!(matches!(Log::read(&[folder.0.join("2026-*")]), Err(ReadError::Missing(_))));
}

#[test]
fn files_folders_and_patterns_of_days_are_found() {
    let folder = Folder::new("days");
    for day in ["2026-01-30", "2026-01-31", "2026-02-01"] {
        let line = case(day, 1.0, "passed", "p()", json!({}));
        folder.write(&format!("target/astragal/observed/{day}_testcases.jsonl"), &text(&[line]));
    }
    let inside = folder.0.join("target/astragal/observed");
    let names = |paths: &[PathBuf]| -> Vec<String> {
        Model::of(&Log::read(paths).unwrap()).properties.iter().map(|property| property.name.clone()).collect()
    };
    let all = ["2026-01-30", "2026-01-31", "2026-02-01"];
    assert_eq!(names(std::slice::from_ref(&inside)), all);
    assert_eq!(names(std::slice::from_ref(&folder.0)), all);
    assert_eq!(names(&[inside.join("2026-01-*")]), all[..2]);
    assert_eq!(names(&[inside.join("2026-02-01_testcases.jsonl")]), all[2..]);
    // The same file twice is read once.
    let file = inside.join("2026-02-01_testcases.jsonl");
    assert_eq!(Log::read(&[file.clone(), file]).unwrap().lines(), 1);
}

#[test]
fn the_newest_run_is_shown_and_older_ones_are_history() {
    let mut lines = Vec::new();
    for (start, cases) in [(1.0, 3), (2.0, 5), (3.0, 4)] {
        for number in 0..cases {
            lines.push(case("p", start, "passed", &format!("p({})", number / 2), json!({})));
        }
    }
    lines.push(case("p", 2.0, "failed", "p(9)", json!({"status_reason": "late"})));
    lines.push(case("p", 1.0, "gave_up", "p(0)", json!({})));
    // The order of lines and files does not matter.
    for _ in 0..2 {
        let model = model(&lines);
        let property = &model.properties[0];
        assert_eq!((property.run_start, property.counts.cases, property.samples.n), (3.0, 4, 4));
        assert_eq!((property.counts.unique, property.counts.duplicates), (2, 2));
        let history: Vec<(f64, &str, u64, u64)> =
            property.history.iter().map(|run| (run.run_start, run.kind.as_str(), run.cases, run.rejected)).collect();
        assert_eq!(history[..2], [(1.0, "passed", 3, 1), (2.0, "failed", 6, 0)]);
        assert_eq!((history.len(), history[2].0), (3, 3.0));
        lines.reverse();
    }
}

#[test]
fn past_runs_are_counted_from_their_ends_too() {
    let lines = [
        run("p", 1.0, json!({"verdict": "failed", "is_pass": false, "counts": {"cases": 77, "rejected": 7}})),
        case("p", 1.0, "passed", "p(1)", json!({})),
        case("p", 1.0, "passed", "p(1)", json!({})),
        run("p", 2.0, json!({})),
    ];
    let history = &model(&lines).properties[0].history;
    let first = &history[0];
    assert_eq!((first.kind.as_str(), first.cases, first.rejected, first.duplicates), ("failed", 77, 7, 1));
    assert_eq!((history[1].kind.as_str(), history[1].cases), ("passed", 1000));
}

#[test]
fn lines_of_other_frameworks_may_have_very_little() {
    let minimal = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed"}"#;
    let odd = r#"{"type":"test_case","property":"p","run_start":1,"status":"discarded","status_reason":null,"features":[],"coverage":"no_coverage_info","timing":null,"metadata":"none","how_generated":null,"arguments":7,"representation":5}"#;
    let text = format!("\u{feff}{minimal}\r\n\r\n{odd}\r\n");
    let log = Log::from_reader(text.as_bytes(), "log").unwrap();
    assert_eq!((log.lines(), log.broken()), (2, 0), "{:?}", log.problems());
    let property = &Model::of(&log).properties[0];
    assert_eq!((property.counts.passed, property.counts.rejected), (1, 1));
    assert_eq!(property.samples.phases, ["unknown"]);
}

#[test]
fn deep_arguments_are_no_problem() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let line =
        format!(r#"{{"type":"test_case","property":"p","run_start":1,"status":"failed","arguments":{{"x":{deep}}}}}"#);
    let log = Log::from_reader(line.as_bytes(), "log").unwrap();
    assert_eq!(Model::of(&log).properties[0].counts.failed, 1);
}

/// A line as text: making it from a `Value` would take longer than reading it.
fn many(number: u64) -> String {
    let status = if number % 5_000 == 17 {
        "failed"
    } else if number % 10 == 0 {
        "gave_up"
    } else {
        "passed"
    };
    let property = if number % 100 == 3 { "rare" } else { "frequent" };
    let (value, size) = (number % 150_000, number % 40);
    format!(
        r#"{{"type":"test_case","property":"{property}","run_start":1.5,"status":"{status}","status_reason":"","representation":"f({value})","arguments":{{}},"how_generated":"random","features":{{"n":{value}}},"coverage":null,"timing":{{}},"metadata":{{"phase":"random","size":{size}}}}}"#
    ) + "\n"
}

#[test]
fn a_long_log_is_counted_exactly_and_kept_in_part() {
    let all: String = (0..200_000).map(many).collect();
    let folder = Folder::new("long");
    let path = folder.write("2026-01-01_testcases.jsonl", &all);
    let limits = Limits { samples: 3_000, ..Limits::default() };
    let log = Log::read_within(std::slice::from_ref(&path), limits).unwrap();
    let model = Model::of(&log);
    let of = |name: &str| model.properties.iter().find(|property| property.name == name).unwrap();
    for (name, is_rare) in [("rare", true), ("frequent", false)] {
        let numbers = || (0..200_000_u64).filter(|number| (number % 100 == 3) == is_rare);
        let failed = numbers().filter(|number| number % 5_000 == 17).count() as u64;
        let rejected = numbers().filter(|number| number % 5_000 != 17 && number % 10 == 0).count() as u64;
        let accepted = numbers().filter(|number| number % 5_000 == 17 || number % 10 != 0);
        let texts: std::collections::HashSet<u64> = accepted.clone().map(|number| number % 150_000).collect();
        let counts = &of(name).counts;
        assert_eq!(
            (counts.cases + counts.rejected, counts.failed, counts.rejected),
            (numbers().count() as u64, failed, rejected)
        );
        assert_eq!(counts.unique, texts.len() as u64);
        assert_eq!(counts.duplicates, accepted.count() as u64 - counts.unique);
        // The weights of what was kept add up to all cases of each status.
        let samples = &of(name).samples;
        let weights = samples.weight.as_ref().unwrap();
        for (status, count) in [(0, counts.passed), (1, counts.failed), (2, counts.rejected)] {
            let sum: f64 = weights.iter().zip(&samples.status).filter(|(_, of)| **of == status).map(|(w, _)| w).sum();
            assert!((sum - count as f64).abs() < 1e-6, "{name} {status}: {sum} of {count}");
        }
        assert_eq!(of(name).represents, counts.cases + counts.rejected);
    }
    let kept: usize = model.properties.iter().map(|property| property.samples.n).sum();
    assert_eq!(kept, 3_000);
    // What is rare is kept whole: all failures.
    let failures = of("frequent").samples.status.iter().filter(|status| **status == 1).count();
    assert_eq!(failures as u64, of("frequent").counts.failed);
    // The same log gives the same model.
    let again = Model::of(&Log::read_within(&[path], limits).unwrap());
    assert!(again == model);
}

#[test]
fn what_is_kept_is_a_fair_sample() {
    let lines: String = (0..20_000).map(many).collect();
    let folder = Folder::new("fair");
    let path = folder.write("a.jsonl", &lines);
    let limits = Limits { samples: 2_000, ..Limits::default() };
    let model = Model::of(&Log::read_within(&[path], limits).unwrap());
    let property = model.properties.iter().find(|property| property.name == "frequent").unwrap();
    // Numbers rise over the run: a fair sample has its mean in the middle. 900 or so uniform numbers, 5 standard deviations.
    let numbers: Vec<f64> = property
        .samples
        .text
        .iter()
        .zip(&property.samples.status)
        .filter(|(_, status)| **status == 0)
        .map(|(text, _)| property.samples.texts[*text as usize][2..].trim_end_matches(')').parse().unwrap())
        .collect();
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let deviation = 20_000.0 / 12_f64.sqrt() / (numbers.len() as f64).sqrt();
    assert!((mean - 10_000.0).abs() < 5.0 * deviation, "mean {mean} of {}", numbers.len());
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "samples are in the order of the run");
}

#[test]
fn long_texts_are_cut_and_still_told_apart() {
    let long = "x".repeat(100_000);
    let lines = [
        case("p", 1.0, "passed", &format!("{long}a"), json!({})),
        case("p", 1.0, "passed", &format!("{long}b"), json!({})),
        case("p", 1.0, "passed", &format!("{long}b"), json!({})),
    ];
    let model = model(&lines);
    let property = &model.properties[0];
    assert_eq!((property.counts.unique, property.counts.duplicates), (2, 1));
    assert_eq!(property.samples.text, [0, 1, 1]);
    assert!(property.samples.texts[0].len() < 9_000);
}

#[test]
fn repeats_and_lines_that_stand_for_several_are_counted_as_such() {
    let lines = [
        case("p", 1.0, "passed", "p(1)", json!({"metadata": {"represents": 4}})),
        case("p", 1.0, "gave_up", "p(2)", json!({"metadata": {"represents": 3}})),
        case("p", 1.0, "gave_up", "p(3)", json!({"metadata": {"repeated": true}})),
        case("p", 1.0, "failed", "p(4)", json!({"metadata": {"phase": "shrink"}})),
    ];
    let log = log(&lines);
    let model = Model::of(&log);
    let counts = &model.properties[0].counts;
    assert_eq!((counts.cases, counts.passed, counts.rejected, counts.failed, counts.repeats), (4, 4, 3, 0, 1));
    assert_eq!(model.properties[0].samples.weight, Some(vec![4.0, 3.0, 1.0]));
}

#[test]
fn cases_that_were_not_observed_are_known_by_their_number_alone() {
    let sampled = |number: u64| {
        let one_in = if number < 10 { 1 } else { 10 };
        let metadata = json!({"case": number * 10 + 1, "one_in": one_in, "size": number});
        case("p", 1.0, "passed", &format!("p({})", number % 30), json!({"metadata": metadata}))
    };
    let mut lines: Vec<_> = (0..60).map(sampled).collect();
    // Without the end of the run, what was seen is all that is known.
    let counts = &model(&lines).properties[0].counts;
    assert_eq!((counts.cases, counts.unique, counts.duplicates), (60, 30, 30));
    let compared = json!({"counts": {"cases": 510, "passed": 510, "compared": 60, "duplicates": 30}});
    lines.push(run("p", 1.0, compared));
    let model = model(&lines);
    let property = &model.properties[0];
    let counts = &property.counts;
    assert_eq!((counts.cases, counts.unique, counts.duplicates), (510, 30, 30));
    assert_eq!((property.kept, property.represents), (60, 510));
    // What is said is about those that were logged, and says so.
    let warning = property.warnings.iter().find(|warning| warning.kind == "duplicates").unwrap();
    assert_eq!(warning.text, "50 % of the logged cases repeat an earlier one: only 30 different values");
    assert!(warning.detail.starts_with("30 of 60 accepted cases that were logged; 95 %"), "{}", warning.detail);
    let text = terminal::property(property, terminal::Style::default());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("510 cases ran") && text.contains("of 60 compared 30 different"), "{text}");
    assert!(text.contains("charts are drawn from 60 kept lines"), "{text}");
    let text = terminal::overview(&model, terminal::Style::default());
    assert!(text.contains("Of each property only a sample of the cases is logged"), "{text}");
}

#[test]
fn whole_lines_are_kept_of_the_first_samples_and_of_failures() {
    let long = "x".repeat(7_000);
    let status = |number: u64| if number % 100 == 99 { "failed" } else { "passed" };
    let lines: Vec<_> =
        (0..2_000).map(|number| case("p", 1.0, status(number), &format!("{long}{number}"), json!({}))).collect();
    let model = model(&lines);
    let samples = &model.properties[0].samples;
    let extra = samples.extra.as_ref().unwrap();
    let bytes: usize = extra.iter().flatten().map(String::len).sum();
    assert!(bytes < 12 << 20, "{bytes} bytes of whole lines");
    assert!(extra[0].as_deref() == Some(lines[0].to_string().as_str()) && extra[1_998].is_none());
    let failures = (0..samples.n).filter(|at| samples.status[*at] == 1);
    assert!(failures.clone().count() == 20 && failures.into_iter().all(|at| extra[at].is_some()));
}
