//! A log that Hypothesis wrote opens, and has its numbers.

use serde_json::{Value, json};

use crate::counted::{cases, grouped};
use crate::page::Page;
use crate::subject::{model, of_property, root, written};

#[test]
fn a_log_of_hypothesis_opens() {
    let log = root().join("crates/astragal-report/tests/hypothesis");
    let Some(mut page) = Page::blank() else { return };
    let address = written("hypothesis", &model(&log));
    page.go(&address);
    page.wait("document.querySelector('table.properties')");
    let name = page.text("[...document.querySelectorAll('table.properties .title')].find((title) => title.textContent.endsWith('test_merge_keeps_all')).textContent");
    page.go(&of_property(&address, &name.replace('/', "%2F")));
    page.wait("document.querySelector('.failure')");
    // Its phases are in the words of `how_generated`.
    let all = cases(&log, &name);
    let is_generated = |case: &&Value| case["how_generated"].as_str().unwrap().contains("generate phase");
    let generated = all.iter().filter(is_generated).count();
    assert!(generated > 0 && generated < all.len());
    assert_eq!(page.text("t.found()"), format!("{} samples", grouped(generated)));
    let failed = all.iter().filter(is_generated).filter(|case| case["status"] == "failed").count();
    assert_eq!(
        page.js("t.card('mosaic').querySelector('.side[aria-label^=failed] b').textContent"),
        json!(grouped(failed))
    );
    assert!(page.text("document.querySelector('.failure').textContent").contains("AssertionError"));
    page.ends_well(&address);
}
