//! From a regular expression to the generator of the strings that match it.

use std::fmt;

use crate::generator::{Pattern, PatternNode as Node, StringMatching};
use astragal_core::{Chars, Growth, Place};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// Strings that match a regular expression as a whole, in the syntax of the `regex` crate.
///
/// `^` at the start and `$` at the end may be omitted. Other assertions, such as `\b`, are not supported. Repetitions
/// without a bound follow the size of the case. Of alternatives the first is the simplest; of an ambiguous pattern, the
/// way back takes the first that fits and as few repetitions as do.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::string_matching;
///
/// let version = string_matching(r"v\d{1,3}\.\d{1,3}(-rc\d)?");
/// assert!(version.sample(1).starts_with('v'));
/// assert_eq!(version.simplest().unwrap(), "v0.0");
///
/// let choices = version.choices_of(&"v1.85-rc2".to_string()).unwrap();
/// assert_eq!(version.replay(&choices).unwrap(), "v1.85-rc2");
///
/// ```
///
/// A pattern from which no strings can be made is a usage error at this call, told when the first string is drawn;
/// [`try_string_matching`] is for patterns that are known only at run time.
#[track_caller]
pub fn string_matching(pattern: &str) -> StringMatching {
    match compile(pattern) {
        Ok(compiled) => StringMatching::new(compiled),
        Err(error) => StringMatching::wrong(pattern, error.to_string(), Place::here()),
    }
}

/// As [`string_matching`], with an error in place of a usage error.
///
/// ```
/// use astragal::generators::try_string_matching;
///
/// assert!(try_string_matching("[a-z]+").is_ok());
/// assert!(try_string_matching(r"\bword\b").unwrap_err().to_string().contains(r"`\b`"));
/// ```
pub fn try_string_matching(pattern: &str) -> Result<StringMatching, PatternError> {
    compile(pattern).map(StringMatching::new)
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

/// The place of a node.
type Id = usize;

fn compile(source: &str) -> Result<Pattern, PatternError> {
    let failed = |what: String| PatternError { pattern: source.to_string(), what };
    let hir =
        ParserBuilder::new().build().parse(source).map_err(|error| failed(format!("it does not parse\n{error}")))?;
    let mut compiler = Compiler { nodes: Vec::new(), traces: Vec::new(), growth: Vec::new() };
    let root = compiler.add_hir(&hir, Edges { start: true, end: true }).map_err(|what| failed(what.into()))?;
    if let Node::Concat { spanned, .. } = &mut compiler.nodes[root] {
        *spanned = false; // the whole is a span already
    }
    Ok(Pattern { source: source.to_string(), root, growth: compiler.growth[root], nodes: compiler.nodes })
}

struct Compiler {
    nodes: Vec<Node>,
    /// For each node, whether it leaves a trace: a choice or a span.
    traces: Vec<bool>,
    growth: Vec<Growth>,
}

/// Whether a part is at the start of the text, and at its end.
#[derive(Clone, Copy)]
struct Edges {
    start: bool,
    end: bool,
}

type Unsupported = &'static str;

impl Compiler {
    fn add(&mut self, node: Node) -> Id {
        let most = |parts: &[Id]| parts.iter().map(|&part| self.growth[part]).max().unwrap_or(Growth::Fixed);
        let (traces, growth) = match &node {
            Node::Literal(_) => (false, Growth::Fixed),
            Node::Class(_) => (true, Growth::Fixed),
            Node::Concat { parts, .. } => (parts.iter().any(|&part| self.traces[part]), most(parts)),
            Node::Alternation(parts) => (true, most(parts)),
            Node::Repeat { max: usize::MAX, .. } => (true, Growth::Sized),
            Node::Repeat { element, .. } => (true, self.growth[*element]),
        };
        self.nodes.push(node);
        self.traces.push(traces);
        self.growth.push(growth);
        self.nodes.len() - 1
    }

    fn add_hir(&mut self, hir: &Hir, edges: Edges) -> Result<Id, Unsupported> {
        let node = match hir.kind() {
            HirKind::Empty => Node::Literal(Box::default()),
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).map_err(|_| NOT_TEXT)?;
                Node::Literal(text.into())
            }
            HirKind::Class(class) => Node::Class(chars(class)?),
            HirKind::Look(look) => {
                check(*look, edges)?;
                Node::Literal(Box::default())
            }
            HirKind::Capture(capture) => return self.add_hir(&capture.sub, edges),
            HirKind::Repetition(repetition) => {
                let once = repetition.max == Some(1);
                let inside = Edges { start: edges.start && once, end: edges.end && once };
                let element = self.add_hir(&repetition.sub, inside)?;
                let max = repetition.max.map_or(usize::MAX, |max| max as usize);
                Node::Repeat { element, min: repetition.min as usize, max, growth: self.growth[element] }
            }
            HirKind::Alternation(arms) => {
                let arms: Result<_, _> = arms.iter().map(|arm| self.add_hir(arm, edges)).collect();
                Node::Alternation(arms?)
            }
            HirKind::Concat(parts) => {
                let empty = |part: &Hir| part.properties().maximum_len() == Some(0);
                let first = parts.iter().position(|part| !empty(part)).unwrap_or(parts.len());
                let last = parts.iter().rposition(|part| !empty(part)).unwrap_or(0);
                let mut ids = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    let inside = Edges { start: edges.start && at <= first, end: edges.end && at >= last };
                    ids.push(self.add_hir(part, inside)?);
                }
                let spanned = ids.iter().filter(|&&part| self.traces[part]).count() > 1;
                Node::Concat { parts: ids.into(), spanned }
            }
        };
        Ok(self.add(node))
    }
}

const NOT_TEXT: Unsupported = "it matches bytes that are not valid UTF-8, which no string contains";

fn chars(class: &Class) -> Result<Chars, Unsupported> {
    match class {
        Class::Unicode(class) if !class.ranges().is_empty() => {
            Ok(Chars::from_ranges(class.iter().map(|range| range.start()..=range.end())))
        }
        Class::Bytes(class) if !class.ranges().is_empty() && class.is_ascii() => {
            Ok(Chars::from_ranges(class.iter().map(|range| range.start().into()..=range.end().into())))
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
