//! The right-hand sides of EBNF as they are written.

use std::fmt;

use crate::error::Span;
use crate::regex::CharSet;

/// An expression, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression<'a> {
    pub(super) form: Form<'a>,
    pub(super) at: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form<'a> {
    /// `'text'`, `"text"` or `#x20`.
    Text(String),
    /// `[a-z]`: the characters, and the text as it is written. After `^` they are those that are excluded.
    Class { set: CharSet, is_negated: bool, text: &'a str },
    /// A nonterminal.
    Name(&'a str),
    /// One after the other; not just one.
    Sequence(Vec<Expression<'a>>),
    /// `a | b`: at least two.
    Choice(Vec<Expression<'a>>),
    /// `a?`, `a*`, `a+`.
    Repeat { part: Box<Expression<'a>>, min: u32, once: bool },
    /// `a - b - c`: the first, but none of the others.
    Except(Box<Expression<'a>>, Vec<Expression<'a>>),
}

/// A rule: `Name ::= expression`.
#[derive(Clone, Debug)]
pub(super) struct Production<'a> {
    pub(super) name: &'a str,
    pub(super) at: Span,
    pub(super) expression: Expression<'a>,
}

impl<'a> Expression<'a> {
    /// The expressions that it is made of.
    pub(super) fn parts(&self) -> &[Expression<'a>] {
        match &self.form {
            Form::Text(_) | Form::Class { .. } | Form::Name(_) => &[],
            Form::Sequence(parts) | Form::Choice(parts) => parts,
            Form::Repeat { part, .. } => std::slice::from_ref(part),
            Form::Except(first, _) => std::slice::from_ref(first),
        }
    }

    /// All names in it, each with its place.
    pub(super) fn names(&self, into: &mut Vec<(&'a str, Span)>) {
        if let Form::Name(name) = self.form {
            into.push((name, self.at));
        }
        self.parts().iter().for_each(|part| part.names(into));
        if let Form::Except(_, others) = &self.form {
            others.iter().for_each(|part| part.names(into));
        }
    }

    /// The alternatives that it is a choice of: itself, if there is no choice.
    pub(super) fn alternatives(&self) -> &[Expression<'a>] {
        match &self.form {
            Form::Choice(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// What is one after the other: itself, if it is no sequence.
    pub(super) fn sequence(&self) -> &[Expression<'a>] {
        match &self.form {
            Form::Sequence(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }
}

/// As it would be written, without comments and needless brackets.
impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Expression<'_>], by: &str| {
            for (index, part) in parts.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { by })?;
                match part.form {
                    Form::Choice(_) | Form::Except(..) => write!(f, "({part})")?,
                    Form::Sequence(_) if by != " | " => write!(f, "({part})")?,
                    _ => write!(f, "{part}")?,
                }
            }
            Ok(())
        };
        match &self.form {
            Form::Text(text) if text.chars().all(|c| c.is_whitespace() || c.is_control()) && !text.is_empty() => {
                let characters: Vec<String> = text.chars().map(|c| format!("#x{:X}", c as u32)).collect();
                f.write_str(&characters.join(" "))
            }
            Form::Text(text) if text.contains('\'') => write!(f, "\"{text}\""),
            Form::Text(text) => write!(f, "'{text}'"),
            Form::Class { text, .. } => f.write_str(text),
            Form::Name(name) => f.write_str(name),
            Form::Sequence(parts) => joined(f, parts, " "),
            Form::Choice(parts) => joined(f, parts, " | "),
            Form::Repeat { part, min, once } => {
                match part.form {
                    Form::Sequence(_) | Form::Choice(_) | Form::Except(..) => write!(f, "({part})")?,
                    _ => write!(f, "{part}")?,
                }
                f.write_str(match (min, once) {
                    (0, true) => "?",
                    (0, false) => "*",
                    _ => "+",
                })
            }
            Form::Except(first, others) => {
                joined(f, std::slice::from_ref(first), "")?;
                f.write_str(" - ")?;
                joined(f, others, " - ")
            }
        }
    }
}
