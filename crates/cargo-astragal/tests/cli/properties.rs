//! The properties of the fixture: run, listed and sampled.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::support::{Said, assert_plain, astragal, fixture, folder, program, said, target};

/// Runs tests of the fixture, with a log of their own.
fn test(name: &str, arguments: &[&str]) -> (Said, PathBuf) {
    let log = folder(name);
    let said = astragal(&fixture(), &[&["test", "--log", log.to_str().unwrap()], arguments].concat());
    assert_plain(&said);
    (said, log)
}

/// Forgets that a property once ended its process: the next run would look for the case in a process of its own.
fn forget(property: &str) {
    for folder in std::fs::read_dir(target().join("astragal")).into_iter().flatten().flatten() {
        if folder.file_name().to_string_lossy().contains(property) {
            std::fs::remove_dir_all(folder.path()).unwrap();
        }
    }
}

#[test]
fn each_property_has_a_line() {
    let (said, log) = test("lines", &["good", "--cases", "200"]);
    let said = said.ended(0, &["3 properties: 3 passed, 1 other test passed", "cargo astragal report"]);
    let lines: Vec<&str> = said.out.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 4, "{}", said.out);
    // The columns are aligned: names begin where the title does.
    let column = lines[0].find("property").unwrap();
    assert!(lines[1..].iter().all(|line| line[column..].starts_with("properties::good::")), "{}", said.out);
    let of_sorting = lines.iter().find(|line| line.ends_with("sorting_keeps_the_length")).unwrap();
    let words: Vec<&str> = of_sorting.split_whitespace().collect();
    assert_eq!(words[..3], ["passed", "200", "0"]);
    // A sample is logged, and both say so.
    let (duplicates, of) = words[3].split_once('/').unwrap();
    let [duplicates, of] = [duplicates, of].map(|number| number.parse::<u64>().unwrap());
    assert!(
        duplicates < of && (40..70).contains(&of) && said.out.contains("`--log-cases all` logs each"),
        "{}",
        said.out
    );
    // The same figures are in the report of the same log.
    let page = log.join("page.html");
    let log = log.to_str().unwrap();
    astragal(&fixture(), &["report", log, "--text", "--out", page.to_str().unwrap()])
        .ended(0, &["sorting_keeps_the_length", " 200 ", "a sample of the cases is logged"]);
}

#[test]
fn all_cases_are_logged_if_that_is_asked_for() {
    let (said, log) = test("all-cases", &["sorting", "--cases", "200", "--log-cases", "all"]);
    let said = said.ended(0, &["1 property: 1 passed"]);
    assert!(!said.out.contains("a sample"), "{}", said.out);
    let line = said.out.lines().find(|line| line.ends_with("sorting_keeps_the_length")).unwrap();
    let duplicates: u64 = line.split_whitespace().nth(3).unwrap().parse().unwrap();
    // Counted again, from the lines.
    let cases = std::fs::read_dir(&log).unwrap().flatten().map(|entry| entry.path());
    let cases = cases.filter(|path| path.to_string_lossy().ends_with("_testcases.jsonl"));
    let lines: Vec<Value> = std::fs::read_to_string(cases.last().unwrap())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line["status"] == "passed")
        .collect();
    let different: std::collections::HashSet<_> = lines.iter().map(|line| line["representation"].to_string()).collect();
    assert_eq!((lines.len(), duplicates), (200, 200 - different.len() as u64));
}

/// As in another terminal, or in an editor: both write to one log.
#[test]
fn runs_that_others_started_meanwhile_are_not_counted() {
    let log = folder("others");
    let (done, file) = (AtomicBool::new(false), log.join("2026-01-02_info.jsonl"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for start in 1.. {
                let line = serde_json::json!({
                    "type": "info", "property": "properties::bad::another", "run_start": start, "test": "bad::another",
                    "session": "another", "is_pass": false, "verdict": "failed", "content": "", "counts": {"cases": 1},
                });
                let mut file = OpenOptions::new().create(true).append(true).open(&file).unwrap();
                writeln!(file, "{line}").unwrap();
                if done.load(Ordering::Relaxed) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        let said = astragal(&fixture(), &["test", "sorting", "--cases", "20", "--log", log.to_str().unwrap()]);
        done.store(true, Ordering::Relaxed);
        let said = said.ended(0, &["1 property: 1 passed"]);
        assert!(!said.all().contains("another"), "{}", said.all());
    });
}

#[test]
fn where_no_log_can_be_written_nothing_is_run() {
    let here = folder("no-log");
    let file = here.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    astragal(&fixture(), &["test", "sorting", "--log", file.to_str().unwrap()]).ended(5, &["no log can be written: "]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
#[cfg(target_os = "linux")]
fn a_log_that_takes_no_lines_is_an_error() {
    let log = folder("full-log");
    let run = || astragal(&fixture(), &["test", "sorting", "--cases", "20", "--log", log.to_str().unwrap()]);
    let files = || std::fs::read_dir(&log).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    run().ended(0, &["1 property: 1 passed"]);
    let today = files();
    for path in &today {
        std::fs::remove_file(path).unwrap();
        std::os::unix::fs::symlink("/dev/full", path).unwrap();
    }
    let said = run();
    // Unless the day ended just now.
    if files().len() == today.len() {
        said.ended(5, &["no log can be written: ", "it is not a file"]);
    }
}

/// The limit on the size of files simulates a disk without room for the log, and one that fills up meanwhile.
#[test]
#[cfg(unix)]
fn a_disk_that_is_full_is_an_error() {
    let run = |name: &str, limit: u32| {
        let log = folder(name);
        let arguments = ["test", "sorting", "--cases", "3000", "--log-cases", "all", "--log", log.to_str().unwrap()];
        // The fixture is built without a limit.
        astragal(&fixture(), &["test", "sorting", "--cases", "1", "--log", log.to_str().unwrap()]).ended(0, &[]);
        let inner = program(&fixture(), &arguments);
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &format!("trap '' XFSZ; ulimit -f {limit}; exec \"$@\""), "sh"]);
        command.arg(inner.get_program()).args(inner.get_args()).current_dir(fixture());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        said(command.output().unwrap())
    };
    run("no-room", 40).ended(5, &["no log can be written: "]);
    run("little-room", 300).ended(5, &["the log of this run is not complete: ", "1 other test passed"]);
}

#[test]
fn a_failure_is_shown_again_at_the_end() {
    let (said, _) = test("failure", &["bad"]);
    let said = said.ended(1, &["failed: bad::nothing_is_negative", "expr = Neg(Val(0))", "a negative \\u{1b}[31m"]);
    let end = said.out.find("failed: bad").unwrap();
    assert!(said.out[..end].contains("properties::bad::nothing_is_negative"), "{}", said.out);
    assert!(said.out.contains("1 property: 0 passed, 1 failed"), "{}", said.out);
}

#[test]
#[cfg(unix)]
fn a_process_that_ends_as_if_all_had_passed_is_red() {
    forget("becomes_true");
    let (said, _) = test("ends", &["properties::ends"]);
    said.ended(
        1,
        &[
            "unfinished",
            "properties::ends::becomes_true",
            "ended with exit code 0, as if all had passed",
            "1 test never finished",
        ],
    );
    // The next run finds the case.
    let (said, _) = test("ends-again", &["properties::ends"]);
    said.ended(1, &["number = 4", "the process exited with 0", "1 property: 0 passed, 1 failed"]);
}

#[test]
#[cfg(unix)]
fn a_process_that_is_killed_is_red() {
    forget("aborts");
    let (said, _) = test("dies", &["dies"]);
    said.ended(1, &["unfinished", "properties::dies::aborts", "SIGABRT", "1 test never finished"]);
}

#[test]
fn settings_reach_the_properties() {
    let (said, log) = test("settings", &["sorting", "--cases", "123", "--seed", "0x2a", "--strategy", "random"]);
    said.ended(0, &["123"]);
    let runs = std::fs::read_dir(log).unwrap().flatten().map(|entry| entry.path());
    let runs = runs.filter(|path| path.to_string_lossy().ends_with("_info.jsonl"));
    let run: Value = serde_json::from_str(std::fs::read_to_string(runs.last().unwrap()).unwrap().trim()).unwrap();
    let setting =
        |name: &str| run["settings"].as_array().unwrap().iter().find(|setting| setting[0] == name).unwrap()[1].clone();
    assert_eq!((setting("cases"), setting("seed"), setting("strategy")), ("123".into(), "42".into(), "random".into()));
}

#[test]
fn properties_are_listed_as_a_specification() {
    let said = astragal(&fixture(), &["list", "good"]);
    let said = said.ended(
        0,
        &[
            "properties::good::sorting_keeps_the_length  tests/properties.rs:",
            "Sorting keeps the length.",
            "fn halves_are_smaller(#[from(1..1000u32)] number: u32)",
            "draws while it runs",
        ],
    );
    assert_plain(&said);
    let listed: Value = serde_json::from_str(&astragal(&fixture(), &["list", "--json", "sorting"]).out).unwrap();
    let [sorting] = listed.as_array().unwrap().as_slice() else { panic!("{listed}") };
    assert_eq!(sorting["doc"], "Sorting keeps the length.\n\nIt is a specification.");
    assert_eq!(
        (&sorting["arguments"][0]["name"], &sorting["test"]),
        (&"list".into(), &"good::sorting_keeps_the_length".into())
    );
}

#[test]
fn samples_are_drawn_without_running_the_property() {
    // It would fail for most of these.
    let said = astragal(&fixture(), &["sample", "nothing_is_negative", "-n", "4", "--seed", "7"]);
    let said = said.ended(0, &["expr = ", "1,000 values drawn, 0 rejected", "branches of Expr", "Neg", "Val"]);
    assert_plain(&said);
    assert_eq!(said.out.lines().filter(|line| line.contains("expr = ")).count(), 4);
    let again = astragal(&fixture(), &["sample", "nothing_is_negative", "-n", "4", "--seed", "7"]);
    assert_eq!(again.out, said.out, "the same seed draws the same values");
    let lines =
        astragal(&fixture(), &["sample", "halves_are_smaller", "--json", "-n", "3", "--size", "5"]).ended(0, &[]).out;
    let values: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        values.len() == 3 && values.iter().all(|value| value["size"] == 5 && value["outcome"] == "drawn"),
        "{lines}"
    );
}
