//! Numbers on the page equal numbers counted from the log.

use serde_json::{Value, json};

use crate::counted::{by_value, cases, grouped, is_counted, is_search, mosaic, run, within};
use crate::page::Page;
use crate::subject::{FAILING, HOSTILE, PASSING, POOR, SLIDING, log, of_property, report};

/// The figure below the name of a property.
fn figure(page: &mut Page, title: &str) -> String {
    page.text(&format!(
        "[...document.querySelectorAll('.figure')].find((figure) => figure.firstChild.textContent === '{title}').querySelector('dd b').textContent"
    ))
}

#[test]
fn counts_and_the_mosaic() {
    let Some(mut page) = Page::open(report) else { return };
    for property in [FAILING, PASSING, POOR, HOSTILE] {
        page.go(&of_property(&report(), property));
        page.wait("t.card('mosaic')");
        let cases = cases(log(), property);
        let tiles = mosaic(&cases);
        let [passed, failed, rejected] = tiles.map(|[unique, duplicate]| unique + duplicate);
        let duplicates = tiles[0][1] + tiles[1][1];
        assert_eq!(figure(&mut page, "cases"), grouped(passed + failed), "{property}");
        assert_eq!(figure(&mut page, "rejected"), grouped(rejected), "{property}");
        assert_eq!(figure(&mut page, "duplicates"), grouped(duplicates), "{property}");
        assert_eq!(figure(&mut page, "unique"), grouped(passed + failed - duplicates), "{property}");
        let counts = &run(log(), property)["counts"];
        assert_eq!([&counts["cases"], &counts["rejected"]], [&json!(passed + failed), &json!(rejected)], "{property}");
        assert_eq!(page.text("t.found()"), format!("{} samples", grouped(passed + failed + rejected)), "{property}");
        for (row, status) in ["passed", "failed", "rejected"].iter().enumerate() {
            for (column, kind) in ["unique", "duplicate"].iter().enumerate() {
                let count = tiles[row][column];
                let tile = format!("t.card('mosaic').querySelector('.tile.{status}.{kind}')");
                assert_eq!(page.text(&format!("{tile}.querySelector('b').textContent")), grouped(count), "{property}");
                // The whole line is hidden where there is nothing in it.
                assert_eq!(page.js(&format!("{tile}.offsetParent === null")), json!(count == 0), "{property}");
            }
        }
        // A table that was opened stays open from property to property.
        if page.js("t.table('mosaic').length") == 0 {
            page.click("t.button('table', t.card('mosaic'))");
        }
        let rows = ["passed", "failed", "rejected"].iter().zip(tiles).map(|(status, [unique, duplicate])| {
            json!([status, grouped(unique), grouped(duplicate), grouped(unique + duplicate)])
        });
        assert_eq!(page.js("t.table('mosaic')"), rows.collect::<Value>(), "{property}");
    }
    page.ends_well(&report());
}

#[test]
fn the_overview_has_each_property_worst_first() {
    let Some(mut page) = Page::open(report) else { return };
    page.wait("document.querySelector('table.properties')");
    let rows = page.js(
        "[...document.querySelectorAll('table.properties tbody tr')].map((row) => [row.querySelector('.title').textContent, row.children[1].textContent])",
    );
    let names: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row[0].as_str().unwrap()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [PASSING, FAILING, POOR, HOSTILE, SLIDING]);
    assert!(names[..2].contains(&FAILING) && names[..2].contains(&HOSTILE), "failed first: {names:?}");
    for row in rows.as_array().unwrap() {
        let cases = cases(log(), row[0].as_str().unwrap());
        let count = cases.iter().filter(|case| is_counted(case)).count();
        assert_eq!(row[1], json!(grouped(count)), "{row}");
    }
    // A row leads to its property.
    page.click("document.querySelector('table.properties a.open')");
    page.wait_for("document.querySelector('.head h1').textContent", &json!(names[0].rsplit("::").next()));
    page.ends_well(&report());
}

#[test]
fn bars_of_categories_flags_and_numbers_and_their_tables() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('parts')");
    let all = cases(log(), PASSING);
    let counted: Vec<&Value> = all.iter().filter(|case| is_counted(case)).collect();
    for name in ["outermost", "has a value"] {
        let shown = page.js(&format!("t.shown('{name}')"));
        let sums = by_value(counted.iter().copied(), name);
        assert!(sums.len() > 1, "{name} has several values");
        for bar in shown.as_array().unwrap() {
            let count = sums.get(bar[0].as_str().unwrap()).copied().unwrap_or(0);
            assert_eq!([&bar[1], &bar[2]], [&json!(count), &json!(count)], "{name}: {bar}");
        }
        let total: u64 = shown.as_array().unwrap().iter().map(|bar| bar[1].as_u64().unwrap()).sum();
        assert_eq!(total, sums.values().sum::<usize>() as u64, "{name}: every value has a bar");
    }
    for name in ["parts", "size", "depth"] {
        let shown = page.js(&format!("t.shown('{name}')"));
        let shown = shown.as_array().unwrap();
        assert!(shown.len() > 3, "{name} has several bars: {shown:?}");
        for bar in shown {
            let count = within(counted.iter().copied(), name, bar[0].as_str().unwrap());
            assert_eq!(bar[1], json!(count), "{name}: {bar}");
        }
        let total: u64 = shown.iter().map(|bar| bar[1].as_u64().unwrap()).sum();
        assert_eq!(total, counted.len() as u64, "{name}: every number has a bar");
    }
    for name in ["outermost", "has a value", "parts", "size"] {
        page.click(&format!("t.button('table', t.card('{name}'))"));
        let pairs = |value: Value, column: usize| -> Vec<(String, String)> {
            let rows = value.as_array().unwrap().iter();
            let text =
                |cell: &Value| cell.as_str().map_or_else(|| grouped(cell.as_u64().unwrap() as usize), str::to_owned);
            rows.map(|row| (text(&row[0]), text(&row[column]))).collect()
        };
        let mut table = pairs(page.js(&format!("t.table('{name}')")), 1);
        let mut bars = pairs(page.js(&format!("t.shown('{name}')")), 1);
        table.sort();
        bars.sort();
        assert_eq!(table, bars, "{name}: the table has the numbers of the bars");
    }
    page.ends_well(&report());
}

#[test]
fn branches_are_counted() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("document.getElementById('choices')");
    let all = cases(log(), PASSING);
    let times = |branch: &str| -> u64 {
        let picks =
            all.iter().filter(|case| is_counted(case)).flat_map(|case| case["metadata"]["picks"].as_array().unwrap());
        picks.filter(|pick| pick[0] == "Term" && pick[1] == branch).map(|pick| pick[3].as_u64().unwrap()).sum()
    };
    page.click("t.button('table', t.card('site Term'))");
    let rows = page.js("t.table('site Term').map((row) => [row[0], row[1]])");
    let expected = ["Val", "Neg", "Add", "Div"].map(|branch| json!([branch, grouped(times(branch) as usize)]));
    let mut rows = rows.as_array().unwrap().clone();
    rows.sort_by_key(Value::to_string);
    let mut expected = expected.to_vec();
    expected.sort_by_key(Value::to_string);
    assert_eq!(rows, expected);
    // The samples that take a branch, by its filter.
    for branch in ["Neg", "Div"] {
        let filter = json!([{"pick": ["Term", branch]}]).to_string();
        let hash = page.text(&format!("'?f=' + encodeURIComponent({})", json!(filter)));
        page.go(&format!("{}{hash}", of_property(&report(), PASSING)));
        let takes = |case: &&Value| {
            let picks = case["metadata"]["picks"].as_array().unwrap();
            is_search(case) && picks.iter().any(|pick| pick[0] == "Term" && pick[1] == branch)
        };
        let count = all.iter().filter(takes).count();
        page.wait(&format!("t.found().startsWith('{} of ')", grouped(count)));
    }
    page.ends_well(&report());
}

#[test]
fn shrinking_is_not_in_the_distributions_unless_asked_for() {
    let Some(mut page) = Page::open(|| of_property(&report(), FAILING)) else { return };
    page.wait("t.card('parts')");
    let all = cases(log(), FAILING);
    assert!(all.iter().any(|case| !is_search(case)), "there are cases of shrinking");
    let sum = |page: &mut Page| page.number("t.shown('parts').reduce((sum, bar) => sum + bar[1], 0)") as usize;
    assert_eq!(sum(&mut page), all.iter().filter(|case| is_counted(case)).count());
    page.click("document.querySelector('.phase-menu summary')");
    page.click("document.querySelector('[data-key=\"phase shrink\"]')");
    let with =
        |case: &&Value| case["status"] != "gave_up" && (is_search(case) || case["metadata"]["phase"] == "shrink");
    assert_eq!(sum(&mut page), all.iter().filter(with).count());
    // It is in the address.
    page.reload();
    assert_eq!(sum(&mut page), all.iter().filter(with).count());
    page.ends_well(&report());
}

/// Bars are those of the cases that count. Rejected ones may be of another size altogether: they are not put into the last bar.
#[test]
fn rejected_cases_beyond_the_bars_are_not_in_them() {
    let Some(mut page) = Page::open(|| format!("{}?rejected=1", of_property(&report(), POOR))) else { return };
    page.wait("t.card('length')");
    let all = cases(log(), POOR);
    let lengths: Vec<u64> =
        all.iter().filter(|case| is_search(case)).map(|case| case["metadata"]["length"].as_u64().unwrap()).collect();
    let count = |length: u64| lengths.iter().filter(|&&other| other == length).count();
    let bars = page.js("t.shown('length').map((bar) => bar.slice(0, 2))");
    assert_eq!(bars, json!([["0", count(0)], ["1", count(1)], ["2", count(2)]]));
    let beyond = lengths.iter().filter(|&&length| length > 2).count();
    assert!(beyond > 1000, "most cases are rejected");
    let note = page.text("t.card('length').querySelector('.readout').textContent");
    assert!(note.ends_with(&format!(" · {} beyond the bars", grouped(beyond))), "{note}");
    // Without them nothing is beyond.
    page.go(&of_property(&report(), POOR));
    page.wait("!t.card('length').querySelector('.readout').textContent.includes('beyond')");
    page.ends_well(&report());
}
