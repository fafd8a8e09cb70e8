//! Without a mouse: the Tab key reaches a bar, arrows move among bars, Enter filters.

use serde_json::json;

use crate::page::Page;
use crate::subject::{PASSING, of_property, report};

/// Presses Tab until a condition holds.
#[track_caller]
fn tab_until(page: &mut Page, condition: &str) {
    for _ in 0..200 {
        page.key("Tab");
        if page.js(&format!("Boolean({condition})")) == true {
            return;
        }
    }
    panic!("no Tab leads there: {condition}");
}

#[test]
fn a_bar_is_reached_and_filters() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('outermost')");
    page.key("Tab");
    assert_eq!(page.text("document.activeElement.textContent"), "Skip to the content");
    tab_until(
        &mut page,
        "t.card('outermost').contains(document.activeElement) && document.activeElement.matches('.bar')",
    );
    let first = page.text("document.activeElement.getAttribute('aria-label')");
    page.key("ArrowDown");
    let second = page.text("document.activeElement.getAttribute('aria-label')");
    assert_ne!(first, second);
    // One Tab stop a chart: the next is not a bar of this one.
    page.key("Tab");
    assert_eq!(
        page.js("document.activeElement.matches('.bar') && t.card('outermost').contains(document.activeElement)"),
        false
    );
    page.js("t.bars('outermost').find((bar) => bar.tabIndex === 0).focus()");
    assert_eq!(page.text("document.activeElement.getAttribute('aria-label')"), second);
    page.key("Enter");
    let label = second.split(": ").next().unwrap();
    page.wait_for("t.chips()", &json!([format!("outermost: {label}")]));
    // The focus stays, Enter removes the filter again, and Escape the last one.
    assert_eq!(page.js("document.activeElement.getAttribute('aria-pressed')"), json!("true"));
    page.key("Enter");
    page.wait_for("t.chips()", &json!([]));
    page.key("Enter");
    page.wait_for("t.chips().length", &json!(1));
    page.key("Escape");
    page.wait_for("t.chips()", &json!([]));
    page.ends_well(&report());
}

#[test]
fn every_mark_and_field_has_a_name() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('outermost')");
    let nameless = page.js(
        "[...document.querySelectorAll('button, input, select, summary, a, [role=listbox], [role=img]')]
            .filter((e) => e.offsetParent !== null && !e.getAttribute('aria-label') && !e.textContent.trim() && !e.closest('label'))
            .map((e) => e.outerHTML.slice(0, 200))",
    );
    assert_eq!(nameless, json!([]));
    // Every card with marks has a table behind it.
    let without = page.js("[...document.querySelectorAll('[data-card]')].filter((card) => !t.button('table', card)).map((card) => card.dataset.card)");
    assert_eq!(without, json!([]));
    page.ends_well(&report());
}
