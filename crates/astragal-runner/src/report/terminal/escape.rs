//! Makes text from outside harmless: values, messages, notes and names may hold anything.
//!
//! A terminal obeys control characters, a reader is deceived by marks that reorder or hide text, and a CI server obeys
//! lines that look like its commands. All of these become visible as `\u{..}`.

use std::fmt::Write;
use std::ops::Range;

use astragal_core::__private::sort_by_key;

/// The most combining marks in a row that are left alone.
const MARKS: usize = 3;

/// What CI servers take for a command anywhere in a line.
const COMMANDS: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// One line without anything that a terminal or a reader could misunderstand.
pub(super) fn escape(text: &str) -> String {
    escape_marked(text, &[]).0
}

/// As [`escape`], for each line of a text. Tabs become blanks.
pub(super) fn escape_lines(text: &str) -> Vec<String> {
    text.split('\n').map(|line| escape(&line.strip_suffix('\r').unwrap_or(line).replace('\t', "    "))).collect()
}

/// As [`escape`], with stretches of the text (in bytes) followed to where they are in the result.
pub(super) fn escape_marked(text: &str, marks: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let mut escaped = String::with_capacity(text.len());
    let mut moved: Vec<Range<usize>> = Vec::new();
    let mut sorted: Vec<&Range<usize>> = marks.iter().filter(|mark| !mark.is_empty()).collect();
    sort_by_key(&mut sorted, |mark| (mark.start, mark.end));
    let (mut next, mut reach) = (0, 0);
    let mut combining = 0;
    for (at, letter) in text.char_indices() {
        while let Some(mark) = sorted.get(next).filter(|mark| mark.start <= at) {
            reach = reach.max(mark.end);
            next += 1;
        }
        let start = escaped.len();
        let kind = Kind::of(letter);
        combining = if kind == Kind::Combining { combining + 1 } else { 0 };
        let alone = at == 0 || combining > MARKS;
        let command = letter == '#' && COMMANDS.iter().any(|command| text[at..].starts_with(command));
        if kind == Kind::Hidden || (kind == Kind::Combining && alone) || command {
            let _ = write!(escaped, "{}", letter.escape_unicode());
        } else {
            escaped.push(letter);
        }
        if at < reach {
            match moved.last_mut() {
                Some(last) if last.end == start => last.end = escaped.len(),
                _ => moved.push(start..escaped.len()),
            }
        }
    }
    (escaped, moved)
}

/// A whole text without anything of that kind, for what is printed without a report.
pub(crate) fn harmless(text: &str) -> String {
    defuse(&escape_lines(text).join("\n"))
}

/// Breaks what would be a command of a CI server at the start of a line of the finished text.
pub(super) fn defuse(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let first = start_of_text(line);
        if line[first..].starts_with("::") {
            safe.extend([&line[..first], "\\u{3a}", &line[first + 1..]]);
        } else {
            safe.push_str(line);
        }
    }
    safe
}

/// Where the text of a line begins, after blanks and colors.
fn start_of_text(line: &str) -> usize {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix("\u{1b}[").and_then(|code| code.split_once('m')) {
            Some((code, after)) if code.bytes().all(|byte| byte == b';' || byte.is_ascii_digit()) => rest = after,
            _ => return line.len() - rest.len(),
        }
    }
}

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Whether a text takes at most this many columns. It stops at the first that is too many.
pub(super) fn fits(text: &str, available: usize) -> bool {
    let mut left = available;
    text.chars().all(|letter| match left.checked_sub(columns(letter)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    })
}

/// How many bytes of a text fit in this many columns; at least one letter, so that line breaking ends.
pub(super) fn fitting(text: &str, available: usize) -> usize {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        used += columns(letter);
        if used > available && at > 0 {
            return at;
        }
    }
    text.len()
}

fn columns(letter: char) -> usize {
    match u32::from(letter) {
        0..=0x2FF => 1,
        // Scripts whose letters are as wide as two, and pictures.
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF => 2,
        0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF => 2,
        0x1F900..=0x1FAFF | 0x20000..=0x3FFFD => 2,
        _ => usize::from(Kind::of(letter) != Kind::Combining),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Visible,
    /// Drawn over the letter before it.
    Combining,
    /// Not drawn, or not what it looks like.
    Hidden,
}

impl Kind {
    fn of(letter: char) -> Kind {
        match u32::from(letter) {
            0x20..=0x7E => Kind::Visible,
            // Fillers and selectors that count as letters or marks, but show nothing.
            0x34F | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x2800 | 0x3164 => Kind::Hidden,
            0xFE00..=0xFE0F | 0xFFA0 | 0xFFF0..=0xFFFC | 0xE0000..=0xE0FFF => Kind::Hidden,
            // The standard library knows what is printable: it escapes the rest, and marks that have no letter before.
            _ if letter.escape_debug().len() == 1 => Kind::Visible,
            _ if format!("a{letter}").escape_debug().any(|shown| shown == '\\') => Kind::Hidden,
            _ => Kind::Combining,
        }
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "stretches are ranges")]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(escape("\u{1b}[31mred\0\r\n\t\u{7f}\u{9b}1m"), r"\u{1b}[31mred\u{0}\u{d}\u{a}\u{9}\u{7f}\u{9b}1m");
    }

    #[test]
    fn what_deceives_a_reader_is_shown() {
        for hidden in [
            '\u{202E}',
            '\u{2066}',
            '\u{2069}',
            '\u{200E}',
            '\u{61C}',
            '\u{200B}',
            '\u{200D}',
            '\u{2060}',
            '\u{FEFF}',
            '\u{AD}',
            '\u{2028}',
            '\u{E0041}',
            '\u{E0101}',
            '\u{FE0F}',
            '\u{3164}',
            '\u{2800}',
            '\u{A0}',
            '\u{3000}',
            '\u{E000}',
            '\u{85}',
            '\u{FFF9}',
            '\u{1D173}',
        ] {
            assert_eq!(escape(&format!("a{hidden}b")), format!("a{}b", hidden.escape_unicode()));
        }
    }

    #[test]
    fn what_people_write_is_left_alone() {
        for text in ["", "a \"b\" 'c' \\d", "größe 大 🦀", "हिन्दी", "e\u{301}", "left == right: [1, 2]", "a::b"]
        {
            assert_eq!(escape(text), text);
        }
    }

    #[test]
    fn marks_do_not_pile_up_or_stand_alone() {
        assert_eq!(escape("\u{301}a"), r"\u{301}a");
        assert_eq!(escape(&format!("a{}", "\u{301}".repeat(5))), "a\u{301}\u{301}\u{301}\\u{301}\\u{301}");
    }

    #[test]
    fn stretches_are_followed() {
        let text = "a\u{1b}bc";
        assert_eq!(escape_marked(text, &[1..3]).1, [1..8]);
        assert_eq!(escape_marked(text, &[3..4, 1..2, 2..3]).1, [1..9]);
        assert_eq!(escape_marked(text, &[0..1, 2..2, 3..99]).1, [0..1, 8..9]);
    }

    #[test]
    fn lines_are_kept_apart() {
        assert_eq!(escape_lines("a\r\nb\tc\n\rd"), ["a", "b    c", r"\u{d}d"]);
    }

    #[test]
    fn commands_of_ci_servers_are_broken() {
        assert_eq!(escape("x ##[error]no"), r"x \u{23}#[error]no");
        assert_eq!(escape("##vso[task] ## title ##teamcity[a"), r"\u{23}#vso[task] ## title \u{23}#teamcity[a");
        assert_eq!(defuse("::error::a\n  \u{1b}[2m ::set x\n a ::b\n"), {
            "\\u{3a}:error::a\n  \u{1b}[2m \\u{3a}:set x\n a ::b\n"
        });
    }

    #[test]
    fn wide_letters_and_marks_are_measured() {
        assert_eq!(width("a大e\u{301}🦀"), 6);
        assert_eq!(fitting("大大大", 4), 6);
        assert_eq!(fitting("大大大", 1), 3);
        assert_eq!(fitting("", 1), 0);
    }
}
