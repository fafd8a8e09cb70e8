//! Regular expressions as grammars of strings, and why one is none.
//!
//! The generator draws from the [`Part`]s; the macros check at compile time, with the same words, a pattern in an attribute. The
//! crate knows nothing of Astragal, so that the macros need not wait for it.

#![forbid(unsafe_code)]

use std::fmt;
use std::ops::RangeInclusive;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Just this text.
    Text(Box<str>),
    /// One of these characters.
    Class(Vec<RangeInclusive<char>>),
    /// All of them, in order.
    All(Vec<Part>),
    /// One of them.
    Either(Vec<Part>),
    /// A part several times.
    Repeat {
        /// What is repeated.
        of: Box<Part>,
        /// At least this often.
        min: usize,
        /// At most this often; `usize::MAX` if there is no bound.
        max: usize,
    },
}

/// Reads a pattern in the syntax of the `regex` crate. It matches texts as a whole.
///
/// ```
/// use astragal_pattern::{Part, read};
///
/// let Ok(Part::All(parts)) = read("[a-z]x*") else { panic!("two parts") };
/// assert_eq!(parts[0], Part::Class(vec!['a'..='z']));
/// assert_eq!(parts[1], Part::Repeat { of: Box::new(Part::Text("x".into())), min: 0, max: usize::MAX });
/// assert!(read("[a-z").unwrap_err().to_string().contains("unclosed character class"));
/// ```
pub fn read(pattern: &str) -> Result<Part, PatternError> {
    let failed = |what: String| PatternError { pattern: pattern.to_string(), what };
    match ParserBuilder::new().build().parse(pattern) {
        Ok(hir) => part(&hir, Edges { start: true, end: true }).map_err(|what| failed(what.into())),
        Err(error) => Err(failed(format!("it does not parse\n{error}"))),
    }
}

/// Why no strings can be made from a pattern.
#[derive(Clone, PartialEq, Eq)]
pub struct PatternError {
    pattern: String,
    what: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no strings can be made from the pattern `{}`: {}", self.pattern, self.what)
    }
}

/// What `unwrap` shows, so it is for people: the lines that point into the pattern stay lines.
impl fmt::Debug for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for PatternError {}

/// Whether a part is at the start of the text, and at its end.
#[derive(Clone, Copy)]
struct Edges {
    start: bool,
    end: bool,
}

type Unsupported = &'static str;

const NOT_TEXT: Unsupported = "it matches bytes that are not valid UTF-8, which no string contains";

fn part(hir: &Hir, edges: Edges) -> Result<Part, Unsupported> {
    Ok(match hir.kind() {
        HirKind::Empty => Part::Text(Box::default()),
        HirKind::Literal(literal) => Part::Text(std::str::from_utf8(&literal.0).map_err(|_| NOT_TEXT)?.into()),
        HirKind::Class(class) => Part::Class(ranges(class)?),
        HirKind::Look(look) => {
            check(*look, edges)?;
            Part::Text(Box::default())
        }
        HirKind::Capture(capture) => part(&capture.sub, edges)?,
        HirKind::Repetition(repetition) => {
            let once = repetition.max == Some(1);
            let inside = Edges { start: edges.start && once, end: edges.end && once };
            let max = repetition.max.map_or(usize::MAX, |max| max as usize);
            Part::Repeat { of: Box::new(part(&repetition.sub, inside)?), min: repetition.min as usize, max }
        }
        HirKind::Alternation(arms) => Part::Either(arms.iter().map(|arm| part(arm, edges)).collect::<Result<_, _>>()?),
        HirKind::Concat(parts) => {
            let empty = |part: &Hir| part.properties().maximum_len() == Some(0);
            let first = parts.iter().position(|part| !empty(part)).unwrap_or(parts.len());
            let last = parts.iter().rposition(|part| !empty(part)).unwrap_or(0);
            let inside = |at| Edges { start: edges.start && at <= first, end: edges.end && at >= last };
            let parts = parts.iter().enumerate().map(|(at, hir)| part(hir, inside(at)));
            Part::All(parts.collect::<Result<_, _>>()?)
        }
    })
}

fn ranges(class: &Class) -> Result<Vec<RangeInclusive<char>>, Unsupported> {
    match class {
        Class::Unicode(class) if !class.ranges().is_empty() => {
            Ok(class.iter().map(|range| range.start()..=range.end()).collect())
        }
        Class::Bytes(class) if !class.ranges().is_empty() && class.is_ascii() => {
            Ok(class.iter().map(|range| range.start().into()..=range.end().into()).collect())
        }
        Class::Bytes(class) if !class.ranges().is_empty() => Err(NOT_TEXT),
        _ => Err("a class in it is empty, so that a part of it matches nothing"),
    }
}

/// The whole text matches, so an assertion about its start or end says nothing there, and is false elsewhere.
fn check(look: Look, edges: Edges) -> Result<(), Unsupported> {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF if edges.start => Ok(()),
        Look::End | Look::EndLF | Look::EndCRLF if edges.end => Ok(()),
        Look::Start | Look::StartLF | Look::StartCRLF => Err("`^` is supported only at the start of the pattern"),
        Look::End | Look::EndLF | Look::EndCRLF => Err("`$` is supported only at the end of the pattern"),
        _ => Err(r"word boundaries (`\b`, `\B`, `\<`, ..) are not supported"),
    }
}
