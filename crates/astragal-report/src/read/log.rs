//! What was read: a tally and a sample of the newest run of each property, and counts of those before.

use super::case::{Collected, RawLine, Status, is_drawn, is_search, phase, shortened, times};
use super::end::RunEnd;
use super::keep::{self, Kept, Sample};
use super::lines::{Line, each_line, repaired};
use super::tally::RunTally;
use super::{Limits, Problem, ReadError, files};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

/// What was read from one or more logs.
///
/// ```
/// use astragal_report::Log;
///
/// let text = "{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"passed\"}\nnot JSON\n";
/// let log = Log::from_reader(text.as_bytes(), "a.jsonl")?;
/// assert_eq!(log.broken(), 1);
/// assert_eq!(log.problems()[0].line, 2);
/// # Ok::<(), astragal_report::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Log {
    pub(crate) properties: BTreeMap<String, PropertyLog>,
    pub(crate) kept: Kept,
    /// Where it was read from, in words.
    pub(crate) source: String,
    limits: Limits,
    problems: Vec<Problem>,
    broken: u64,
    lines: u64,
}

/// All runs of a property.
#[derive(Debug)]
pub(crate) struct PropertyLog {
    /// When its newest run began.
    pub(crate) run_start: f64,
    /// The newest run.
    pub(crate) newest: RunTally,
    /// Runs before it, by the bits of their start, which order as the numbers do: times are not negative.
    pub(crate) past: BTreeMap<u64, PastTally>,
    /// The first of its divisions of the sample.
    pub(crate) division: usize,
    /// The last file that told of the newest run.
    pub(crate) file: String,
    /// The past run whose texts are in `past_texts`.
    past_run: u64,
    past_texts: HashSet<u64>,
}

/// What is counted of a past run.
#[derive(Debug, Default)]
pub(crate) struct PastTally {
    pub(crate) end: Option<RunEnd>,
    pub(crate) by_status: [u64; 3],
    pub(crate) duplicates: u64,
    pub(crate) seconds: Option<f64>,
}

impl Log {
    /// Reads files, the logs of folders, and patterns such as `observed/2026-01-*`. Memory is bounded by [`Limits`], however long they
    /// are: all cases are counted, and a sample of them is kept that is the same for the same log. A line that cannot be read
    /// is skipped, counted and named.
    ///
    /// ```
    /// use astragal_report::{Log, ReadError};
    ///
    /// let error = Log::read(&["no/such/folder".into()]).unwrap_err();
    /// assert!(matches!(error, ReadError::Missing(_)));
    /// ```
    pub fn read(paths: &[PathBuf]) -> Result<Log, ReadError> {
        Log::read_within(paths, Limits::default())
    }

    /// Reads like [`Log::read`], with other limits.
    ///
    /// ```
    /// use astragal_report::{Limits, Log};
    ///
    /// let limits = Limits { samples: 1_000, ..Limits::default() };
    /// assert!(Log::read_within(&["no/such/folder".into()], limits).is_err());
    /// ```
    pub fn read_within(paths: &[PathBuf], limits: Limits) -> Result<Log, ReadError> {
        let source = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        let mut log = Log::new(source, limits);
        for path in files::files(paths)? {
            let unreadable = |error| ReadError::Unreadable(path.clone(), error);
            let file = File::open(&path).map_err(unreadable)?;
            log.take_all(BufReader::with_capacity(1 << 16, file), &path.display().to_string()).map_err(unreadable)?;
        }
        log.finished()
    }

    /// Reads lines from anywhere; `name` is what problems call them.
    ///
    /// ```
    /// use astragal_report::{Log, ReadError};
    ///
    /// assert!(matches!(Log::from_reader(&b""[..], "nothing"), Err(ReadError::Empty(_))));
    /// ```
    pub fn from_reader(lines: impl BufRead, name: &str) -> Result<Log, ReadError> {
        let mut log = Log::new(name.to_string(), Limits::default());
        log.take_all(lines, name).map_err(|error| ReadError::Unreadable(name.into(), error))?;
        log.finished()
    }

    /// The first lines that could not be read, at most 100.
    ///
    /// ```
    /// # let text = "{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"odd\"}\n{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"passed\"}";
    /// let log = astragal_report::Log::from_reader(text.as_bytes(), "a.jsonl")?;
    /// assert_eq!(log.problems()[0].to_string(), "a.jsonl:1: `odd` is not a status");
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many lines could not be read.
    ///
    /// ```
    /// # let text = "{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"passed\"}";
    /// assert_eq!(astragal_report::Log::from_reader(text.as_bytes(), "a.jsonl")?.broken(), 0);
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn broken(&self) -> u64 {
        self.broken
    }

    /// How many lines were read and understood.
    ///
    /// ```
    /// # let text = "{\"type\":\"test_case\",\"property\":\"p\",\"run_start\":1,\"status\":\"passed\"}";
    /// assert_eq!(astragal_report::Log::from_reader(text.as_bytes(), "a.jsonl")?.lines(), 1);
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn lines(&self) -> u64 {
        self.lines
    }

    fn new(source: String, limits: Limits) -> Log {
        let kept = Kept::new(limits);
        Log { properties: BTreeMap::new(), kept, source, limits, problems: Vec::new(), broken: 0, lines: 0 }
    }

    fn finished(self) -> Result<Log, ReadError> {
        if self.properties.is_empty() { Err(ReadError::Empty(self.problems)) } else { Ok(self) }
    }

    fn take_all(&mut self, lines: impl BufRead, name: &str) -> io::Result<()> {
        each_line(lines, |number, line| {
            let result = match line {
                Line::Text(text) => self.take(text, name),
                Line::Broken(what) => Err(what.to_string()),
            };
            match result {
                Ok(()) => self.lines += 1,
                Err(what) => {
                    self.broken += 1;
                    if self.problems.len() < 100 {
                        self.problems.push(Problem { file: name.to_string(), line: number, what });
                    }
                }
            }
        })
    }

    /// Takes a line; if it is not JSON, what Python writes is repaired first.
    fn take(&mut self, text: &str, file: &str) -> Result<(), String> {
        match serde_json::from_str::<RawLine<'_>>(text) {
            Ok(line) => self.take_line(&line, text, file),
            Err(error) => match repaired(text) {
                Some(repaired) => {
                    let line = serde_json::from_str(&repaired).map_err(|error| in_words(&error))?;
                    self.take_line(&line, &repaired, file)
                }
                None => Err(in_words(&error)),
            },
        }
    }

    fn take_line(&mut self, line: &RawLine<'_>, text: &str, file: &str) -> Result<(), String> {
        if !(line.run_start.is_finite() && line.run_start >= 0.0) {
            return Err("`run_start` is not a time".to_string());
        }
        match line.kind.as_ref() {
            "test_case" => self.take_case(line, text, file),
            "info" | "alert" | "error" => {
                let value: Value = serde_json::from_str(text).map_err(|error| in_words(&error))?;
                let run = Log::run(&mut self.properties, &mut self.kept, line, file);
                match (RunEnd::of(&value), run) {
                    (Some(end), Run::Newest(property)) => property.newest.end = Some(end),
                    (Some(end), Run::Past(_, past)) => past.end = Some(end),
                    (None, Run::Newest(property)) => property.newest.remark(line),
                    (None, Run::Past(..)) => {}
                }
                Ok(())
            }
            other => Err(format!("`{}` is not a type of line", shortened(other, 40))),
        }
    }

    /// The run that a line belongs to. A newer one than all before makes the newest a past one.
    fn run<'a>(
        properties: &'a mut BTreeMap<String, PropertyLog>,
        kept: &mut Kept,
        line: &RawLine<'_>,
        file: &str,
    ) -> Run<'a> {
        let (name, start) = (line.property.as_ref(), line.run_start);
        if !properties.contains_key(name) {
            let division = kept.property();
            let property = PropertyLog {
                run_start: start,
                newest: RunTally::default(),
                past: BTreeMap::new(),
                division,
                file: file.to_string(),
                past_run: 0,
                past_texts: HashSet::new(),
            };
            properties.insert(name.to_string(), property);
        }
        let property = properties.get_mut(name).expect("it was put there");
        if start > property.run_start {
            let old = std::mem::take(&mut property.newest);
            let past =
                PastTally { end: old.end, by_status: old.by_status, duplicates: old.duplicates, seconds: old.seconds };
            property.past_run = property.run_start.to_bits();
            property.past_texts = old.texts;
            property.past.insert(property.past_run, past);
            property.run_start = start;
            property.past.remove(&start.to_bits());
            kept.forget(property.division);
        }
        if start == property.run_start {
            if property.file != file {
                property.file = file.to_string();
            }
            return Run::Newest(property);
        }
        if property.past_run != start.to_bits() {
            property.past_run = start.to_bits();
            property.past_texts.clear();
        }
        Run::Past(&mut property.past_texts, property.past.entry(start.to_bits()).or_default())
    }

    fn take_case(&mut self, line: &RawLine<'_>, whole: &str, file: &str) -> Result<(), String> {
        let Some(status) = Status::of(&line.status) else {
            return Err(format!("`{}` is not a status", shortened(&line.status, 40)));
        };
        let phase = phase(line);
        let is_search = is_search(&phase);
        let is_repeated = line.metadata.get("repeated").as_bool() == Some(true);
        let count = |key: &str| line.metadata.get(key).as_u64().unwrap_or(1).max(1);
        // Cases that a line represents were seen. It is the only one that was of those it is one in.
        let (represents, one_in) = (count("represents"), count("one_in"));
        let text = if line.representation.is_empty() {
            line.arguments.map_or("", RawValue::get)
        } else {
            &line.representation
        };
        let hash = keep::hash(text);
        let times = times(&line.timing);
        let property = match Log::run(&mut self.properties, &mut self.kept, line, file) {
            Run::Newest(property) => property,
            Run::Past(texts, past) => {
                if is_search && !is_repeated {
                    past.by_status[status as usize] += represents;
                    let is_duplicate = status != Status::Rejected && !texts.insert(hash);
                    past.duplicates += if is_duplicate { represents } else { 0 };
                }
                if let Some((generate, execute)) = times {
                    *past.seconds.get_or_insert(0.0) += generate + execute;
                }
                return Ok(());
            }
        };
        let (division, run) = (property.division, &mut property.newest);
        run.add_time(times);
        run.is_own |= line.metadata.0.contains_key("token") || line.metadata.0.contains_key("case");
        run.is_sampled |= one_in > 1;
        if is_search {
            run.count(line, status, is_drawn(&phase), represents, hash);
        }
        if is_repeated {
            return Ok(());
        }
        run.failing.see(line, &phase, status == Status::Failed, is_search);
        let is_accepted = is_search && status != Status::Rejected;
        let mut features = Vec::new();
        for (name, value) in line.features.as_object().into_iter().flatten() {
            let Some((value, axes)) = Collected::of(value) else { continue };
            let name = shortened(name, 200);
            if is_accepted {
                run.count_feature(&name, &value, represents);
            }
            let number = run.feature_names.number(&name);
            if let Some(axes) = axes {
                run.axes.entry(number).or_insert(axes);
            }
            features.push((number, value));
        }
        let (picks, pairs) = (run.picks(line), run.pairs(line));
        if is_search {
            run.take(&picks, represents);
        }
        let coverage = run.covered.count(&line.coverage, status);
        let division = division + usize::from(status.number()) * 2 + usize::from(!is_search);
        let represents = represents.saturating_mul(one_in);
        let Some(lot) = self.kept.draw(division, keep::hash(&line.property), represents) else { return Ok(()) };
        let is_whole = run.lines <= self.limits.lines as u64 || status == Status::Failed;
        let sample = Sample {
            order: self.lines,
            status,
            phase: run.phases.number(&phase),
            text: shortened(text, 8_000).into(),
            reason: run.reasons.number(&shortened(&line.status_reason, 1_000)),
            represents,
            times,
            features,
            own: ["size", "depth", "length"].map(|key| line.metadata.number(key)),
            picks,
            pairs,
            coverage,
            line: is_whole.then(|| shortened(whole, 64 << 10).into()),
        };
        self.kept.keep(division, lot, sample);
        Ok(())
    }
}

/// The run that a line belongs to.
enum Run<'a> {
    Newest(&'a mut PropertyLog),
    Past(&'a mut HashSet<u64>, &'a mut PastTally),
}

/// What is wrong with a line, without the number of the only line that the parser saw.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    shortened(&text.replace(" at line 1 column ", ", column "), 300).into_owned()
}
