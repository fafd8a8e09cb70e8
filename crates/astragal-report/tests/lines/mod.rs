//! Makes lines of logs for tests, as the runner and other frameworks write them.
#![allow(dead_code, unreachable_pub)]

use astragal_report::{Log, Model};
use serde_json::{Value, json};

/// A line of a case; `more` replaces or adds keys.
pub fn case(property: &str, run_start: f64, status: &str, text: &str, more: Value) -> Value {
    let mut line = json!({
        "type": "test_case", "property": property, "run_start": run_start, "status": status, "status_reason": "",
        "representation": text, "arguments": {}, "how_generated": "random", "features": {}, "coverage": null, "timing": {},
        "metadata": {"phase": "random"},
    });
    merge(&mut line, more);
    line
}

/// The line of the end of a run.
pub fn run(property: &str, run_start: f64, more: Value) -> Value {
    let mut line = json!({
        "type": "info", "property": property, "run_start": run_start, "title": "Run summary", "content": "", "seconds": 0.5, "verdict": "passed",
        "verdict_text": "passed 1,000 cases", "is_pass": true, "package": "shop", "file": "tests/shop.rs", "line": 7, "doc": "",
        "test": property, "seed": "0x2a", "settings": [["cases", "1000", "default"]], "profile": "debug", "version": "0.1.0",
        "counts": {"cases": 1000, "passed": 1000, "failed": 0, "rejected": 0, "repeats": 0, "overruns": 0, "written": 1000, "calls": 1000},
        "rejections": [], "covered": [], "warnings": [], "sites": [], "failures": [],
    });
    merge(&mut line, more);
    line
}

fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}

/// The text of a log.
pub fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The log of lines.
pub fn log(lines: &[Value]) -> Log {
    Log::from_reader(text(lines).as_bytes(), "log").expect("the lines can be read")
}

/// The model of lines.
pub fn model(lines: &[Value]) -> Model {
    Model::of(&log(lines))
}

/// Numbers by chance, the same for the same seed.
pub struct Chance(pub u64);

impl Chance {
    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 33) % bound
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.below(1 << 30) as f64 / f64::from(1 << 30)
    }
}
