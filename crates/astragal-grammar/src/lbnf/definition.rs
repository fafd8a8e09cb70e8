//! The definitions of an LBNF file as they are written, before macros are expanded.

use std::fmt;

use crate::error::Span;
use crate::model::Label;
use crate::regex::Regex;

/// A name, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) at: Span,
}

/// A category: a name, in any number of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cat<'a> {
    /// The name without the level of precedence: the `Exp` of `[Exp2]`.
    pub(super) base: &'a str,
    /// The level of precedence: the `2` of `[Exp2]`.
    pub(super) level: Option<u32>,
    /// The number of brackets: 1 for `[Exp2]`.
    pub(super) depth: u32,
    /// Whether it is what `delimiters` are around.
    pub(super) is_inside: bool,
}

impl<'a> Cat<'a> {
    /// The category of a name, in brackets. The level has less than ten digits.
    pub(super) fn new(name: &'a str, depth: u32) -> Cat<'a> {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        Cat { base, level: name[base.len()..].parse().ok(), depth, is_inside: false }
    }

    /// The type of its abstract syntax: without the level.
    pub(super) fn kind(self) -> Cat<'a> {
        Cat { level: None, is_inside: false, ..self }
    }

    /// The category of lists of it.
    pub(super) fn list(self) -> Cat<'a> {
        Cat { depth: self.depth + 1, ..self }
    }

    /// What it is a list of, if it is one.
    pub(super) fn element(self) -> Option<Cat<'a>> {
        Some(Cat { depth: self.depth.checked_sub(1)?, ..self })
    }
}

impl fmt::Display for Cat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.depth).try_for_each(|_| f.write_str("["))?;
        f.write_str(self.base)?;
        self.level.map_or(Ok(()), |level| write!(f, "{level}"))?;
        f.write_str(if self.is_inside { " inside" } else { "" })?;
        (0..self.depth).try_for_each(|_| f.write_str("]"))
    }
}

/// A part of a right-hand side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A literal text. Words in it are several.
    Text(String),
    /// A category or a token.
    Cat(Cat<'a>),
}

/// What is between two elements of a list, or after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separation {
    Separator,
    Terminator,
}

/// The part of a `define` on the right of `=`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Body<'a> {
    /// A name with arguments: a constructor, a function, a token; without arguments a parameter too.
    Apply(&'a str, Vec<(Body<'a>, Span)>),
    /// The elements of a list, and the rest of it.
    List(Vec<(Body<'a>, Span)>, Option<Box<(Body<'a>, Span)>>),
    Integer(&'a str),
    Double(&'a str),
    Character(char),
    Text(String),
}

/// What is between two semicolons.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Definition<'a> {
    Rule {
        label: Label,
        label_at: Span,
        cat: (Cat<'a>, Span),
        parts: Vec<(Part<'a>, Span)>,
        is_internal: bool,
    },
    Token {
        name: Name<'a>,
        regex: Regex,
        has_position: bool,
    },
    Comment {
        open: (String, Span),
        close: Option<(String, Span)>,
    },
    EntryPoints(Vec<(Cat<'a>, Span)>),
    /// `separator`, `terminator`.
    List {
        cat: (Cat<'a>, Span),
        by: Separation,
        text: String,
        is_nonempty: bool,
    },
    /// `delimiters`.
    Delimited {
        cat: (Cat<'a>, Span),
        around: [String; 2],
        by: Option<(Separation, String)>,
        is_nonempty: bool,
    },
    Coercions {
        name: Name<'a>,
        highest: u32,
    },
    Rules {
        name: Name<'a>,
        sides: Vec<Vec<(Part<'a>, Span)>>,
    },
    Define {
        name: Name<'a>,
        parameters: Vec<Name<'a>>,
        body: (Body<'a>, Span),
    },
    Layout(Vec<(String, Span)>),
    LayoutStop(Vec<(String, Span)>),
    LayoutToplevel,
}
