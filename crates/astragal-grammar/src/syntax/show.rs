//! Reads literals as a parser of BNFC does, and shows abstract syntax as Haskell shows it.

use std::fmt;
use std::sync::Arc;

use super::{Node, Term};

/// How the text of a token is read.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// As it is, under the name of its kind.
    Named,
    Integer,
    Double,
    Char,
    Text,
}

impl Reader {
    /// How a predefined token is read.
    pub(super) fn of(name: &str) -> Reader {
        match name {
            "Integer" => Reader::Integer,
            "Double" => Reader::Double,
            "Char" => Reader::Char,
            "String" => Reader::Text,
            _ => Reader::Named,
        }
    }
}

/// A whole number, without zeros before it.
pub(super) fn integer(text: &str) -> Arc<str> {
    let digits = text.trim_start_matches('0');
    Arc::from(if digits.is_empty() { "0" } else { digits })
}

/// A number with a fraction, of 64 bits: with an exponent below 0.1 and from ten million on.
pub(super) fn double(text: &str) -> Arc<str> {
    let value: f64 = text.parse().unwrap_or_default();
    if value.is_infinite() {
        return Arc::from("Infinity");
    }
    if value == 0.0 || (0.1..1e7).contains(&value) {
        return Arc::from(format!("{value:?}"));
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    Arc::from(format!("{digits}{}e{exponent}", if digits.contains('.') { "" } else { ".0" }))
}

/// What is between quotes, without escapes.
pub(super) fn unquoted(text: &str) -> String {
    let mut characters = text.chars();
    characters.next();
    characters.next_back();
    let mut value = String::with_capacity(text.len());
    while let Some(c) = characters.next() {
        value.push(match c {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    value
}

/// The names of the characters before the space.
const CONTROL: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO", "SI", "DLE", "DC1",
    "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
];

fn character(c: char, quote: char, f: &mut impl fmt::Write) -> fmt::Result {
    match c {
        '\\' => f.write_str("\\\\"),
        c if c == quote => write!(f, "\\{c}"),
        ' '..='~' => f.write_char(c),
        '\u{7f}' => f.write_str("\\DEL"),
        c if (c as usize) < CONTROL.len() => write!(f, "\\{}", CONTROL[c as usize]),
        c => write!(f, "\\{}", c as u32),
    }
}

fn quoted(text: &str, f: &mut impl fmt::Write) -> fmt::Result {
    f.write_char('"')?;
    let mut before = '"';
    for c in text.chars() {
        // What follows must not be read as a part of the escape.
        if before > '\u{7f}' && c.is_ascii_digit() || before == '\u{e}' && c == 'H' {
            f.write_str("\\&")?;
        }
        character(c, '"', f)?;
        before = c;
    }
    f.write_char('"')
}

/// What is left to be written.
enum Rest<'a> {
    Text(&'static str),
    Term(Term<'a>, IsArgument),
    /// The rest of a list whose elements go on.
    List(Term<'a>),
}

/// How many pieces are written, at most.
const MOST: u32 = 20_000_000;

/// Whether a constructor with arguments needs brackets.
type IsArgument = bool;

/// Writes a term. Only so much of it: a function that repeats its argument makes terms that nothing could hold.
pub(super) fn term(term: Term<'_>, f: &mut impl fmt::Write) -> fmt::Result {
    let mut rest = vec![Rest::Term(term, false)];
    let mut written = 0u32;
    while let Some(next) = rest.pop() {
        written += 1;
        if written > MOST {
            return f.write_str(" ..");
        }
        let (term, is_argument) = match next {
            Rest::Text(text) => {
                f.write_str(text)?;
                continue;
            }
            Rest::List(term) => {
                match term.node() {
                    Node::Cons(element, list) => {
                        f.write_char(',')?;
                        rest.push(Rest::List(Term { at: *list, ..term }));
                        rest.push(Rest::Term(Term { at: *element, ..term }, false));
                    }
                    _ => f.write_char(']')?,
                }
                continue;
            }
            Rest::Term(term, is_argument) => (term, is_argument),
        };
        match term.node() {
            Node::Apply(name, parts) if parts.is_empty() => f.write_str(name)?,
            Node::Apply(name, parts) => {
                f.write_str(if is_argument { "(" } else { "" })?;
                f.write_str(name)?;
                rest.extend(is_argument.then_some(Rest::Text(")")));
                for part in parts.iter().rev() {
                    rest.push(Rest::Term(Term { at: *part, ..term }, true));
                    rest.push(Rest::Text(" "));
                }
            }
            Node::Token(name, text) => {
                write!(f, "{}{name} ", if is_argument { "(" } else { "" })?;
                quoted(text, f)?;
                f.write_str(if is_argument { ")" } else { "" })?;
            }
            Node::Nil => f.write_str("[]")?,
            Node::Cons(element, list) => {
                f.write_char('[')?;
                rest.push(Rest::List(Term { at: *list, ..term }));
                rest.push(Rest::Term(Term { at: *element, ..term }, false));
            }
            Node::Integer(text) | Node::Double(text) => f.write_str(text)?,
            Node::Char(c) => {
                f.write_char('\'')?;
                character(*c, '\'', f)?;
                f.write_char('\'')?;
            }
            Node::Text(text) => quoted(text, f)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_and_shown_as_in_haskell() {
        let doubles = [
            ("1.5", "1.5"),
            ("0.10", "0.1"),
            ("0.05", "5.0e-2"),
            ("12345678.0", "1.2345678e7"),
            ("1.0e400", "Infinity"),
        ];
        for (text, shown) in
            doubles.into_iter().chain([("0.0", "0.0"), ("9999999.0", "9999999.0"), ("1.0e3", "1000.0")])
        {
            assert_eq!(&*double(text), shown);
        }
        assert_eq!((&*integer("007"), &*integer("000")), ("7", "0"));
        assert_eq!(unquoted(r#""a\"\\\n\t""#), "a\"\\\n\t");
        let shown = |text: &str| {
            let mut into = String::new();
            quoted(text, &mut into).unwrap();
            into
        };
        assert_eq!(shown("a\"'\\\n\u{7f}"), r#""a\"'\\\n\DEL""#);
        assert_eq!(shown("\u{e9}1\u{e9}a\u{e}H\u{e}\u{1}"), r#""\233\&1\233a\SO\&H\SO\SOH""#);
    }
}
