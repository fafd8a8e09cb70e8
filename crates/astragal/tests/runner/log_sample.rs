//! A log of some cases: it costs little, says what was left out, and changes nothing else.

use astragal::config::{Log, Phase, Phases};
use astragal::observe::{ObservedCase, Observer};
use astragal::prelude::*;
use astragal::{Check, Config, Report};
use serde_json::Value;

use crate::log::Folder;

/// A run of 1,000 cases that is to log about this many.
fn sampled(folder: &Folder, cases: u64) -> Check {
    folder.check().cases(1_000).with(|config| config.log_cases(cases))
}

fn number(line: &Value, key: &str) -> u64 {
    line["metadata"][key].as_u64().unwrap_or(1)
}

fn cases(folder: &Folder) -> Vec<Value> {
    folder.lines("testcases").into_iter().filter(|line| line["metadata"]["case"].is_u64()).collect()
}

#[test]
fn the_first_cases_are_logged_and_one_of_every_few() {
    let folder = Folder::new();
    let report = sampled(&folder, 100).run(any::<Vec<u8>>(), |list| {
        note!("its length is {}", list.len());
        collect!("length", list.len());
        assume!(list.len() != 2);
    });
    assert!(report.verdict.is_pass(), "{report}");
    let lines = cases(&folder);
    let all = report.statistics.cases + report.statistics.rejected() + report.statistics.repeats;
    assert!((100..=120).contains(&lines.len()), "{} of {all}", lines.len());
    for (at, line) in lines.iter().enumerate() {
        let case = number(line, "case");
        assert_eq!(number(line, "one_in"), if at < 10 { 1 } else { 10 });
        assert_eq!(if at < 10 { at as u64 } else { (case - 11) / 10 + 10 }, at as u64, "case {case}");
        // All is known of those that are logged.
        let value: Vec<u8> = serde_json::from_str(line["arguments"]["value"].as_str().unwrap()).unwrap();
        assert_eq!(line["metadata"]["notes"][0], format!("its length is {}", value.len()));
        assert_eq!(line["features"]["length"], value.len());
        assert!(line["timing"]["generate"].is_number());
    }
    let [run] = &folder.runs()[..] else { panic!("one run") };
    let accepted = lines.iter().filter(|line| line["status"] == "passed");
    let texts: Vec<_> = accepted.map(|line| line["representation"].as_str().unwrap()).collect();
    let different = texts.iter().collect::<std::collections::HashSet<_>>().len();
    let counts = &run["counts"];
    assert_eq!((&counts["cases"], &counts["rejected"]), (&1_000.into(), &report.statistics.rejected().into()));
    assert_eq!((&counts["compared"], &counts["duplicates"]), (&texts.len().into(), &(texts.len() - different).into()));
    assert_eq!(counts["written"], lines.len());
}

#[test]
fn all_cases_are_compared_where_all_are_observed() {
    let folder = Folder::new();
    // Most are not written, and each has been there before.
    let check = folder.check().cases(25_000).with(|config| config.phases(Phases::ALL.without(Phase::Exhaustive)));
    let report = check.run(0..50u8, |_| {});
    let counts = &folder.runs()[0]["counts"];
    assert!(report.verdict.is_pass() && counts["written"].as_u64() < Some(20_000), "{counts}");
    assert_eq!((&counts["compared"], &counts["duplicates"]), (&25_000.into(), &24_950.into()));
}

#[test]
fn a_short_run_is_logged_as_a_whole() {
    let folder = Folder::new();
    let _ = sampled(&folder, 1).run(any::<(bool, bool)>(), |_| {});
    assert_eq!(cases(&folder).len(), 4);
    // As many as are wanted, or nearly.
    let folder = Folder::new();
    let _ = folder.check().cases(300).with(|config| config.log_cases(200)).run(any::<u64>(), |_| {});
    assert!(cases(&folder).iter().all(|line| number(line, "one_in") == 1));
}

/// What a report says, except settings.
fn said(report: &Report) -> String {
    report.to_string().lines().filter(|line| !line.starts_with("settings: ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_failing_case_is_logged_with_all_that_makes_it_smaller() {
    let property = |n: u32| {
        collect!("digit", n % 10);
        assume!(n % 7 != 3);
        assert!(n < 1 << 29);
    };
    for seed in 0..20 {
        let folder = Folder::new();
        let check = || sampled(&folder, 10).seed(seed);
        let report = check().run(any::<u32>(), property);
        let plain = check().with(|config| config.log(Log::Off)).run(any::<u32>(), property);
        assert_eq!(said(&report), said(&plain));
        assert_eq!(report.efforts.calls(), plain.efforts.calls());
        let lines = folder.lines("testcases");
        let failed: Vec<&Value> =
            lines.iter().filter(|line| line["status"] == "failed" && line["metadata"]["case"].is_u64()).collect();
        let [failed] = failed[..] else { panic!("one case failed, of {}", lines.len()) };
        let failure = &report.failures[0];
        assert_eq!(failed["arguments"]["value"], failure.original.drawn[0].text);
        assert_eq!(failed["status_reason"], failure.origin.to_string());
        assert_eq!(number(failed, "one_in"), 1);
        let value: u32 = failed["arguments"]["value"].as_str().unwrap().parse().unwrap();
        assert_eq!(failed["features"]["digit"], value % 10);
        // Those before it that were not logged are counted.
        let all = report.statistics.cases + report.statistics.rejected() + report.statistics.repeats;
        assert_eq!(number(failed, "case"), all);
        let last = lines.last().unwrap();
        assert_eq!(last["arguments"]["value"], failure.minimal.drawn[0].text);
        assert_eq!(last["how_generated"], "minimal failing test case");
    }
}

#[test]
fn the_same_cases_are_logged_on_any_number_of_threads() {
    let property = |n: u32| {
        assume!(n % 7 != 3);
        collect!("digit", n % 10);
    };
    let [one, two] = [1, 2].map(|threads| {
        let folder = Folder::new();
        let check = sampled(&folder, 50).with(|config| config.threads(threads));
        let _ = check.run_on_threads(any::<u32>(), property);
        let mut lines = cases(&folder);
        for line in &mut lines {
            line["timing"].take();
            line["run_start"].take();
        }
        lines
    });
    assert!(one.len() > 50 && one.iter().any(|line| number(line, "one_in") == 20));
    assert_eq!(one, two);
}

/// Counts the cases that it is told of.
#[derive(Default)]
struct Told(u64);

impl Observer for Told {
    fn case(&mut self, _: &ObservedCase) {
        self.0 += 1;
    }
}

#[test]
fn other_observers_are_told_of_each_case() {
    let folders = [Folder::new(), Folder::new()];
    let told = std::sync::Arc::new(std::sync::Mutex::new(Told::default()));
    let alone = sampled(&folders[0], 50).run(any::<String>(), |_| {});
    let beside = sampled(&folders[1], 50).observed_by(told.clone()).run(any::<String>(), |_| {});
    assert_eq!(said(&alone), said(&beside));
    assert!(told.lock().unwrap().0 >= 1_000);
    let numbers = |folder| cases(folder).iter().map(|line| number(line, "case")).collect::<Vec<_>>();
    assert_eq!(numbers(&folders[0]), numbers(&folders[1]));
}

#[test]
fn the_number_is_checked() {
    let set = |text: &str| {
        let config = Config::new().set("log_cases", text);
        (config.values().log_cases, config.errors().len())
    };
    assert_eq!([set("all"), set("50"), set("1_000")], [(None, 0), (Some(50), 0), (Some(1_000), 0)]);
    assert_eq!([set("0"), set("some")], [(None, 1), (None, 1)]);
}
