//! Lines of code: the source with the share of samples that run each line, as the log tells it; and a click on a line shows these samples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};

use crate::counted::{cases, grouped, is_counted, is_search, run};
use crate::page::Page;
use crate::subject::{
    COUNTED_FAILING, COUNTED_PASSING, counted_log, counted_report, of_property, workspace_of_counted,
};

/// What the page says of each line: its name, and passing and failing samples that run it, of all.
const MARKS: &str = r"[...document.querySelectorAll('button.code')].map((mark) => {
    const [, name, ...rest] = /^(.*): run by ([\d,]+) of ([\d,]+) passing(?: and ([\d,]+) of ([\d,]+) failing samples, suspiciousness ([\d.]+)| samples)(, only in failing cases)?$/.exec(mark.getAttribute('aria-label'));
    return [name, rest];
})";

/// A line of a file, as the page names it.
fn named(file: &str, line: u64) -> String {
    format!("{file}:{line}")
}

/// The lines that a case ran.
fn ran(case: &Value) -> BTreeSet<String> {
    let files = case["coverage"].as_object().into_iter().flatten();
    let of_file = |(file, lines): (&String, &Value)| {
        lines.as_array().unwrap().iter().map(|line| named(file, line.as_u64().unwrap())).collect::<Vec<_>>()
    };
    files.flat_map(of_file).collect()
}

/// All lines that have code, by what the end of the run says.
fn with_code(run: &Value) -> BTreeSet<String> {
    let files = run["counted"].as_array().unwrap().iter();
    let of_file = |file: &Value| {
        let name = file["file"].as_str().unwrap().to_owned();
        file["lines"].as_array().unwrap().iter().map(|line| named(&name, line.as_u64().unwrap())).collect::<Vec<_>>()
    };
    files.flat_map(of_file).collect()
}

/// The number of a line on the page: passing samples that run it, of how many, failing ones, of how many, suspiciousness, only in failing
/// cases.
fn expected(chosen: &[&Value], only: &BTreeSet<String>, line: &str) -> Value {
    let with = |status: &str| chosen.iter().filter(|case| case["status"] == status).count();
    let of = |status: &str| chosen.iter().filter(|case| case["status"] == status && ran(case).contains(line)).count();
    let [(passed, passing), (failed, failing)] = ["passed", "failed"].map(|status| (of(status), with(status)));
    let is_only = if only.contains(line) { json!(", only in failing cases") } else { Value::Null };
    if failing == 0 {
        return json!([grouped(passed), grouped(passing), null, null, null, is_only]);
    }
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let (pass, fail) = (share(passed, passing), share(failed, failing));
    let suspiciousness = if pass + fail == 0.0 { 0.0 } else { fail / (pass + fail) };
    json!([
        grouped(passed),
        grouped(passing),
        grouped(failed),
        grouped(failing),
        format!("{suspiciousness:.2}"),
        is_only
    ])
}

/// Every line that is shown has the numbers of these cases.
#[track_caller]
fn shows(page: &mut Page, chosen: &[&Value], run: &Value) {
    let only: BTreeSet<String> = run["failures"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|failure| ran(&json!({"coverage": failure["lines"]["files"]})))
        .collect();
    let marks = page.js(MARKS);
    let marks: BTreeMap<&str, &Value> =
        marks.as_array().unwrap().iter().map(|mark| (mark[0].as_str().unwrap(), &mark[1])).collect();
    for (line, numbers) in &marks {
        assert_eq!(**numbers, expected(chosen, &only, line), "{line}");
    }
    // Nothing that was run is missing.
    let run_by_any: BTreeSet<String> = chosen.iter().flat_map(|case| ran(case)).collect();
    assert_eq!(run_by_any.iter().filter(|line| !marks.contains_key(&***line)).count(), 0);
    let all = with_code(run);
    let note = page.text("t.card('code').querySelector('.readout').textContent");
    assert!(note.starts_with(&format!("{} of {} lines with code run", run_by_any.len(), all.len())), "{note}");
}

#[test]
fn the_source_has_the_share_of_passing_and_failing_samples() {
    let Some(mut page) = Page::open(|| of_property(&counted_report(), COUNTED_FAILING)) else { return };
    page.wait("t.card('code')");
    let (all, end) = (cases(counted_log(), COUNTED_FAILING), run(counted_log(), COUNTED_FAILING));
    let search: Vec<&Value> = all.iter().filter(|case| is_counted(case)).collect();
    assert!(search.iter().any(|case| case["status"] == "failed") && search.len() > 10);
    shows(&mut page, &search, &end);

    // The texts are those of the files, line by line.
    let rows = page.js(
        "[...document.querySelectorAll('.file')].map((file) => [file.querySelector('h4').firstChild.textContent,
            [...file.querySelectorAll('.source .code')].filter((row) => row.querySelector('b')).map((row) => [Number(row.querySelector('b').textContent), row.lastChild.nodeType === 3 ? row.lastChild.textContent : ''])])",
    );
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), end["counted"].as_array().unwrap().len());
    for row in rows {
        let file = row[0].as_str().unwrap();
        let text = fs::read_to_string(workspace_of_counted().join(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(!row[1].as_array().unwrap().is_empty(), "{file} has no text");
        for line in row[1].as_array().unwrap() {
            assert_eq!(line[1], lines[line[0].as_u64().unwrap() as usize - 1], "{file}:{line}");
        }
    }

    // What the terminal says is said here.
    let told = &end["failures"][0]["lines"];
    let names: Vec<String> = ran(&json!({"coverage": told["files"]})).into_iter().collect();
    let words = page.text("t.card('code').querySelector('.note.warn').textContent");
    let start = format!(
        "{} lines run by all {} failing cases and by none of {} passing ones, shrinking included: ",
        names.len(),
        told["failing"],
        told["passing"]
    );
    assert_eq!(words, start + &names.join(", "));

    // Cases of shrinking count as soon as they are chosen.
    let phases = page.js(
        "[...document.querySelectorAll('.phase-menu label')].map((label) => label.textContent.trim().split(' ')[0])",
    );
    assert!(phases.as_array().unwrap().contains(&json!("shrink")), "{phases}");
    page.js("document.querySelector('.phase-menu details').open = true");
    page.click("[...document.querySelectorAll('.phase-menu label')].find((label) => label.textContent.trim().startsWith('shrink')).querySelector('input')");
    let with_shrinking: Vec<&Value> =
        all.iter().filter(|case| is_counted(case) || case["metadata"]["phase"] == "shrink").collect();
    page.wait(&format!("t.found() === '{} samples'", grouped(with_shrinking.len())));
    shows(&mut page, &with_shrinking, &end);
    page.ends_well(&counted_report());
}

#[test]
fn a_click_on_a_line_shows_the_samples_that_run_it() {
    let Some(mut page) = Page::open(|| of_property(&counted_report(), COUNTED_PASSING)) else { return };
    page.wait("t.card('code')");
    let (all, end) = (cases(counted_log(), COUNTED_PASSING), run(counted_log(), COUNTED_PASSING));
    let search: Vec<&Value> = all.iter().filter(|case| is_search(case)).collect();
    let counted: Vec<&Value> = search.iter().copied().filter(|case| is_counted(case)).collect();
    shows(&mut page, &counted, &end);

    // A line that some samples run and some do not.
    let line = ran_by_some(&counted);
    let (file, number) = line.rsplit_once(':').unwrap();
    let mark = format!(
        "[...document.querySelectorAll('button.code')].find((mark) => mark.getAttribute('aria-label').startsWith('{line}: '))"
    );
    page.click(&mark);
    page.wait_for("t.chips()", &json!([format!("runs {line}")]));
    assert_eq!(page.text(&format!("({mark}).getAttribute('aria-pressed')")), "true");
    let chosen: Vec<&Value> = counted.iter().copied().filter(|case| ran(case).contains(&line)).collect();
    let found = format!("{} of {} samples", grouped(chosen.len()), grouped(search.len()));
    assert_eq!(page.text("t.found()"), found);
    shows(&mut page, &chosen, &end);
    // The address has the line.
    let address = page.text("decodeURIComponent(location.hash).replaceAll('+', ' ')");
    assert!(address.contains(&json!({"line": [file, number.parse::<u32>().unwrap()]}).to_string()), "{address}");
    page.reload();
    page.wait_for("t.chips()", &json!([format!("runs {line}")]));
    page.click(&mark);
    page.wait("t.chips().length === 0");

    // Samples that run the same lines are a group.
    let mut groups: BTreeMap<BTreeSet<String>, usize> = BTreeMap::new();
    counted.iter().for_each(|case| *groups.entry(ran(case)).or_default() += 1);
    let mut sizes: Vec<usize> = groups.into_values().collect();
    sizes.sort_unstable();
    let shown = page.js("t.shown('equal coverage').map(([, all]) => all)");
    assert_eq!(shown, json!(sizes), "rarest first");
    // Over the run, of all lines that there are.
    let over = page.text("t.card('lines').querySelector('.readout').textContent");
    let run_by_any: BTreeSet<String> = counted.iter().flat_map(|case| ran(case)).collect();
    assert!(over.starts_with(&format!("{} of {} lines with code", run_by_any.len(), with_code(&end).len())), "{over}");
    page.ends_well(&counted_report());
}

/// The first line that not all of these cases ran.
fn ran_by_some(cases: &[&Value]) -> String {
    let of = |line: &String| cases.iter().filter(|case| ran(case).contains(line)).count();
    let lines: BTreeSet<String> = cases.iter().flat_map(|case| ran(case)).collect();
    lines.into_iter().find(|line| of(line) < cases.len()).expect("cases differ")
}
