//! From text back to the tree.

use super::tree::{Checked, ESCAPES, Exp, Int, Json, List, MARKS, Number, Pair};

/// Reads a document without a checksum.
pub(crate) fn document(text: &str) -> Option<Json> {
    Reader::all(text, Reader::value)
}

/// Reads a document with its checksum. Whether that is right is not for the reader to say.
pub(crate) fn checked(text: &str) -> Option<Checked> {
    Reader::all(text, |reader| {
        reader.take("{\"payload\":")?;
        let payload = reader.value()?;
        reader.take(",\"checksum\":")?;
        let checksum = reader.digits();
        reader.take("}")?;
        Some(Checked { payload, checksum: checksum.into_iter().collect() })
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn all<T>(text: &'a str, part: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut reader = Reader { rest: text };
        let read = part(&mut reader)?;
        reader.rest.is_empty().then_some(read)
    }

    fn take(&mut self, expected: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    fn character(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn value(&mut self) -> Option<Json> {
        match self.rest.chars().next()? {
            'n' => self.take("null").map(|()| Json::Null),
            't' => self.take("true").map(|()| Json::True),
            'f' => self.take("false").map(|()| Json::False),
            '"' => self.text().map(Json::Text),
            '[' => self.list("[", Self::value, "]").map(|elements| Json::Array(Box::new(elements))),
            '{' => self.list("{", Self::pair, "}").map(|members| Json::Object(Box::new(members))),
            _ => self.number().map(Json::Number),
        }
    }

    fn list<T>(&mut self, open: &str, element: fn(&mut Self) -> Option<T>, close: &str) -> Option<List<T>> {
        self.take(open)?;
        let mut elements = Vec::new();
        while self.take(close).is_none() {
            if !elements.is_empty() {
                self.take(",")?;
            }
            elements.push(element(self)?);
        }
        Some(List::from_vec(elements))
    }

    fn pair(&mut self) -> Option<Pair> {
        let key = self.text()?;
        self.take(":")?;
        Some(Pair { key, value: self.value()? })
    }

    fn text(&mut self) -> Option<List<char>> {
        self.take("\"")?;
        let mut chars = Vec::new();
        loop {
            match self.character()? {
                '"' => return Some(List::from_vec(chars)),
                '\\' => {
                    let letter = self.character()?;
                    chars.push(ESCAPES.iter().find(|escape| escape.0 == letter)?.1);
                }
                c => chars.push(c),
            }
        }
    }

    fn digits(&mut self) -> Vec<char> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits.chars().collect()
    }

    fn some_digits(&mut self) -> Option<List<char>> {
        let digits = self.digits();
        (!digits.is_empty()).then(|| List::from_vec(digits))
    }

    fn number(&mut self) -> Option<Number> {
        let int = self.int()?;
        let frac = match self.take(".") {
            Some(()) => Some(self.some_digits()?),
            None => None,
        };
        let exp = match MARKS.into_iter().find(|mark| self.take(mark).is_some()) {
            Some(mark) => Some(Exp { mark, digits: self.some_digits()? }),
            None => None,
        };
        Some(match (frac, exp) {
            (None, None) => Number::Int(int),
            (Some(frac), None) => Number::Frac(int, frac),
            (None, Some(exp)) => Number::Exp(int, exp),
            (Some(frac), Some(exp)) => Number::FracExp(int, frac, exp),
        })
    }

    fn int(&mut self) -> Option<Int> {
        let is_negative = self.take("-").is_some();
        let mut digits = self.digits();
        if digits.is_empty() {
            return None;
        }
        let first = digits.remove(0);
        Some(match (is_negative, digits.is_empty()) {
            (false, true) => Int::Digit(first),
            (true, true) => Int::MinusDigit(first),
            (false, false) => Int::Digits(first, List::from_vec(digits)),
            (true, false) => Int::MinusDigits(first, List::from_vec(digits)),
        })
    }
}
