//! Every mark is a filter: a click filters to the right samples, chips combine, and they live in the address.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::counted::{cases, feature, grouped, is_counted, is_search, is_within, within};
use crate::page::Page;
use crate::subject::{PASSING, POOR, log, of_property, report};

/// What the page says of the samples that pass the filters must hold for exactly these cases.
#[track_caller]
fn shows(page: &mut Page, all: &[Value], chosen: impl Fn(&Value) -> bool) {
    let search: Vec<&Value> = all.iter().filter(|case| is_search(case)).collect();
    let chosen: Vec<&Value> = search.iter().copied().filter(|case| chosen(case)).collect();
    let found = match (chosen.len(), search.len()) {
        (part, whole) if part == whole => format!("{} samples", grouped(whole)),
        (part, whole) => format!("{} of {} samples", grouped(part), grouped(whole)),
    };
    assert_eq!(page.text("t.found()"), found);
    let texts: HashSet<&str> = chosen.iter().map(|case| case["representation"].as_str().unwrap()).collect();
    let heading = page.text("document.querySelector('.samples > .readout').textContent");
    let noun = if chosen.len() == 1 { "sample" } else { "samples" };
    let samples = format!("{} {noun}", grouped(chosen.len()));
    match texts.len() == chosen.len() {
        true => assert_eq!(heading, samples),
        false => assert!(heading.starts_with(&format!("{samples}, {} different", grouped(texts.len()))), "{heading}"),
    }
    // The samples that are drawn, each on one line.
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: HashSet<String> = texts.iter().map(|text| on_one_line(text)).collect();
    let drawn = page.js("t.samples()");
    assert_eq!(drawn.as_array().unwrap().is_empty(), chosen.is_empty());
    for sample in drawn.as_array().unwrap() {
        let sample = sample.as_str().unwrap();
        assert!(lines.iter().any(|line| line.contains(sample)), "{sample} is not one of {lines:?}");
    }
}

#[test]
fn a_click_on_a_bar_filters_and_chips_combine() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('outermost')");
    let all = cases(log(), PASSING);
    shows(&mut page, &all, |_| true);
    let is_sum = |case: &Value| feature(case, "outermost") == "sum";
    page.click("t.bar('outermost', 'sum')");
    page.wait_for("t.chips()", &json!(["outermost: sum"]));
    shows(&mut page, &all, is_sum);
    // Other charts follow: of each bar the part that is a sum.
    let counted: Vec<&Value> = all.iter().filter(|case| is_counted(case)).collect();
    for bar in page.js("t.shown('parts')").as_array().unwrap() {
        let label = bar[0].as_str().unwrap();
        let part = within(counted.iter().copied().filter(|case| is_sum(case)), "parts", label);
        assert_eq!(
            [&bar[1], &bar[2]],
            [&json!(within(counted.iter().copied(), "parts", label)), &json!(part)],
            "{bar}"
        );
    }
    // The fullest bar of another chart.
    let bars = page.js("t.shown('parts').sort((a, b) => b[2] - a[2])");
    let label = bars[0][0].as_str().unwrap().to_owned();
    let is_both = |case: &Value| is_sum(case) && feature(case, "parts").as_f64().is_some_and(|n| is_within(n, &label));
    page.click(&format!("t.bar('parts', '{label}')"));
    page.wait_for("t.chips()", &json!(["outermost: sum", format!("parts: {label}")]));
    shows(&mut page, &all, is_both);
    // They live in the address.
    let address = page.text("location.href");
    page.reload();
    page.wait_for("t.chips()", &json!(["outermost: sum", format!("parts: {label}")]));
    assert_eq!(page.text("location.href"), address);
    shows(&mut page, &all, is_both);
    // A click on a chip removes it, and `back` brings it back.
    page.click("document.querySelector('.filter-bar .chip')");
    page.wait_for("t.chips()", &json!([format!("parts: {label}")]));
    shows(&mut page, &all, |case| feature(case, "parts").as_f64().is_some_and(|n| is_within(n, &label)));
    page.js("history.back()");
    page.wait_for("t.chips().length", &json!(2));
    shows(&mut page, &all, is_both);
    // A second click on the bar removes its filter.
    page.click(&format!("t.bar('parts', '{label}')"));
    page.wait_for("t.chips()", &json!(["outermost: sum"]));
    page.click("t.bar('outermost', 'sum')");
    page.wait_for("t.chips()", &json!([]));
    shows(&mut page, &all, |_| true);
    page.ends_well(&report());
}

#[test]
fn tiles_texts_and_ranges_filter() {
    let Some(mut page) = Page::open(|| of_property(&report(), POOR)) else { return };
    page.wait("t.card('mosaic')");
    let all = cases(log(), POOR);
    page.click("t.card('mosaic').querySelector('.side[aria-label^=\"rejected\"]')");
    page.wait_for("t.chips()", &json!(["rejected"]));
    shows(&mut page, &all, |case| case["status"] == "gave_up");
    page.click("document.querySelector('.filter-bar .chip')");
    page.wait_for("t.chips()", &json!([]));
    page.click("t.card('mosaic').querySelector('.tile.passed.unique')");
    page.wait_for("t.chips()", &json!(["passed", "unique"]));
    let firsts = {
        let mut seen = HashSet::new();
        let firsts =
            all.iter().filter(|case| is_counted(case)).filter(|case| seen.insert(case["representation"].to_string()));
        firsts.map(|case| case["metadata"]["case"].clone()).collect::<Vec<_>>()
    };
    shows(&mut page, &all, |case| firsts.contains(&case["metadata"]["case"]));
    page.go(&of_property(&report(), PASSING));
    page.wait("t.card('parts')");
    let all = cases(log(), PASSING);
    // A text that is typed.
    page.js("document.querySelector('[data-key=\"sample search\"]').focus()");
    "Neg".chars().for_each(|letter| page.key(&letter.to_string()));
    page.wait("t.chips().length === 1");
    let has_neg = |case: &Value| case["representation"].as_str().unwrap().to_lowercase().contains("neg");
    shows(&mut page, &all, has_neg);
    // A drag over bars selects a range.
    let (from, to) = (page.middle("t.bars('parts')[1]"), page.middle("t.bars('parts')[3]"));
    let from = (from.0, to.1);
    page.drag(from, to);
    page.wait("t.chips().length === 2");
    let shown = page.js("t.shown('parts')");
    let is_in_range = |case: &Value| {
        let number = feature(case, "parts").as_f64();
        number.is_some_and(|number| (1..=3).any(|bar| is_within(number, shown[bar][0].as_str().unwrap())))
    };
    shows(&mut page, &all, |case| has_neg(case) && is_in_range(case));
    page.ends_well(&report());
}

#[test]
fn a_sample_unfolds_to_all_that_is_known_of_it() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("document.querySelector('.sample')");
    page.click("document.querySelector('.sample .summary')");
    page.wait("document.querySelector('.sample .details pre.raw')");
    let line: Value =
        serde_json::from_str(&page.text("document.querySelector('.sample .details pre.raw').textContent")).unwrap();
    let all = cases(log(), PASSING);
    assert!(all.contains(&line), "not a line of the log: {line}");
    assert_eq!(json!(page.text("document.querySelector('.sample .details pre').textContent")), line["representation"]);
    page.ends_well(&report());
}
