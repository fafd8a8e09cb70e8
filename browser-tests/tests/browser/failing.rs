//! A failure: the smallest case, why it failed, and the shrink path step by step, as the log tells them.

use serde_json::{Value, json};

use crate::counted::{grouped, run};
use crate::page::Page;
use crate::subject::{FAILING, log, of_property, report};

#[test]
fn the_shrink_path_steps() {
    let Some(mut page) = Page::open(|| of_property(&report(), FAILING)) else { return };
    page.wait("document.querySelector('.failure')");
    let end = run(log(), FAILING);
    let failure = &end["failures"][0];
    assert_eq!(
        json!(page.text("document.querySelector('.verdict-line > span:last-child').textContent")),
        end["verdict_text"]
    );
    assert_eq!(json!(page.text("document.querySelector('.failure .origin').textContent")), failure["origin"]);
    assert_eq!(json!(page.text("document.querySelector('.failure .message pre').textContent")), failure["message"]);
    let arguments = page.js("[...document.querySelector('.failure .arguments').querySelectorAll('.argument')].map((line) => line.textContent)");
    let expected = failure["arguments"].as_array().unwrap().iter();
    let expected = expected
        .map(|argument| format!("{} = {}", argument["name"].as_str().unwrap(), argument["text"].as_str().unwrap()));
    assert_eq!(arguments, json!(expected.collect::<Vec<_>>()));
    assert_eq!(
        page.js("[...document.querySelectorAll('.failure .notes li')].map((note) => note.textContent)"),
        failure["notes"]
    );
    assert_eq!(json!(page.text("document.querySelector('.failure .replay code').textContent")), failure["replay"]);

    let path: Vec<&str> = failure["shrink"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    assert!(path.len() > 2, "there is a path to step through: {path:?}");
    let last = path.len() - 1;
    let step = "document.querySelector('.shrink code.step:not(.before)').textContent";
    let words = "document.querySelector('.shrink output').textContent";
    assert_eq!(page.text(step), path[last]);
    assert_eq!(page.text(words), format!("step {} of {}: smallest", grouped(last), grouped(last)));
    for at in (0..last).rev() {
        page.click("document.querySelector('.shrink [aria-label=\"Previous step\"]')");
        page.wait_for(step, &json!(path[at]));
    }
    assert_eq!(page.text(words), "as found");
    assert_eq!(page.js("document.querySelector('.shrink [aria-label=\"Previous step\"]').disabled"), Value::Bool(true));
    page.click("document.querySelector('.shrink [aria-label=\"Next step\"]')");
    page.wait_for(step, &json!(path[1]));
    // What was there before, with what was taken away marked.
    assert_eq!(page.text("document.querySelector('.shrink code.step.before').textContent"), path[0]);
    // The slider, by the keyboard.
    page.js("document.querySelector('.shrink input').focus()");
    page.key("ArrowRight");
    page.wait_for(step, &json!(path[2]));
    page.ends_well(&report());
}
