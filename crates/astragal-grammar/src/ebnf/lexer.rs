//! Divides an EBNF file into words, one at a time.

use std::fmt;

use crate::error::{Diagnosis, Span, limited};
use crate::regex::CharSet;

/// A word of EBNF.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word<'a> {
    /// A nonterminal: `Name`, or `<a name>`.
    Name(&'a str),
    /// A text in quotes, or a character by its number.
    Text(String),
    /// A set of characters in brackets, as it is written, and whether what is in it is excluded.
    Class { set: CharSet, is_negated: bool, text: &'a str },
    /// Punctuation.
    Symbol(&'static str),
    /// The end of the file.
    End,
}

const SYMBOLS: [&str; 8] = ["::=", "|", "?", "*", "+", "(", ")", "-"];

/// Marks of conditions that a grammar cannot express, `[ wfc: .. ]`, which are skipped.
const CONSTRAINTS: [&str; 3] = ["wfc", "vc", "nsc"];

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Name(text) | Word::Class { text, .. } => write!(f, "`{text}`"),
            Word::Text(text) if text.chars().count() > 20 => f.write_str("a text in quotes"),
            Word::Text(text) => write!(f, "{text:?}"),
            Word::Symbol(symbol) => write!(f, "`{symbol}`"),
            Word::End => f.write_str("the end of the file"),
        }
    }
}

/// The words of a file, from the front.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// What was said of other notations.
    reported: Vec<&'static str>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, reported: Vec::new() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !condition(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// The next word. What is not a word is reported and left out.
    pub(super) fn next(&mut self, diagnosis: &mut Diagnosis<'_>) -> (Word<'a>, Span) {
        loop {
            self.skip(diagnosis);
            let start = self.at;
            let word = self.word(diagnosis);
            if let Some(word) = word {
                return (word, Span { start, end: self.at });
            }
            if self.at == start && self.strange(diagnosis) {
                return (Word::Symbol("::="), Span { start, end: self.at });
            }
        }
    }

    /// Reports characters that begin no word, and skips them. What other notations have is reported once; whether it was
    /// their `::=` is returned.
    fn strange(&mut self, diagnosis: &mut Diagnosis<'_>) -> bool {
        let (start, rest) = (self.at, self.rest());
        self.at += rest.chars().next().map_or(0, char::len_utf8);
        self.take(|c| !is_known(c));
        let is_definition = rest.starts_with(['=', ':']);
        let help = if is_definition {
            "a rule is written `Name ::= ..`"
        } else if rest.starts_with([';', '.', ',']) {
            "the notation of the W3C has neither commas nor marks at the end of a rule"
        } else if rest.starts_with(['{', '}']) {
            "a repetition is written `( .. )*`"
        } else {
            ""
        };
        let shown: String = self.text[start..self.at].chars().take(20).collect();
        let message = format!("unexpected `{}`", shown.escape_debug());
        if help.is_empty() || !self.reported.contains(&help) {
            diagnosis.error(Span { start, end: self.at }, message, help);
            self.reported.extend(Some(help).filter(|help| !help.is_empty()));
        }
        is_definition
    }

    /// Skips white space, comments, numbers of rules and constraints.
    fn skip(&mut self, diagnosis: &mut Diagnosis<'_>) {
        loop {
            self.take(|c| c.is_whitespace() || c == '\u{feff}');
            let rest = self.rest();
            if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => {
                        let span = Span { start: self.at, end: self.at + 2 };
                        diagnosis.error(span, "this comment does not end", "it ends with `*/`");
                        self.at = self.text.len();
                    }
                }
            } else if let Some(length) = self.number().or_else(|| constraint(rest)) {
                self.at += length;
            } else {
                return;
            }
        }
    }

    /// The length of `[12]` or `[12a]`, which numbers a rule: it is the first on its line, and `Name ::=` follows.
    fn number(&self) -> Option<usize> {
        let inner = self.rest().strip_prefix('[')?;
        let close = inner.bytes().take(12).position(|c| c == b']')?;
        let number = inner[..close].trim();
        let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        let is_first = || {
            let before =
                self.text[..self.at].trim_end_matches(|c: char| c != '\n' && (c.is_whitespace() || c == '\u{feff}'));
            before.is_empty() || before.ends_with('\n')
        };
        let is_rule = || {
            let after = inner[close + 1..].trim_start();
            let after = match after.strip_prefix('<') {
                Some(name) => name.lines().next().and_then(|line| line.split_once('>')).map_or("", |(_, after)| after),
                None => after.trim_start_matches(is_part_of_name),
            };
            after.trim_start().starts_with("::=")
        };
        (is_number && is_first() && is_rule()).then_some(close + 2)
    }

    fn word(&mut self, diagnosis: &mut Diagnosis<'_>) -> Option<Word<'a>> {
        let (start, rest) = (self.at, self.rest());
        let Some(first) = rest.chars().next() else { return Some(Word::End) };
        if first.is_alphabetic() || first == '_' {
            let name = self.take(is_part_of_name);
            return Some(Word::Name(limited(name, start, diagnosis)));
        }
        match first {
            '"' | '\'' => {
                self.at += 1;
                let text = self.take(|c| c != first && c != '\n');
                if self.rest().starts_with(first) {
                    self.at += 1;
                } else {
                    diagnosis.error(Span { start, end: self.at }, format!("this {first} has no other on its line"), "");
                }
                return Some(Word::Text(text.to_owned()));
            }
            '#' => {
                self.at += 1;
                return self.numbered(diagnosis).map(|c| Word::Text(c.to_string()));
            }
            '[' => return self.class(diagnosis),
            '<' => {
                self.at += 1;
                let name = self.take(|c| c != '>' && c != '\n');
                if name.trim().is_empty() || !self.rest().starts_with('>') {
                    self.at += usize::from(self.rest().starts_with('>'));
                    let help = "a nonterminal is written `Name` or `<Name>`";
                    diagnosis.error(Span { start, end: self.at }, "this `<` does not enclose a name", help);
                    return None;
                }
                self.at += 1;
                return Some(Word::Name(limited(name.trim(), start, diagnosis)));
            }
            _ => {}
        }
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
        self.at += symbol.len();
        Some(Word::Symbol(symbol))
    }

    /// The character of `x20` behind `#`.
    fn numbered(&mut self, diagnosis: &mut Diagnosis<'_>) -> Option<char> {
        let start = self.at - 1;
        let has_x = self.rest().starts_with('x');
        self.at += usize::from(has_x);
        let digits = self.take(|c| c.is_ascii_hexdigit());
        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).filter(|_| has_x);
        if c.is_none() {
            let help = "a character by its number is written `#x20`, in hexadecimal digits";
            diagnosis.error(Span { start, end: self.at }, "this is not the number of a character", help);
        }
        c
    }

    /// `[a-z#x20-#x7E]`, without escapes.
    fn class(&mut self, diagnosis: &mut Diagnosis<'_>) -> Option<Word<'a>> {
        let start = self.at;
        self.at += 1;
        let is_negated = self.rest().starts_with('^');
        self.at += usize::from(is_negated);
        let mut ranges: Vec<(char, char)> = Vec::new();
        let mut is_whole = true;
        loop {
            let first_at = self.at;
            match self.rest().chars().next() {
                Some(']') => break,
                None | Some('\n') => {
                    let help = "a set of characters ends with `]` on the same line; a `]` in it is `#x5D`";
                    diagnosis.error(Span { start, end: self.at }, "this `[` is not closed", help);
                    return None;
                }
                Some(_) => {}
            }
            let Some(first) = self.member(diagnosis) else {
                is_whole = false;
                continue;
            };
            let is_range =
                self.rest().starts_with('-') && !self.rest()[1..].starts_with([']', '\n']) && self.rest().len() > 1;
            let last = if is_range {
                self.at += 1;
                self.member(diagnosis)
            } else {
                Some(first)
            };
            match last {
                Some(last) if first > last => {
                    let span = Span { start: first_at, end: self.at };
                    diagnosis.error(
                        span,
                        format!("{last:?} comes before {first:?}"),
                        "a range begins with the smaller one",
                    );
                    is_whole = false;
                }
                Some(last) => ranges.push((first, last)),
                None => is_whole = false,
            }
        }
        self.at += 1;
        let text = &self.text[start..self.at];
        if ranges.is_empty() && is_whole && !is_negated {
            diagnosis.error(Span { start, end: self.at }, "no character is in this set", "");
        }
        Some(Word::Class { set: CharSet::from(ranges), is_negated, text })
    }

    /// A character of a set.
    fn member(&mut self, diagnosis: &mut Diagnosis<'_>) -> Option<char> {
        let first = self.rest().chars().next()?;
        self.at += first.len_utf8();
        let is_number = self.rest().starts_with('x') && self.rest()[1..].starts_with(|c: char| c.is_ascii_hexdigit());
        if first == '#' && is_number { self.numbered(diagnosis) } else { Some(first) }
    }
}

/// The length of a constraint.
fn constraint(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let mark: String = inner.trim_start().chars().take_while(|c| c.is_ascii_alphabetic()).take(4).collect();
    let after = inner.trim_start().get(mark.len()..)?.trim_start();
    let is_constraint = CONSTRAINTS.contains(&mark.to_ascii_lowercase().as_str()) && after.starts_with(':');
    is_constraint.then(|| inner.find(']').map_or(rest.len(), |close| close + 2))
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word, white space or a comment can begin with a character.
fn is_known(c: char) -> bool {
    c.is_alphabetic() || c.is_whitespace() || "_\"'#[</".contains(c) || SYMBOLS.iter().any(|s| s.starts_with(c))
}
