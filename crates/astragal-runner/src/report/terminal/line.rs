//! A line of a report: pieces of text, each with its role. Only here a role becomes a color.

use super::escape;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// What is to be seen first.
    Strong,
    /// What does not matter.
    Faint,
    /// Line numbers, gutters and marks.
    Frame,
    /// What went wrong.
    Bad,
    /// What went well.
    Good,
    /// What is worth a thought.
    Warning,
    /// The left side of a comparison, and what differs in it.
    Left,
    LeftOnly,
    /// The right side of a comparison, and what differs in it.
    Right,
    RightOnly,
}

impl Role {
    fn code(self) -> &'static str {
        match self {
            Role::Plain => "",
            Role::Strong => "1",
            Role::Faint => "2",
            Role::Frame => "1;34",
            Role::Bad => "1;31",
            Role::Good => "1;32",
            Role::Warning => "1;33",
            Role::Left => "31",
            Role::LeftOnly => "1;7;31",
            Role::Right => "32",
            Role::RightOnly => "1;7;32",
        }
    }
}

/// A line, without its end. What it holds is escaped already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    parts: Vec<(Role, String)>,
}

impl Line {
    pub(super) fn new() -> Line {
        Line::default()
    }

    /// A line of plain text.
    pub(super) fn plain(text: impl Into<String>) -> Line {
        Line::new().with(Role::Plain, text)
    }

    /// A line that starts with this many blanks.
    pub(super) fn indented(columns: usize) -> Line {
        Line::plain(" ".repeat(columns))
    }

    /// The line with something added.
    pub(super) fn with(mut self, role: Role, text: impl Into<String>) -> Line {
        self.push(role, text);
        self
    }

    pub(super) fn push(&mut self, role: Role, text: impl Into<String>) {
        let text = text.into();
        match self.parts.last_mut() {
            Some((last, before)) if *last == role => before.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.parts.push((role, text)),
        }
    }

    /// Adds another line to the end of this one.
    pub(super) fn append(&mut self, other: Line) {
        other.parts.into_iter().for_each(|(role, text)| self.push(role, text));
    }

    pub(super) fn width(&self) -> usize {
        self.parts.iter().map(|(_, text)| escape::width(text)).sum()
    }

    /// Writes the line and its end.
    pub(super) fn write(&self, into: &mut String, color: bool) {
        let start = into.len();
        for (role, text) in &self.parts {
            if color && !role.code().is_empty() {
                into.extend(["\u{1b}[", role.code(), "m", text, "\u{1b}[0m"]);
            } else {
                into.push_str(text);
            }
        }
        let end = into.trim_end_matches(' ').len();
        into.truncate(end.max(start));
        into.push('\n');
    }
}

/// Lines of text, broken at blanks where they can be.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    broken(text, columns, |_| false)
}

/// A word with a separator that has more bytes is broken: it is rather a value than a path.
const LONGEST_PATH: usize = 300;

/// Lines of prose, broken as `wrap` does, but for paths: half a path cannot be opened.
pub(super) fn wrap_prose(text: &str, columns: usize) -> Vec<String> {
    broken(text, columns, |word| word.len() <= LONGEST_PATH && word.contains(std::path::is_separator))
}

fn broken(text: &str, columns: usize, is_whole: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !escape::fits(rest, columns) {
        let fitting = escape::fitting(rest, columns);
        if fitting == rest.len() {
            break;
        }
        // The words of the first third stay together with the line: a break there would leave nearly nothing in it.
        let blank = rest[..fitting].rfind(' ').filter(|&at| at > fitting / 3 && !rest[..at].trim().is_empty());
        let start = rest[..fitting].rfind(' ').map_or(0, |at| at + 1);
        let end = rest[fitting..].find(' ').map_or(rest.len(), |at| fitting + at);
        let at = if end == fitting || blank.is_none() && is_whole(&rest[start..end]) {
            end
        } else {
            blank.unwrap_or(fitting)
        };
        if at == rest.len() {
            break;
        }
        lines.push(rest[..at].trim_end().to_string());
        rest = rest[at..].trim_start_matches(' ');
    }
    lines.push(rest.to_string());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_and_without_colours() {
        let line = Line::indented(2).with(Role::Bad, "no").with(Role::Plain, " way  ");
        let mut text = String::new();
        line.write(&mut text, false);
        line.write(&mut text, true);
        assert_eq!(text, "  no way\n  \u{1b}[1;31mno\u{1b}[0m way\n");
        assert_eq!(line.width(), 10);
    }

    #[test]
    fn prose_is_broken_at_blanks() {
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghijkl mn", 5), ["abcde", "fghij", "kl mn"]);
        assert_eq!(wrap("ééé 大大大", 4), ["ééé", "大大", "大"]);
    }

    #[test]
    fn a_path_in_prose_is_whole() {
        assert_eq!(wrap_prose("/a/long/path.txt: line 3", 8), ["/a/long/path.txt:", "line 3"]);
        assert_eq!(wrap_prose("in /a/long/path.txt", 8), ["in /a/long/path.txt"]);
        assert_eq!(wrap_prose("it is in /a/path", 9), ["it is in", "/a/path"]);
        assert_eq!(wrap_prose("abcdefghijkl mn", 5), ["abcde", "fghij", "kl mn"]);
        assert_eq!(wrap("/a/long/path", 8), ["/a/long/", "path"]);
    }
}
