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
    let link = format!("table.changes a[href^=\"#/p/{}\"] .base", PASSING.replace(':', "%3A"));
    page.click(&format!("document.querySelector({})", Value::from(link)));
    page.wait("t.card('outermost')");
    let there = of_property(&address, PASSING).replace("::", "%3A%3A");
    assert!(page.text("location.href").starts_with(&there));
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

/// Whether a card is seen as a whole.
fn is_in_view(page: &mut Page, card: &str) -> bool {
    let place = format!("t.card('{card}').getBoundingClientRect()");
    page.js(&format!("{place}.top >= 0 && {place}.bottom <= innerHeight")) == true
}

#[test]
fn a_change_leads_to_the_feature_that_changed() {
    let Some(mut page) = Page::blank() else { return };
    let compared = Model::compare(model(other_log()), model(log()));
    let changed: Vec<(String, String)> = compared
        .changes
        .iter()
        .flatten()
        .filter_map(|change| Some((change.property.clone(), change.feature.clone()?)))
        .collect();
    assert!(changed.len() > 3, "{changed:?}");
    let address = written("changes", &compared);
    for (property, feature) in changed {
        page.go(&format!("{address}#/compare"));
        page.wait("document.querySelector('table.changes')");
        let row = format!(
            "[...document.querySelectorAll('table.changes tbody tr')].find((row) => row.children[0].textContent === '{property}' && row.children[1].firstChild.textContent === '{feature}')"
        );
        page.click(&format!("{row}.querySelector('a .base')"));
        page.wait(&format!("t.card('{feature}')"));
        assert!(is_in_view(&mut page, &feature), "{property}: {feature}");
        // The address can be shared.
        page.reload();
        page.wait(&format!("t.card('{feature}')"));
        assert!(is_in_view(&mut page, &feature), "{property}: {feature}, loaded again");
    }
    // A filter does not scroll back to it.
    page.js("scrollTo(0, 0)");
    page.click("t.card('mosaic').querySelector('.side')");
    page.wait("t.chips().length === 1");
    assert_eq!(page.js("location.hash.includes('at=')"), false);
    page.ends_well(&address);
}
