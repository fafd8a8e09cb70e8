//! What the end of a run says about lines of code: which there are, and which only failing cases ran.

use serde_json::Value;

/// A file of which cases ran lines.
#[derive(Debug, Default)]
pub(crate) struct CountedFile {
    pub(crate) name: String,
    /// The hash of its text when it was compiled, as 16 digits.
    pub(crate) hash: Option<String>,
    /// All of its lines that have code.
    pub(crate) lines: Vec<u32>,
}

impl CountedFile {
    pub(super) fn of(value: &Value) -> Option<CountedFile> {
        let hash = value["hash"].as_str().filter(|hash| hash.len() == 16).map(ToString::to_string);
        Some(CountedFile { name: value["file"].as_str()?.to_string(), hash, lines: numbers(&value["lines"]) })
    }
}

/// Lines that all failing cases ran and no passing one.
#[derive(Debug, Default)]
pub(crate) struct FailingLines {
    pub(crate) files: Vec<(String, Vec<u32>)>,
    pub(crate) failing: u64,
    pub(crate) passing: u64,
}

impl FailingLines {
    pub(super) fn of(value: &Value) -> Option<FailingLines> {
        let files = value["files"].as_object()?.iter().map(|(file, lines)| (file.clone(), numbers(lines)));
        let count = |key: &str| value[key].as_u64();
        Some(FailingLines { files: files.collect(), failing: count("failing")?, passing: count("passing")? })
    }
}

fn numbers(value: &Value) -> Vec<u32> {
    let numbers = value.as_array().into_iter().flatten().filter_map(Value::as_u64);
    numbers.filter_map(|number| u32::try_from(number).ok()).collect()
}
