//! Parses an LBNF file: definitions between semicolons. After a mistake it goes on behind the next semicolon, so that one run finds many.

use super::definition::{Cat, Definition, Name, Part};
use super::lexer::{Lexer, Word, is_reserved};
use crate::error::{Diagnosis, Span, similar};
use crate::model::Label;

/// How deep brackets are nested, at most.
const DEEPEST: u32 = 100;

/// What begins a definition with a word of its own.
const DEFINITIONS: [&str; 13] = [
    "coercions",
    "comment",
    "define",
    "delimiters",
    "entrypoints",
    "internal",
    "layout",
    "position",
    "rules",
    "separator",
    "terminator",
    "token",
    "rule",
];

/// A mistake that was reported, after which a definition cannot be read on.
pub(super) struct Stop;

/// The parser: the word that comes next, and all after it.
pub(super) struct Parser<'a, 'd> {
    lexer: Lexer<'a>,
    word: Word<'a>,
    pub(super) at: Span,
    /// The end of the word before.
    pub(super) before: Span,
    pub(super) diagnosis: &'d mut Diagnosis<'a>,
}

/// A right-hand side.
type Parts<'a> = Vec<(Part<'a>, Span)>;

impl<'a, 'd> Parser<'a, 'd> {
    pub(super) fn new(text: &'a str, diagnosis: &'d mut Diagnosis<'a>) -> Parser<'a, 'd> {
        let mut lexer = Lexer::new(text);
        let (word, at) = lexer.next(diagnosis);
        Parser { lexer, word, at, before: Span::default(), diagnosis }
    }

    /// All definitions that could be read, each with its place.
    pub(super) fn definitions(mut self) -> Vec<(Definition<'a>, Span)> {
        let mut definitions = Vec::new();
        while self.word != Word::End && !self.diagnosis.is_full() {
            if self.take(";") {
                continue;
            }
            let start = self.at;
            match self.definition() {
                Ok(definition) => {
                    definitions.push((definition, start.to(self.before)));
                    let mut missing = self.parts_without_end(&mut definitions);
                    missing |= self.word != Word::End && !self.take(";") && {
                        self.unexpected("`;`");
                        true
                    };
                    if missing {
                        self.recover();
                    }
                }
                Err(Stop) => self.recover(),
            }
        }
        definitions
    }

    /// Goes to the next semicolon.
    fn recover(&mut self) {
        while !matches!(self.word, Word::End | Word::Symbol(";")) {
            self.advance();
        }
    }

    /// If a rule is followed by `.`, its last name was the label of the next one, and a semicolon is missing.
    fn parts_without_end(&mut self, definitions: &mut Vec<(Definition<'a>, Span)>) -> bool {
        while self.word == Word::Symbol(".") {
            let parts = match definitions.last_mut() {
                Some((Definition::Rule { parts, .. }, _)) => parts,
                Some((Definition::Rules { sides, .. }, _)) => match sides.last_mut() {
                    Some(parts) => parts,
                    None => return false,
                },
                _ => return false,
            };
            let Some(&(Part::Cat(cat), label_at)) = parts.last() else { return false };
            if cat.depth > 0 {
                return false;
            }
            parts.pop();
            let label = constructor(self.diagnosis.text(label_at));
            let after = parts.last().map_or(label_at, |(_, at)| Span { start: at.end, end: at.end });
            self.diagnosis.error(after, "a `;` is missing after this rule", "");
            match self.rule(label, label_at, false) {
                Ok(rule) => definitions.push((rule, label_at.to(self.before))),
                Err(Stop) => return true,
            }
        }
        false
    }

    /// The next word.
    pub(super) fn word(&self) -> &Word<'a> {
        &self.word
    }

    /// Goes on to the word after it.
    pub(super) fn advance(&mut self) {
        self.before = self.at;
        (self.word, self.at) = self.lexer.next(self.diagnosis);
    }

    /// Takes a symbol, if it is next.
    pub(super) fn take(&mut self, symbol: &str) -> bool {
        let found = matches!(self.word, Word::Symbol(next) if next == symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a word, if it is next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.word == Word::Name(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), Stop> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    /// Reports the next word.
    pub(super) fn unexpected(&mut self, expected: &str) -> Stop {
        let message = format!("expected {expected}, found {}", self.word);
        self.stop(message, "")
    }

    /// Reports a mistake at the next word.
    pub(super) fn stop(&mut self, message: impl Into<String>, help: &str) -> Stop {
        self.diagnosis.error(self.at, message, help);
        Stop
    }

    /// One level of brackets further in.
    pub(super) fn deeper(&mut self, depth: u32) -> Result<u32, Stop> {
        if depth < DEEPEST {
            Ok(depth + 1)
        } else {
            Err(self.stop(format!("brackets are nested more than {DEEPEST} deep"), ""))
        }
    }

    /// A name that is not reserved.
    pub(super) fn name(&mut self, expected: &str) -> Result<Name<'a>, Stop> {
        match self.word {
            Word::Name(text) if !is_reserved(text) => {
                let name = Name { text, at: self.at };
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// A text in quotes.
    pub(super) fn text(&mut self, expected: &str) -> Result<(String, Span), Stop> {
        match &mut self.word {
            Word::Text(text) => {
                let text = (std::mem::take(text), self.at);
                self.advance();
                Ok(text)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// A category: `Exp`, `[Exp2]`.
    pub(super) fn category(&mut self, expected: &str) -> Result<(Cat<'a>, Span), Stop> {
        let start = self.at;
        let mut depth = 0;
        while self.word == Word::Symbol("[") {
            depth = self.deeper(depth)?;
            self.advance();
        }
        let name = self.name(if depth == 0 { expected } else { "a category" })?;
        if name.text.len() - name.text.trim_end_matches(|c: char| c.is_ascii_digit()).len() > 9 {
            self.diagnosis.error(name.at, "a level of precedence has at most nine digits", "");
            return Err(Stop);
        }
        for _ in 0..depth {
            self.expect("]")?;
        }
        Ok((Cat::new(name.text, depth), start.to(self.before)))
    }

    pub(super) fn labelled(&mut self, is_internal: bool) -> Result<Definition<'a>, Stop> {
        let label_at = self.at;
        let label = match self.word {
            Word::Name(name) if !is_reserved(name) => {
                self.advance();
                self.misspelled(name, label_at)?;
                constructor(name)
            }
            Word::Symbol("_") => {
                self.advance();
                Label::Coercion
            }
            Word::Symbol("[") => {
                self.advance();
                self.expect("]")?;
                Label::Nil
            }
            Word::Symbol("(") => {
                self.advance();
                self.expect(":")?;
                let label = if self.take("[") {
                    self.expect("]")?;
                    Label::One
                } else {
                    Label::Cons
                };
                self.expect(")")?;
                label
            }
            _ => return Err(self.unexpected("a rule, such as `Label. Category ::= \"text\" Category`, or a pragma")),
        };
        self.rule(label, label_at.to(self.before), is_internal)
    }

    /// A name at the beginning is a label, and `.` follows.
    fn misspelled(&mut self, name: &'a str, at: Span) -> Result<(), Stop> {
        let help = match self.word {
            Word::Symbol(".") => return Ok(()),
            Word::Symbol("::=") => {
                let example =
                    format!("write `Label. {name} ::= ..`, or `rules {name} ::= ..` for labels that are made up");
                self.diagnosis.error(at, "a rule begins with a label", example);
                return Err(Stop);
            }
            _ => similar(name, DEFINITIONS.into_iter()),
        };
        match help {
            Some(word) => {
                let word = if word == "rule" { "rules" } else { word };
                self.diagnosis.error(at, format!("unknown pragma `{name}`"), format!("did you mean `{word}`?"));
                Err(Stop)
            }
            None => Err(self.unexpected("`.` after the label of a rule")),
        }
    }

    /// A rule behind its label.
    fn rule(&mut self, label: Label, label_at: Span, is_internal: bool) -> Result<Definition<'a>, Stop> {
        self.expect(".")?;
        let cat = self.category("a category")?;
        self.expect("::=")?;
        Ok(Definition::Rule { label, label_at, cat, parts: self.parts()?, is_internal })
    }

    pub(super) fn parts(&mut self) -> Result<Parts<'a>, Stop> {
        let mut parts = Vec::new();
        loop {
            match &self.word {
                Word::Text(_) => {
                    let (text, at) = self.text("")?;
                    parts.push((Part::Text(text), at));
                }
                Word::Symbol("[") => {
                    let (cat, at) = self.category("a category")?;
                    parts.push((Part::Cat(cat), at));
                }
                Word::Name(name) if !is_reserved(name) => {
                    let (cat, at) = self.category("a category")?;
                    parts.push((Part::Cat(cat), at));
                }
                Word::Character(_) => return Err(self.stop("terminals are written in double quotes", "write `\"..\"`")),
                Word::Symbol("(" | ")" | "*" | "+" | "?") => {
                    let help = "LBNF has neither groups nor repetitions: write a category, or a list such as `[Exp]`";
                    return Err(self.stop(format!("unexpected {}", self.word), help));
                }
                _ => return Ok(parts),
            }
        }
    }
}

/// The label of a name: a function that is defined begins with a small letter.
fn constructor(name: &str) -> Label {
    if name.starts_with(char::is_lowercase) {
        Label::Defined(name.to_owned())
    } else {
        Label::Constructor(name.to_owned())
    }
}
