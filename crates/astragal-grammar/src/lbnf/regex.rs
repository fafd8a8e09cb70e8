//! Parses the regular expressions of tokens, and knows the predefined ones.

use super::lexer::Word;
use super::parser::{Parser, Stop};
use crate::regex::{CharSet, Regex};

const LOWER: (char, char) = ('a', 'z');
const UPPER: (char, char) = ('A', 'Z');
const DIGIT: (char, char) = ('0', '9');

/// What begins an expression, as messages name it.
const EXPECTED: &str = "`'c'`, `[\"one of\"]`, `{\"text\"}`, `digit`, `letter`, `upper`, `lower`, `char`, `eps` or `(`";

impl<'a> Parser<'a, '_> {
    /// An expression: alternatives.
    pub(super) fn regex(&mut self, depth: u32) -> Result<Regex, Stop> {
        let mut parts = vec![self.difference(depth)?];
        while self.take("|") {
            parts.push(self.difference(depth)?);
        }
        Ok(Regex::either(parts))
    }

    /// `a - b - c`, which is `a - (b | c)`.
    fn difference(&mut self, depth: u32) -> Result<Regex, Stop> {
        let first = self.sequence(depth)?;
        let mut without = Vec::new();
        while self.take("-") {
            without.push(self.sequence(depth)?);
        }
        Ok(if without.is_empty() { first } else { first.without(Regex::either(without)) })
    }

    fn sequence(&mut self, depth: u32) -> Result<Regex, Stop> {
        let mut parts = vec![self.repeated(depth)?];
        while self.begins_regex() {
            parts.push(self.repeated(depth)?);
        }
        Ok(Regex::sequence(parts))
    }

    fn begins_regex(&self) -> bool {
        match self.word() {
            Word::Character(_) | Word::Symbol("[" | "{" | "(") => true,
            Word::Name(name) => named(name).is_some(),
            _ => false,
        }
    }

    fn repeated(&mut self, depth: u32) -> Result<Regex, Stop> {
        let mut part = self.atom(depth)?;
        loop {
            part = match self.word() {
                Word::Symbol("*") => part.star(),
                Word::Symbol("+") => part.plus(),
                Word::Symbol("?") => part.optional(),
                _ => return Ok(part),
            };
            self.advance();
        }
    }

    fn atom(&mut self, depth: u32) -> Result<Regex, Stop> {
        match self.word().clone() {
            Word::Character(c) => {
                self.advance();
                Ok(Regex::class([(c, c)]))
            }
            Word::Symbol("[") => {
                self.advance();
                let (text, _) = self.text("a text in quotes, as in `[\"abc\"]`")?;
                self.expect("]")?;
                Ok(Regex::Class(CharSet::from(text.chars().map(|c| (c, c)))))
            }
            Word::Symbol("{") => {
                self.advance();
                let (text, _) = self.text("a text in quotes, as in `{\"abc\"}`")?;
                self.expect("}")?;
                Ok(Regex::literal(&text))
            }
            Word::Symbol("(") => {
                let depth = self.deeper(depth)?;
                self.advance();
                let inner = self.regex(depth)?;
                self.expect(")")?;
                Ok(inner)
            }
            Word::Text(_) => Err(self.stop(
                "a text in quotes is not a regular expression",
                "write `{\"..\"}` for this text, or `[\"..\"]` for one of its characters",
            )),
            Word::Name(name) => match named(name) {
                Some(regex) => {
                    self.advance();
                    Ok(regex)
                }
                None => Err(self.unexpected_in_regex(name)),
            },
            _ => Err(self.unexpected(EXPECTED)),
        }
    }

    fn unexpected_in_regex(&mut self, name: &str) -> Stop {
        let help = "a regular expression cannot name another token; write out what it looks like";
        if name.starts_with(char::is_uppercase) {
            self.stop(format!("unexpected `{name}`"), help)
        } else {
            self.unexpected(EXPECTED)
        }
    }
}

/// The expressions that have a name. Letters are those of ASCII, on which all lexers that BNFC makes agree.
fn named(name: &str) -> Option<Regex> {
    Some(match name {
        "digit" => Regex::class([DIGIT]),
        "letter" => Regex::class([LOWER, UPPER]),
        "upper" => Regex::class([UPPER]),
        "lower" => Regex::class([LOWER]),
        "char" => Regex::Class(CharSet::all()),
        "eps" => Regex::empty(),
        _ => return None,
    })
}

/// The tokens that need no definition. In texts and characters a line break is escaped, as all lexers that BNFC makes have it.
pub(crate) fn predefined(name: &str) -> Option<Regex> {
    let digits = || Regex::class([DIGIT]).plus();
    let one = |c: char| Regex::class([(c, c)]);
    let quoted = |quote: char| {
        let plain = CharSet::from([quote, '\\', '\n'].map(|c| (c, c))).complement();
        let escaped = CharSet::from([quote, '\\', '\'', 't', 'n', 'r', 'f'].map(|c| (c, c)));
        Regex::Either(vec![Regex::Class(plain), Regex::Sequence(vec![one('\\'), Regex::Class(escaped)])])
    };
    Some(match name {
        "Integer" => digits(),
        "Double" => Regex::Sequence(vec![
            digits(),
            one('.'),
            digits(),
            Regex::Sequence(vec![one('e'), one('-').optional(), digits()]).optional(),
        ]),
        "Char" => Regex::Sequence(vec![one('\''), quoted('\''), one('\'')]),
        "String" => Regex::Sequence(vec![one('"'), quoted('"').star(), one('"')]),
        "Ident" => Regex::Sequence(vec![
            Regex::class([LOWER, UPPER]),
            Regex::class([LOWER, UPPER, DIGIT, ('_', '_'), ('\'', '\'')]).star(),
        ]),
        _ => return None,
    })
}

/// The names of the predefined tokens.
pub(crate) const PREDEFINED: [&str; 5] = ["Integer", "Double", "Char", "String", "Ident"];
