//! Clips texts too long for a report: the beginning is shown, and how long the whole is.

use super::line::{Line, Role, wrap_prose};
use super::{Style, escape};
use crate::statistics::grouped;

/// At most this many characters of a text are read: more are never shown.
const MOST_CHARACTERS: usize = 1 << 14;

/// The beginning of a text, which is all of it unless it is too long.
pub(super) fn beginning(text: &str) -> &str {
    text.char_indices().nth(MOST_CHARACTERS).map_or(text, |(at, _)| &text[..at])
}

/// At most a number of the lines that were made of the [beginning] of a text; if that is not all, a line that says so.
pub(super) fn clipped(mut lines: Vec<Line>, most: usize, text: &str) -> Vec<Line> {
    if lines.len() > most || beginning(text).len() < text.len() {
        lines.truncate(most);
        let (characters, breaks) = (text.chars().count(), text.matches('\n').count());
        let broken = if breaks > 0 { format!(" in {} lines", grouped(breaks + 1)) } else { String::new() };
        let whole = format!("… (cut: the whole text has {} characters{broken})", grouped(characters));
        lines.push(Line::new().with(Role::Faint, whole));
    }
    lines
}

/// A text as lines of prose, of which at most a number are shown.
pub(super) fn prose(text: &str, role: Role, columns: usize, most: usize) -> Vec<Line> {
    let texts = escape::escape_lines(beginning(text));
    let lines = texts.iter().flat_map(|text| wrap_prose(text, columns)).take(most + 1);
    clipped(lines.map(|line| Line::new().with(role, line)).collect(), most, text)
}

/// A text in one line, without what is too long for two lines of a terminal.
pub(super) fn in_one_line(text: &str) -> String {
    let text = escape::escape(beginning(text));
    let cut = escape::fitting(&text, 2 * Style::plain().columns());
    format!("{}{}", &text[..cut], if cut < text.len() { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mut shown = String::new();
        prose(text, Role::Plain, 10, 3).iter().for_each(|line| line.write(&mut shown, false));
        shown
    }

    #[test]
    fn what_is_short_is_shown_whole() {
        assert_eq!(shown("one two three\nfour"), "one two\nthree\nfour\n");
        assert_eq!(in_one_line("a\nb"), "a\\u{a}b");
    }

    #[test]
    fn what_is_long_is_cut() {
        assert_eq!(shown("1\n2\n3\n4"), "1\n2\n3\n… (cut: the whole text has 7 characters in 4 lines)\n");
        let long = "x".repeat(1 << 20);
        assert!(shown(&long).ends_with("\n… (cut: the whole text has 1,048,576 characters)\n"), "{}", shown(&long));
        assert!(in_one_line(&long).ends_with("x…"));
    }
}
