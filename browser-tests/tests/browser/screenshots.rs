//! Pictures of every view, light and dark, for people to look at: `target/screenshots`. Nothing of them is asserted.

use std::fs;
use std::path::{Path, PathBuf};

use astragal_report::Model;
use astragal_report::mutants::Mutants;
use serde_json::{Value, json};

use crate::page::Page;
use crate::subject::{
    FAILING, PASSING, POOR, SLIDING, Server, log, model, of_property, other_log, report, root, written,
};

/// Where they are.
fn place() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Takes a picture in both schemes: of what is seen at once, and of the whole page.
fn take(page: &mut Page, name: &str) {
    for scheme in ["light", "dark"] {
        // Bars that still grow to their length would be taken on the way.
        let features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
        let features = features.map(|(name, value)| json!({"name": name, "value": value}));
        page.call("Emulation.setEmulatedMedia", json!({"features": features}));
        page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        let whole =
            page.js("[document.documentElement.scrollWidth, Math.min(6000, document.documentElement.scrollHeight)]");
        let clip = json!({"x": 0, "y": 0, "width": whole[0], "height": whole[1], "scale": 1});
        for (name, parameters) in [
            (format!("{name}-{scheme}"), json!({"format": "png"})),
            (format!("{name}-{scheme}-whole"), json!({"format": "png", "captureBeyondViewport": true, "clip": clip})),
        ] {
            let answer = page.call("Page.captureScreenshot", parameters);
            fs::write(place().join(format!("{name}.png")), decoded(&answer["data"])).unwrap();
        }
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &Value) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for letter in text.as_str().unwrap().bytes() {
        let Some(six) = LETTERS.iter().position(|known| *known == letter) else { break };
        (bits, count) = ((bits << 6 | six as u32) & 0xff_ffff, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn every_view() {
    let Some(mut page) = Page::blank() else { return };
    page.call(
        "Emulation.setDeviceMetricsOverride",
        json!({"width": 1360, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
    );
    page.go(&report());
    page.wait("document.querySelector('table.properties')");
    take(&mut page, "overview");
    for (property, name) in [(FAILING, "failing"), (PASSING, "passing"), (POOR, "poor"), (SLIDING, "parameters")] {
        page.go(&of_property(&report(), property));
        page.wait("document.querySelector('.samples')");
        take(&mut page, name);
    }
    page.go(&of_property(&report(), PASSING));
    page.wait("t.card('outermost')");
    page.click("t.bar('outermost', 'sum')");
    page.wait("t.chips().length === 1");
    page.js("scrollTo(0, 0)");
    take(&mut page, "filtered");
    page.key("Escape");
    page.click("t.button('adjust', t.card('outermost'))");
    page.wait("t.card('outermost').querySelector('.tuner p')");
    page.js("t.bar('outermost', 'negation').focus()");
    (0..15).for_each(|_| page.key("ArrowRight"));
    page.wait("t.card('outermost').querySelector('.tuner .effective')");
    take(&mut page, "drag");
    page.ends_well(&report());

    let server = Server::start(log());
    page.go(&of_property(&server.address, SLIDING));
    page.wait("document.querySelector('.parameter input')");
    page.js("document.querySelector('.parameter input').focus()");
    (0..25).for_each(|_| page.key("ArrowRight"));
    page.wait("t.found() === '500 samples'");
    take(&mut page, "sliders");

    let mutants = Mutants::read(&root().join("crates/astragal-report/tests/mutants.out")).unwrap();
    let both = Model::compare(model(other_log()), model(log())).with_mutants(mutants);
    let address = written("compared", &both);
    page.go(&format!("{address}#/compare"));
    page.wait("document.querySelector('.compare')");
    take(&mut page, "compare");
    page.go(&of_property(&address, PASSING));
    page.wait("t.card('outermost')");
    take(&mut page, "compare-property");
    page.go(&format!("{address}#/mutants"));
    page.wait("document.querySelector('.mutants')");
    page.click("document.querySelector('.mutants tbody button')");
    page.wait("document.querySelector('pre.diff')");
    take(&mut page, "mutants");
    page.call(
        "Emulation.setDeviceMetricsOverride",
        json!({"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": true}),
    );
    page.go(&of_property(&report(), FAILING));
    page.wait("document.querySelector('.samples')");
    take(&mut page, "phone");
    page.go(&of_property(&server.address, SLIDING));
    page.wait("document.querySelector('.parameter input')");
    take(&mut page, "phone-sliders");
    let written = fs::read_dir(place()).unwrap().flatten().filter(|entry| entry.metadata().unwrap().len() > 1000);
    assert!(written.count() >= 20, "pictures were written");
}
