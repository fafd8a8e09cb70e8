//! The two sides of a failed `assert_eq!`, and where they differ.

use super::comparison::{Comparison, Side, Text, changed};
use super::layout::{Layout, Row};
use super::line::{Line, Role};
use super::{Style, alike, debug_text::Paths, escape};
use crate::statistics::grouped;

/// Sides that are longer than this are not taken apart, only shown around the first difference.
const LONGEST: usize = 200_000;
/// At most this many lines of a comparison are shown.
const MOST_LINES: usize = 60;

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
        // The left side may have lines of its own, even one that looks like the right side.
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

/// The lines of both sides, broken at the same places.
fn lay_out(left: &str, right: &str, width: usize) -> (Vec<Text>, Vec<Text>) {
    let fitting = Layout { fill: false, ..Layout::within(width) };
    let plain = |text: &str| -> Vec<Text> {
        escape::escape_lines(text).into_iter().map(|text| Text { indent: 0, text, is_item: false }).collect()
    };
    if left.contains('\n') || right.contains('\n') {
        return (plain(left), plain(right));
    }
    let (left, right) = (escape::escape(left), escape::escape(right));
    let (_, of_left) = fitting.rows_and_broken(&left);
    let (_, of_right) = fitting.rows_and_broken(&right);
    let broken: Paths = of_left.union(&of_right).copied().collect();
    let layout = Layout { broken: Some(&broken), ..fitting };
    let line = |row: &Row, text: &str| Text { indent: row.indent, text: join(row, text), is_item: row.is_item };
    let texts = |text: &str| layout.rows(text).iter().map(|row| line(row, text)).collect();
    (texts(&left), texts(&right))
}

fn join(row: &Row, text: &str) -> String {
    row.pieces.iter().map(|piece| piece.show(text)).collect()
}

fn compare(left: &str, right: &str, width: usize, color: bool) -> Vec<Line> {
    let width = width.saturating_sub("- right: ".len()).max(20);
    let (left, right) = lay_out(left, right, width);
    if let ([left], [right]) = (&left[..], &right[..]) {
        let (of_left, of_right) = alike::words(&left.text, &right.text);
        let mut lines = changed("  - left:  ", Side::Left, left, &of_left, color);
        lines.extend(changed("  + right: ", Side::Right, right, &of_right, color));
        return lines;
    }
    let (of_left, of_right): (Vec<_>, Vec<_>) = (left.iter().map(key).collect(), right.iter().map(key).collect());
    let mut comparison = Comparison::new(width, color);
    for stretch in alike::lines(&of_left, &of_right) {
        let (old, new) = (&left[stretch.left], &right[stretch.right]);
        if stretch.is_same { comparison.same(old) } else { comparison.changed(old, new) }
    }
    if comparison.is_equal() {
        let same = "both sides print the same".to_string();
        return vec![Line::indented(2).with(Role::Faint, same)];
    }
    let mut lines =
        vec![Line::indented(2).with(Role::Left, "- left").with(Role::Plain, ", ").with(Role::Right, "+ right")];
    lines.extend(comparison.lines());
    lines
}

/// Lines are alike if they are equally deep and say the same.
fn key(text: &Text) -> String {
    format!("{}:{}", text.indent, text.text)
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
    fn the_items_of_a_long_list_share_lines() {
        let list = |numbers: &mut dyn Iterator<Item = u32>| format!("{:?}", numbers.collect::<Vec<_>>());
        let expected = "  - left, + right
    [
        ⋮ 99 equal items
        99,
  -     100,
  +     7,
        101,
        ⋮ 98 equal items
    ]
";
        let changed = |n: u32| if n == 100 { 7 } else { n };
        let mut text = shown(&list(&mut (0..200)), &list(&mut (0..200).map(changed)), 60);
        assert_eq!(text, expected);
        text = shown(&list(&mut (0..10)), &list(&mut (0..10).chain([0; 246])), 40);
        let expected = "  - left, + right
    [
        ⋮ 9 equal items
        9,
  +     0, … (246 times)
    ]
";
        assert_eq!(text, expected);
        text = shown(&list(&mut [0; 30].into_iter()), &list(&mut [0, 1, 0, 0].into_iter()), 60);
        let expected = "  - left, + right
    [
        0,
  -     0, … (27 times)
  +     1,
        0, 0,
    ]
";
        assert_eq!(text, expected);
        text = shown(&list(&mut (0..256)), &list(&mut (1_000..1_256)), 80);
        assert!(text.lines().count() < 50, "{text}");
        assert!(text.contains("  -     0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,"), "{text}");
        assert!(text.contains("  +     1000, 1001, 1002,"), "{text}");
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
