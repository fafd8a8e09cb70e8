//! JSON as a tree that mirrors its grammar, and how it is written: without any space between its parts.

use std::fmt::{self, Display, Formatter};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    True,
    False,
    Number(Number),
    Text(List<char>),
    Array(Box<List<Json>>),
    Object(Box<List<Pair>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) key: List<char>,
    pub(crate) value: Json,
}

/// A list as grammars have it: whether it goes on is decided after each element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum List<T> {
    End,
    More(T, Box<List<T>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Int(Int),
    Frac(Int, List<char>),
    Exp(Int, Exp),
    FracExp(Int, List<char>, Exp),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Int {
    Digit(char),
    /// The first digit is not zero.
    Digits(char, List<char>),
    MinusDigit(char),
    MinusDigits(char, List<char>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exp {
    /// `e`, `E+` and the like.
    pub(crate) mark: &'static str,
    pub(crate) digits: List<char>,
}

/// What introduces an exponent. Of two that begin alike, the longer one comes first.
pub(crate) const MARKS: [&str; 6] = ["e-", "e+", "e", "E-", "E+", "E"];

/// The character after a backslash, and what it means.
pub(crate) const ESCAPES: [(char, char); 7] =
    [('b', '\u{8}'), ('n', '\n'), ('r', '\r'), ('\\', '\\'), ('t', '\t'), ('f', '\u{c}'), ('"', '"')];

/// A document and the checksum of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) payload: Json,
    pub(crate) checksum: String,
}

/// The first eight digits of a hash of the text.
pub(crate) fn checksum(payload: &Json) -> String {
    let hash = payload.to_string().chars().fold(5381i64, |hash, c| hash.wrapping_mul(33) ^ i64::from(u32::from(c)));
    let digits = hash.unsigned_abs().to_string();
    digits[..digits.len().min(8)].to_string()
}

impl<T> List<T> {
    pub(crate) fn from_vec(elements: Vec<T>) -> List<T> {
        elements.into_iter().rev().fold(List::End, |rest, element| List::More(element, Box::new(rest)))
    }

    fn iter(&self) -> impl Iterator<Item = &T> {
        let mut rest = self;
        std::iter::from_fn(move || match rest {
            List::End => None,
            List::More(element, more) => {
                rest = more;
                Some(element)
            }
        })
    }
}

/// The elements with commas between them.
fn separated<T: Display>(f: &mut Formatter<'_>, open: char, list: &List<T>, close: char) -> fmt::Result {
    write!(f, "{open}")?;
    for (at, element) in list.iter().enumerate() {
        if at > 0 {
            f.write_str(",")?;
        }
        write!(f, "{element}")?;
    }
    write!(f, "{close}")
}

fn quoted(f: &mut Formatter<'_>, text: &List<char>) -> fmt::Result {
    f.write_str("\"")?;
    for &c in text.iter() {
        match ESCAPES.iter().find(|escape| escape.1 == c) {
            Some((letter, _)) => write!(f, "\\{letter}")?,
            None => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

fn digits(f: &mut Formatter<'_>, digits: &List<char>) -> fmt::Result {
    digits.iter().try_for_each(|digit| write!(f, "{digit}"))
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::True => f.write_str("true"),
            Json::False => f.write_str("false"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => quoted(f, text),
            Json::Array(elements) => separated(f, '[', elements, ']'),
            Json::Object(members) => separated(f, '{', members, '}'),
        }
    }
}

impl Display for Pair {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        quoted(f, &self.key)?;
        write!(f, ":{}", self.value)
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (int, frac, exp) = match self {
            Number::Int(int) => (int, None, None),
            Number::Frac(int, frac) => (int, Some(frac), None),
            Number::Exp(int, exp) => (int, None, Some(exp)),
            Number::FracExp(int, frac, exp) => (int, Some(frac), Some(exp)),
        };
        write!(f, "{int}")?;
        if let Some(frac) = frac {
            f.write_str(".")?;
            digits(f, frac)?;
        }
        if let Some(exp) = exp {
            f.write_str(exp.mark)?;
            digits(f, &exp.digits)?;
        }
        Ok(())
    }
}

impl Display for Int {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (sign, first, rest) = match self {
            Int::Digit(digit) => ("", digit, &List::End),
            Int::Digits(digit, rest) => ("", digit, rest),
            Int::MinusDigit(digit) => ("-", digit, &List::End),
            Int::MinusDigits(digit, rest) => ("-", digit, rest),
        };
        write!(f, "{sign}{first}")?;
        digits(f, rest)
    }
}

impl Display for Checked {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"payload\":{},\"checksum\":{}}}", self.payload, self.checksum)
    }
}
