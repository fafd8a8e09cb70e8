//! Replies of a process of a test binary.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use astragal_core::__private::{Entry, Written};
use astragal_core::{Choices, Label, Mark};

use super::description::{Description, parse_parameter, words_of_parameter};
use super::line::{Words, escaped, optional};
use crate::evaluate::{Ended, Fault};
use crate::property::context::Word;
use crate::report::{Drawn, Note, Origin, ParameterInForce, Problem, RejectedBy, Rejection, StrayPanic};
use crate::statistics::Observation;

/// See the table of replies in [`protocol`](super).
pub(super) enum Reply {
    /// The process is at the property of this name, and waits to be asked.
    Here(String),
    /// What the property is.
    Property(Box<Description>),
    /// The random case of this number begins.
    At(u64),
    /// What was drawn for a case. The child waits to be told whether to go on.
    Drew(Choices),
    /// What was drawn so far.
    Draws(Choices),
    /// What a recorder writes.
    Wrote(Entry),
    /// A value, or a note, of a case that is shown.
    Value(Drawn),
    Note(Note),
    /// What cases said.
    Word(Word),
    EndOfCase,
    /// The same, if the case was rejected: what it said does not count.
    EndOfRejected,
    Rejection(Rejection),
    /// A generator declared a parameter.
    Parameter(ParameterInForce),
    Strayed(StrayPanic),
    Problem(Problem),
    /// The property failed in a way of which the process dies.
    Dying(Box<Fault>),
    /// A case ended.
    Ended(Ended),
    /// Random cases ended: how many ran, were rejected, were cut off, and which one failed.
    Swept {
        ran: u64,
        rejected: u64,
        overruns: u64,
        failed: Option<u64>,
    },
    /// A case was made smaller. It is run after this.
    Shrunk {
        evaluations: u64,
        steps: u64,
        finished: bool,
    },
    /// Why the request is not answered.
    Misunderstood(String),
    /// The answer has this many bytes, which is more than a message may have.
    Oversized(u64),
}

impl Reply {
    pub(super) fn line(&self) -> String {
        let text = |text: &str| escaped(text);
        match self {
            Reply::Here(name) => format!("here\t{}", text(name)),
            Reply::Property(description) => format!("property\t{}", description.words()),
            Reply::At(number) => format!("at\t{number}"),
            Reply::Drew(choices) => format!("drew\t{}", text(&choices.to_string())),
            Reply::Draws(choices) => format!("draws\t{}", text(&choices.to_string())),
            Reply::Wrote(entry) => format!("wrote\t{}\t{}", entry.page, words_of_written(&entry.written)),
            Reply::Value(drawn) => {
                let Drawn { name, type_name, text: value, file, line, column, .. } = drawn;
                let (name, type_name, value, file) = (text(name), text(type_name), text(value), text(file));
                format!("value\t{name}\t{type_name}\t{value}\t{file}\t{line}\t{column}")
            }
            Reply::Note(note) => format!("note\t{}\t{}\t{}", text(&note.text), text(note.file), note.line),
            Reply::Word(Word::Observed(name, observation)) => match observation {
                Observation::Number(number) => format!("observed\t{}\tnumber\t{number:?}", text(name)),
                Observation::Holds(holds) => format!("observed\t{}\tholds\t{holds}", text(name)),
                Observation::Label(label) => format!("observed\t{}\tlabel\t{}", text(name), text(label)),
            },
            Reply::Word(Word::Covered { percent, holds, label }) => {
                format!("covered\t{percent:?}\t{holds}\t{}", text(label))
            }
            Reply::Word(Word::Scored(name, score)) => format!("scored\t{score:?}\t{}", text(name)),
            Reply::EndOfCase => "end".into(),
            Reply::EndOfRejected => "unsaid".into(),
            Reply::Rejection(Rejection { by, place, count }) => {
                let by = if *by == RejectedBy::Assumption { "assumption" } else { "generator" };
                format!("rejection\t{by}\t{count}\t{}", text(place.as_deref().unwrap_or_default()))
            }
            Reply::Parameter(parameter) => format!("parameter\t{}", words_of_parameter(parameter)),
            Reply::Strayed(StrayPanic { place, message, count }) => {
                format!("strayed\t{count}\t{}\t{}", text(place.as_deref().unwrap_or_default()), text(message))
            }
            Reply::Problem(problem) => format!("problem\t{}", text(&problem.to_string())),
            Reply::Ended(Ended::Passed) => "passed".into(),
            Reply::Ended(Ended::Rejected) => "rejected".into(),
            Reply::Ended(Ended::Skipped) => "skipped".into(),
            Reply::Ended(Ended::Failed(fault)) => format!("failed\t{}", words_of_fault(fault)),
            Reply::Dying(fault) => format!("dying\t{}", words_of_fault(fault)),
            Reply::Swept { ran, rejected, overruns, failed } => {
                format!("swept\t{ran}\t{rejected}\t{overruns}\t{}", optional(*failed))
            }
            Reply::Shrunk { evaluations, steps, finished } => format!("shrunk\t{evaluations}\t{steps}\t{finished}"),
            Reply::Misunderstood(why) => format!("misunderstood\t{}", text(why)),
            Reply::Oversized(bytes) => format!("oversized\t{bytes}"),
        }
    }

    pub(super) fn parse(line: &str) -> Option<Reply> {
        let mut words = Words::of(line);
        let reply = parse_reply(words.word()?, &mut words)?;
        words.end()?;
        Some(reply)
    }
}

fn parse_reply(word: &str, words: &mut Words<'_>) -> Option<Reply> {
    Some(match word {
        "here" => Reply::Here(words.text()?),
        "property" => Reply::Property(Box::new(Description::parse(words)?)),
        "at" => Reply::At(words.parse()?),
        "drew" => Reply::Drew(words.parse_text()?),
        "draws" => Reply::Draws(words.parse_text()?),
        "wrote" => Reply::Wrote(Entry { page: words.parse()?, written: parse_written(words)? }),
        "value" => Reply::Value(Drawn {
            name: words.text()?,
            type_name: kept(words.text()?),
            text: words.text()?,
            file: kept(words.text()?),
            line: words.parse()?,
            column: words.parse()?,
            free: Vec::new(),
        }),
        "note" => Reply::Note(Note { text: words.text()?, file: kept(words.text()?), line: words.parse()? }),
        "observed" => {
            let name = Cow::Owned(words.text()?);
            let observation = match words.word()? {
                "number" => Observation::Number(words.parse()?),
                "holds" => Observation::Holds(words.parse()?),
                "label" => Observation::Label(Cow::Owned(words.text()?)),
                _ => return None,
            };
            Reply::Word(Word::Observed(name, observation))
        }
        "covered" => Reply::Word(Word::Covered {
            percent: words.parse()?,
            holds: words.parse()?,
            label: Cow::Owned(words.text()?),
        }),
        "scored" => {
            let score = words.parse()?;
            Reply::Word(Word::Scored(Cow::Owned(words.text()?), score))
        }
        "end" => Reply::EndOfCase,
        "unsaid" => Reply::EndOfRejected,
        "rejection" => {
            let by = match words.word()? {
                "assumption" => RejectedBy::Assumption,
                "generator" => RejectedBy::Generator,
                _ => return None,
            };
            Reply::Rejection(Rejection { by, count: words.parse()?, place: words.optional_text()? })
        }
        "parameter" => Reply::Parameter(parse_parameter(words)?),
        "strayed" => {
            Reply::Strayed(StrayPanic { count: words.parse()?, place: words.optional_text()?, message: words.text()? })
        }
        "problem" => Reply::Problem(Problem::Usage { message: words.text()?, place: None }),
        "dying" => Reply::Dying(Box::new(parse_fault(words)?)),
        "passed" => Reply::Ended(Ended::Passed),
        "rejected" => Reply::Ended(Ended::Rejected),
        "skipped" => Reply::Ended(Ended::Skipped),
        "failed" => Reply::Ended(Ended::Failed(Box::new(parse_fault(words)?))),
        "swept" => Reply::Swept {
            ran: words.parse()?,
            rejected: words.parse()?,
            overruns: words.parse()?,
            failed: words.optional()?,
        },
        "shrunk" => Reply::Shrunk { evaluations: words.parse()?, steps: words.parse()?, finished: words.parse()? },
        "misunderstood" => Reply::Misunderstood(words.text()?),
        "oversized" => Reply::Oversized(words.parse()?),
        _ => return None,
    })
}

/// The same text for the rest of this process: the names of types and files are few.
fn kept(text: String) -> &'static str {
    static TEXTS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    match texts.iter().find(|known| **known == text) {
        Some(known) => known,
        None => {
            let text: &'static str = text.leak();
            texts.push(text);
            text
        }
    }
}

/// How a property failed, in four words.
fn words_of_fault(fault: &Fault) -> String {
    let (kind, detail) = match &fault.origin {
        Origin::Panicked(place) => ("panicked", place.as_deref().unwrap_or_default()),
        Origin::ReturnedError(of) => ("error", &**of),
        Origin::ReturnedFalse => ("false", ""),
        Origin::Died(how) => ("died", &**how),
    };
    let backtrace = fault.backtrace.as_deref().unwrap_or_default();
    format!("{kind}\t{}\t{}\t{}", escaped(detail), escaped(&fault.message), escaped(backtrace))
}

/// What a recorder wrote.
fn words_of_written(written: &Written) -> String {
    let text = |label: &Label| escaped(label.as_str());
    match written {
        Written::Choice(value, max) => format!("choice\t{value}\t{max}"),
        Written::Pick(value, max, site, branch) => format!("pick\t{value}\t{max}\t{}\t{}", text(site), text(branch)),
        Written::Open(label) => format!("open\t{}", text(label)),
        Written::Close => "close".into(),
        Written::Slot(label, number) => format!("slot\t{number}\t{}", text(label)),
        Written::Rewind(mark) => format!("rewind\t{}", mark.to_numbers().map(|number| number.to_string()).join("\t")),
        Written::Amend(at, value) => format!("amend\t{at}\t{value}"),
        Written::Page(page) => format!("page\t{page}"),
        Written::Fills(slot) => format!("fills\t{slot}"),
        Written::Aside(outer) => format!("aside\t{outer}"),
    }
}

fn parse_written(words: &mut Words<'_>) -> Option<Written> {
    Some(match words.word()? {
        "choice" => Written::Choice(words.parse()?, words.parse()?),
        "pick" => Written::Pick(words.parse()?, words.parse()?, label(words)?, label(words)?),
        "open" => Written::Open(label(words)?),
        "close" => Written::Close,
        "slot" => {
            let number = words.parse()?;
            Written::Slot(label(words)?, number)
        }
        "rewind" => {
            let mut number = || words.parse();
            Written::Rewind(Mark::from_numbers([number()?, number()?, number()?, number()?, number()?]))
        }
        "amend" => Written::Amend(words.parse()?, words.parse()?),
        "page" => Written::Page(words.parse()?),
        "fills" => Written::Fills(words.parse()?),
        "aside" => Written::Aside(words.parse()?),
        _ => return None,
    })
}

fn label(words: &mut Words<'_>) -> Option<Label> {
    words.text().map(Label::from)
}

fn parse_fault(words: &mut Words<'_>) -> Option<Fault> {
    let kind = words.word()?;
    let detail = words.text()?;
    let origin = match kind {
        "panicked" => Origin::Panicked((!detail.is_empty()).then_some(detail)),
        "error" => Origin::ReturnedError(detail),
        "false" => Origin::ReturnedFalse,
        "died" => Origin::Died(detail),
        _ => return None,
    };
    Some(Fault { origin, message: words.text()?, backtrace: words.optional_text()?, payload: None })
}
