//! Divides an LBNF file into words, one at a time: a file of many megabytes is never held as a list.

use std::fmt;

use crate::error::{Diagnosis, Span, limited};

/// A word of LBNF.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word<'a> {
    /// A name, or a reserved word.
    Name(&'a str),
    /// `"text"`, without quotes and escapes.
    Text(String),
    /// `'c'`.
    Character(char),
    /// `12`.
    Integer(&'a str),
    /// `1.5e-3`.
    Double(&'a str),
    /// Punctuation.
    Symbol(&'static str),
    /// The end of the file.
    End,
}

/// All symbols; where one begins with another it comes before it.
const SYMBOLS: [&str; 18] =
    ["::=", ";", ".", "[", "]", "_", "(", ")", ":", ",", "|", "-", "*", "+", "?", "{", "}", "="];

/// The words that LBNF reserves.
const RESERVED: [&str; 21] = [
    "char",
    "coercions",
    "comment",
    "define",
    "delimiters",
    "digit",
    "entrypoints",
    "eps",
    "internal",
    "layout",
    "letter",
    "lower",
    "nonempty",
    "position",
    "rules",
    "separator",
    "stop",
    "terminator",
    "token",
    "toplevel",
    "upper",
];

/// Whether a name is a reserved word.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.binary_search(&name).is_ok()
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Name(name) if is_reserved(name) => write!(f, "the reserved word `{name}`"),
            Word::Name(text) | Word::Integer(text) | Word::Double(text) => write!(f, "`{text}`"),
            Word::Text(text) if text.chars().count() > 20 => f.write_str("a text in quotes"),
            Word::Text(text) => write!(f, "{text:?}"),
            Word::Character(c) => write!(f, "{c:?}"),
            Word::Symbol(symbol) => write!(f, "`{symbol}`"),
            Word::End => f.write_str("the end of the file"),
        }
    }
}

/// The words of a file, from the front.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes all characters for which a condition holds.
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
            let span = Span { start, end: self.at };
            match word {
                Some(word) => return (word, span),
                None => {
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                    self.take(|c| !is_known(c));
                    let strange = &self.text[start..self.at];
                    diagnosis.error(Span { start, end: self.at }, format!("unexpected {}", named(strange)), "");
                }
            }
        }
    }

    /// Skips white space and comments.
    fn skip(&mut self, diagnosis: &mut Diagnosis<'_>) {
        loop {
            self.take(|c| c.is_whitespace() || c == '\u{feff}');
            let rest = self.rest();
            if rest.starts_with("--") {
                self.take(|c| c != '\n');
            } else if let Some(comment) = rest.strip_prefix("{-") {
                match comment.find("-}") {
                    Some(end) => self.at += end + 4,
                    None => {
                        let span = Span { start: self.at, end: self.at + 2 };
                        diagnosis.error(span, "this comment does not end", "it ends with `-}`");
                        self.at = self.text.len();
                    }
                }
            } else {
                return;
            }
        }
    }

    fn word(&mut self, diagnosis: &mut Diagnosis<'_>) -> Option<Word<'a>> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Some(Word::End) };
        if first.is_alphabetic() {
            let start = self.at;
            let name = self.take(|c| c.is_alphanumeric() || c == '_');
            return Some(Word::Name(limited(name, start, diagnosis)));
        }
        if first.is_ascii_digit() {
            return Some(self.number());
        }
        if first == '"' {
            return Some(Word::Text(self.quoted('"', diagnosis)));
        }
        if first == '\'' {
            let start = self.at;
            let text = self.quoted('\'', diagnosis);
            let mut characters = text.chars();
            let (c, more) = (characters.next(), characters.next().is_some());
            if c.is_none() || more {
                let span = Span { start, end: self.at };
                let help = if more { "write `{\"ab\"}` for several" } else { "write `'\\''` for a quote" };
                diagnosis.error(span, "single quotes are for one character", help);
            }
            return Some(Word::Character(c.unwrap_or('\'')));
        }
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
        self.at += symbol.len();
        Some(Word::Symbol(symbol))
    }

    /// `12`, or `1.5e-3`.
    fn number(&mut self) -> Word<'a> {
        let start = self.at;
        let digits = |lexer: &mut Lexer<'a>| !lexer.take(|c| c.is_ascii_digit()).is_empty();
        digits(self);
        let integer = self.at;
        if self.rest().starts_with('.') {
            self.at += 1;
            if !digits(self) {
                self.at = integer;
                return Word::Integer(&self.text[start..integer]);
            }
            let double = self.at;
            if self.rest().starts_with('e') {
                self.at += 1;
                if self.rest().starts_with('-') {
                    self.at += 1;
                }
                if !digits(self) {
                    self.at = double;
                }
            }
            return Word::Double(&self.text[start..self.at]);
        }
        Word::Integer(&self.text[start..integer])
    }

    /// What is between two quotes, which is at most the rest of the line.
    fn quoted(&mut self, quote: char, diagnosis: &mut Diagnosis<'_>) -> String {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let mut characters = self.rest().chars();
            match characters.next() {
                None | Some('\n') => {
                    let end = start + self.text[start..self.at].trim_end().len();
                    let message = format!("this {quote} has no other on its line");
                    diagnosis.error(Span { start, end }, message, "a line break is written `\\n`");
                    return text;
                }
                // `'''`, which is hard to see.
                Some('\'') if quote == '\'' && self.at == start + 1 && self.rest().starts_with("''") => {
                    self.at += 2;
                    return text;
                }
                Some(c) if c == quote => {
                    self.at += 1;
                    return text;
                }
                Some('\\') => {
                    let escaped = characters.next().unwrap_or('\n');
                    match escaped {
                        '\\' | '"' | '\'' => text.push(escaped),
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        'r' => text.push('\r'),
                        'f' => text.push('\u{c}'),
                        _ => {
                            let end = self.at + 1 + if escaped == '\n' { 0 } else { escaped.len_utf8() };
                            let help = "a backslash is written `\\\\`, and `\\n`, `\\t`, `\\r`, `\\f`, `\\'`, `\\\"` are known";
                            diagnosis.error(Span { start: self.at, end }, "unknown escape", help);
                        }
                    }
                    self.at += 1 + if escaped == '\n' { 0 } else { escaped.len_utf8() };
                }
                Some(c) => {
                    text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }
}

/// Whether a word, white space or a comment can begin with a character.
fn is_known(c: char) -> bool {
    c.is_alphabetic()
        || c.is_ascii_digit()
        || c.is_whitespace()
        || c == '"'
        || c == '\''
        || SYMBOLS.iter().any(|s| s.starts_with(c))
}

/// Characters that do not belong, as a message names them.
fn named(strange: &str) -> String {
    let mut characters = strange.chars();
    match (characters.next(), characters.next()) {
        (Some('\0'), None) => "NUL character".to_owned(),
        (Some(c), None) if c.is_control() => format!("control character U+{:04X}", c as u32),
        (Some(c), None) => format!("character `{c}`"),
        _ => "characters".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (Vec<Word<'_>>, String) {
        let mut diagnosis = Diagnosis::new(text);
        let mut lexer = Lexer::new(text);
        let mut words = Vec::new();
        loop {
            match lexer.next(&mut diagnosis) {
                (Word::End, _) => break,
                (word, _) => words.push(word),
            }
        }
        let errors = diagnosis
            .finish("f")
            .err()
            .map(|e| e.errors.iter().map(|e| format!("{}:{} {}; ", e.line, e.column, e.message)).collect());
        (words, errors.unwrap_or_default())
    }

    #[test]
    fn words_are_found() {
        use Word::{Character, Double, Integer, Name, Symbol, Text};
        let text = "\u{feff}(:[]). [Exp2]::=\"a\\\"\\n\" {- no -} '\\'' -- no\r\n 12 1.5 1.5e-3 2.5e 3.x _a";
        let expected = [
            Symbol("("),
            Symbol(":"),
            Symbol("["),
            Symbol("]"),
            Symbol(")"),
            Symbol("."),
            Symbol("["),
            Name("Exp2"),
            Symbol("]"),
            Symbol("::="),
            Text("a\"\n".into()),
            Character('\''),
            Integer("12"),
            Double("1.5"),
            Double("1.5e-3"),
            Double("2.5"),
            Name("e"),
            Integer("3"),
            Symbol("."),
            Name("x"),
            Symbol("_"),
            Name("a"),
        ];
        assert_eq!(words(text), (expected.to_vec(), String::new()));
    }

    #[test]
    fn strange_characters_are_reported_once() {
        assert_eq!(words("a @@\0@ b"), (vec![Word::Name("a"), Word::Name("b")], "1:3 unexpected characters; ".into()));
        assert_eq!(words("\0").1, "1:1 unexpected NUL character; ");
        assert_eq!(words("\"a\n'b").1, "1:1 this \" has no other on its line; 2:1 this ' has no other on its line; ");
        assert_eq!(words("'ab' '' ''' '\\q' 'x").0.len(), 5);
        assert_eq!(words("{- -").1, "1:1 this comment does not end; ");
        assert_eq!(words("\"\\").1, "1:1 this \" has no other on its line; 1:2 unknown escape; ");
    }

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }
}
