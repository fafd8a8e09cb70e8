//! Counts from the lines of a log what the page shows, in the plainest way.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The lines about a property in the files of a log that end so, in order.
fn lines_of(log: &Path, ending: &str, property: &str) -> Vec<Value> {
    let mut files: Vec<_> = fs::read_dir(log).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|file| file.to_string_lossy().ends_with(ending));
    let lines = files.iter().flat_map(|file| {
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| line.contains(property));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    });
    lines.filter(|line| line["property"] == property).collect()
}

/// The cases of a property. A random case that repeats an enumerated one was not run.
pub(crate) fn cases(log: &Path, property: &str) -> Vec<Value> {
    let mut lines = lines_of(log, "_testcases.jsonl", property);
    lines.retain(|line| line["metadata"]["repeated"] != true);
    assert!(!lines.is_empty(), "no line is about {property}");
    lines
}

/// The end of the run of a property.
pub(crate) fn run(log: &Path, property: &str) -> Value {
    lines_of(log, "_info.jsonl", property).into_iter().rfind(|line| line["type"] == "info").unwrap()
}

/// Whether a case is of the search, and not of shrinking what it found.
pub(crate) fn is_search(case: &Value) -> bool {
    !["shrink", "explain", "minimal"].iter().any(|phase| case["metadata"]["phase"] == *phase)
}

/// Whether a case is of the search and was not rejected: what is in the distributions.
pub(crate) fn is_counted(case: &Value) -> bool {
    is_search(case) && case["status"] != "gave_up"
}

/// For each status (passed, failed, rejected) the cases whose text is new, and those whose text was there before.
pub(crate) fn mosaic(cases: &[Value]) -> [[usize; 2]; 3] {
    let mut sums = [[0; 2]; 3];
    let (mut accepted, mut rejected) = (HashSet::new(), HashSet::new());
    for case in cases.iter().filter(|case| is_search(case)) {
        let text = case["representation"].as_str().unwrap();
        let (row, is_new) = match case["status"].as_str().unwrap() {
            "passed" => (0, accepted.insert(text)),
            "failed" => (1, accepted.insert(text)),
            _ => (2, rejected.insert(text)),
        };
        sums[row][usize::from(!is_new)] += 1;
    }
    sums
}

/// The value that a case has of a feature: one that the property collected, or one of our own.
pub(crate) fn feature<'a>(case: &'a Value, name: &str) -> &'a Value {
    match &case["features"][name] {
        Value::Null => &case["metadata"][name],
        value => value,
    }
}

/// How many cases have each value.
pub(crate) fn by_value<'a>(cases: impl IntoIterator<Item = &'a Value>, name: &str) -> BTreeMap<String, usize> {
    let mut sums = BTreeMap::new();
    for case in cases {
        let text = match feature(case, name) {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        *sums.entry(text).or_default() += 1;
    }
    sums
}

/// Whether a number is within the range that a bar is labeled with: `3`, `3 – 9`, `50 or more`.
pub(crate) fn is_within(number: f64, label: &str) -> bool {
    let parse = |text: &str| text.replace(',', "").parse::<f64>().unwrap_or_else(|_| panic!("the label {label:?}"));
    match (label.split_once(" – "), label.strip_suffix(" or more"), label.strip_suffix(" or less")) {
        (Some((low, high)), ..) => (parse(low)..=parse(high)).contains(&number),
        (_, Some(low), _) => number >= parse(low),
        (.., Some(high)) => number <= parse(high),
        _ => number == parse(label),
    }
}

/// How many of these cases have a number within the range of a label.
pub(crate) fn within<'a>(cases: impl IntoIterator<Item = &'a Value>, name: &str, label: &str) -> usize {
    let numbers = cases.into_iter().filter_map(|case| feature(case, name).as_f64());
    numbers.filter(|number| is_within(*number, label)).count()
}

/// A number as people write it: 12,345.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
