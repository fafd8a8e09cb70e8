//! Sliders: one that is moved draws new samples, which the charts show; what is accepted is in a file, and the next run follows it.

use std::fs;

use serde_json::json;

use crate::counted::{cases, feature, is_counted, run};
use crate::page::Page;
use crate::subject::{SLIDING, Server, copied_fixture, copied_log, log, of_property, report, run_once};

/// The slider of a parameter.
fn slider(name: &str) -> String {
    format!("document.querySelector('[data-key=\"parameter {name}\"]')")
}

/// The samples whose number of elements is more than this, and all of them.
fn more_than(page: &mut Page, least: u32) -> (f64, f64) {
    let sum = |test: &str| format!("t.shown('elements').filter((bar) => {test}).reduce((sum, bar) => sum + bar[1], 0)");
    let more = page.number(&sum(&format!("Number(bar[0].split(' ')[0]) > {least}")));
    (more, page.number(&sum("true")))
}

#[test]
fn a_slider_draws_new_samples_and_what_is_accepted_is_followed() {
    let Some(mut page) = Page::blank() else { return };
    let (package, log) = (copied_fixture("sliding"), copied_log("sliding-log"));
    let server = Server::start_in(&package, &log);
    page.go(&of_property(&server.address, SLIDING));
    page.wait(&slider("longest"));
    assert_eq!(page.text(&format!("{}.value", slider("longest"))), "12");
    assert_eq!(
        page.js("[t.button('Accept').disabled, t.button('Back to the samples of the run').disabled]"),
        json!([true, true])
    );
    let (more, all) = more_than(&mut page, 12);
    assert!(more == 0.0 && all > 900.0, "no list of the run is longer: {more} of {all}");

    // Moved by hand, to its right end. While it is held, nothing takes it out of the hand.
    let (x, y) = page.middle(&slider("longest"));
    let right = page.number(&format!("{}.getBoundingClientRect().right", slider("longest")));
    page.js("(() => {
            const real = window.fetch;
            window.answered = 0;
            window.fetch = async (...question) => {
                const answer = await real(...question), text = await answer.text();
                window.answered += 1;
                return new Response(text, { status: answer.status });
            };
        })()");
    page.mouse("mouseMoved", (x, y), false);
    page.mouse("mousePressed", (x, y), true);
    page.js(&format!("window.held = {}", slider("longest")));
    page.mouse("mouseMoved", ((x + right) / 2.0, y), true);
    page.mouse("mouseMoved", (right - 2.0, y), true);
    page.wait("window.answered > 0");
    page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert_eq!(page.js(&format!("window.held === {}", slider("longest"))), true);
    page.mouse("mouseReleased", (right - 2.0, y), false);
    page.wait("t.found() === '500 samples'");
    assert_eq!(page.text(&format!("{}.value", slider("longest"))), "60");
    assert_eq!(page.text("document.querySelector('.parameter output').textContent"), "60");
    assert!(page.text("document.activeElement.dataset.key") == "parameter longest", "the focus stays");
    let (more, all) = more_than(&mut page, 12);
    assert!(all == 500.0 && more > 100.0, "lists are longer: {more} of {all}");
    // The run is shown as outlines.
    assert_eq!(page.js("t.bars('elements').some((bar) => /before [1-9]/.test(bar.getAttribute('aria-label')))"), true);

    // Another one, by the keyboard; the first stays where it is.
    page.js(&format!("{}.focus()", slider("zeros")));
    (0..200).for_each(|_| page.key("ArrowRight"));
    page.wait("t.shown('zeros in it').every((bar) => bar[1] === 0 || t.bar('elements', bar[0]))");
    page.wait(&format!("{}.value === '1' && t.bars('zeros in it').length > 12", slider("zeros")));
    page.wait("JSON.stringify(t.shown('zeros in it')) === JSON.stringify(t.shown('elements'))");

    // Back, and nothing was written.
    page.click("t.button('Back to the samples of the run')");
    page.wait("t.found() !== '500 samples'");
    assert_eq!(page.text(&format!("{}.value", slider("longest"))), "12");
    let file = package.join("tests/astragal-weights/shown.zeros_add_nothing.txt");
    assert!(!file.exists());

    page.js(&format!("{}.focus()", slider("longest")));
    (0..18).for_each(|_| page.key("ArrowRight"));
    page.wait("t.found() === '500 samples' && document.querySelector('.parameter output').textContent === '30'");
    page.click("t.button('Accept')");
    page.wait("document.querySelector('.parameters code.file')");
    assert_eq!(page.text("document.querySelector('.parameters code.file').textContent"), file.to_str().unwrap());
    assert_eq!(fs::read_to_string(&file).unwrap(), "astragal weights 1\nparameter longest = 30\n");

    // The next run draws by it; the page shows that run.
    run_once(&package, &log, SLIDING);
    page.reload();
    page.wait(&format!("{}.value === '30'", slider("longest")));
    let hint = page.text("document.querySelector('.parameter .hint').textContent");
    assert!(hint.contains("usually 12; set to 30 by a file"), "{hint}");
    let parameters = run(&log, SLIDING)["parameters"].clone();
    assert_eq!((&parameters[0]["value"], &parameters[0]["file"]), (&json!(30), &json!(file)));
    let newest = run(&log, SLIDING)["run_start"].clone();
    let longest = cases(&log, SLIDING).into_iter().filter(|case| case["run_start"] == newest && is_counted(case));
    let longest = longest.map(|case| feature(&case, "elements").as_u64().unwrap()).max().unwrap();
    assert!(longest > 12 && longest <= 30, "{longest}");
    let (more, _) = more_than(&mut page, 12);
    assert!(more > 100.0, "{more}");
    page.ends_well(&server.address);
}

/// What the server refuses is said, and the samples stay.
#[test]
fn a_refusal_is_said() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("sliding-refused");
    let server = Server::start(&log);
    page.go(&of_property(&server.address, SLIDING));
    page.wait(&slider("longest"));
    page.js(
        "(() => {
            const real = window.fetch;
            window.fetch = async (path, options) => options && options.method === 'POST' ? new Response('{\"error\": \"<b>no</b>\"}', { status: 502 }) : real(path, options);
        })()",
    );
    let found = page.text("t.found()");
    page.js(&format!("{}.focus()", slider("longest")));
    page.key("ArrowRight");
    page.wait("document.querySelector('.parameters .note.warn')");
    assert_eq!(page.text("document.querySelector('.parameters .note.warn').textContent"), "<b>no</b>");
    assert_eq!((page.text("t.found()"), page.text(&format!("{}.value", slider("longest")))), (found, "13".into()));
    page.ends_well(&server.address);
}

#[test]
fn a_page_from_a_file_says_what_a_server_could_do() {
    let Some(mut page) = Page::open(|| of_property(&report(), SLIDING)) else { return };
    page.wait(&slider("longest"));
    assert_eq!(page.js(&format!("[{}.disabled, {}.value]", slider("zeros"), slider("zeros"))), json!([true, "0.2"]));
    assert!(page.text("document.querySelector('.parameters').textContent").contains("cargo astragal serve"));
    assert_eq!(run(log(), SLIDING)["parameters"][0]["value"], 12);
    page.ends_well(&report());
}
