//! Places in texts, as errors show them: the line and the column, and the line itself with carets below.

use std::fmt;

/// How many characters of a long line are shown before a place, and from it on.
const BEFORE: usize = 60;
const AFTER: usize = 40;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
}

impl Place {
    /// The place of a byte of a text.
    pub(crate) fn of(text: &str, offset: usize) -> Place {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Place { line, column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The line in which a byte of a text is.
pub(crate) fn line_at(text: &str, offset: usize) -> &str {
    let (before, after) = text.as_bytes().split_at(offset.min(text.len()));
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let end = after.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| before.len() + at);
    text[start..end].trim_end_matches('\r')
}

/// A line as it is shown, and carets below some of its characters, from a column on that is counted from 1. Of a long line it is what is
/// around the place.
pub(crate) fn excerpt(line: &str, column: usize, marked: usize) -> [String; 2] {
    let first = (column - 1).saturating_sub(BEFORE);
    let shown = |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    let mut text = String::from(if first > 0 { ".." } else { "" });
    let mut carets = " ".repeat(text.len());
    text.extend(line.chars().skip(first).take(BEFORE + AFTER).map(shown));
    if line.chars().nth(first + BEFORE + AFTER).is_some() {
        text.push_str("..");
    }
    // Past the end of the line there are blanks.
    let before = line.chars().skip(first).chain(std::iter::repeat(' ')).take(column - 1 - first);
    carets.extend(before.map(|c| if c == '\t' { c } else { ' ' }));
    carets.push_str(&"^".repeat(marked.clamp(1, first + BEFORE + AFTER + 1 - column)));
    [text, carets]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found() {
        let text = "one\n\ttä wo\r\nfour";
        let place = |offset| (Place::of(text, offset).to_string(), line_at(text, offset));
        assert_eq!(place(0), ("line 1, column 1".into(), "one"));
        assert_eq!(place(3), ("line 1, column 4".into(), "one"));
        assert_eq!(place(9), ("line 2, column 5".into(), "\ttä wo"));
        assert_eq!(place(text.len()), ("line 3, column 5".into(), "four"));
    }

    #[test]
    fn a_line_is_shown_with_carets() {
        assert_eq!(excerpt("\ttä wo", 5, 2), ["\ttä wo", "\t   ^^"]);
        assert_eq!(excerpt("a\u{1b}b", 9, 0), ["a\u{fffd}b", "        ^"]);
        assert_eq!(excerpt("", 1, 1), ["", "^"]);
        let long = "x".repeat(10_000);
        let [text, carets] = excerpt(&long, 5_001, 4_000);
        assert_eq!(text, format!("..{}..", "x".repeat(100)));
        assert_eq!(carets, format!("  {}{}", " ".repeat(60), "^".repeat(40)));
    }
}
