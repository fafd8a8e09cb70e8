//! Cases that are known: what an interrupted run left behind, what is pinned, and what is stored.
//!
//! The generator may have changed since. What is stored has labels, by which it is read anew; and the text of its value, which tells
//! whether that gave the same value again. If it did not, and does not fail, then the value is looked for by its text. The user is
//! told what became of it.

use std::path::{Path, PathBuf};

use astragal_core::Choices;

use super::by_text::{self, Patience};
use super::realign::{Prefer, realigned};
use super::search::End;
use super::settle::values_of;
use super::{Session, Suspect};
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Now, Problem, ReadBy, Reread, StrayPanic, Verdict};
use crate::store::{Entry, Warning};

/// How often a shape is asked for again: each time one more level of it is known.
const ROUNDS: usize = 8;
/// How many values are drawn at most to find stored ones by their texts; and how many for one of them without coming closer.
const DRAWS: u32 = 10_000;
const DRAWS_IN_VAIN: u32 = 1_500;
/// Where values are known only by running the property, that is so often.
const RUNS: u32 = 500;
/// How many choices all these values may have together.
const CHOICES: usize = 2_000_000;

/// A case as it was read.
struct Reading {
    evaluation: Evaluation,
    /// The value, in one line.
    text: String,
}

impl Session<'_> {
    pub(super) fn known_cases(&mut self) -> Option<End> {
        if let Some((choices, _)) = self.job.scratch.as_ref().and_then(crate::store::Scratch::pending) {
            let ended = self.try_case(&choices, Found::Pending);
            if let Some(end) = self.naming(ended, || "the case that an interrupted run left over".into()) {
                return Some(end);
            }
            self.forget_pending();
        }
        for pin in &self.job.pins {
            if let Some(end) = self.try_pin(pin) {
                return Some(end);
            }
        }
        self.stored_cases()
    }

    fn stored_cases(&mut self) -> Option<End> {
        let loaded = self.job.regressions.load();
        if let Some(unreadable) = &loaded.unreadable {
            let told = self.told(unreadable);
            return Some(usage(format!("{told}. Restore the file, or remove it to forget its cases")));
        }
        let mut warnings: Vec<String> = loaded.warnings.iter().map(|warning| self.told(warning)).collect();
        if self.values.strict && !warnings.is_empty() {
            let remedy = "Mend or remove the entry; it fails the property because of the setting `strict`";
            return Some(usage(format!("{}. {remedy}", warnings.swap_remove(0))));
        }
        self.warnings.append(&mut warnings);
        let mut patience = Patience { prints: DRAWS, in_vain: DRAWS_IN_VAIN, choices: CHOICES };
        for entry in &loaded.entries {
            self.statistics.regressions += 1;
            let ended = self.try_entry(entry, &mut patience);
            let file = self.job.regressions.path().map_or_else(PathBuf::new, |path| self.seen(path).to_owned());
            let name = || {
                let (address, file) = (entry.address(), file.display());
                format!("a stored case (remove its lines to forget it: `regression 1 {address}` in {file})")
            };
            if let Some(end) = self.naming(ended, name) {
                return Some(end);
            }
        }
        None
    }

    /// A path as the report shows those of source files.
    fn seen<'p>(&self, path: &'p Path) -> &'p Path {
        self.job.source.as_ref().and_then(|source| source.relative(path)).unwrap_or(path)
    }

    fn told(&self, warning: &Warning) -> String {
        Warning { file: self.seen(&warning.file).to_owned(), ..warning.clone() }.to_string()
    }

    /// A usage error that comes of a known case, and not of the simplest one, says which case that is.
    pub(super) fn naming(&mut self, ended: Option<End>, name: impl FnOnce() -> String) -> Option<End> {
        let Some(End::Nothing(Verdict::Unknown(Problem::Usage { message, place }))) = ended else { return ended };
        let simplest = self.evaluator.evaluate(Input::Choices(&Choices::default()), &mut |_| true, false);
        let message = if simplest.problem.is_none() { format!("{} cannot be run: {message}", name()) } else { message };
        Some(End::Nothing(Verdict::Unknown(Problem::Usage { message, place })))
    }

    fn try_entry(&mut self, entry: &Entry, patience: &mut Patience) -> Option<End> {
        let stored = entry.choices();
        let evaluation = self.evaluator.evaluate(Input::Choices(stored), &mut |_| true, false);
        let is_as_stored = begins_with(&evaluation.choices, stored)
            && stored.items().iter().zip(evaluation.choices.items()).all(|(stored, read)| stored.max == read.max);
        if evaluation.problem.is_some() || is_as_stored && evaluation.fails() {
            return self.tried(evaluation, Found::Regression);
        }
        let reading = if is_as_stored { self.reading(evaluation) } else { self.read_anew(entry, evaluation) };
        if entry.is_text(&reading.text) {
            return self.tried(reading.evaluation, Found::Regression);
        }
        if !reading.evaluation.fails() {
            if let Some(found) = self.found_by_text(entry, &reading, patience) {
                // What passes and is the same value is not worth a word.
                if found.evaluation.fails() {
                    self.tell(entry, &found, ReadBy::Text);
                }
                return self.tried(found.evaluation, Found::Regression);
            }
        }
        // The same choices with another text may be the same value, of which one does not know how it prints.
        if !is_as_stored {
            self.tell(entry, &reading, ReadBy::Labels);
        }
        self.tried(reading.evaluation, Found::Regression)
    }

    /// Another reading that prints as the stored value did.
    fn found_by_text(&mut self, entry: &Entry, reading: &Reading, patience: &mut Patience) -> Option<Reading> {
        // A text that is not there, or is another one each time, tells nothing.
        if entry.comment().is_empty() || self.text_of(&reading.evaluation.choices) != reading.text {
            return None;
        }
        let simplest = Choices::default();
        let starts = [&reading.evaluation.choices, &simplest];
        // It is enough to draw, unless the property draws while it runs, or decides what is shown.
        let is_drawing_enough = starts.iter().any(|start| {
            let drawn = self.evaluator.evaluate(Input::Choices(start), &mut |_| false, true);
            matches!(drawn.ended, Ended::Skipped) && values_of(&drawn.drawn) == self.text_of(start)
        });
        if !is_drawing_enough {
            patience.prints = patience.prints.min(RUNS);
        }
        let evaluator = &mut self.evaluator;
        let found = by_text::found(entry, &starts, patience, &mut |choices| {
            let shown = evaluator.evaluate(Input::Choices(choices), &mut |_| !is_drawing_enough, true);
            (shown.problem.is_none() && !shown.drawn.is_empty()).then(|| (shown.choices, values_of(&shown.drawn)))
        })?;
        let evaluation = self.evaluator.evaluate(Input::Choices(&found), &mut |_| true, false);
        Some(self.reading(evaluation)).filter(|reading| entry.is_text(&reading.text))
    }

    /// The reading that fails, or that gives the stored value; else the one that is most like it.
    fn read_anew(&mut self, entry: &Entry, first: Evaluation) -> Reading {
        let mut best = self.reading(first);
        for prefer in [Prefer::First, Prefer::Last] {
            let mut shape = best.evaluation.choices.clone();
            for _ in 0..ROUNDS {
                let is_settled = |reading: &Reading| reading.evaluation.fails() || entry.is_text(&reading.text);
                if is_settled(&best) {
                    return best;
                }
                let choices = realigned(entry.choices(), &shape, prefer);
                let evaluation = self.evaluator.evaluate(Input::Choices(&choices), &mut |_| true, false);
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
        Reading { text: self.text_of(&evaluation.choices), evaluation }
    }

    /// The values of a case in one line.
    pub(super) fn text_of(&mut self, choices: &Choices) -> String {
        values_of(&self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, true).drawn)
    }

    /// Remembers what became of a case that reads differently today.
    fn tell(&mut self, entry: &Entry, reading: &Reading, by: ReadBy) {
        let ended = match reading.evaluation.ended {
            Ended::Failed(_) => Now::Fails,
            Ended::Passed => Now::Passes,
            Ended::Rejected | Ended::Skipped => Now::Refused,
        };
        let file = self.job.regressions.path().map(ToOwned::to_owned);
        let (stored, address) = (entry.comment().to_string(), Some(entry.address().to_string()));
        self.reread.push(Reread { stored, now: reading.text.clone(), by, ended, file, address });
    }

    /// Runs one sequence for what it is.
    pub(super) fn try_case(&mut self, choices: &Choices, found: Found) -> Option<End> {
        self.try_input(Input::Choices(choices), found)
    }

    pub(super) fn try_input(&mut self, input: Input<'_>, found: Found) -> Option<End> {
        let evaluation = self.evaluator.evaluate(input, &mut |_| true, false);
        self.tried(evaluation, found)
    }

    /// What came of a case that was run for what it is.
    pub(super) fn tried(&mut self, evaluation: Evaluation, found: Found) -> Option<End> {
        if let Some(problem) = evaluation.problem {
            return Some(End::Nothing(Verdict::Unknown(problem)));
        }
        if let Some(said) = evaluation.said {
            said.strays.into_iter().for_each(|stray| StrayPanic::add(&mut self.statistics.strays, stray));
            self.count_rejections(said.rejections);
        }
        match evaluation.ended {
            Ended::Failed(fault) => {
                self.statistics.cases += 1;
                Some(End::Found(Suspect { found, choices: evaluation.choices, fault: *fault, number: None }))
            }
            Ended::Passed => {
                self.statistics.cases += 1;
                None
            }
            Ended::Rejected | Ended::Skipped => None,
        }
    }
}

pub(super) fn usage(message: String) -> End {
    End::Nothing(Verdict::Unknown(Problem::Usage { message, place: None }))
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
