//! One message is one line: words with tabs between them. Lines are read within a bound, and words one after the other.

use std::io::{BufRead, Read, Result};
use std::str::{FromStr, Split};

/// What comes next on a connection.
pub(super) enum Heard {
    Line(String),
    /// A line of more bytes than are allowed. What follows is not understood.
    Oversized,
    /// The end, which may cut a line short. Such a line is not a message.
    End,
}

/// Reads a line of at most this many bytes.
pub(super) fn hear(connection: &mut impl BufRead, most: u64) -> Result<Heard> {
    let mut line = Vec::new();
    connection.by_ref().take(most.saturating_add(1)).read_until(b'\n', &mut line)?;
    Ok(match line.pop() {
        Some(b'\n') => Heard::Line(String::from_utf8_lossy(&line).into_owned()),
        Some(_) if line.len() as u64 >= most => Heard::Oversized,
        _ => Heard::End,
    })
}

/// The words of a line, to be taken from left to right. A missing or malformed word is `None`.
pub(super) struct Words<'a>(Split<'a, char>);

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Words<'a> {
        Words(line.split('\t'))
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    pub(super) fn text(&mut self) -> Option<String> {
        self.word().map(unescaped)
    }

    /// A text that may be missing, which is the same as empty.
    pub(super) fn optional_text(&mut self) -> Option<Option<String>> {
        self.text().map(|text| (!text.is_empty()).then_some(text))
    }

    /// A number, a flag, or choices.
    pub(super) fn parse<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    /// A number that may be missing: `-`.
    pub(super) fn optional<T: FromStr>(&mut self) -> Option<Option<T>> {
        match self.word()? {
            "-" => Some(None),
            word => word.parse().ok().map(Some),
        }
    }

    /// A value that is written as a text.
    pub(super) fn parse_text<T: FromStr>(&mut self) -> Option<T> {
        self.text()?.parse().ok()
    }

    /// As many of something as the next word says.
    pub(super) fn list<T>(&mut self, mut next: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count: usize = self.parse()?;
        (0..count).map(|_| next(self)).collect()
    }

    /// There are no more words.
    pub(super) fn end(mut self) -> Option<()> {
        self.word().is_none().then_some(())
    }
}

/// A number that may be missing.
pub(super) fn optional<T: ToString>(number: Option<T>) -> String {
    number.map_or_else(|| "-".into(), |number| number.to_string())
}

/// A text as one word.
pub(super) fn escaped(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => word.push_str("\\\\"),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            '\t' => word.push_str("\\t"),
            c => word.push(c),
        }
    }
    word
}

fn unescaped(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8], most: u64) -> Vec<String> {
        let mut connection = bytes;
        let mut all = Vec::new();
        loop {
            match hear(&mut connection, most).unwrap() {
                Heard::Line(line) => all.push(line),
                Heard::Oversized => return [all, vec!["oversized".into()]].concat(),
                Heard::End => return all,
            }
        }
    }

    #[test]
    fn a_line_that_is_cut_short_is_not_a_message() {
        assert_eq!(heard(b"go\nat\t12", 100), ["go"]);
        assert_eq!(heard(b"", 100), [""; 0]);
    }

    #[test]
    fn a_line_has_at_most_as_many_bytes_as_are_allowed() {
        assert_eq!(heard(b"1234\n", 5), ["1234"]);
        assert_eq!(heard(b"1234\n", 4), ["1234"]);
        assert_eq!(heard(b"1234\n", 3), ["oversized"]);
        assert_eq!(heard(b"12\n1234", 3), ["12", "oversized"]);
        assert_eq!(heard(b"123", 3), [""; 0]);
    }

    #[test]
    fn a_text_is_one_word() {
        let text = "\ta\\n\r\n\\";
        let line = format!("{}\t7", escaped(text));
        let mut words = Words::of(&line);
        assert_eq!(words.text().as_deref(), Some(text));
        assert_eq!(words.parse(), Some(7));
        assert!(words.end().is_some());
    }

    #[test]
    fn a_list_never_takes_more_room_than_there_are_words() {
        assert_eq!(Words::of("99999999999999\t1\t2").list(|words| words.parse::<u8>()), None);
        assert_eq!(Words::of("2\t1\t2").list(|words| words.parse::<u8>()), Some(vec![1, 2]));
    }
}
