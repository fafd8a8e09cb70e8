//! The two sides of a failed `assert_eq!`, and where they differ.

use std::ops::Range;
use std::time::{Duration, Instant};

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

use super::layout::{Layout, Row};
use super::line::{Line, Role};
use super::value::grouped;
use super::{Style, debug_text::Paths, escape};

/// Sides that are longer than this are not taken apart, only shown around the first difference.
const LONGEST: usize = 200_000;
/// At most so many lines of a comparison are shown.
const MOST_LINES: usize = 60;
/// Lines that are alike are shown so far around a difference.
const AROUND: usize = 1;
/// In shorter lines one sees without marks what differs.
const EVIDENT: usize = 40;

/// What a panic message of `assert_eq!` or its like says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assertion<'a> {
    /// Its first lines: what was asserted, and what the test says to it.
    pub(super) claim: &'a str,
    /// Whether it claims that both are the same.
    pub(super) of_equality: bool,
    pub(super) left: &'a str,
    pub(super) right: &'a str,
}

impl<'a> Assertion<'a> {
    /// Reads a panic message, if it is one of those that name two sides.
    pub(super) fn read(message: &'a str) -> Option<Assertion<'a>> {
        let claimed = message.strip_prefix("assertion `left ")?;
        let operator = &claimed[..claimed.find(" right` failed")?];
        let (claim, sides) = message.split_once("\n  left: ")?;
        // What is on the left may have lines of its own, even one that looks like the right side.
        let at = sides.rfind("\n right: ")?;
        let right = &sides[at + "\n right: ".len()..];
        (!operator.contains('\n')).then_some(Assertion {
            claim,
            of_equality: operator == "==",
            left: &sides[..at],
            right,
        })
    }

    /// The two sides.
    pub(super) fn show(&self, style: Style) -> Vec<Line> {
        let width = style.columns();
        let is_large = self.left.len().max(self.right.len()) > LONGEST;
        match self.of_equality {
            true if is_large => around_first_difference(self.left, self.right, width),
            true => compare(self.left, self.right, width, style.color),
            false => both(self.left, self.right, width),
        }
    }
}

/// One line of one side.
struct Text {
    indent: usize,
    text: String,
}

/// The lines of both sides, broken at the same places.
fn lay_out(left: &str, right: &str, width: usize) -> (Vec<Text>, Vec<Text>) {
    let fitting = Layout { fill: false, ..Layout::within(width) };
    let plain = |text: &str| -> Vec<Text> {
        escape::escape_lines(text).into_iter().map(|text| Text { indent: 0, text }).collect()
    };
    if left.contains('\n') || right.contains('\n') {
        return (plain(left), plain(right));
    }
    let (left, right) = (escape::escape(left), escape::escape(right));
    let (_, of_left) = fitting.rows_and_broken(&left);
    let (_, of_right) = fitting.rows_and_broken(&right);
    let broken: Paths = of_left.union(&of_right).copied().collect();
    let layout = Layout { broken: Some(&broken), ..fitting };
    let texts =
        |text: &str| layout.rows(text).iter().map(|row| Text { indent: row.indent, text: join(row, text) }).collect();
    (texts(&left), texts(&right))
}

fn join(row: &Row, text: &str) -> String {
    row.pieces.iter().map(|piece| piece.show(text)).collect()
}

fn compare(left: &str, right: &str, width: usize, color: bool) -> Vec<Line> {
    let deadline = Instant::now() + Duration::from_secs(1);
    let (left, right) = lay_out(left, right, width.saturating_sub("- right: ".len()).max(20));
    if let ([left], [right]) = (&left[..], &right[..]) {
        let (of_left, of_right) = words(&left.text, &right.text, deadline);
        let mut lines = changed("  - left:  ", Side::Left, left, &of_left, color);
        lines.extend(changed("  + right: ", Side::Right, right, &of_right, color));
        return lines;
    }
    let (of_left, of_right): (Vec<_>, Vec<_>) = (left.iter().map(key).collect(), right.iter().map(key).collect());
    let mut entries = Vec::new();
    for operation in diff(&of_left, &of_right, deadline) {
        let (old, new) = (&left[operation.old_range()], &right[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            entries.extend(old.iter().map(Entry::same));
            continue;
        }
        // Lines that replace each other one by one are compared by words, too.
        let paired = old.len() == new.len();
        let marks: Vec<_> = old.iter().zip(new).map(|(old, new)| words(&old.text, &new.text, deadline)).collect();
        let of = |at: usize| if paired { marks[at].clone() } else { Default::default() };
        entries.extend(old.iter().enumerate().map(|(at, text)| Entry::changed(Side::Left, text, &of(at).0, color)));
        entries.extend(new.iter().enumerate().map(|(at, text)| Entry::changed(Side::Right, text, &of(at).1, color)));
    }
    if entries.iter().all(|entry| !entry.is_changed) {
        let same = "both sides print the same".to_string();
        return vec![Line::indented(2).with(Role::Faint, same)];
    }
    let mut lines =
        vec![Line::indented(2).with(Role::Left, "- left").with(Role::Plain, ", ").with(Role::Right, "+ right")];
    lines.extend(elide(entries));
    lines
}

/// Lines are alike if they stand equally deep and say the same.
fn key(text: &Text) -> String {
    format!("{}:{}", text.indent, text.text)
}

/// After the deadline more is shown as different than needs be; a report must not hang.
///
/// Lines and words are both compared as strings, and without a first pass over them: the algorithm is compiled anew for
/// every type, which made up a sixth of this crate's build.
fn diff(left: &[String], right: &[String], deadline: Instant) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), left, right);
    match myers::diff_deadline_raw(&mut found, left, 0..left.len(), right, 0..right.len(), Some(deadline)) {
        Ok(()) => found.into_inner().into_inner().into_ops(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A line of the comparison, with a line of marks below it if it needs one.
struct Entry {
    is_changed: bool,
    indent: usize,
    lines: Vec<Line>,
}

impl Entry {
    fn same(text: &Text) -> Entry {
        let line = Line::indented(4 + text.indent).with(Role::Plain, &*text.text);
        Entry { is_changed: false, indent: text.indent, lines: vec![line] }
    }

    fn changed(side: Side, text: &Text, marks: &[Range<usize>], color: bool) -> Entry {
        let lines = changed(if side == Side::Left { "  - " } else { "  + " }, side, text, marks, color);
        Entry { is_changed: true, indent: text.indent, lines }
    }
}

fn changed(before: &str, side: Side, text: &Text, marks: &[Range<usize>], color: bool) -> Vec<Line> {
    let (role, marked) = match side {
        Side::Left => (Role::Left, Role::LeftOnly),
        Side::Right => (Role::Right, Role::RightOnly),
    };
    let mut line = Line::new().with(role, format!("{before}{}", " ".repeat(text.indent)));
    let mut below = Line::indented(line.width());
    let mut at = 0;
    for mark in marks {
        line.push(role, &text.text[at..mark.start]);
        line.push(marked, &text.text[mark.clone()]);
        below.push(Role::Plain, " ".repeat(escape::width(&text.text[at..mark.start])));
        below.push(role, "^".repeat(escape::width(&text.text[mark.clone()])));
        at = mark.end;
    }
    line.push(role, &text.text[at..]);
    // Colours show what the marks would.
    if color || marks.is_empty() || escape::width(&text.text) <= EVIDENT { vec![line] } else { vec![line, below] }
}

/// The stretches of two lines that differ; nothing if they have too little in common.
fn words(left: &str, right: &str, deadline: Instant) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (of_left, of_right) = (split(left), split(right));
    let texts =
        |of: &[Range<usize>], text: &str| of.iter().map(|word| text[word.clone()].to_string()).collect::<Vec<_>>();
    let operations = diff(&texts(&of_left, left), &texts(&of_right, right), deadline);
    let mut marks = (Vec::new(), Vec::new());
    let mut alike = 0;
    for operation in operations {
        let (old, new) = (&of_left[operation.old_range()], &of_right[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            alike += old.iter().map(|word| left[word.clone()].trim().len()).sum::<usize>();
            continue;
        }
        let whole = |words: &[Range<usize>]| Some(words.first()?.start..words.last()?.end);
        marks.0.extend(whole(old));
        marks.1.extend(whole(new));
    }
    if alike * 3 < left.len().min(right.len()) { Default::default() } else { marks }
}

/// Words, and all else letter by letter.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, letter) in text.char_indices() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        let end = at + letter.len_utf8();
        match words.last_mut() {
            Some(last) if in_word && is_word => last.end = end,
            _ => words.push(at..end),
        }
        in_word = is_word;
    }
    words
}

/// Leaves out what is alike, except around differences and what these are parts of.
fn elide(entries: Vec<Entry>) -> Vec<Line> {
    let mut keep = vec![false; entries.len()];
    for at in (0..entries.len()).filter(|&at| entries[at].is_changed) {
        let last = (at + AROUND).min(entries.len() - 1);
        keep[at.saturating_sub(AROUND)..=last].fill(true);
        let mut indent = entries[at].indent;
        for before in (0..at).rev() {
            if indent == 0 {
                break;
            }
            if entries[before].indent < indent {
                // Whoever is kept already has kept what is around it.
                if keep[before] && before + AROUND < at {
                    break;
                }
                keep[before] = true;
                indent = entries[before].indent;
            }
        }
    }
    let mut lines = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let gap = keep[at..].iter().take_while(|&&keep| !keep).count();
        if gap > 2 {
            let mark = Line::indented(4 + entries[at].indent).with(Role::Frame, "⋮");
            lines.push(mark.with(Role::Faint, format!(" {} equal lines", grouped(gap))));
            at += gap;
            continue;
        }
        lines.extend(entries[at].lines.iter().cloned());
        at += 1;
        if lines.len() >= MOST_LINES && at < entries.len() {
            let more = format!("    … ({} more lines)", grouped(entries.len() - at));
            lines.push(Line::new().with(Role::Faint, more));
            break;
        }
    }
    lines
}

/// Both sides, one after the other: for claims other than equality.
fn both(left: &str, right: &str, width: usize) -> Vec<Line> {
    let (left, right) = match left == right {
        true => (("both:  ", left), None),
        false => (("left:  ", left), Some(("right: ", right))),
    };
    let mut lines = Vec::new();
    for (name, text) in [left].into_iter().chain(right) {
        let texts = lay_out(text, text, width.saturating_sub(2 + name.len()).max(20)).0;
        for (at, line) in texts.iter().take(MOST_LINES / 2).enumerate() {
            let before = if at == 0 { name.to_string() } else { " ".repeat(name.len()) };
            let indent = " ".repeat(line.indent);
            lines.push(Line::plain(format!("  {before}{indent}{}", line.text)));
        }
        if texts.len() > MOST_LINES / 2 {
            lines.push(Line::new().with(Role::Faint, format!("  … ({} more lines)", texts.len() - MOST_LINES / 2)));
        }
    }
    lines
}

/// For sides that are too large to be compared: where they begin to differ.
fn around_first_difference(left: &str, right: &str, width: usize) -> Vec<Line> {
    let alike = left.chars().zip(right.chars()).take_while(|(left, right)| left == right).count();
    let window = |text: &str| -> String {
        let shown: String =
            text.chars().skip(alike.saturating_sub(20)).take(width.saturating_sub(20).max(40)).collect();
        escape::escape(&shown)
    };
    vec![
        Line::plain(format!("  the first {} characters of both sides are the same; then", grouped(alike))),
        Line::new().with(Role::Left, format!("  - left:  …{}…", window(left))),
        Line::new().with(Role::Right, format!("  + right: …{}…", window(right))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(left: &str, right: &str, width: usize) -> String {
        let mut text = String::new();
        compare(left, right, width, false).iter().for_each(|line| line.write(&mut text, false));
        text
    }

    #[test]
    fn messages_of_assertions_are_read() {
        let message = "assertion `left == right` failed: why\n  left: 1\n right: 2";
        let claim = "assertion `left == right` failed: why";
        let assertion = Assertion::read(message).unwrap();
        assert_eq!(assertion, Assertion { claim, of_equality: true, left: "1", right: "2" });
        assert!(!Assertion::read("assertion `left != right` failed\n  left: 1\n right: 1").unwrap().of_equality);
        for other in ["", "assertion failed: x", "assertion `left == right` failed", "assertion `left "] {
            assert_eq!(Assertion::read(other), None);
        }
    }

    #[test]
    fn short_sides_stand_below_each_other() {
        assert_eq!(shown("17", "-17", 80), "  - left:  17\n  + right: -17\n");
    }

    #[test]
    fn long_lines_mark_what_differs() {
        let expected = "  - left:  Point { name: \"somewhere\", x: 100, y: 2 }
                                         ^^^
  + right: Point { name: \"somewhere\", x: 101, y: 2 }
                                         ^^^
";
        assert_eq!(
            shown("Point { name: \"somewhere\", x: 100, y: 2 }", "Point { name: \"somewhere\", x: 101, y: 2 }", 80),
            expected
        );
    }

    #[test]
    fn nested_values_show_what_differs_and_where() {
        let value = |port: u32, extra: &str| {
            format!(
                "Config {{ name: \"a name\", hosts: [\"one\", \"two\"{extra}], inner: Inner {{ first: 1, second: 2, third: 3, \
                 fourth: 4, port: {port}, last: Some(\"something\"), more: (), and_more: (), and_still_more: () }}, flag: true }}"
            )
        };
        let expected = "  - left, + right
    Config {
        name: \"a name\",
  -     hosts: [\"one\", \"two\"],
  +     hosts: [\"one\", \"two\", \"three\"],
        inner: Inner {
            ⋮ 3 equal lines
            fourth: 4,
  -         port: 80,
  +         port: 81,
            last: Some(\"something\"),
            ⋮ 6 equal lines
";
        assert_eq!(shown(&value(80, ""), &value(81, ", \"three\""), 70), expected);
    }

    #[test]
    fn any_two_texts_are_compared() {
        let texts = ["", "(", "a\nb", "\u{1b}", "[1, 2, 3]", "\"", "[1, [2, (3, 4)], {\"a\": 'b'}]", "...", ",,,"];
        for left in texts {
            for right in texts {
                for width in [0, 10, 30] {
                    assert!(!shown(left, right, width).contains('\u{1b}'));
                }
            }
        }
    }
}
