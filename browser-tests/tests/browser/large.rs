//! 50,000 samples: the page opens, counts them all, and draws only those that are seen.

use std::fs;
use std::io::Write;
use std::time::Instant;

use serde_json::{Value, json};

use crate::counted::grouped;
use crate::page::Page;
use crate::subject::{folder, model, of_property, written};

const MANY: usize = 50_000;
const NAME: &str = "large::many";

/// The features of a case, by its number.
fn features(number: usize) -> Value {
    let mixed = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let kind = ["leaf", "node", "root"][(mixed % 7 % 3) as usize];
    json!({"kind": kind, "n": mixed % 1000, "even": if mixed % 2 == 0 { "true" } else { "false" }})
}

#[test]
fn fifty_thousand_samples() {
    let Some(mut page) = Page::blank() else { return };
    let log = folder("large");
    let mut text = String::new();
    let mut all = Vec::new();
    for number in 0..MANY {
        let (features, branch) = (features(number), ["Leaf", "Node"][number % 2]);
        let line = json!({
            "type": "test_case", "property": NAME, "run_start": 9.5, "status": if number % 5000 == 4999 { "failed" } else { "passed" },
            "status_reason": "", "representation": format!("many(\n    n = {number},\n)"), "arguments": {"n": number.to_string()},
            "how_generated": "during random phase", "features": features, "coverage": null, "timing": {"generate": 1e-6, "execute": 2e-6},
            "metadata": {"phase": "random", "case": number + 1, "size": number % 40, "depth": number % 6,
                "picks": [["Tree", branch, number % 4, 1 + number % 3]], "pairs": [["Tree", "Node", "Tree", branch, 1]]},
        });
        text += &format!("{line}\n");
        all.push(features);
    }
    fs::write(log.join("2026-01-02_testcases.jsonl"), text).unwrap();
    let began = Instant::now();
    let address = written("large-page", &model(&log));
    let (written, began) = (began.elapsed(), Instant::now());
    page.go(&of_property(&address, NAME));
    page.wait("t.card('kind') && document.querySelector('.sample')");
    let opened = began.elapsed();
    assert_eq!(page.text("t.found()"), "50,000 samples");
    let count = |test: &dyn Fn(&Value) -> bool| all.iter().filter(|features| test(features)).count();
    for kind in ["leaf", "node", "root"] {
        let label = page.text(&format!("t.bar('kind', '{kind}').getAttribute('aria-label')"));
        assert!(label.starts_with(&format!("{kind}: {} ", grouped(count(&|case| case["kind"] == kind)))), "{label}");
    }
    let began = Instant::now();
    page.click("t.bar('kind', 'root')");
    page.wait("t.chips().length === 1");
    let clicked = began.elapsed();
    let roots = count(&|case| case["kind"] == "root");
    assert_eq!(page.text("t.found()"), format!("{} of 50,000 samples", grouped(roots)));
    page.click("t.bar('even', 'true')");
    page.wait("t.chips().length === 2");
    let both = count(&|case| case["kind"] == "root" && case["even"] == "true");
    assert_eq!(page.text("t.found()"), format!("{} of 50,000 samples", grouped(both)));
    page.js("document.querySelectorAll('.filter-bar .chip').length");
    page.click("document.querySelector('.filter-bar .chip')");
    page.wait("t.chips().length === 1");
    page.click("document.querySelector('.filter-bar .chip')");
    page.wait("t.chips().length === 0");
    // Only what is seen is drawn, from the first sample to the last.
    let is_bounded = |page: &mut Page| {
        let (samples, nodes) = (
            page.number("document.querySelectorAll('.sample').length"),
            page.number("document.querySelectorAll('*').length"),
        );
        assert!(samples > 5.0 && samples < 120.0 && nodes < 6000.0, "{samples} samples, {nodes} elements");
        nodes
    };
    let nodes = is_bounded(&mut page);
    assert_eq!(page.text("document.querySelector('.sample').getAttribute('aria-setsize')"), "50000");
    let began = Instant::now();
    page.js("(() => { const list = document.querySelector('.virtual'); list.scrollTop = list.scrollHeight; })()");
    page.wait("document.getElementById('sample-49999') !== null");
    let scrolled = began.elapsed();
    assert_eq!(page.text("document.querySelector('#sample-49999 code').textContent"), "n = 49998");
    is_bounded(&mut page);
    // Not `println`, which the harness keeps to itself.
    let _ = writeln!(
        std::io::stderr(),
        "50,000 samples: page made in {written:.0?} (without optimization), opened in {opened:.0?}, filtered in {clicked:.0?}, scrolled to the end in {scrolled:.0?}, {nodes} elements"
    );
    page.ends_well(&address);
}
