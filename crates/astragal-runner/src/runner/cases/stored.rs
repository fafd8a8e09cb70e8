//! Cases that are stored beside the test.
//!
//! The generator may have changed since. A stored case has labels, by which it is reread; and the text of its value, which tells
//! whether that gave the same value again. If it did not, and does not fail, then the value is looked for by its text. The user is
//! told what became of it.

use std::path::{Path, PathBuf};

use astragal_core::Choices;

use super::by_text::{self, Patience};
use super::realign::{Prefer, realigned};
use super::{CaseSource, Next, cannot_be_run, usage};
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Now, ReadBy, Reread};
use crate::runner::bench::{Bench, values_of};
use crate::runner::progress::Progress;
use crate::store::{Entry, Warning};

/// How often a shape is asked for again: each time one more level of it is known.
const ROUNDS: usize = 8;
/// How many values are drawn at most to find stored ones by their texts; and how many for one of them without coming closer.
const DRAWS: u32 = 10_000;
const DRAWS_IN_VAIN: u32 = 1_500;
/// How many, where values are known only by running the property.
const RUNS: u32 = 500;
/// How many choices all these values may have together.
const CHOICES: usize = 2_000_000;

/// A case as it was read.
struct Reading {
    evaluation: Evaluation,
    /// The value, in one line.
    text: String,
}

pub(super) fn source() -> Box<dyn CaseSource> {
    let patience = Patience { prints: DRAWS, in_vain: DRAWS_IN_VAIN, choices: CHOICES };
    Box::new(Stored { entries: None, patience })
}

/// See the module.
struct Stored {
    /// Those that are left, once they are loaded.
    entries: Option<std::vec::IntoIter<Entry>>,
    patience: Patience,
}

impl CaseSource for Stored {
    fn name(&self) -> &'static str {
        "stored"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        if self.entries.is_none() {
            match load(bench) {
                Ok(entries) => self.entries = Some(entries.into_iter()),
                Err(message) => return Next::End(usage(message)),
            }
        }
        let Some(entry) = self.entries.as_mut().and_then(Iterator::next) else { return Next::Over };
        progress.tally.statistics.regressions += 1;
        let mut evaluation = Reader { bench, entry: &entry }.run(&mut self.patience);
        let Some(problem) = evaluation.problem.take() else { return Next::Ran(evaluation) };
        let file = bench.job.regressions.path().map_or_else(PathBuf::new, |path| seen(bench, path).to_owned());
        Next::End(cannot_be_run(bench, problem, || {
            let (address, file) = (entry.address(), file.display());
            format!("a stored case (remove its lines to forget it: `regression 1 {address}` in {file})")
        }))
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Regression
    }
}

/// The stored cases; or why they cannot be read.
fn load(bench: &mut Bench<'_>) -> Result<Vec<Entry>, String> {
    let loaded = bench.job.regressions.load();
    if let Some(unreadable) = &loaded.unreadable {
        let told = told(bench, unreadable);
        return Err(format!("{told}. Restore the file, or remove it to forget its cases"));
    }
    let mut warnings: Vec<String> = loaded.warnings.iter().map(|warning| told(bench, warning)).collect();
    if bench.values.strict && !warnings.is_empty() {
        let remedy = "Mend or remove the entry; it fails the property because of the setting `strict`";
        return Err(format!("{}. {remedy}", warnings.swap_remove(0)));
    }
    bench.warnings.append(&mut warnings);
    Ok(loaded.entries)
}

/// A path as the report shows those of source files.
fn seen<'p>(bench: &Bench<'_>, path: &'p Path) -> &'p Path {
    bench.job.source.as_ref().and_then(|source| source.relative(path)).unwrap_or(path)
}

fn told(bench: &Bench<'_>, warning: &Warning) -> String {
    Warning { file: seen(bench, &warning.file).to_owned(), ..warning.clone() }.to_string()
}

/// Reads one stored case with the generator of today.
struct Reader<'r, 'a> {
    bench: &'r mut Bench<'a>,
    entry: &'r Entry,
}

impl Reader<'_, '_> {
    /// Runs the case, as it is to be read.
    fn run(&mut self, patience: &mut Patience) -> Evaluation {
        let stored = self.entry.choices();
        let evaluation = self.bench.run(Input::Choices(stored));
        let is_as_stored = begins_with(&evaluation.choices, stored)
            && stored.items().iter().zip(evaluation.choices.items()).all(|(stored, read)| stored.max == read.max);
        if evaluation.problem.is_some() || is_as_stored && evaluation.fails() {
            return evaluation;
        }
        let reading = if is_as_stored { self.reading(evaluation) } else { self.read_anew(evaluation) };
        if self.entry.is_text(&reading.text) {
            return reading.evaluation;
        }
        if !reading.evaluation.fails() {
            if let Some(found) = self.found_by_text(&reading, patience) {
                // The same value that passes is not worth a message.
                if found.evaluation.fails() {
                    self.tell(&found, ReadBy::Text);
                }
                return found.evaluation;
            }
        }
        // The same choices with another text may be the same value, printed in another way.
        if !is_as_stored {
            self.tell(&reading, ReadBy::Labels);
        }
        reading.evaluation
    }

    /// Another reading that prints as the stored value did.
    fn found_by_text(&mut self, reading: &Reading, patience: &mut Patience) -> Option<Reading> {
        let entry = self.entry;
        // A text that is not there, or is another one each time, tells nothing.
        if entry.comment().is_empty() || self.bench.text_of(&reading.evaluation.choices) != reading.text {
            return None;
        }
        let simplest = Choices::default();
        let starts = [&reading.evaluation.choices, &simplest];
        // It is enough to draw, unless the property draws while it runs, or decides what is shown.
        let is_drawing_enough = starts.iter().any(|start| {
            let drawn = self.bench.evaluator.evaluate(Input::Choices(start), &mut |_| false, true);
            matches!(drawn.ended, Ended::Skipped) && values_of(&drawn.drawn) == self.bench.text_of(start)
        });
        if !is_drawing_enough {
            patience.prints = patience.prints.min(RUNS);
        }
        let evaluator = &mut self.bench.evaluator;
        let found = by_text::found(entry, &starts, patience, &mut |choices| {
            let shown = evaluator.evaluate(Input::Choices(choices), &mut |_| !is_drawing_enough, true);
            (shown.problem.is_none() && !shown.drawn.is_empty()).then(|| (shown.choices, values_of(&shown.drawn)))
        })?;
        let evaluation = self.bench.run(Input::Choices(&found));
        Some(self.reading(evaluation)).filter(|reading| entry.is_text(&reading.text))
    }

    /// The reading that fails, or that gives the stored value; else the one that is most like it.
    fn read_anew(&mut self, first: Evaluation) -> Reading {
        let entry = self.entry;
        let mut best = self.reading(first);
        for prefer in [Prefer::First, Prefer::Last] {
            let mut shape = best.evaluation.choices.clone();
            for _ in 0..ROUNDS {
                let is_settled = |reading: &Reading| reading.evaluation.fails() || entry.is_text(&reading.text);
                if is_settled(&best) {
                    return best;
                }
                let choices = realigned(entry.choices(), &shape, prefer);
                let evaluation = self.bench.run(Input::Choices(&choices));
                let is_last = evaluation.choices == shape || evaluation.problem.is_some();
                shape = evaluation.choices.clone();
                let reading = self.reading(evaluation);
                let alike = |reading: &Reading| alike(&reading.text, entry.comment());
                if is_settled(&reading) || alike(&reading) > alike(&best) {
                    best = reading;
                }
                if is_last {
                    break;
                }
            }
        }
        best
    }

    fn reading(&mut self, evaluation: Evaluation) -> Reading {
        Reading { text: self.bench.text_of(&evaluation.choices), evaluation }
    }

    /// Remembers what became of a case that reads differently today.
    fn tell(&mut self, reading: &Reading, by: ReadBy) {
        let entry = self.entry;
        let ended = match reading.evaluation.ended {
            Ended::Failed(_) => Now::Fails,
            Ended::Passed => Now::Passes,
            Ended::Rejected | Ended::Skipped => Now::Rejected,
        };
        let file = self.bench.job.regressions.path().map(ToOwned::to_owned);
        let (stored, address) = (entry.comment().to_string(), Some(entry.address().to_string()));
        self.bench.reread.push(Reread { stored, now: reading.text.clone(), by, ended, file, address });
    }
}

/// Whether what was read begins with what was given. A property that draws while it runs may draw more where it no longer fails.
fn begins_with(read: &Choices, given: &Choices) -> bool {
    read.len() >= given.len() && read.numbers().zip(given.numbers()).all(|(read, given)| read == given)
}

/// How much two texts have in common at both ends.
fn alike(one: &str, other: &str) -> usize {
    let front = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let back = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other).count();
    front + back
}
