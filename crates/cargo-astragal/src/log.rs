//! The log that runs leave: where it is, its lines that say what each run of a property came to, and how far a run has come.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use astragal::Config;
use astragal::config::Log;
use serde_json::Value;

use crate::exit::Stop;

/// How the names of the files with the lines of runs end, and of those with cases.
const RUNS: &str = "_info.jsonl";
const CASES: &str = "_testcases.jsonl";
/// How much is read at once.
const CHUNK: u64 = 8 << 20;
/// How much is read of the end of a file to find its last case.
const END: u64 = 256 << 10;

/// What a run of a property came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The property.
    pub(crate) property: String,
    /// The test that checked it, as the harness names it.
    pub(crate) test: String,
    /// When it began, in seconds since 1970.
    pub(crate) start: f64,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The verdict in one word, and in words.
    pub(crate) verdict: String,
    pub(crate) verdict_text: String,
    /// Whether that is a pass.
    pub(crate) is_pass: bool,
    /// How many cases there were, and were rejected.
    pub(crate) cases: u64,
    pub(crate) rejected: u64,
    /// How many cases were compared with each other, and how many of these repeat an earlier one.
    pub(crate) compared: u64,
    pub(crate) duplicates: u64,
    /// What the terminal showed.
    pub(crate) report: String,
    /// What it warned of.
    pub(crate) warnings: Vec<String>,
    /// What the program that started the tests calls this run of them, if the library says it.
    pub(crate) session: Option<String>,
    /// How many cases were wanted.
    pub(crate) wanted: Option<u64>,
    /// Whether only some cases were observed, since no more were to be logged.
    pub(crate) is_sampled: bool,
}

impl Run {
    /// What a line says, if it is one of a run.
    pub(crate) fn parse(line: &str) -> Option<Run> {
        let line: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_string();
        let count = |name: &str| line["counts"][name].as_u64();
        let settings = line["settings"].as_array();
        let setting = |name: &str| settings?.iter().find(|setting| setting[0] == name)?[1].as_str();
        Some(Run {
            property: line["property"].as_str()?.to_string(),
            test: text("test"),
            start: line["run_start"].as_f64()?,
            seconds: line["seconds"].as_f64().unwrap_or(0.0).max(0.0),
            verdict: text("verdict"),
            verdict_text: text("verdict_text"),
            is_pass: line["is_pass"].as_bool()?,
            cases: count("cases").unwrap_or(0),
            rejected: count("rejected").unwrap_or(0),
            compared: count("compared").unwrap_or(0),
            duplicates: count("duplicates").unwrap_or(0),
            // Other tools show it as it is because it is indented.
            report: text("content")
                .lines()
                .map(|line| line.strip_prefix("    ").unwrap_or(line))
                .collect::<Vec<_>>()
                .join("\n"),
            warnings: line["warnings"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(Into::into)
                .collect(),
            session: line["session"].as_str().map(Into::into),
            wanted: setting("cases").and_then(|cases| cases.replace('_', "").parse().ok()),
            is_sampled: setting("log_cases").is_some_and(|cases| cases != "all") && count("compared") < count("cases"),
        })
    }
}

/// The last run of each property in a folder. Lines that cannot be read are passed over: the report tells of them.
pub(crate) fn last_runs(folder: &Path) -> HashMap<String, Run> {
    let mut last: HashMap<String, Run> = HashMap::new();
    let mut tail = Tail::from_start(folder);
    loop {
        let lines = tail.runs();
        if lines.is_empty() {
            return last;
        }
        for run in lines.iter().filter_map(|line| Run::parse(line)) {
            match last.get(&run.property) {
                Some(known) if known.start > run.start => {}
                _ => _ = last.insert(run.property.clone(), run),
            }
        }
    }
}

/// The folder that the environment sets for the log, if it is not the usual one.
pub(crate) fn set_folder() -> Result<Option<PathBuf>, Stop> {
    let Some(text) = std::env::var_os("ASTRAGAL_LOG").filter(|text| !text.is_empty()) else { return Ok(None) };
    let config = Config::new().set("log", &text.to_string_lossy());
    match (config.errors().first(), &config.values().log) {
        (Some(error), _) => Err(Stop::usage(error.to_string())),
        (None, Log::Directory(folder)) => Ok(Some(folder.clone())),
        (None, _) => Ok(None),
    }
}

/// Whether a folder has any log in it.
pub(crate) fn is_log(folder: &Path) -> bool {
    files(folder, ".jsonl").next().is_some()
}

/// The files in a folder whose names end so.
fn files(folder: &Path, ending: &str) -> std::vec::IntoIter<PathBuf> {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ending))).collect();
    paths.sort();
    paths.into_iter()
}

/// Reads what is added to a log.
#[derive(Debug)]
pub(crate) struct Tail {
    folder: PathBuf,
    /// How far each file has been read.
    at: HashMap<PathBuf, u64>,
}

impl Tail {
    /// From the start of all files.
    fn from_start(folder: &Path) -> Tail {
        Tail { folder: folder.to_owned(), at: HashMap::new() }
    }

    /// From now on.
    pub(crate) fn from_now(folder: &Path) -> Tail {
        let sizes = files(folder, ".jsonl").filter_map(|path| Some((path.clone(), fs::metadata(&path).ok()?.len())));
        Tail { folder: folder.to_owned(), at: sizes.collect() }
    }

    /// The lines that were added to the files of runs, a chunk of each. A line that is not ended yet comes later.
    pub(crate) fn runs(&mut self) -> Vec<String> {
        files(&self.folder, RUNS).filter_map(|file| self.read(&file)).flat_map(|text| lines(&text)).collect()
    }

    /// Lines that were added to the files of cases: a chunk, until there is none.
    pub(crate) fn cases(&mut self) -> Option<String> {
        files(&self.folder, CASES).find_map(|file| self.read(&file))
    }

    /// The last case that was added: its property, and its number.
    pub(crate) fn last_case(&mut self) -> Option<(String, u64)> {
        files(&self.folder, CASES).filter_map(|file| self.last_case_of(&file)).last()
    }

    fn last_case_of(&mut self, path: &Path) -> Option<(String, u64)> {
        let size = fs::metadata(path).ok()?.len();
        let at = self.at.entry(path.to_owned()).or_default();
        *at = (*at).max(size.saturating_sub(END));
        // The first line may be a part of one.
        let text = self.read(path)?;
        let line: Value = text.lines().rev().find_map(|line| serde_json::from_str(line).ok())?;
        Some((line["property"].as_str()?.to_string(), line["metadata"]["case"].as_u64()?))
    }

    /// Whole lines that were added to a file, a chunk of them.
    fn read(&mut self, path: &Path) -> Option<String> {
        let mut file = File::open(path).ok()?;
        let size = file.metadata().ok()?.len();
        let at = self.at.entry(path.to_owned()).or_default();
        if size <= *at {
            // A file that was cut begins anew.
            *at = size;
            return None;
        }
        let from = *at;
        file.seek(SeekFrom::Start(from)).ok()?;
        let mut bytes = Vec::new();
        file.take(CHUNK).read_to_end(&mut bytes).ok()?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let Some(end) = end else {
            // A line longer than a chunk is skipped.
            if bytes.len() as u64 == CHUNK {
                *at = from + CHUNK;
            }
            return None;
        };
        bytes.truncate(end + 1);
        *at = from + bytes.len() as u64;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_whole_lines_that_were_added_are_read() {
        let folder = std::env::temp_dir().join(format!("cargo-astragal-tail-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("2026-01-02_info.jsonl");
        fs::write(&path, "old\n").unwrap();
        let mut tail = Tail::from_now(&folder);
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"a\":1}\n{\"b\"").unwrap();
        assert_eq!(tail.runs(), ["{\"a\":1}"]);
        assert_eq!(tail.runs(), [""; 0]);
        file.write_all(b":2}\n").unwrap();
        assert_eq!(tail.runs(), ["{\"b\":2}"]);
        let case = |number: u64| format!(r#"{{"property":"k::p","metadata":{{"case":{number}}}}}"#) + "\n";
        assert_eq!(tail.last_case(), None);
        fs::write(folder.join("2026-01-02_testcases.jsonl"), case(1) + &case(2) + "{").unwrap();
        assert_eq!(tail.last_case(), Some(("k::p".into(), 2)));
        assert_eq!(tail.last_case(), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_run_line_is_read_and_others_are_not() {
        let line = r#"{"type":"info","property":"k::p","run_start":1.5,"seconds":0.5,"verdict":"passed","is_pass":true,
            "content":"    one\n\n      two\n",
            "settings":[["cases","1_000","default"],["log_cases","9","set"]],"counts":{"cases":10,"rejected":2,"duplicates":3,"compared":9}}"#;
        let run = Run::parse(line).unwrap();
        assert_eq!((run.cases, run.rejected, run.wanted, run.is_sampled), (10, 2, Some(1000), true));
        assert_eq!((run.duplicates, run.compared, &*run.report), (3, 9, "one\n\n  two"));
        let alert = r#"{"type":"alert","property":"k::p","run_start":1.5,"title":"Warnings","content":"- one\n"}"#;
        assert!(Run::parse(alert).is_none() && Run::parse("nonsense").is_none());
    }
}
