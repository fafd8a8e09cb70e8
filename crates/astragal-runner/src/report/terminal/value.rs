//! A value that was drawn: as Rust that can be pasted where `Debug` allows, broken if it is long, with the parts marked
//! that do not matter.

use std::ops::Range;

use astragal_core::__private::is_cut;

use super::groups::groups_of;
use super::layout::{Layout, Piece, Row};
use super::line::{Line, Role};
use super::{Style, escape};
use crate::report::Drawn;
use crate::statistics::grouped;

/// Written beside parts that do not matter: they are values, or letters of a text, or both.
const FREE: &str = "any other value fails too";
const FREE_LETTERS: &str = "any other letter fails too";
const FREE_BOTH: &str = "any other value or letter fails too";

/// A value takes at most this many lines and characters.
const MOST_LINES: usize = 30;
const MOST_CHARACTERS: usize = 4_000;

/// The lines of a value, the first of them behind its name.
pub(super) fn show(name: &str, drawn: &Drawn, width: usize, style: Style) -> Vec<Line> {
    let label = label(name);
    if drawn.text.contains('\n') {
        return as_it_is(&label, &drawn.text, width);
    }
    let (text, free) = dressed(drawn);
    let layout = Layout { first: escape::width(&label), ..Layout::within(width) };
    let mut rows = layout.rows(&text);
    let hidden = cut(&mut rows, &text);
    let is_free = free.first().is_some_and(|range| *range == (0..text.len()));
    let said = what_is_free(drawn);
    let mut lines = Vec::new();
    let mut label = Some(label);
    let mut explained = false;
    for row in &rows {
        let mut line = Line::plain(label.take().unwrap_or_default());
        let mut marks = " ".repeat(line.width() + row.indent);
        line.push(Role::Plain, " ".repeat(row.indent));
        for piece in &row.pieces {
            for (part, is_free) in split(piece, &free) {
                let part = match part {
                    Piece::Of(range) => &text[range],
                    Piece::Added(added) => added,
                };
                line.push(if is_free { Role::Faint } else { Role::Plain }, part);
                marks.push_str(&if is_free { "~" } else { " " }.repeat(escape::width(part)));
            }
        }
        lines.push(line);
        let is_marked = !is_free && row.pieces.iter().any(|piece| split(piece, &free).iter().any(|part| part.1));
        if is_marked && !style.color {
            let remark = if explained { "" } else { said };
            lines.push(Line::plain(format!("{} {remark}", marks.trim_end())));
        }
        explained |= is_marked;
    }
    if hidden > 0 {
        let at_least = if is_cut(&drawn.text) { "at least " } else { "" };
        let more = format!(
            "… ({at_least}{} more characters; the whole value is replayed with the line below)",
            grouped(hidden)
        );
        lines.push(Line::new().with(Role::Faint, more));
    }
    if is_free {
        remark(&mut lines, &format!("// {said}"), width);
    } else if explained && style.color {
        remark(&mut lines, &format!("// dimmed: {said}"), width);
    }
    lines
}

/// What is said of the parts that do not matter.
fn what_is_free(drawn: &Drawn) -> &'static str {
    if drawn.free.is_empty() {
        return FREE;
    }
    let groups = groups_of(&drawn.text);
    let is_letters = |free: &&Range<usize>| groups.iter().any(|group| group.is_quoted && group.surrounds(free));
    match drawn.free.iter().filter(is_letters).count() {
        0 => FREE,
        letters if letters == drawn.free.len() => FREE_LETTERS,
        _ => FREE_BOTH,
    }
}

/// The name of a value in a list; one without a name has its number.
pub(super) fn name(drawn: &Drawn, at: usize) -> String {
    match (&*drawn.name, drawn.line) {
        ("", 0) => "value".into(),
        ("", _) => format!("draw {}", at + 1),
        (name, _) => name.into(),
    }
}

/// How many columns a value takes behind its name, with the remark, if it is not broken.
pub(super) fn width_in_one_line(name: &str, drawn: &Drawn) -> usize {
    match drawn.text.contains('\n') {
        true => usize::MAX,
        false => {
            let (text, free) = dressed(drawn);
            let remark = if free.is_empty() { 0 } else { "  // ".len() + what_is_free(drawn).len() };
            escape::width(&label(name)) + escape::width(&text) + remark
        }
    }
}

fn label(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{} = ", escape::escape(name)) }
}

/// The whole value in one line, for a list of many.
pub(super) fn in_one_line(name: &str, drawn: &Drawn, width: usize) -> Line {
    let text = label(name) + &dressed(drawn).0;
    match escape::fits(&text, width) {
        true => Line::plain(text),
        false => Line::plain(format!("{}…", &text[..escape::fitting(&text, width.saturating_sub(1))])),
    }
}

/// The text of a value as an expression of Rust, escaped, and the stretches of it that do not matter.
fn dressed(drawn: &Drawn) -> (String, Vec<Range<usize>>) {
    let (before, after) = match (drawn.type_name, drawn.text.chars().next()) {
        (of, Some('[')) if of.starts_with("alloc::vec::Vec<") => ("vec!", ""),
        (of, Some('[')) if of.starts_with("&[") => ("&", ""),
        ("alloc::string::String", Some('"')) => ("", ".to_string()"),
        _ => ("", ""),
    };
    let (text, free) = escape::escape_marked(&drawn.text, &drawn.free);
    let is_free = free.first().is_some_and(|range| *range == (0..text.len()));
    let end = before.len() + text.len() + after.len();
    let free = match is_free {
        true => std::iter::once(0..end).collect(),
        false => free.into_iter().map(|range| range.start + before.len()..range.end + before.len()).collect(),
    };
    (format!("{before}{text}{after}"), free)
}

/// A text that has lines of its own, under the name.
fn as_it_is(label: &str, text: &str, width: usize) -> Vec<Line> {
    let mut shown = 0;
    let mut lines = vec![Line::plain(label.trim_end())];
    for line in escape::escape_lines(text).into_iter().take(MOST_LINES) {
        shown += 1;
        let cut = escape::fitting(&line, width.saturating_sub(4));
        lines.push(Line::indented(4).with(Role::Plain, &line[..cut]));
    }
    let all = text.split('\n').count();
    if all > shown {
        let at_least = if is_cut(text) { "at least " } else { "" };
        let more = format!(
            "… ({at_least}{} more lines; the whole value is replayed with the line below)",
            grouped(all - shown)
        );
        lines.push(Line::new().with(Role::Faint, more));
    }
    lines
}

/// Leaves out what is too long, and says how many characters that were.
fn cut(rows: &mut Vec<Row>, text: &str) -> usize {
    let mut characters = 0;
    let mut keep = 0;
    for row in rows.iter() {
        characters += row.pieces.iter().map(|piece| piece.show(text).chars().count()).sum::<usize>();
        if keep == MOST_LINES || (characters > MOST_CHARACTERS && keep > 0) {
            break;
        }
        keep += 1;
    }
    let last = rows[..keep].iter().rev().flat_map(|row| row.pieces.iter().rev());
    let end = last.filter_map(|piece| if let Piece::Of(range) = piece { Some(range.end) } else { None }).next();
    if keep == rows.len() {
        return 0;
    }
    rows.truncate(keep);
    text[end.unwrap_or(0)..].chars().count()
}

/// A piece in parts that do or do not matter: `true` where any other value fails too.
fn split(piece: &Piece, free: &[Range<usize>]) -> Vec<(Piece, bool)> {
    let Piece::Of(range) = piece else { return vec![(piece.clone(), false)] };
    let mut parts = Vec::new();
    let mut at = range.start;
    for free in free {
        let (start, end) = (free.start.clamp(at, range.end), free.end.clamp(at, range.end));
        if start < end {
            parts.push((Piece::Of(at..start), false));
            parts.push((Piece::Of(start..end), true));
            at = end;
        }
    }
    parts.push((Piece::Of(at..range.end), false));
    parts.retain(|(part, _)| !matches!(part, Piece::Of(range) if range.is_empty()));
    parts
}

/// Adds a remark behind the last line if it fits there, else below.
fn remark(lines: &mut Vec<Line>, text: &str, width: usize) {
    match lines.last_mut() {
        Some(last) if last.width() + 2 + escape::width(text) <= width => last.push(Role::Faint, format!("  {text}")),
        _ => lines.push(Line::new().with(Role::Faint, text)),
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "stretches are ranges")]
mod tests {
    use super::*;

    fn drawn(type_name: &'static str, text: &str, free: Vec<Range<usize>>) -> Drawn {
        Drawn { name: String::new(), type_name, text: text.into(), file: "", line: 0, column: 0, free }
    }

    fn shown(name: &str, drawn: &Drawn, width: usize) -> String {
        let mut text = String::new();
        show(name, drawn, width, Style::plain()).iter().for_each(|line| line.write(&mut text, false));
        text
    }

    #[test]
    fn vectors_and_strings_can_be_pasted() {
        let list = drawn("alloc::vec::Vec<i32>", "[1, 2]", vec![]);
        assert_eq!(shown("xs", &list, 40), "xs = vec![1, 2]\n");
        let text = drawn("alloc::string::String", "\"a\"", vec![]);
        assert_eq!(shown("", &text, 40), "\"a\".to_string()\n");
        assert_eq!(shown("", &drawn("&str", "\"a\"", vec![]), 40), "\"a\"\n");
        assert_eq!(shown("", &drawn("&[i32]", "[1, 2]", vec![]), 40), "&[1, 2]\n");
    }

    #[test]
    fn parts_that_do_not_matter_are_marked() {
        let list = drawn("alloc::vec::Vec<i32>", "[1, 22, 3]", vec![4..6]);
        assert_eq!(shown("xs", &list, 60), "xs = vec![1, 22, 3]\n             ~~ any other value fails too\n");
        let list = drawn("u8", "17", vec![0..2]);
        assert_eq!(shown("n", &list, 60), "n = 17  // any other value fails too\n");
        let list = drawn("(u8, u8)", "(1, 2)", vec![1..2, 4..5, 90..99]);
        assert_eq!(shown("", &list, 60), "(1, 2)\n ~  ~ any other value fails too\n");
    }

    #[test]
    fn marks_follow_a_broken_value() {
        let value = drawn("Foo", "Foo { name: \"abcdef\", other: 123456 }", vec![12..20, 29..35]);
        let expected = "\
v = Foo {
    name: \"abcdef\",
          ~~~~~~~~ any other value fails too
    other: 123456,
           ~~~~~~
}
";
        assert_eq!(shown("v", &value, 30), expected);
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let text = format!("{:?}", (0..2_000).collect::<Vec<u32>>());
        let shown = shown("xs", &drawn("alloc::vec::Vec<u32>", &text, vec![]), 80);
        assert_eq!(shown.lines().count(), MOST_LINES + 1);
        let last = shown.lines().nth(MOST_LINES - 1).and_then(|line| line.trim().rsplit(' ').next()).unwrap();
        let hidden = text.len() - (text.find(&format!(" {last}")).unwrap() + 1 + last.len());
        let more =
            format!("… ({} more characters; the whole value is replayed with the line below)\n", grouped(hidden));
        assert!(shown.ends_with(&more), "{shown}");
    }

    #[test]
    fn what_has_lines_of_its_own_keeps_them() {
        assert_eq!(shown("board", &drawn("Board", "x.\n.\u{1b}", vec![]), 40), "board =\n    x.\n    .\\u{1b}\n");
    }
}
