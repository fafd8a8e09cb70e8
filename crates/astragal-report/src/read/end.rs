//! The end of a run, as its own line of the log tells it.

use super::counted::{CountedFile, FailingLines};
use crate::model::{Argument, Failure, Parameter, Provenance, Rejection, Requirement, Site};
use serde_json::Value;

/// What an `info` line of Astragal says about a run.
#[derive(Debug, Default)]
pub(crate) struct RunEnd {
    pub(crate) seconds: Option<f64>,
    /// One word.
    pub(crate) verdict: String,
    pub(crate) verdict_text: String,
    pub(crate) is_pass: bool,
    pub(crate) package: String,
    pub(crate) file: String,
    pub(crate) line: u64,
    pub(crate) doc: String,
    pub(crate) test: String,
    pub(crate) cases: u64,
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) rejected: u64,
    pub(crate) repeats: u64,
    /// How many cases were compared to count duplicates, and how many of them repeat an earlier one.
    pub(crate) compared: Option<(u64, u64)>,
    pub(crate) rejections: Vec<Rejection>,
    pub(crate) covered: Vec<Requirement>,
    pub(crate) warnings: Vec<String>,
    pub(crate) sites: Vec<Site>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) report: String,
    pub(crate) failures: Vec<Failure>,
    /// The files that cases ran lines of, if the run tells all their lines.
    pub(crate) counted: Vec<CountedFile>,
    /// For each failure of which it is known.
    pub(crate) failing_lines: Vec<FailingLines>,
    pub(crate) provenance: Provenance,
}

impl RunEnd {
    /// Reads a line, if it is one of a run; what is missing is empty.
    pub(super) fn of(line: &Value) -> Option<RunEnd> {
        let counts = line["verdict"].is_string().then(|| &line["counts"])?;
        let versions =
            [["astragal".to_string(), text(&line["version"])]].into_iter().filter(|pair| !pair[1].is_empty());
        let more = list(&line["versions"]).iter().map(|pair| [text(&pair[0]), text(&pair[1])]);
        Some(RunEnd {
            seconds: line["seconds"].as_f64(),
            verdict: text(&line["verdict"]),
            verdict_text: text(&line["verdict_text"]),
            is_pass: line["is_pass"].as_bool().unwrap_or(false),
            package: text(&line["package"]),
            file: text(&line["file"]),
            line: count(&line["line"]),
            doc: text(&line["doc"]),
            test: text(&line["test"]),
            cases: count(&counts["cases"]),
            passed: count(&counts["passed"]),
            failed: count(&counts["failed"]),
            rejected: count(&counts["rejected"]),
            repeats: count(&counts["repeats"]),
            compared: counts["compared"].as_u64().map(|of| (of, count(&counts["duplicates"]).min(of))),
            rejections: list(&line["rejections"]).iter().map(rejection).collect(),
            covered: list(&line["covered"]).iter().map(requirement).collect(),
            warnings: texts(&line["warnings"]),
            sites: list(&line["sites"]).iter().map(site).collect(),
            parameters: list(&line["parameters"]).iter().map(parameter).collect(),
            report: report(&text(&line["content"])),
            failures: list(&line["failures"]).iter().map(failure).collect(),
            counted: list(&line["counted"]).iter().filter_map(CountedFile::of).collect(),
            failing_lines: list(&line["failures"]).iter().filter_map(|one| FailingLines::of(&one["lines"])).collect(),
            provenance: Provenance {
                revision: text(&line["revision"]),
                seed: text(&line["seed"]),
                settings: list(&line["settings"]).iter().map(texts).collect(),
                versions: versions.chain(more).collect(),
                profile: text(&line["profile"]),
                log: String::new(),
            },
        })
    }
}

/// The report of a run: it is indented, so that it is shown as it is.
fn report(content: &str) -> String {
    content.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

fn rejection(value: &Value) -> Rejection {
    Rejection {
        by: text(&value["by"]),
        place: text(&value["place"]),
        count: count(&value["count"]),
        passed: value["passed"].as_u64(),
    }
}

fn requirement(value: &Value) -> Requirement {
    Requirement {
        label: text(&value["label"]),
        required: value["required"].as_f64().unwrap_or(0.0),
        holds: count(&value["holds"]),
        of: count(&value["of"]),
        verdict: text(&value["verdict"]),
    }
}

fn site(value: &Value) -> Site {
    Site { site: text(&value["site"]), branches: texts(&value["branches"]) }
}

fn parameter(value: &Value) -> Parameter {
    let number = |key: &str| value[key].as_f64().unwrap_or(0.0);
    Parameter {
        name: text(&value["name"]),
        value: number("value"),
        min: number("min"),
        max: number("max"),
        default: number("default"),
        whole: value["whole"].as_bool().unwrap_or(false),
        file: text(&value["file"]),
    }
}

fn failure(value: &Value) -> Failure {
    let arguments = |key: &str| list(&value[key]).iter().map(argument).collect();
    Failure {
        origin: text(&value["origin"]),
        message: text(&value["message"]),
        found: text(&value["found"]),
        arguments: arguments("arguments"),
        original: arguments("original"),
        notes: texts(&value["notes"]),
        always: texts(&value["always"]),
        token: text(&value["token"]),
        replay: text(&value["replay"]),
        evaluations: count(&value["evaluations"]),
        steps: count(&value["steps"]),
        shrink: texts(&value["shrink"]),
        flaky: pair(&value["flaky"]),
        elsewhere: texts(&value["elsewhere"]),
    }
}

fn argument(value: &Value) -> Argument {
    Argument {
        name: text(&value["name"]),
        type_name: text(&value["type"]),
        text: text(&value["text"]),
        free: list(&value["free"]).iter().filter_map(pair).collect(),
    }
}

fn pair(value: &Value) -> Option<[u64; 2]> {
    Some([value.get(0)?.as_u64()?, value.get(1)?.as_u64()?])
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn texts(value: &Value) -> Vec<String> {
    list(value).iter().map(text).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| value.as_f64().map_or(0, |number| number.max(0.0) as u64))
}
