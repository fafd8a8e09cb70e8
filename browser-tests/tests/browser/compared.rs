//! Two runs side by side: outlines show the shares of the run before, and changes lead to their properties.

use std::collections::BTreeMap;

use astragal_report::Model;
use serde_json::Value;

use crate::counted::{by_value, cases, is_counted};
use crate::page::Page;
use crate::subject::{PASSING, log, model, of_property, other_log, written};

#[test]
fn outlines_are_the_run_before() {
    let Some(mut page) = Page::blank() else { return };
    let address = written("before-and-after", &Model::compare(model(other_log()), model(log())));
    page.go(&format!("{address}#/compare"));
    page.wait("document.querySelector('table.changes')");
    let link = format!("document.querySelector('table.changes a[href=\"#/p/{}\"] .base')", PASSING.replace(':', "%3A"));
    page.click(&link);
    page.wait("t.card('outermost')");
    assert_eq!(page.text("location.href"), of_property(&address, PASSING).replace("::", "%3A%3A"));
    for name in ["outermost", "has a value"] {
        let sums = |log| -> BTreeMap<String, usize> {
            let cases = cases(log, PASSING);
            by_value(cases.iter().filter(|case| is_counted(case)), name)
        };
        let (before, after) = (sums(other_log()), sums(log()));
        let total = before.values().sum::<usize>() as f64;
        let bars = page.js(&format!(
            "t.bars('{name}').map((bar) => /^(.*): ([\\d,]+) .*, before [<>]?([\\d.]+) %/.exec(bar.getAttribute('aria-label')).slice(1))"
        ));
        let bars = bars.as_array().unwrap();
        assert_eq!(bars.len(), before.len().max(after.len()), "{name}");
        for bar in bars {
            let label = bar[0].as_str().unwrap();
            let number = |value: &Value| value.as_str().unwrap().replace(',', "").parse::<f64>().unwrap();
            assert_eq!(number(&bar[1]), after.get(label).copied().unwrap_or(0) as f64, "{name}: {bar}");
            let share = 100.0 * before.get(label).copied().unwrap_or(0) as f64 / total;
            assert!((number(&bar[2]) - share).abs() < 0.51, "{name}: {bar}, {share}");
        }
    }
    page.ends_well(&address);
}
