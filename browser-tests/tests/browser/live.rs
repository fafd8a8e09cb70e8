//! `cargo astragal serve`: the page follows the log without moving anything, and is closed to all but itself.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::chromium::PATIENCE;
use crate::counted::{cases, feature, grouped, is_search, run};
use crate::page::Page;
use crate::subject::{FAILING, PASSING, Server, copied_log, of_property, other_log};

/// The file of a log that ends so.
fn file(log: &Path, ending: &str) -> PathBuf {
    let mut paths = fs::read_dir(log).unwrap().flatten().map(|entry| entry.path());
    paths.find(|path| path.to_string_lossy().ends_with(ending)).unwrap()
}

/// Adds text to a file in one write, as the runner does.
fn append(file: &Path, text: &str) {
    OpenOptions::new().append(true).open(file).unwrap().write_all(text.as_bytes()).unwrap();
}

/// What must not move: scroll positions, focus, filters, folds and the address.
const PLACE: &str = "[scrollY, document.querySelector('.virtual').scrollTop, document.activeElement.dataset.key, t.chips(), location.hash,
    document.querySelector('[data-fold^=settings]').open, t.table('parts').length > 0, document.querySelectorAll('.sample.expanded').length]";

#[test]
fn a_refresh_moves_nothing() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("live");
    let server = Server::start(&log);
    page.go(&of_property(&server.address, PASSING));
    page.wait("document.querySelector('.live.live')");
    page.click("t.bar('outermost', 'sum')");
    page.wait("t.chips().length === 1");
    page.click("t.button('table', t.card('parts'))");
    page.js("document.querySelector('[data-fold^=settings]').open = true");
    page.click("document.querySelectorAll('.sample .summary')[2]");
    page.js("document.querySelector('.virtual').scrollTop = 150");
    page.js("t.bars('parts')[2].focus()");
    page.js("scrollTo(0, 700)");
    let before = page.js(PLACE);
    assert!(
        before[0].as_f64().unwrap() > 100.0 && before[1] == 150 && before[2] == "bar parts 2" && before[6] == true,
        "{before}"
    );
    assert_eq!(before[7], 1, "one sample is unfolded: {before}");
    // More cases of the same run.
    let of_sums = |log: &Path| {
        let all: Vec<Value> = cases(log, PASSING).into_iter().filter(is_search).collect();
        let sums = all.iter().filter(|case| feature(case, "outermost") == "sum").count();
        (sums, all.len())
    };
    let mut line = cases(&log, PASSING).into_iter().find(|case| feature(case, "outermost") == "sum").unwrap();
    let more = (0..7).map(|number| {
        line["representation"] = json!(format!("simplifying_adds_nothing(\n    term = New({number}),\n)"));
        format!("{line}\n")
    });
    append(&file(&log, "_testcases.jsonl"), &more.collect::<String>());
    let (sums, all) = of_sums(&log);
    page.wait_for("t.found()", &json!(format!("{} of {} samples", grouped(sums), grouped(all))));
    assert_eq!(page.js(PLACE), before);
    // A line that is not ended yet is not shown, and is no error.
    let whole = format!("{line}\n");
    let (start, rest) = whole.split_at(40);
    append(&file(&log, "_testcases.jsonl"), start);
    append(&file(&log, "_testcases.jsonl"), rest);
    let (sums, all) = of_sums(&log);
    page.wait_for("t.found()", &json!(format!("{} of {} samples", grouped(sums), grouped(all))));
    assert_eq!(page.js(PLACE), before);
    // Another run, whole: it is shown in place of the one before, which becomes history.
    for ending in ["_testcases.jsonl", "_info.jsonl"] {
        append(&file(&log, ending), &fs::read_to_string(file(other_log(), ending)).unwrap());
    }
    let (sums, all) = of_sums(other_log());
    page.wait_for("t.found()", &json!(format!("{} of {} samples", grouped(sums), grouped(all))));
    page.wait("document.querySelector('.head svg.spark')");
    assert_eq!(page.js("[t.chips(), document.activeElement.dataset.key]"), json!([["outermost: sum"], "bar parts 2"]));
    page.ends_well(&server.address);
}

#[test]
fn what_is_typed_stays() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("typing");
    let server = Server::start(&log);
    page.go(&server.address);
    page.wait("document.querySelector('table.properties')");
    page.js("document.querySelector('input[type=search]').focus()");
    "simplif".chars().for_each(|letter| page.key(&letter.to_string()));
    page.wait("document.querySelectorAll('table.properties tbody tr').length === 2");
    page.key("ArrowLeft");
    append(
        &file(&log, "_info.jsonl"),
        &format!("{}\n", {
            let mut run = run(&log, FAILING);
            run["property"] = json!("shown::simplify_again");
            run
        }),
    );
    let mut line = cases(&log, FAILING).remove(0);
    line["property"] = json!("shown::simplify_again");
    append(&file(&log, "_testcases.jsonl"), &format!("{line}\n"));
    page.wait("document.querySelectorAll('table.properties tbody tr').length === 3");
    let field =
        page.js("[document.activeElement.type, document.activeElement.value, document.activeElement.selectionStart]");
    assert_eq!(field, json!(["search", "simplif", 6]));
    page.ends_well(&server.address);
}

/// The answer to a request.
fn answer(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.origin().strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The status of the answer.
fn status(server: &Server, request: &str) -> u16 {
    answer(server, request).split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_post_needs_token_host_and_origin() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("closed");
    let server = Server::start(&log);
    let (host, token) = (server.origin().replace("http://", ""), server.token().to_owned());
    // From the page itself everything is right: the question is understood, and refused for what it says.
    page.go(&server.address);
    let own = page.js("fetch('accept', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}).then(async (a) => [a.status, await a.text()])");
    assert!(own[0] == 400 && own[1].as_str().unwrap().contains("property"), "{own}");
    let post = |token: &str, host: &str, more: &str| {
        status(
            &server,
            &format!("POST /{token}/accept HTTP/1.1\r\nHost: {host}\r\n{more}Content-Length: 2\r\n\r\n{{}}"),
        )
    };
    let json = "Content-Type: application/json\r\n";
    let right = format!("{json}Origin: http://{host}\r\n");
    assert_eq!(post(&token, &host, &right), 400, "understood");
    assert_eq!(post(&"0".repeat(token.len()), &host, &right), 404);
    assert_eq!(post(&token[..token.len() - 1], &host, &right), 404);
    assert_eq!(post(&token, "evil.example", &right), 403);
    assert_eq!(post(&token, &host, json), 403, "without an origin");
    assert_eq!(post(&token, &host, &format!("{json}Origin: http://evil.example\r\n")), 403);
    assert_eq!(post(&token, &host, &format!("{json}Origin: null\r\n")), 403);
    assert_eq!(post(&token, &host, &format!("Origin: http://{host}\r\n")), 403, "not JSON");
    assert_eq!(page.take_problems().len(), 1, "the browser tells of the answer 400");
}

#[test]
fn other_sites_learn_nothing() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("others");
    let server = Server::start(&log);
    let port = server.origin().rsplit(':').next().unwrap().to_owned();
    // A name of another site that leads to this machine.
    page.go(&format!("http://evil.example:{port}/{}/", server.token()));
    let text = page.text("document.documentElement.textContent");
    assert!(text.contains("another name") && !text.contains(PASSING), "{text}");
    // That page is of another site. Even if it knew the token, it could neither read nor ask.
    for (path, options) in [
        ("model.json", "{}"),
        ("", "{}"),
        ("sample", "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}"),
        ("accept", "{method: 'POST', headers: {'Content-Type': 'text/plain'}, body: '{}'}"),
    ] {
        let outcome =
            page.js(&format!("fetch('{}{path}', {options}).then(() => 'read', () => 'refused')", server.address));
        assert_eq!(outcome, "refused", "{path}");
    }
    let problems = page.take_problems().join("\n");
    assert!(problems.contains("No 'Access-Control-Allow-Origin' header"), "{problems}");
    // Nor can it show the page in a frame and lead clicks there.
    let answer = answer(&server, &format!("GET /{}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", server.token()));
    let (head, _) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("200 OK") && head.contains("X-Frame-Options: DENY"), "{head}");
}

#[test]
fn samples_are_drawn_and_a_part_is_shrunk_alone() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("asking");
    let server = Server::start(&log);
    page.go(&of_property(&server.address, FAILING));
    page.wait("document.querySelector('.failure .component')");
    let drawn = page.js(&format!(
        "fetch(location.pathname + 'sample', {{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: JSON.stringify({{property: '{FAILING}', n: 40, seed: 5}})}}).then((a) => a.json())"
    ));
    assert_eq!(drawn["samples"]["n"], 40, "{drawn}");
    let end = run(&log, FAILING);
    let text = end["failures"][0]["arguments"][0]["text"].as_str().unwrap().to_owned();
    page.click("[...document.querySelectorAll('.failure .component')].find((part) => /^Val\\(-?\\d+\\)$/.test(part.textContent))");
    page.wait("t.button('Shrink everything else')");
    page.click("t.button('Shrink everything else')");
    page.wait("document.querySelector('.held .argument, .held .warn')");
    assert_eq!(
        page.js("[...document.querySelectorAll('.held .warn')].map((warning) => warning.textContent)"),
        json!([])
    );
    let held = page.text("document.querySelector('.held .argument code').textContent");
    let first = text.split("Val").nth(1).unwrap().split(')').next().unwrap();
    assert!(held.contains(&format!("Val{first})")), "what is held of {text} is in {held}");
    page.ends_well(&server.address);
}
