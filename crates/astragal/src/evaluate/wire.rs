//! What a runner and its child process say to each other: one line for each thing, words separated by tabs.

use std::borrow::Cow;

use astragal_core::__private::{Entry, Written};
use astragal_core::{Choices, Label, Mark};

use super::{Ended, Fault, Stream};
use crate::property::context::Word;
use crate::report::{Drawn, Note, Origin, Problem, Refuser, Rejection, StrayPanic};
use crate::statistics::Observation;

/// The variable that tells a process which property it is to run for a runner.
pub(crate) const CHILD: &str = "ASTRAGAL_CHILD";
/// The variable that tells it the process of the runner. Its own children are no children of that.
pub(super) const PARENT: &str = "ASTRAGAL_CHILD_PARENT";

/// What the runner asks for.
pub(super) enum Request {
    /// Random cases.
    Sweep(Stream, u64, u64),
    /// One case. The child says what it drew and waits to be told whether to go on.
    Random(Stream, u64, bool),
    Choices(Choices, bool),
    Example(usize, bool),
    /// Go on, or do not.
    Go,
    Skip,
}

impl Request {
    pub(super) fn line(&self) -> String {
        match self {
            Request::Sweep(stream, from, to) => format!("sweep\t{}\t{from}\t{to}", stream_words(stream)),
            Request::Random(stream, number, show) => {
                format!("random\t{}\t{number}\t{show}", stream_words(stream))
            }
            Request::Choices(choices, show) => format!("choices\t{}\t{show}", escaped(&choices.to_string())),
            Request::Example(index, show) => format!("example\t{index}\t{show}"),
            Request::Go => "go".into(),
            Request::Skip => "skip".into(),
        }
    }

    pub(super) fn parse(line: &str) -> Option<Request> {
        let words: Vec<&str> = line.trim_end().split('\t').collect();
        let stream = |at: usize| {
            let number = |at: usize| words.get(at)?.parse().ok();
            let seed = words.get(at)?.parse().ok()?;
            Some(Stream { seed, max_size: number(at + 1)? })
        };
        let flag = |at: usize| words.get(at).map(|word| *word == "true");
        Some(match *words.first()? {
            "sweep" => Request::Sweep(stream(1)?, words.get(3)?.parse().ok()?, words.get(4)?.parse().ok()?),
            "random" => Request::Random(stream(1)?, words.get(3)?.parse().ok()?, flag(4)?),
            "choices" => Request::Choices(unescaped(words.get(1)?).parse().ok()?, flag(2)?),
            "example" => Request::Example(words.get(1)?.parse().ok()?, flag(2)?),
            "go" => Request::Go,
            "skip" => Request::Skip,
            _ => return None,
        })
    }
}

fn stream_words(stream: &Stream) -> String {
    format!("{}\t{}", stream.seed, stream.max_size)
}

/// What the child says.
pub(super) enum Reply {
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
    Refused(Rejection),
    Strayed(StrayPanic),
    Problem(Problem),
    /// The property failed in a way of which the process dies.
    Dying(Box<Fault>),
    /// A case ended.
    Ended(Ended),
    /// Random cases ended: how many ran, were refused, were cut off, and which one failed.
    Swept {
        ran: u64,
        refused: u64,
        overruns: u64,
        failed: Option<u64>,
    },
}

impl Reply {
    pub(super) fn line(&self) -> String {
        let text = |text: &str| escaped(text);
        match self {
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
            Reply::Refused(Rejection { by, place, count }) => {
                let by = if *by == Refuser::Assumption { "assumption" } else { "generator" };
                format!("refused\t{by}\t{count}\t{}", text(place.as_deref().unwrap_or_default()))
            }
            Reply::Strayed(StrayPanic { place, message, count }) => {
                format!("strayed\t{count}\t{}\t{}", text(place.as_deref().unwrap_or_default()), text(message))
            }
            Reply::Problem(problem) => format!("problem\t{}", text(&problem.to_string())),
            Reply::Ended(Ended::Passed) => "passed".into(),
            Reply::Ended(Ended::Rejected) => "rejected".into(),
            Reply::Ended(Ended::Skipped) => "skipped".into(),
            Reply::Ended(Ended::Failed(fault)) => format!("failed\t{}", words_of_fault(fault)),
            Reply::Dying(fault) => format!("dying\t{}", words_of_fault(fault)),
            Reply::Swept { ran, refused, overruns, failed } => {
                let failed = failed.map_or_else(|| "-".into(), |failed| failed.to_string());
                format!("swept\t{ran}\t{refused}\t{overruns}\t{failed}")
            }
        }
    }

    pub(super) fn parse(line: &str) -> Option<Reply> {
        let words: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        let number = |at: usize| words.get(at)?.parse::<u64>().ok();
        let text = |at: usize| words.get(at).map(|word| unescaped(word));
        Some(match *words.first()? {
            "at" => Reply::At(number(1)?),
            "drew" => Reply::Drew(text(1)?.parse().ok()?),
            "draws" => Reply::Draws(text(1)?.parse().ok()?),
            "wrote" => Reply::Wrote(Entry { page: words.get(1)?.parse().ok()?, written: parse_written(&words[2..])? }),
            "value" => Reply::Value(Drawn {
                name: text(1)?,
                type_name: text(2)?.leak(),
                text: text(3)?,
                file: text(4)?.leak(),
                line: words.get(5)?.parse().ok()?,
                column: words.get(6)?.parse().ok()?,
                free: Vec::new(),
            }),
            "note" => Reply::Note(Note { text: text(1)?, file: text(2)?.leak(), line: words.get(3)?.parse().ok()? }),
            "observed" => {
                let observation = match *words.get(2)? {
                    "number" => Observation::Number(words.get(3)?.parse().ok()?),
                    "holds" => Observation::Holds(*words.get(3)? == "true"),
                    _ => Observation::Label(Cow::Owned(text(3)?)),
                };
                Reply::Word(Word::Observed(Cow::Owned(text(1)?), observation))
            }
            "covered" => Reply::Word(Word::Covered {
                percent: words.get(1)?.parse().ok()?,
                holds: *words.get(2)? == "true",
                label: Cow::Owned(text(3)?),
            }),
            "scored" => Reply::Word(Word::Scored(Cow::Owned(text(2)?), words.get(1)?.parse().ok()?)),
            "end" => Reply::EndOfCase,
            "refused" => {
                let by = if *words.get(1)? == "assumption" { Refuser::Assumption } else { Refuser::Generator };
                Reply::Refused(Rejection { by, count: number(2)?, place: text(3).filter(|place| !place.is_empty()) })
            }
            "problem" => Reply::Problem(Problem::Usage { message: text(1)?, place: None }),
            "passed" => Reply::Ended(Ended::Passed),
            "rejected" => Reply::Ended(Ended::Rejected),
            "skipped" => Reply::Ended(Ended::Skipped),
            word @ ("failed" | "dying") => {
                let detail = text(2)?;
                let origin = match *words.get(1)? {
                    "panicked" => Origin::Panicked((!detail.is_empty()).then_some(detail)),
                    "error" => Origin::ReturnedError(detail),
                    "false" => Origin::ReturnedFalse,
                    _ => Origin::Died(detail),
                };
                let backtrace = text(4).filter(|backtrace| !backtrace.is_empty());
                let fault = Box::new(Fault { origin, message: text(3)?, backtrace, payload: None });
                if word == "dying" { Reply::Dying(fault) } else { Reply::Ended(Ended::Failed(fault)) }
            }
            "strayed" => Reply::Strayed(StrayPanic {
                count: number(1)?,
                place: text(2).filter(|place| !place.is_empty()),
                message: text(3)?,
            }),
            "swept" => Reply::Swept {
                ran: number(1)?,
                refused: number(2)?,
                overruns: number(3)?,
                failed: words.get(4)?.parse().ok(),
            },
            _ => return None,
        })
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

fn parse_written(words: &[&str]) -> Option<Written> {
    let number = |at: usize| words.get(at)?.parse::<u64>().ok();
    let small = |at: usize| words.get(at)?.parse::<u32>().ok();
    let label = |at: usize| words.get(at).map(|word| Label::from(unescaped(word)));
    Some(match *words.first()? {
        "choice" => Written::Choice(number(1)?, number(2)?),
        "pick" => Written::Pick(number(1)?, number(2)?, label(3)?, label(4)?),
        "open" => Written::Open(label(1)?),
        "close" => Written::Close,
        "slot" => Written::Slot(label(2)?, small(1)?),
        "rewind" => Written::Rewind(Mark::from_numbers([number(1)?, number(2)?, number(3)?, number(4)?, number(5)?])),
        "amend" => Written::Amend(number(1)?, number(2)?),
        "page" => Written::Page(small(1)?),
        "fills" => Written::Fills(small(1)?),
        "aside" => Written::Aside(small(1)?),
        _ => return None,
    })
}

/// In one word.
fn escaped(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => word.push_str("\\\\"),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            '\t' => word.push_str("\\t"),
            c => word.push(c),
        }
    }
    word
}

fn unescaped(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text
}
