//! Hostile text everywhere: names, values, labels, notes, files, messages. It is shown as text, and runs nothing.

use std::fs;

use astragal_report::Model;
use astragal_report::model::Source;
use astragal_report::mutants::{Mutant, Mutants};
use serde_json::{Value, json};

use crate::page::Page;
use crate::subject::{HOSTILE, Server, folder, model, of_property, report, written};

/// Each would set `window.ran` if it came to be more than text.
const TEXTS: [&str; 9] = [
    "</script><script>window.ran = 1</script>",
    "<img src=x onerror=window.ran=1>",
    "\"><svg onload=window.ran=1>",
    "' autofocus onfocus='window.ran=1",
    "javascript:window.ran=1",
    "${window.ran=1}{{window.ran=1}}",
    "<!--<script>window.ran=1",
    "right \u{202e}to left\u{2066}",
    "__proto__",
];

/// What was not text, if anything.
const STRANGE: &str = "[...document.querySelectorAll('img, iframe, object, embed, base, link:not([rel=icon]), form, svg:not([role]):not([aria-hidden]), body script ~ script ~ script')]
    .map((e) => e.outerHTML.slice(0, 200))
    .concat([...document.querySelectorAll('*')].flatMap((e) => [...e.attributes].filter((a) => a.name.startsWith('on') || a.name === 'srcdoc').map((a) => `${a.name}=${a.value}`)))
    .concat([...document.querySelectorAll('a[href], use[href], area[href]')].map((a) => a.getAttribute('href')).filter((href) => !href.startsWith('#')))";

#[track_caller]
fn is_only_text(page: &mut Page) {
    assert_eq!(page.js("window.ran === undefined && ({}).ran === undefined"), true);
    assert_eq!(page.js(STRANGE), json!([]));
}

#[test]
fn texts_of_a_real_property_are_text() {
    let Some(mut page) = Page::open(|| of_property(&report(), HOSTILE)) else { return };
    page.wait("document.querySelector('.failure')");
    is_only_text(&mut page);
    let text = page.text("document.body.textContent");
    for part in [
        "<b>Doc</b> comments are text",
        "<iframe src=javascript:window.ran=1>",
        "<svg onload=window.ran=1>",
        "<img src=x onerror=window.ran=1>",
        "</script><b>bold</b>",
    ] {
        assert!(text.contains(part), "{part} is not shown");
    }
    let bars = page.js("t.shown('<img src=x onerror=window.ran=1>').map((bar) => bar[0])");
    assert!(bars.as_array().unwrap().contains(&json!("javascript:window.ran=1")), "{bars}");
    // A filter by a hostile value is in the address, and comes back from there.
    page.click("t.bar('<img src=x onerror=window.ran=1>', '</script><script>window.ran = 1</script>')");
    page.wait("t.chips().length === 1");
    page.reload();
    page.wait_for("t.chips()", &json!(["<img src=x onerror=window.ran=1>: </script><script>window.ran = 1…"]));
    is_only_text(&mut page);
    page.ends_well(&report());
}

/// A log in which every text is hostile.
fn lines(run_start: f64) -> String {
    let mut lines = String::new();
    for (number, text) in TEXTS.iter().enumerate() {
        for case in 0..30 {
            let status = if case == 29 { "failed" } else { ["passed", "passed", "gave_up"][case % 3] };
            let line = json!({
                "type": "test_case", "property": text, "run_start": run_start, "status": status, "status_reason": text,
                "representation": format!("{text}(\n    {text} = {case},\n)"), "arguments": {*text: text}, "how_generated": text,
                "features": {*text: TEXTS[case % TEXTS.len()], format!("{text} pair"): [case, case * 2], "n": case}, "coverage": {*text: [1, 2, case]},
                "timing": {*text: 0.5}, "metadata": {"phase": if case == 5 { *text } else { "random" }, "size": case, "notes": [text],
                    "picks": [[text, TEXTS[case % TEXTS.len()], case % 3, 1]], "pairs": [[text, "a", text, TEXTS[case % TEXTS.len()], 1]]},
            });
            lines += &format!("{line}\n");
        }
        let argument = json!({"name": text, "type": text, "text": format!("[{text}, {text}]"), "free": [[1, 4]]});
        let end = json!({
            "type": "info", "property": text, "run_start": run_start, "title": text, "content": format!("    {text}\n    \u{1b}[31mred"), "seconds": 0.5, "verdict": "failed", "verdict_text": text,
            "is_pass": false, "package": text, "file": text, "line": 7, "doc": text, "test": text, "seed": text,
            "settings": [[text, text, text]], "profile": text, "version": text,
            "counts": {"cases": 20, "passed": 19, "failed": 1, "rejected": 10, "repeats": 0, "written": 30, "calls": 30},
            "rejections": [{"by": text, "place": text, "count": 10}],
            "covered": [{"label": text, "required": 20.0, "holds": 1, "of": 20, "verdict": "missed"}], "warnings": [text],
            "sites": [{"site": text, "branches": TEXTS}],
            "failures": [{"origin": text, "message": text, "found": text, "arguments": [argument], "original": [{"name": text, "type": text, "text": text}],
                "notes": TEXTS, "always": [text], "token": text, "replay": text, "evaluations": 3, "steps": 2,
                "shrink": [text, TEXTS[(number + 1) % TEXTS.len()], "last"], "flaky": null, "elsewhere": [text]}],
        });
        lines += &format!("{end}\n");
    }
    lines
}

fn hostile_log(name: &str, run_start: f64) -> std::path::PathBuf {
    let log = folder(&format!("{name} <img src=x onerror=window.ran=1> '&amp;"));
    let (cases, runs): (Vec<_>, Vec<_>) =
        lines(run_start).lines().map(|line| format!("{line}\n")).partition(|line| line.contains("\"test_case\""));
    fs::write(log.join("2026-01-02_testcases.jsonl"), cases.concat()).unwrap();
    let alerts = TEXTS.map(|text| {
        json!({"type": "alert", "property": text, "run_start": run_start, "title": text, "content": text}).to_string()
            + "\n"
    });
    fs::write(log.join("2026-01-02_info.jsonl"), runs.concat() + &alerts.concat()).unwrap();
    log
}

/// Opens every fold and table, and every sample that is drawn.
fn unfold(page: &mut Page) {
    page.js("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
    page.js("[...document.querySelectorAll('[data-card]')].forEach((card) => { const b = t.button('table', card); if (b) b.click(); })");
    page.js("for (let k = 0; k < 5; k++) { const all = document.querySelectorAll('.sample .summary'); if (all[k]) all[k].click(); }");
}

#[test]
fn texts_of_any_log_are_text_in_every_view() {
    let Some(mut page) = Page::blank() else { return };
    let model: Model = Model::compare(model(&hostile_log("before", 5.0)), model(&hostile_log("after", 9.0)));
    let mutants = TEXTS.iter().enumerate().map(|(index, text)| Mutant {
        id: (*text).to_owned(),
        name: (*text).to_owned(),
        file: (*text).to_owned(),
        line: 1,
        diff: format!("--- {text}\n+++ {text}\n-{text}\n+{text}\n"),
        status: ["survived", "killed"][index % 2].to_owned(),
        why: (*text).to_owned(),
    });
    let mutants = Mutants {
        mutants: mutants.collect(),
        properties: TEXTS.map(str::to_owned).to_vec(),
        kills: vec![(1, 0, Some(3)), (3, 1, None)],
        useless: vec![2],
        equal: vec![(1, 0, 2, 9)],
    };
    let title = TEXTS.concat();
    let mut model = Model { mutants: Some(mutants), title: title.clone(), ..model };
    // Sources, too: every file has the same text.
    let stretches = vec![(1, TEXTS.map(str::to_owned).to_vec()), (40, vec![TEXTS.concat()])];
    model.sources = vec![Source { file: TEXTS[0].to_owned(), stretches }];
    for property in &mut model.properties {
        property.samples.coverage.as_mut().unwrap().texts.fill(Some(0));
    }
    let address = written("hostile", &model);
    page.go(&address);
    page.wait("document.querySelector('table.properties')");
    assert_eq!(page.text("document.title"), title);
    is_only_text(&mut page);
    let shown = page.js("[...document.querySelectorAll('table.properties .title')].map((title) => title.textContent)");
    let mut shown: Vec<&str> = shown.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    shown.sort_unstable();
    let mut texts = TEXTS;
    texts.sort_unstable();
    assert_eq!(shown, texts);
    for text in TEXTS {
        // Through the overview, as a user comes to it.
        page.go(&format!("{address}#/"));
        page.wait("document.querySelector('table.properties')");
        page.click(&format!(
            "[...document.querySelectorAll('table.properties a.open')].find((a) => a.querySelector('.title').textContent === {})",
            json!(text)
        ));
        page.wait("document.querySelector('.failure')");
        let head = page.text(
            "document.querySelector('.head .path span').textContent + document.querySelector('.head h1').textContent",
        );
        assert_eq!(head, text);
        unfold(&mut page);
        is_only_text(&mut page);
        let source = page.js("[...document.querySelectorAll('.source .code')].map((row) => row.lastChild.textContent)");
        let mut expected: Vec<String> = TEXTS.map(str::to_owned).to_vec();
        expected.extend(["⋮".into(), TEXTS.concat()]);
        assert_eq!(source, json!(expected));
        let body = page.text("document.body.textContent");
        assert!(body.matches(text).count() > 10, "{text} is shown in many places");
        let bar = format!("t.bar({}, {})", json!(text), json!(TEXTS[0]));
        page.click(&bar);
        page.wait("t.chips().length === 1");
        page.reload();
        page.wait("t.chips().length === 1");
        is_only_text(&mut page);
    }
    page.go(&format!("{address}#/compare"));
    page.wait("document.querySelector('.compare')");
    is_only_text(&mut page);
    page.go(&format!("{address}#/mutants"));
    page.wait("document.querySelector('.mutants')");
    page.js("document.querySelectorAll('.mutants tbody button').length");
    page.click("document.querySelector('.mutants tbody button')");
    page.wait("document.querySelector('pre.diff')");
    assert!(page.text("document.querySelector('pre.diff').textContent").contains(TEXTS[0]));
    is_only_text(&mut page);
    // An address from outside is text too.
    for hash in [
        "#/p/%3Cimg%20src=x%20onerror=window.ran=1%3E",
        "#/p/%",
        "#/p/__proto__?f=%5B%7B%22text%22:%22%3Cimg%20src=x%20onerror=window.ran=1%3E%22%7D%5D",
        "#/?f=%5B%7B%22__proto__%22:%7B%22ran%22:1%7D%7D%5D",
    ] {
        page.go(&format!("{address}{hash}"));
        page.wait("document.querySelector('main').children.length > 0");
        is_only_text(&mut page);
    }
    page.ends_well(&address);
}

#[test]
fn texts_are_text_on_a_served_page_too() {
    let Some(mut page) = Page::blank() else { return };
    let server = Server::start(&hostile_log("served", 9.0));
    page.go(&format!("{}#/p/{}", server.address, "__proto__"));
    page.wait("document.querySelector('.failure')");
    unfold(&mut page);
    is_only_text(&mut page);
    // Parts of the counterexample can be selected there.
    page.click("document.querySelector('.failure .component')");
    page.wait("document.querySelector('.failure [aria-pressed=true]')");
    is_only_text(&mut page);
    let policy = page.text("document.querySelector('meta[http-equiv=Content-Security-Policy]').content");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    // The policy holds: a script and an image that are put in do nothing.
    page.js("(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s); s.remove(); })()");
    page.js("(() => { const i = document.createElement('img'); i.src = 'http://evil.example/x'; document.body.append(i); i.remove(); })()");
    page.js("fetch('http://evil.example/').catch(() => 0)");
    assert_eq!(page.js("window.ran"), Value::Null);
    let problems = page.take_problems();
    assert!(problems.iter().filter(|problem| problem.contains("violates")).count() >= 3, "{problems:#?}");
}
