//! A page in the browser, by the DevTools protocol: what it shows, clicks and keys, and all that goes wrong in it.

use std::net::TcpStream;
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::chromium::{Chromium, PACE, PATIENCE};

/// Functions for tests, which run in the page before anything else. A violation of the policy becomes an error of the console.
const HELPERS: &str = r#"
document.addEventListener("securitypolicyviolation", (event) => console.error(`violates ${event.violatedDirective}: ${event.blockedURI}`));
window.t = {
  number: (text) => Number(text.replaceAll(",", "")),
  card: (key) => [...document.querySelectorAll("[data-card]")].find((card) => card.dataset.card === key),
  bars: (key) => [...t.card(key).querySelectorAll(".bar")],
  bar: (key, label) => t.bars(key).find((bar) => bar.getAttribute("aria-label").startsWith(label + ": ")),
  shown: (key) => t.bars(key).map((bar) => {
    const [, label, all, share, on, failed] = /^(.*): ([\d,]+) \(([^)]*)\)(?:, ([\d,]+) filtered)?(?:, ([\d,]+) failed)?/s.exec(bar.getAttribute("aria-label"));
    return [label, t.number(all), t.number(on || all), t.number(failed || "0")];
  }),
  table: (key) => [...t.card(key).querySelectorAll(".table-twin tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
  button: (text, inside = document) => [...inside.querySelectorAll("button")].find((button) => button.textContent.trim() === text),
  chips: () => [...document.querySelectorAll(".filter-bar .chips .chip[aria-label^='Remove the filter']")].map((chip) => chip.firstChild.textContent),
  found: () => document.querySelector(".found").textContent,
  samples: () => [...document.querySelectorAll(".sample code")].map((code) => code.textContent),
};
"#;

/// A tab, and its browser.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    last: u64,
    /// Every address that was asked for.
    requests: Vec<String>,
    /// Errors and warnings of the console, exceptions, violations of the policy, and dialogs.
    problems: Vec<String>,
    /// The browser is ended last.
    _browser: Chromium,
}

impl Page {
    /// Starts a browser and opens a page, to the end of its first drawing; nothing where there is no browser.
    pub(crate) fn open(address: impl FnOnce() -> String) -> Option<Page> {
        let mut page = Page::blank()?;
        page.go(&address());
        Some(page)
    }

    /// Starts a browser with an empty page.
    pub(crate) fn blank() -> Option<Page> {
        let browser = Chromium::start()?;
        let stream = TcpStream::connect(("127.0.0.1", browser.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) =
            tungstenite::client(format!("ws://127.0.0.1:{}{}", browser.port, browser.path), stream).unwrap();
        let mut page =
            Page { socket, session: None, last: 0, requests: Vec::new(), problems: Vec::new(), _browser: browser };
        let target = page.call("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let attached = page.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        page.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": HELPERS}));
        Some(page)
    }

    /// Sends a command and waits for its answer; what happens meanwhile is noted.
    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.last += 1;
        self.send(json!({"id": self.last, "method": method, "params": parameters}));
        loop {
            let Message::Text(text) = self.socket.read().unwrap_or_else(|error| panic!("{method}: {error}")) else {
                continue;
            };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] != self.last {
                self.note(&message);
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(format!("{method}: {error}")),
                None => Ok(message["result"].take()),
            };
        }
    }

    fn send(&mut self, mut message: Value) {
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{error}"))
    }

    fn note(&mut self, message: &Value) {
        let about = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => {
                self.requests.push(about["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            "Network.webSocketCreated" => self.requests.push(about["url"].as_str().unwrap_or_default().to_owned()),
            "Runtime.exceptionThrown" => self.problems.push(about["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if ["error", "warning", "assert"].iter().any(|kind| about["type"] == *kind) => {
                self.problems.push(about["args"].to_string());
            }
            "Log.entryAdded" if ["error", "warning"].iter().any(|level| about["entry"]["level"] == *level) => {
                self.problems.push(about["entry"].to_string());
            }
            "Page.javascriptDialogOpening" => {
                self.problems.push(about.to_string());
                // Else nothing goes on. Its answer is passed over.
                self.send(json!({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": false}}));
            }
            _ => {}
        }
    }

    /// Goes to an address, and waits until the page is drawn.
    #[track_caller]
    pub(crate) fn go(&mut self, address: &str) {
        let answer = self.call("Page.navigate", json!({"url": address}));
        assert!(answer.get("errorText").is_none(), "{address}: {answer}");
        self.wait(READY);
    }

    /// Loads the page again.
    #[track_caller]
    pub(crate) fn reload(&mut self) {
        self.js("window.isOld = true");
        self.call("Page.reload", json!({}));
        self.wait(&format!("!window.isOld && {READY}"));
    }

    fn try_js(&mut self, expression: &str) -> Result<Value, String> {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.try_call("Runtime.evaluate", parameters)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// The value of an expression of JavaScript.
    #[track_caller]
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        self.try_js(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The text that an expression is.
    #[track_caller]
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.js(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// The number that an expression is.
    #[track_caller]
    pub(crate) fn number(&mut self, expression: &str) -> f64 {
        let value = self.js(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until a condition holds.
    #[track_caller]
    pub(crate) fn wait(&mut self, condition: &str) {
        let began = Instant::now();
        loop {
            let value = self.try_js(&format!("Boolean({condition})"));
            if value == Ok(Value::Bool(true)) {
                return;
            }
            let problems = &self.problems;
            assert!(began.elapsed() < PATIENCE, "never came true: {condition}: {value:?}\nproblems: {problems:#?}");
            std::thread::sleep(PACE);
        }
    }

    /// Waits until an expression is this.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, expression: &str, wanted: &Value) {
        self.wait(&format!("JSON.stringify({expression}) === JSON.stringify({wanted})"));
    }

    /// The middle of an element (of its first line, where it has several), which is scrolled into view and must not be covered by another.
    #[track_caller]
    pub(crate) fn middle(&mut self, element: &str) -> (f64, f64) {
        let place = self.js(&format!(
            "(() => {{
                const e = {element};
                e.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = e.getClientRects()[0], [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
                const top = document.elementFromPoint(x, y);
                return e.contains(top) ? [x, y] : String(top && top.outerHTML.slice(0, 200));
            }})()"
        ));
        let at = |index: usize| place[index].as_f64().unwrap_or_else(|| panic!("{element} cannot be clicked: {place}"));
        (at(0), at(1))
    }

    pub(crate) fn mouse(&mut self, kind: &str, (x, y): (f64, f64), is_down: bool) {
        let button = if kind == "mouseMoved" && !is_down { "none" } else { "left" };
        let parameters =
            json!({"type": kind, "x": x, "y": y, "button": button, "buttons": u8::from(is_down), "clickCount": 1});
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// Clicks on the middle of an element.
    #[track_caller]
    pub(crate) fn click(&mut self, element: &str) {
        let place = self.middle(element);
        self.mouse("mouseMoved", place, false);
        self.mouse("mousePressed", place, true);
        self.mouse("mouseReleased", place, false);
    }

    /// Drags from a place to another, in steps as a hand does.
    pub(crate) fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, false);
        self.mouse("mousePressed", from, true);
        for step in 1..=8 {
            let part = f64::from(step) / 8.0;
            self.mouse("mouseMoved", (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)), true);
        }
        self.mouse("mouseReleased", to, false);
    }

    /// Presses a key: `Tab`, `Enter`, `ArrowRight`, or a letter.
    pub(crate) fn key(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (0, letter),
        };
        let event =
            |kind: &str| json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text});
        self.call("Input.dispatchKeyEvent", event(if text.is_empty() { "rawKeyDown" } else { "keyDown" }));
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// Everything went well: nothing was asked for but what begins like this, and there was no error.
    #[track_caller]
    pub(crate) fn ends_well(&mut self, own: &str) {
        // What the page has begun comes to its end.
        self.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))");
        assert!(self.problems.is_empty(), "{:#?}", self.problems);
        assert!(!self.requests.is_empty(), "requests are not seen");
        // `data:` is the empty icon, in the page itself.
        let foreign = self.requests.iter().filter(|address| !address.starts_with(own) && *address != "data:,");
        assert_eq!(foreign.collect::<Vec<_>>(), [""; 0], "are not below {own}");
    }

    /// Forgets the errors, which were wanted, and returns them.
    pub(crate) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }
}

/// The page is there.
const READY: &str = "document.readyState === 'complete' && location.href !== 'about:blank'";
