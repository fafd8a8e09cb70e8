//! The log: strict lines of a known format, which say what was tested.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use astragal::config::{Log, Phase, Phases};
use astragal::prelude::*;
use astragal::{Check, Report};
use serde_json::Value;

use crate::log_schema;

/// A folder of its own, removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        Folder(std::env::temp_dir().join(format!("astragal-log-{}-{number}", std::process::id())))
    }

    pub(crate) fn check(&self) -> Check {
        let log = Log::Directory(self.0.clone());
        Check::new().seed(5).cases(300).named("a_crate::logged").with(|config| config.time(None).log(log))
    }

    /// The lines of all files of a kind, each of them checked.
    pub(crate) fn lines(&self, kind: &str) -> Vec<Value> {
        lines_of(&self.0, kind)
    }

    /// The lines of runs.
    pub(crate) fn runs(&self) -> Vec<Value> {
        runs_of(&self.0)
    }

    /// The cases of the search, without those that made a failing one smaller.
    fn cases(&self) -> Vec<Value> {
        let is_of_the_search = |line: &Value| line["metadata"]["case"].is_u64();
        self.lines("testcases").into_iter().filter(is_of_the_search).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn runs_of(folder: &Path) -> Vec<Value> {
    lines_of(folder, "info").into_iter().filter(|line| line["type"] == "info").collect()
}

pub(crate) fn lines_of(folder: &Path, kind: &str) -> Vec<Value> {
    let mut lines = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.to_str().unwrap().ends_with(&format!("_{kind}.jsonl")) {
            let text = std::fs::read_to_string(path).unwrap();
            assert!(text.ends_with('\n') && !text.contains('\r'));
            // Empty ones may come from processes that write at the same time.
            let filled = text.lines().filter(|line| !line.is_empty());
            lines.extend(
                filled.map(|line| serde_json::from_str::<Value>(line).unwrap_or_else(|e| panic!("{e}: {line}"))),
            );
        }
    }
    lines.iter().for_each(log_schema::check);
    lines
}

#[derive(Clone, Debug, Arbitrary)]
enum Expr {
    Val(#[arbitrary(with = 0..100u8)] u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}

fn nodes(expr: &Expr) -> u64 {
    match expr {
        Expr::Val(_) => 1,
        Expr::Neg(of) => 1 + nodes(of),
        Expr::Add(left, right) => 1 + nodes(left) + nodes(right),
    }
}

fn status(line: &Value) -> &str {
    line["status"].as_str().unwrap()
}

#[test]
fn every_case_is_a_line_that_agrees_with_the_report() {
    let folder = Folder::new();
    let report = folder.check().run(any::<Expr>(), |expr| {
        note!("it is {expr:?}");
        collect!("nodes", nodes(&expr));
        classify!("negative", matches!(expr, Expr::Neg(_)));
        collect!("first", format!("{expr:?}").split('(').next().unwrap().to_string());
        assume!(nodes(&expr) != 4);
    });
    let lines = folder.cases();
    let count = |of: &str| lines.iter().filter(|line| status(line) == of).count() as u64;
    let rejected = report.statistics.rejected();
    assert!(rejected > 0);
    assert_eq!((count("passed"), count("failed")), (report.statistics.cases, 0));
    assert_eq!(count("gave_up"), rejected + report.statistics.repeats);
    for (at, line) in lines.iter().enumerate() {
        assert_eq!((&line["property"], &line["run_start"]), (&"a_crate::logged".into(), &lines[0]["run_start"]));
        assert_eq!(line["metadata"]["case"], at as u64 + 1);
        let token = line["metadata"]["token"].as_str().unwrap();
        let expr = any::<Expr>().replay(&astragal::Choices::from_token(token).unwrap()).unwrap();
        assert_eq!(line["arguments"]["value"], format!("{expr:?}"));
        assert_eq!(line["representation"], format!("logged(\n    value = {expr:?},\n)"));
        let picks = line["metadata"]["picks"].as_array().unwrap();
        assert_eq!(picks.iter().map(|pick| pick[3].as_u64().unwrap()).sum::<u64>(), nodes(&expr));
        let pairs = line["metadata"]["pairs"].as_array().unwrap();
        assert_eq!(pairs.iter().map(|pair| pair[4].as_u64().unwrap()).sum::<u64>(), nodes(&expr) - 1);
        if line["metadata"]["repeated"] == true {
            assert_eq!(line["status_reason"], "repeats an enumerated case");
            continue;
        }
        // A rejected case has said the same as others.
        assert_eq!((&line["features"]["nodes"], status(line) == "gave_up"), (&nodes(&expr).into(), nodes(&expr) == 4));
        assert_eq!(line["features"]["negative"], matches!(expr, Expr::Neg(_)).to_string());
        assert_eq!(line["metadata"]["notes"][0], format!("it is {expr:?}"));
        if status(line) == "gave_up" {
            assert_eq!(line["metadata"]["rejected"]["by"], "assume!");
            let place = line["metadata"]["rejected"]["place"].as_str().unwrap();
            assert_eq!(line["status_reason"], format!("rejected by assume! at {place}"));
        }
    }
    let [run] = &folder.runs()[..] else { panic!("one run") };
    assert_eq!((&run["verdict"], &run["seed"]), (&"passed".into(), &"0x5".into()));
    assert_eq!((&run["counts"]["cases"], &run["counts"]["rejected"]), (&300.into(), &rejected.into()));
    assert_eq!(run["counts"]["written"], lines.len());
    assert_eq!(run["sites"], serde_json::json!([{"site": "Expr", "branches": ["Val", "Neg", "Add"]}]));
    let indented: String = report.to_string().lines().map(|line| format!("    {line}\n")).collect();
    assert_eq!((&run["title"], &run["content"]), (&"Run summary".into(), &indented.into()));
    assert_eq!(run["run_start"], lines[0]["run_start"]);
}

#[test]
fn a_failing_run_ends_with_its_minimal_case() {
    let folder = Folder::new();
    let report = folder.check().run(vec_of(0..1_000u32, 0..=20), |list| {
        collect!("length", list.len());
        assert!(list.iter().sum::<u32>() < 500 || list.len() < 3);
    });
    let failure = &report.failures[0];
    let lines = folder.lines("testcases");
    let last = lines.last().unwrap();
    assert_eq!((status(last), &last["how_generated"]), ("failed", &"minimal failing test case".into()));
    assert_eq!(last["arguments"]["value"], failure.minimal.drawn[0].text);
    assert_eq!((&last["features"]["length"], &last["metadata"]["token"]), (&3.into(), &failure.token().into()));
    assert_eq!(last["status_reason"], failure.origin.to_string());
    let phase = |of: &str| lines.iter().filter(|line| line["metadata"]["phase"] == of).collect::<Vec<_>>();
    let steps: Vec<_> = phase("shrink").into_iter().filter(|line| status(line) == "failed").collect();
    assert_eq!(steps.len() as u64, failure.shrinking.steps);
    assert!(steps.iter().all(|line| line["metadata"].get("case").is_none()));
    assert_eq!(phase("minimal").len(), 1);
    let [run] = &folder.runs()[..] else { panic!("one run") };
    let told = &run["failures"][0];
    assert_eq!((&run["verdict"], &told["token"]), (&"failed".into(), &failure.token().into()));
    assert_eq!(told["arguments"][0]["text"], failure.minimal.drawn[0].text);
    assert_eq!(told["original"][0]["text"], failure.original.drawn[0].text);
    let texts: Vec<_> = steps.iter().map(|line| line["arguments"]["value"].clone()).collect();
    assert_eq!(told["shrink"], Value::Array(texts));
    assert_eq!((&run["counts"]["cases"], &run["counts"]["failed"]), (&report.statistics.cases.into(), &1.into()));
}

#[test]
fn hostile_text_is_text() {
    const HOSTILE: [&str; 7] = [
        "</script><script>alert(1)</script>",
        "\u{1b}[31m\u{7}",
        "a\0b",
        "\"},{\"type\":\"error\"}",
        "line\nfeed\r\u{2028}\u{2029}\u{85}",
        "\u{202e}right to left",
        "\\ \u{d7ff}\u{e000}\u{10ffff}",
    ];
    /// Shows itself as it is.
    #[derive(Clone)]
    struct Raw(&'static str);
    impl std::fmt::Debug for Raw {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.0)
        }
    }
    let folder = Folder::new();
    let report = folder.check().named("\"<b>").run(select(HOSTILE.map(Raw)), |raw| {
        note!("{}", raw.0);
        collect!("</script>\u{0}", raw.0);
        collect!("not finite", 1.0);
        collect!("not finite", f64::NAN);
        target!("too large", f64::INFINITY);
        collect!("number", 1.5);
    });
    assert!(report.verdict.is_pass());
    let lines = folder.cases();
    for (line, text) in lines.iter().zip(HOSTILE) {
        assert_eq!((&line["arguments"]["value"], &line["property"]), (&text.into(), &"\"<b>".into()));
        assert_eq!((&line["metadata"]["notes"][0], &line["features"]["</script>\u{0}"]), (&text.into(), &text.into()));
        // A text would make texts of all numbers of the same label.
        assert_eq!((line["features"].get("not finite"), &line["features"]["number"]), (None, &1.5.into()));
        assert_eq!(line["metadata"]["not_finite"], serde_json::json!({"not finite": "NaN", "too large": "Infinity"}));
    }
    assert_eq!(lines.len(), HOSTILE.len());
    for file in std::fs::read_dir(&folder.0).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains(|c: char| (c.is_control() && c != '\n') || ('\u{2028}'..='\u{202e}').contains(&c)));
    }
}

/// What a log says apart from times.
fn without_times(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        for key in ["run_start", "timing", "seconds", "settings", "content"] {
            line.as_object_mut().unwrap().remove(key);
        }
    }
    lines
}

#[test]
fn the_same_seed_gives_the_same_lines_on_any_number_of_threads() {
    let property = |n: u32| {
        assume!(n % 7 != 3);
        collect!("digit", n % 10);
        assert!(n < 1 << 31);
    };
    let [one, again, two] = [1, 1, 2].map(|threads| {
        let folder = Folder::new();
        let check = folder.check().cases(2_000).with(|config| config.threads(threads));
        let _ = check.run_on_threads(any::<u32>(), property);
        [folder.lines("testcases"), folder.runs()].map(without_times)
    });
    assert!(one[0].len() > 30);
    assert_eq!(one, again);
    assert_eq!(one, two);
}

#[test]
fn a_long_run_is_sampled_down_and_its_weights_add_up() {
    const CASES: u64 = 45_000;
    let run = || {
        let folder = Folder::new();
        let check = folder.check().cases(CASES).with(|config| config.phases(Phases::ALL.without(Phase::Exhaustive)));
        let report = check.run(any::<u64>(), |n| {
            // Of about one case in ten thousand.
            collect!("rare", if n % 9_973 == 0 { format!("{}", n % 1_000) } else { "no".into() });
            assume!(n % 10 != 3);
        });
        (report, folder.cases())
    };
    let (report, lines) = run();
    let weight = |line: &Value| line["metadata"]["represents"].as_u64().unwrap_or(1);
    let sum = |of: &str| lines.iter().filter(|line| status(line) == of).map(weight).sum::<u64>();
    assert_eq!((sum("passed"), sum("gave_up")), (CASES, report.statistics.rejected()));
    assert!(lines.len() < 17_000, "{}", lines.len());
    assert!(lines[..10_000].iter().all(|line| weight(line) == 1));
    // What was seen once only is there.
    let rare = report.statistics.charts[0].rows.iter().filter(|row| row.label != "no");
    for row in rare {
        assert!(lines.iter().any(|line| line["features"]["rare"] == row.label), "{row:?}");
    }
    assert_eq!(without_times(run().1), without_times(lines));
}

/// What a report says, except times.
fn said(report: &Report) -> String {
    let settings = |line: &&str| !line.starts_with("settings: ");
    report.to_string().lines().filter(settings).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_log_changes_nothing_in_the_report() {
    let failing = |list: Vec<u8>| {
        collect!("length", list.len());
        assume!(list.len() != 2);
        assert!(list.iter().all(|&n| n < 250));
    };
    let passing = |list: Vec<u8>| {
        target!("length", list.len() as f64);
        assume!(list.len() != 2);
    };
    for property in [&failing as &dyn Fn(Vec<u8>), &passing] {
        let folder = Folder::new();
        let logged = folder.check().run(any::<Vec<u8>>(), property);
        let plain = folder.check().with(|config| config.log(Log::Off)).run(any::<Vec<u8>>(), property);
        assert_eq!(said(&logged), said(&plain));
        assert_eq!(logged.efforts.calls(), plain.efforts.calls());
    }
}

#[test]
fn checks_inside_a_case_are_not_logged() {
    let (outer, inner) = (Folder::new(), Folder::new());
    let report = outer.check().cases(20).run(any::<bool>(), |_| {
        assert!(inner.check().run(any::<bool>(), |_| true).verdict.is_pass());
    });
    assert!(report.verdict.is_pass());
    assert_eq!(outer.runs().len(), 1);
    assert!(!inner.0.exists());
}
