//! Drag a bar: the samples are re-weighted to the wanted distribution at once, and every chart follows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::counted::{by_value, cases, feature, is_counted, within};
use crate::page::Page;
use crate::subject::{PASSING, Server, copied_log, log, of_property, report};

/// The wanted share of each bar of a feature.
fn wanted(page: &mut Page, name: &str) -> BTreeMap<String, f64> {
    let bars = page.js(&format!(
        "t.bars('{name}').map((bar) => [/^(.*?): /.exec(bar.getAttribute('aria-label'))[1], bar.getAttribute('aria-valuetext')])"
    ));
    let share = |text: &str| text.trim_start_matches(['<', '>']).trim_end_matches(" %").parse::<f64>().unwrap() / 100.0;
    bars.as_array()
        .unwrap()
        .iter()
        .map(|bar| (bar[0].as_str().unwrap().to_owned(), share(bar[1].as_str().unwrap())))
        .collect()
}

/// The ends of the track of a bar, at its middle.
fn track(page: &mut Page, name: &str, label: &str) -> [(f64, f64); 2] {
    let element = format!("t.bar('{name}', '{label}').querySelector('.track')");
    page.middle(&element);
    let ends = page.js(&format!(
        "(() => {{ const b = {element}.getBoundingClientRect(); return [b.left, b.right, b.top + b.height / 2]; }})()"
    ));
    let at = |index: usize| ends[index].as_f64().unwrap();
    [(at(0) + 1.0, at(2)), (at(1) - 1.0, at(2))]
}

#[test]
fn a_drag_moves_the_preview() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('outermost')");
    let all = cases(log(), PASSING);
    let counted: Vec<&Value> = all.iter().filter(|case| is_counted(case)).collect();
    let total = counted.len() as f64;
    let observed = by_value(counted.iter().copied(), "outermost");
    page.click("t.button('adjust', t.card('outermost'))");
    page.wait("t.card('outermost').querySelector('.tuner p')");
    let before = wanted(&mut page, "outermost");
    for (name, share) in &before {
        let expected = observed.get(name).copied().unwrap_or(0) as f64 / total;
        assert!((share - expected).abs() < 0.006, "at first {name} is wanted as it is: {share}, {expected}");
    }
    let [left, right] = track(&mut page, "outermost", "negation");
    page.drag((left.0 + 4.0, left.1), right);
    page.wait("t.card('outermost').querySelector('.tuner .effective')");
    let after = wanted(&mut page, "outermost");
    assert!(after["negation"] > before["negation"] + 0.1, "{before:?}, {after:?}");
    assert!((after.values().sum::<f64>() - 1.0).abs() < 0.03, "{after:?}");
    for (name, share) in &before {
        assert!(name == "negation" || after[name] <= *share, "the others make room: {before:?}, {after:?}");
    }
    // Every chart shows the samples with their new weights.
    let weight = |case: &Value| {
        let kind = feature(case, "outermost").as_str().unwrap();
        after[kind] * total / observed[kind] as f64
    };
    for bar in page.js("t.shown('parts')").as_array().unwrap() {
        let label = bar[0].as_str().unwrap();
        let inside = counted.iter().copied().filter(|case| within([*case], "parts", label) == 1);
        let expected: f64 = inside.map(weight).sum();
        let shown = bar[2].as_f64().unwrap();
        // Shares are shown as whole percents.
        assert!((shown - expected).abs() < 1.0 + 0.04 * expected + 0.005 * total, "{label}: {shown}, {expected}");
    }
    let moved = page.js("t.shown('parts').some((bar) => Math.abs(bar[1] - bar[2]) > 5)");
    assert_eq!(moved, true, "other charts follow");
    // The keyboard moves by percents.
    page.js("t.bar('outermost', 'value').focus()");
    (0..10).for_each(|_| page.key("ArrowRight"));
    let wanted_before = after["value"];
    page.wait(&format!(
        "Number(t.bar('outermost', 'value').getAttribute('aria-valuenow')) >= {}",
        (100.0 * wanted_before).round() + 9.0
    ));
    // A page from a file says what a server could do.
    assert!(page.text("t.card('outermost').querySelector('.tuner').textContent").contains("cargo astragal serve"));
    page.click("t.button('Reset', t.card('outermost'))");
    page.wait("!t.card('outermost').querySelector('.tuner .effective')");
    assert_eq!(wanted(&mut page, "outermost"), before);
    page.click("t.button('Close', t.card('outermost'))");
    page.wait("!t.card('outermost').querySelector('.tuner p')");
    assert_eq!(page.js("t.shown('parts').every((bar) => bar[1] === bar[2])"), true);
    page.ends_well(&report());
}

#[test]
fn bars_of_numbers_are_dragged_upwards() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    page.wait("t.card('parts')");
    page.click("t.button('adjust', t.card('parts'))");
    page.wait("t.card('parts').querySelector('.tuner p')");
    let before = page.number("Number(t.bars('parts')[3].getAttribute('aria-valuenow'))");
    let (x, y) = page.middle("t.bars('parts')[3]");
    let top = page.number("t.bars('parts')[3].getBoundingClientRect().top");
    page.drag((x, y + 20.0), (x, top + 3.0));
    page.wait(&format!("Number(t.bars('parts')[3].getAttribute('aria-valuenow')) > {}", before + 5.0));
    let bars = page.js("t.shown('parts')");
    let wanted = page.number("Number(t.bars('parts')[3].getAttribute('aria-valuenow'))") / 100.0;
    let sum: f64 = bars.as_array().unwrap().iter().map(|bar| bar[2].as_f64().unwrap()).sum();
    let share = bars[3][2].as_f64().unwrap() / sum;
    assert!((share - wanted).abs() < 0.01, "the preview has what is wanted: {share}, {wanted}");
    // No filter was set by the drag.
    assert_eq!(page.js("t.chips().length"), 0);
    page.ends_well(&report());
}

/// Where the card of a feature and its bars are on the screen.
fn place(page: &mut Page, name: &str) -> Value {
    page.js(&format!(
        "(() => {{ const c = t.card('{name}').getBoundingClientRect(), p = t.card('{name}').querySelector('.plot').getBoundingClientRect();
            return [c.left, c.top, c.width, p.left, p.top, p.width]; }})()"
    ))
}

/// Neither the click that begins it nor what the panel says meanwhile takes the bars away from the pointer.
#[test]
fn a_card_that_is_adjusted_stays_where_it_is() {
    let Some(mut page) = Page::open(|| of_property(&report(), PASSING)) else { return };
    for name in ["has a value", "outermost", "parts", "size"] {
        page.wait(&format!("t.card('{name}')"));
        let button = page.middle(&format!("t.button('adjust', t.card('{name}'))"));
        let before = place(&mut page, name);
        let click = |page: &mut Page| {
            page.mouse("mouseMoved", button, false);
            page.mouse("mousePressed", button, true);
            page.mouse("mouseReleased", button, false);
        };
        click(&mut page);
        page.wait(&format!("t.card('{name}').querySelector('.tuner p')"));
        assert_eq!(place(&mut page, name), before, "{name}: it is opened");
        let bar = page.js(&format!(
            "(() => {{ const b = t.bars('{name}')[1].getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
        ));
        let at = |part: f64| (bar[0].as_f64().unwrap() + 30.0 * part, bar[1].as_f64().unwrap() - 20.0 * part);
        page.mouse("mouseMoved", at(0.0), false);
        page.mouse("mousePressed", at(0.0), true);
        for step in 1..=6 {
            page.mouse("mouseMoved", at(f64::from(step) / 6.0), true);
            page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
            assert_eq!(place(&mut page, name), before, "{name}: it is dragged");
        }
        page.mouse("mouseReleased", at(1.0), false);
        page.wait(&format!("t.card('{name}').querySelector('.tuner .effective')"));
        assert_eq!(place(&mut page, name), before, "{name}: it was dragged");
        click(&mut page);
        page.wait(&format!("!t.card('{name}').querySelector('.tuner p')"));
        assert_eq!(place(&mut page, name), before, "{name}: it is closed");
    }
    page.ends_well(&report());
}

/// The server's half is replaced here: the page asks for what was dragged, shows what was achieved, and accepts no sooner than the user does.
#[test]
fn what_was_dragged_is_asked_for_and_accepted() {
    let Some(mut page) = Page::blank() else { return };
    let log = copied_log("tuning");
    let server = Server::start(&log);
    page.go(&of_property(&server.address, PASSING));
    page.wait("t.card('outermost')");
    page.js(
        "(() => {
            window.asked = [];
            const real = window.fetch;
            window.fetch = async (path, options) => {
                if (!options || options.method !== 'POST') return real(path, options);
                const question = JSON.parse(options.body), name = path.split('/').pop();
                window.asked.push([name, question]);
                if (name === 'accept') return new Response(JSON.stringify({ file: 'tests/<b>shown</b>.weights' }));
                const { properties } = await (await real(location.pathname + 'model.json')).json();
                const achieved = question.target.map((part) => ({ value: part.value, share: part.share }));
                return new Response(JSON.stringify({ achieved, distance: 0.04, rounds: [0.3, 0.1, 0.04], weights: 'the weights', controllable: true,
                    samples: properties.find((property) => property.name === question.property).samples }));
            };
        })()",
    );
    page.click("t.button('adjust', t.card('outermost'))");
    page.wait("t.button('Re-tune the generator')");
    assert_eq!(page.js("t.button('Re-tune the generator').disabled"), true, "nothing is wanted yet");
    let [left, right] = track(&mut page, "outermost", "negation");
    page.drag((left.0 + 4.0, left.1), right);
    page.wait("!t.button('Re-tune the generator').disabled");
    let wanted = wanted(&mut page, "outermost");
    page.click("t.button('Re-tune the generator')");
    page.wait("t.button('Accept')");
    let asked = page.js("window.asked");
    let (name, question) = (&asked[0][0], &asked[0][1]);
    assert_eq!(
        [name, &question["property"], &question["feature"]],
        [&json!("tune"), &json!(PASSING), &json!("outermost")]
    );
    let target = question["target"].as_array().unwrap();
    assert_eq!(target.len(), wanted.len());
    assert!((target.iter().map(|part| part["share"].as_f64().unwrap()).sum::<f64>() - 1.0).abs() < 1e-6, "{question}");
    for part in target {
        let (value, share) = (part["value"].as_str().unwrap(), part["share"].as_f64().unwrap());
        assert!((share - wanted[value]).abs() < 0.006, "{part}, {wanted:?}");
    }
    let words = page.text("t.card('outermost').querySelector('.outcome').textContent");
    assert!(words.contains("within 4.0 % of the wanted") && words.contains("30 % away"), "{words}");
    assert!(page.text("t.bar('outermost', 'negation').getAttribute('aria-label')").contains("achieved"));
    assert_eq!(page.js("window.asked.length"), 1, "nothing is accepted unasked");
    page.click("t.button('Accept')");
    page.wait("t.card('outermost').querySelector('code.file')");
    assert_eq!(page.text("t.card('outermost').querySelector('code.file').textContent"), "tests/<b>shown</b>.weights");
    assert_eq!(page.js("window.asked[1]"), json!(["accept", {"property": PASSING, "weights": "the weights"}]));
    page.ends_well(&server.address);
}
