//! The same seed gives the same run: the same report and the same file, on any number of threads and in any process.

use std::collections::HashMap;
use std::time::Duration;

use astragal::config::Folder;
use astragal::prelude::*;
use astragal::report::Style;
use astragal::{Check, Report};

use super::subject::Home;
use crate::store_support::Directory;

/// What a run printed and what it stored, without times and paths.
type Run = (String, String);

fn run(name: &str, threads: usize, check: impl Fn(Check) -> Report) -> Run {
    let directory = Directory::new();
    let there = Folder::Directory(directory.path().to_owned());
    // Another process that was killed has left nothing behind under this name.
    let name = format!("{name}_{}", std::process::id());
    let config = |config: astragal::Config| config.threads(threads).regressions(there).set("phases", "-exhaustive");
    let report = check(Check::new().seed(7).named(name).with(config));
    let text = report.render(Style::plain());
    let stored =
        std::fs::read_dir(directory.path()).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let stored = stored.collect::<Vec<_>>().concat();
    (without_what_differs(&text, threads), stored)
}

fn without_what_differs(text: &str, threads: usize) -> String {
    let text = text.replace(&format!("threads = {threads}"), "threads = N");
    // A path that is too long is cut, so that it ends anywhere.
    let patterns = [
        (r", in \d+(\.\d+)? s\b", ""),
        (r"\d+(\.\d+)? ?(ms|µs|ns|s)\b", "TIME"),
        (r"regressions = [^ ,]+", "DIRECTORY"),
        (r"store-\d+-\d+", "store"),
    ];
    patterns
        .iter()
        .fold(text, |text, (pattern, by)| regex::Regex::new(pattern).unwrap().replace_all(&text, *by).into_owned())
}

#[track_caller]
fn are_the_same(runs: &[Run]) {
    for run in &runs[1..] {
        assert_eq!(run.0, runs[0].0);
        assert_eq!(run.1, runs[0].1);
    }
    assert!(!runs[0].0.is_empty());
}

#[test]
fn one_thread_or_four() {
    let runs = [1, 1, 4, 4].map(|threads| {
        run("faults::same::lists", threads, |check| {
            check.run_on_threads(any::<Vec<u8>>(), |list| {
                collect!("length", list.len());
                // The order of a hash map is another in each thread and process.
                let counts = list.iter().fold(HashMap::<u8, u32>::new(), |mut counts, byte| {
                    *counts.entry(*byte).or_default() += 1;
                    counts
                });
                assert!(counts.values().all(|count| *count < 3), "three times the same");
                assert!(list.iter().map(|&byte| u32::from(byte)).sum::<u32>() < 500, "a large sum");
            })
        })
    });
    are_the_same(&runs);
    assert!(!runs[0].1.is_empty(), "something is stored");
}

/// Slow enough that shrinking, too, is spread over the threads.
#[test]
fn one_thread_or_four_for_a_slow_property() {
    let runs = [1, 4].map(|threads| {
        run("faults::same::slow", threads, |check| {
            check.cases(30).run_on_threads(vec_of(0..1_000u32, 0..=8), |list| {
                std::thread::sleep(Duration::from_micros(400));
                assert!(list.iter().sum::<u32>() < 1_000, "a large sum");
            })
        })
    });
    are_the_same(&runs);
}

#[test]
fn one_thread_or_four_for_a_pass() {
    let runs = [1, 4].map(|threads| {
        run("faults::same::pass", threads, |check| {
            check.run_on_threads(any::<u32>().filter(|n| n % 3 != 0), |n| {
                assume!(n % 5 != 0);
                collect!("last digit", n % 10);
                classify!("large", n > 1_000);
            })
        })
    });
    are_the_same(&runs);
}

/// How fast cases are must not decide how many are tried before the run gives up.
#[test]
fn how_fast_a_generator_is_does_not_matter() {
    let runs = [0, 300].map(|pause| {
        run("faults::same::rejected", 1, |check| {
            let slow = any::<u64>().filter(move |_| {
                std::thread::sleep(Duration::from_micros(pause / 16));
                false
            });
            check.run(slow, |_| ())
        })
    });
    are_the_same(&runs);
}

#[property(seed = 7)]
#[ignore = "it fails"]
fn finds_two_bugs(list: Vec<(u8, String)>) {
    let texts: HashMap<u8, String> = list.into_iter().collect();
    collect!("texts", texts.len());
    assert!(texts.values().map(|text| text.len()).sum::<usize>() < 12, "too long");
    assert!(texts.keys().all(|key| *key < 200), "too large");
}

#[test]
fn two_processes() {
    let runs = [(); 3].map(|()| {
        let home = Home::new();
        let ran = home.run("same::finds_two_bugs");
        ran.failed_saying(&["2 different bugs"]);
        let stored = home.left().into_iter().map(|(_, text)| text).collect::<Vec<_>>().concat();
        assert!(!stored.is_empty());
        // libtest names the process's thread by a number.
        let text = regex::Regex::new(r"(?m)^.*(running|test result|finished in).*$")
            .unwrap()
            .replace_all(&ran.text, "")
            .into_owned();
        (without_what_differs(&text, 0), stored)
    });
    are_the_same(&runs);
}

/// The same property three times: here, in a child process, and as an async one.
fn scores(list: &[u16]) -> u32 {
    let sum = list.iter().map(|&n| u32::from(n)).sum();
    target!("the sum", sum);
    sum
}

#[property(seed = 7, phases = "random,target", regressions = "off")]
#[ignore = "it fails"]
fn climbs(#[from(vec_of(0..=99u16, 0..=20))] list: Vec<u16>) {
    let sum = scores(&list);
    assert!(sum < 1_800, "a large sum of {sum}");
}

#[property(seed = 7, phases = "random,target", regressions = "off")]
#[tokio::test]
#[ignore = "it fails"]
async fn climbs_async(#[from(vec_of(0..=99u16, 0..=20))] list: Vec<u16>) {
    let sum = scores(&list);
    tokio::task::yield_now().await;
    assert!(sum < 1_800, "a large sum of {sum}");
}

#[test]
fn cases_that_climb_are_the_same_for_whoever_runs_them() {
    let seen = [("climbs", "false"), ("climbs", "true"), ("climbs_async", "false")].map(|(test, isolated)| {
        let ran = Home::new().run_with(&format!("same::{test}"), "ASTRAGAL_ISOLATED", isolated);
        ran.failed_saying(&["found by targeted search, case ", "at random, then"]);
        let kept = ["found by targeted search, case", "list = ", "a large sum of", "highest the sum", "cases (with"];
        let mut lines: Vec<String> =
            ran.text.lines().filter(|line| kept.iter().any(|kept| line.contains(kept))).map(Into::into).collect();
        lines.retain(|line| !line.contains("isolated"));
        lines
    });
    assert!(seen[0].len() >= 4, "{seen:?}");
    assert_eq!(seen[0], seen[1]);
    let named_alike = |line: &String| line.replace("climbs_async", "climbs");
    assert_eq!(seen[0].last(), seen[2].last().map(named_alike).as_ref());
    let score = |lines: &[String]| lines.iter().find(|line| line.contains("highest")).cloned();
    assert_eq!(score(&seen[0]), score(&seen[2]));
}
