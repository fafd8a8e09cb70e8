//! Texts of a log are hostile: they cannot leave the data of the page, nor control a terminal.

mod lines;

use astragal_report::{Model, html, terminal};
use lines::{case, model, run};
use serde_json::{Value, json};

const SCRIPT: &str = "</script><script>alert(1)</script><!--<script>";
const ESCAPES: &str =
    "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}evil\u{2066}\r\nforged line\u{8}\u{2028}\u{2029}{{script}}";

/// A log in which every text that comes from outside is hostile.
fn hostile(evil: &str) -> Model {
    let name = format!("p{evil}");
    let failing = json!({
        "status_reason": evil, "arguments": {evil: evil}, "how_generated": evil, "features": {evil: evil, format!("n{evil}"): 1, format!("f{evil}"): "true",
            format!("p{evil}"): [[evil, 1], [evil, 2]]},
        "coverage": {evil: [1, 2]}, "metadata": {"phase": evil, "notes": [evil], "token": evil, "picks": [[evil, evil, 0, 1], [evil, "x", 0, 1]],
            "predicates": {evil: {"satisfied": 0, "unsatisfied": 50}}},
    });
    let lines: Vec<Value> = vec![
        run(
            &name,
            1.0,
            json!({
                "verdict": evil, "verdict_text": evil, "is_pass": false, "package": evil, "file": evil, "doc": evil, "test": evil, "seed": evil,
                "settings": [[evil, evil, evil]], "profile": evil, "version": evil, "warnings": [evil], "content": evil,
                "counts": {"cases": 10, "passed": 10, "rejected": 90}, "rejections": [{"by": evil, "place": evil, "count": 90}],
                "covered": [{"label": evil, "required": 20.0, "holds": 1, "of": 100, "verdict": "missed"}],
                "sites": [{"site": evil, "branches": [evil, "x", "y"]}],
                "failures": [{"origin": evil, "message": evil, "found": evil, "arguments": [{"name": evil, "type": evil, "text": evil, "free": []}],
                    "original": [], "notes": [evil], "always": [evil], "token": evil, "replay": evil, "shrink": [evil], "elsewhere": [evil]}],
            }),
        ),
        case(&name, 1.0, "passed", evil, failing.clone()),
        case(&name, 1.0, "failed", evil, failing.clone()),
        case(&format!("q{evil}"), 1.0, "failed", evil, failing),
        json!({"type": "alert", "property": format!("q{evil}"), "run_start": 1.0, "title": evil, "content": evil}),
    ];
    let model = model(&lines);
    Model::compare(model.clone(), model)
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let from = text.find(start).unwrap() + start.len();
    &text[from..from + text[from..].find(end).unwrap()]
}

#[test]
fn data_stays_data() {
    for evil in [SCRIPT, ESCAPES, "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "&lt;\u{0}"] {
        let model = hostile(evil);
        let page = html(&model);
        // As many elements of scripts as the page itself has: the data and the program.
        let empty = html(&Model::default());
        assert_eq!(page.matches("<script").count(), empty.matches("<script").count());
        assert_eq!(page.matches("</script").count(), empty.matches("</script").count());
        let data = between(&page, "<script type=\"application/json\" id=\"model\">", "</script>");
        assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\n', '\u{1b}']));
        // What a browser reads is what was written.
        let read: Value = serde_json::from_str(data).unwrap();
        assert_eq!(read, serde_json::from_str::<Value>(&model.to_json()).unwrap());
        assert!(read["properties"].as_array().unwrap().iter().any(|property| property["name"] == format!("p{evil}")));
        let title = between(&page, "<title>", "</title>");
        assert!(!title.contains(['<', '>', '"']) && !title.contains("{{"), "{title}");
    }
}

#[test]
fn the_policy_allows_the_program_and_nothing_else() {
    let model = hostile(SCRIPT);
    let page = html(&model);
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(policy.contains("connect-src 'none'") && !policy.contains("unsafe"));
    // The program does not depend on the data, so neither does its hash.
    let other = html(&Model::default());
    assert_eq!(policy, between(&other, "http-equiv=\"Content-Security-Policy\" content=\"", "\""));
    let live =
        Model { live: Some(astragal_report::model::Live { base: "/token".into(), version: 1 }), ..Model::default() };
    assert!(html(&live).contains("connect-src 'self'"));
    // Nothing is loaded: no address, but for the name of the language of graphics.
    let program = page.replace("http://www.w3.org/2000/svg", "");
    let program = program.replace(between(&page, "id=\"model\">", "</script>"), "");
    assert!(!program.contains("src=\"") && !program.contains("https://") && !program.contains("http://"));
}

#[test]
fn a_terminal_is_not_controlled() {
    for evil in [SCRIPT, ESCAPES] {
        let model = hostile(evil);
        for color in [false, true] {
            let style = terminal::Style { width: 80, color };
            let mut text = terminal::overview(&model, style);
            text += &terminal::changes(model.changes.as_ref().unwrap(), style);
            for property in &model.properties {
                text += &terminal::property(property, style);
            }
            // Our own colors are the only escapes.
            for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"] {
                assert!(color || !text.contains(code));
                text = text.replace(code, "");
            }
            let bad = text.chars().find(|letter| letter.is_control() && *letter != '\n');
            assert_eq!(bad, None);
            assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{2028}', '\u{2029}']));
            assert!(!text.lines().any(|line| line.starts_with("forged line")), "{text}");
        }
    }
}

#[test]
fn lines_of_the_overview_fit_their_width() {
    let long = "module::".repeat(40) + "end";
    let lines: Vec<Value> = (0..30).map(|start| case(&long, f64::from(start), "passed", "p", json!({}))).collect();
    let model = model(&lines);
    for width in [40, 60, 80, 100, 200] {
        let text = terminal::overview(&model, terminal::Style { width, color: false });
        for line in text.lines() {
            assert!(line.chars().count() <= width.max(57), "{width}: {line}");
        }
        assert!(text.contains("end "), "the end of a name tells most");
    }
}
