//! Splits a stream into lines of bounded length, and repairs what Python writes and JSON does not know.

use std::io::{self, BufRead};

/// Longer lines are skipped: a case is never that long, and memory is bounded.
const LONGEST: usize = 32 << 20;

/// One line, without its end.
pub(super) enum Line<'a> {
    /// A line.
    Text(&'a str),
    /// A line that is not a text, and why.
    Broken(&'static str),
}

/// Calls `each` with the number and the content of every line that is not blank.
pub(super) fn each_line(mut from: impl BufRead, mut each: impl FnMut(u64, Line<'_>)) -> io::Result<()> {
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        let Some(is_whole) = next_line(&mut from, &mut line)? else { return Ok(()) };
        number += 1;
        if !is_whole {
            each(number, Line::Broken("the line is longer than 32 MiB"));
            continue;
        }
        let bytes = if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line) } else { &line };
        match std::str::from_utf8(bytes) {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => each(number, Line::Text(text.trim())),
            Err(_) => each(number, Line::Broken("the line is not UTF-8")),
        }
    }
}

/// Reads a line into `line`. Nothing if there is none; false if it was too long, and left out.
fn next_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    let (mut any, mut fits) = (false, true);
    loop {
        let buffer = match from.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then_some(fits));
        }
        any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if line.len() + part.len() > LONGEST {
            fits = false;
            line.clear();
        }
        if fits {
            line.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |end| end + 1);
        from.consume(used);
        if end.is_some() {
            return Ok(Some(fits));
        }
    }
}

/// Makes JSON of what Python's `json` writes: bare `NaN` and `Infinity` and numbers too large for a double become strings, and half
/// of a surrogate pair becomes a replacement character. Nothing if there is nothing to repair.
pub(super) fn repaired(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let (mut rest, mut changed) = (text, false);
    while let Some(letter) = rest.chars().next() {
        if letter == '"' {
            let (string, is_changed) = string(rest, &mut out)?;
            changed |= is_changed;
            rest = string;
            continue;
        }
        if letter.is_ascii_alphanumeric() || letter == '-' {
            let is_end = |letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.'));
            let end = rest.find(is_end).unwrap_or(rest.len());
            let token = &rest[..end];
            let is_bare = matches!(token, "NaN" | "Infinity" | "-Infinity");
            let is_huge = token.parse::<f64>().is_ok_and(f64::is_infinite) && !is_bare;
            if is_bare || is_huge {
                out.push('"');
                out.push_str(token);
                out.push('"');
                changed = true;
            } else {
                out.push_str(token);
            }
            rest = &rest[end..];
            continue;
        }
        out.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    changed.then_some(out)
}

/// Copies a string with its quotes; returns what follows it. Nothing if it does not end.
fn string<'a>(text: &'a str, out: &mut String) -> Option<(&'a str, bool)> {
    let bytes = text.as_bytes();
    let (mut at, mut copied, mut changed) = (1, 0, false);
    loop {
        match bytes.get(at)? {
            b'"' => break,
            b'\\' if bytes.get(at + 1) == Some(&b'u') => match surrogate(bytes, at) {
                Some(first) if first < 0xdc00 && surrogate(bytes, at + 6).is_some_and(|second| second >= 0xdc00) => {
                    at += 12;
                }
                Some(_) => {
                    out.push_str(&text[copied..at]);
                    out.push_str("\\ufffd");
                    at += 6;
                    copied = at;
                    changed = true;
                }
                None => at += 2,
            },
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    out.push_str(text.get(copied..=at)?);
    Some((&text[at + 1..], changed))
}

/// The surrogate that is escaped at a place, if there is one.
fn surrogate(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let code = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    (0xd800..0xe000).contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_is_repaired() {
        assert_eq!(
            repaired(r#"{"x": NaN, "y": [-Infinity, 1e5]}"#).unwrap(),
            r#"{"x": "NaN", "y": ["-Infinity", 1e5]}"#
        );
        assert_eq!(repaired(r#"{"x": 1e999}"#).unwrap(), r#"{"x": "1e999"}"#);
        assert_eq!(repaired(r#"["\ud800", "NaN"]"#).unwrap(), r#"["\ufffd", "NaN"]"#);
        assert_eq!(repaired(r#"["\ud83d\ude00 \" \\", 1, true]"#), None);
        assert_eq!(repaired(r#"["no end"#), None);
    }

    #[test]
    fn lines_are_split_and_named() {
        let mut found = Vec::new();
        let text = b"\xef\xbb\xbfone\r\n\n  \ntwo\n\xff\nthree";
        let keep = |number, line: Line<'_>| match line {
            Line::Text(text) => found.push((number, text.to_string())),
            Line::Broken(what) => found.push((number, what.to_string())),
        };
        each_line(&text[..], keep).unwrap();
        let all: Vec<(u64, &str)> = found.iter().map(|(number, text)| (*number, text.as_str())).collect();
        assert_eq!(all, [(1, "one"), (4, "two"), (5, "the line is not UTF-8"), (6, "three")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() {
        let mut text = vec![b'x'; LONGEST + 1];
        text.extend_from_slice(b"\nshort\n");
        let mut found = Vec::new();
        each_line(&text[..], |number, line| found.push((number, matches!(line, Line::Text("short"))))).unwrap();
        assert_eq!(found, [(1, false), (2, true)]);
    }
}
