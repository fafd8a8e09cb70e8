//! Equal cases: the choices of the cases of the unmodified program, recorded once and replayed against each mutant.
//!
//! What a mutant changes may change what is drawn after it, too, and another property draws other cases anyway. With the same choices for each
//! mutant, the figures of a property can be compared between mutants, and those of two generators for the same mutant.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use astragal::Choices;
use astragal::protocol::{Asking, CaseOutcome, Property};
use astragal::report::Origin;
use serde_json::Value;

use crate::cargo::TestBinary;
use crate::exit::Stop;
use crate::log::Tail;
use crate::properties;
use crate::terminal::{counted, safe};

/// After this many deaths of its process, no more cases of a property are replayed.
const MOST_DEATHS: u64 = 20;

/// Writes down the cases of the unmodified program, from its log.
pub(super) struct Recorder {
    folder: PathBuf,
    tail: Option<Tail>,
    all: Vec<Recorded>,
}

/// The cases of a property: a line each in a file, with their choices as a token.
pub(super) struct Recorded {
    /// The name of the property; with a number, if its test has several of that name.
    pub(super) name: String,
    property: String,
    /// How many of that name the test comes to before.
    before: usize,
    test: String,
    binary: TestBinary,
    file: PathBuf,
    /// How many cases cannot be replayed.
    left_out: u64,
}

/// What came of replaying cases.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// How many were replayed, how many of these killed the mutant, and of how many its process died.
    pub(super) replayed: u64,
    pub(super) killing: u64,
    pub(super) died: u64,
    /// The number of the first that killed it, counted from 1.
    pub(super) first: Option<u64>,
    pub(super) is_late: bool,
    /// Why not all were replayed.
    pub(super) why: Option<String>,
}

impl Recorder {
    /// Nothing is recorded yet.
    pub(super) fn new(folder: &Path) -> Result<Recorder, Stop> {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        Ok(Recorder { folder: folder.to_owned(), tail: None, all: Vec::new() })
    }

    /// Before a test runs: what is logged from now on is of its properties.
    pub(super) fn begin(&mut self, log: &Path) {
        self.tail = Some(Tail::from_now(log));
    }

    /// After a test has run: records the cases that passed.
    pub(super) fn end(&mut self, binary: &TestBinary, test: &str) -> Result<(), Stop> {
        let Some(mut tail) = self.tail.take() else { return Ok(()) };
        let first = self.all.len();
        let mut files: Vec<BufWriter<File>> = Vec::new();
        // Which run of which property each file is of.
        let mut runs: BTreeMap<(String, u64), usize> = BTreeMap::new();
        while let Some(lines) = tail.cases() {
            for line in lines.lines() {
                let Ok(case) = serde_json::from_str::<Value>(line) else { continue };
                let (Some(property), Some(start)) = (case["property"].as_str(), case["run_start"].as_f64()) else {
                    continue;
                };
                let key = (property.to_string(), start.to_bits());
                let at = match runs.get(&key) {
                    Some(at) => *at,
                    None => {
                        let recorded = self.recorded(property, binary, test, first);
                        files.push(create(&recorded.file)?);
                        self.all.push(recorded);
                        runs.insert(key, files.len() - 1);
                        files.len() - 1
                    }
                };
                self.all[first + at].take(&case, &mut files[at])?;
            }
        }
        files.into_iter().try_for_each(|mut file| file.flush()).map_err(|error| cannot_write(&self.folder, &error))
    }

    fn recorded(&self, property: &str, binary: &TestBinary, test: &str, first: usize) -> Recorded {
        let before = self.all[first..].iter().filter(|other| other.property == property).count();
        let name = if before == 0 { property.to_string() } else { format!("{property}#{}", before + 1) };
        let file = self.folder.join(format!("{}.txt", self.all.len()));
        let (property, test) = (property.to_string(), test.to_string());
        Recorded { name, property, before, test, binary: binary.clone(), file, left_out: 0 }
    }

    /// All that was recorded.
    pub(super) fn finish(self) -> Vec<Recorded> {
        for recorded in self.all.iter().filter(|recorded| recorded.left_out > 0) {
            let (name, cases) = (safe(&recorded.name), counted(recorded.left_out, "case", "cases"));
            eprintln!(
                "warning: {name}: {cases} cannot be replayed: explicit examples, more than 2,000 choices, or only counted in a long log"
            );
        }
        self.all
    }
}

impl Recorded {
    /// Records a case, if it passed.
    fn take(&mut self, case: &Value, file: &mut impl Write) -> Result<(), Stop> {
        if case["status"] != "passed" {
            return Ok(());
        }
        let metadata = &case["metadata"];
        self.left_out += metadata["represents"].as_u64().map_or(0, |count| count.saturating_sub(1));
        let token = match metadata["token"].as_str() {
            _ if metadata["phase"] == "examples" => None,
            // A case without choices has no token.
            None if metadata["size"] == 0 => Some(""),
            token => token,
        };
        match token {
            Some(token) => writeln!(file, "{token}").map_err(|error| cannot_write(&self.file, &error)),
            None => {
                self.left_out += 1;
                Ok(())
            }
        }
    }

    /// Replays the cases against a mutant. One that ends its process costs another process.
    pub(super) fn replay(&self, binaries: &[TestBinary], limit: Duration) -> Result<Replay, Stop> {
        let mut replay = Replay::default();
        let file = File::open(&self.file).map_err(|error| Stop::system(format!("{}: {error}", self.file.display())))?;
        let mut cases = BufReader::new(file).lines().map_while(Result::ok).peekable();
        let Some(binary) = binaries.iter().find(|binary| binary.is_like(&self.binary)) else {
            replay.why = Some("its test binary does not exist with this mutant".into());
            return Ok(replay);
        };
        while cases.peek().is_some() && replay.why.is_none() {
            let mut asking = match properties::start(binary, std::iter::once(&self.test), None, Some(limit)) {
                Ok(asking) => asking,
                Err(error) => {
                    (replay.died, replay.why) = (replay.died + 1, Some(error));
                    break;
                }
            };
            let asked = self.ask(&mut asking, |property| replay.go_on(property, &mut cases, limit));
            if let Err(error) = asked {
                replay.why = Some(error);
            }
        }
        Ok(replay)
    }

    /// Goes on to the property in a process, and asks something about it.
    fn ask(&self, asking: &mut Asking, question: impl FnOnce(&mut Property<'_>)) -> Result<(), String> {
        let mut before = 0;
        while let Some(mut property) = asking.next_property().map_err(|error| error.to_string())? {
            if is_of(property.name(), &self.property) {
                if before == self.before {
                    question(&mut property);
                    return Ok(());
                }
                before += 1;
            }
        }
        Err("the test no longer comes to it".to_string())
    }
}

/// Whether a process calls a property so that has this name in the log: with its line, if it is a call of `check`.
fn is_of(asked: &str, logged: &str) -> bool {
    asked.strip_prefix(logged).is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix(':').is_some_and(|line| line.starts_with(|digit: char| digit.is_ascii_digit()))
    })
}

impl Replay {
    /// Replays cases until there are no more, or the process is gone.
    fn go_on(&mut self, property: &mut Property<'_>, cases: &mut impl Iterator<Item = String>, limit: Duration) {
        for token in cases {
            let choices = match &*token {
                "" => Choices::default(),
                token => match Choices::from_token(token) {
                    Ok(choices) => choices,
                    Err(error) => return self.why = Some(format!("a recorded case cannot be read: {error}")),
                },
            };
            let started = Instant::now();
            let outcome = match property.run(&choices) {
                Ok(ran) => ran.outcome,
                Err(error) => return self.why = Some(error.to_string()),
            };
            self.replayed += 1;
            match outcome {
                CaseOutcome::Failed { origin: Origin::Died(how), .. } => {
                    if started.elapsed() >= limit {
                        self.is_late = true;
                        self.why = Some(format!("case {} did not end within {limit:?}", self.replayed));
                        return;
                    }
                    self.killed();
                    self.died += 1;
                    if self.died == MOST_DEATHS {
                        self.why =
                            Some(format!("after {MOST_DEATHS} deaths of the process no more was replayed: {how}"));
                    }
                    return;
                }
                CaseOutcome::Failed { .. } => self.killed(),
                CaseOutcome::Unknown(problem) => return self.why = Some(format!("case {}: {problem}", self.replayed)),
                _ => {}
            }
        }
    }

    fn killed(&mut self) {
        self.killing += 1;
        self.first.get_or_insert(self.replayed);
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, Stop> {
    File::create(path).map(BufWriter::new).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Stop {
    Stop::system(format!("{} cannot be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_known_by_its_line() {
        assert!(is_of("k::p", "k::p") && is_of("k::p:12", "k::p") && is_of("k::p:12#2", "k::p"));
        assert!(!is_of("k::p::q", "k::p") && !is_of("k::pq", "k::p") && !is_of("k::p", "k::q"));
    }
}
