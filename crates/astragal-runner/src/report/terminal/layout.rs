//! Lays out the text of `{:?}` within a width: in one line if it fits, else broken at its brackets.

use std::ops::Range;

use super::debug_text::{DebugText, Kind, Part, Paths};
use super::{escape, line};

const STEP: usize = 4;

/// A text that is longer than this is not taken apart.
const LONGEST: usize = 1 << 20;

/// A line of a text that was laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// How many blanks are before it.
    pub(super) indent: usize,
    pub(super) pieces: Vec<Piece>,
    /// Whether it is one of many short items, which may share lines.
    pub(super) is_item: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A stretch of the text, in bytes.
    Of(Range<usize>),
    /// What was added so that the broken text is still Rust.
    Added(&'static str),
}

impl Row {
    /// The line as text.
    #[cfg(test)]
    fn show(&self, text: &str) -> String {
        let pieces = self.pieces.iter().map(|piece| piece.show(text));
        [" ".repeat(self.indent)].into_iter().chain(pieces.map(str::to_string)).collect()
    }
}

impl Piece {
    pub(super) fn show<'a>(&self, text: &'a str) -> &'a str {
        match self {
            Piece::Of(range) => &text[range.clone()],
            Piece::Added(added) => added,
        }
    }
}

/// What to lay out, and how.
#[derive(Clone, Copy)]
pub(super) struct Layout<'a> {
    pub(super) width: usize,
    /// Groups to break even if they fit.
    pub(super) broken: Option<&'a Paths>,
    /// Whether several short items may share a line.
    pub(super) fill: bool,
    /// How many columns are taken already in the first line.
    pub(super) first: usize,
}

impl Layout<'_> {
    /// In `width` columns, as a value is shown.
    pub(super) fn within(width: usize) -> Layout<'static> {
        Layout { width, broken: None, fill: true, first: 0 }
    }

    /// The lines of a text, which is escaped already and has no line breaks.
    pub(super) fn rows(&self, text: &str) -> Vec<Row> {
        self.rows_and_broken(text).0
    }

    /// The lines, and the groups that were broken.
    pub(super) fn rows_and_broken(&self, text: &str) -> (Vec<Row>, Paths) {
        let structure = if text.len() <= LONGEST { DebugText::read(text) } else { None };
        let mut printer = Printer {
            layout: self,
            text,
            rows: Vec::new(),
            row: Row::default(),
            column: self.first,
            broken: Paths::default(),
        };
        match structure {
            Some(structure) => printer.print(&structure),
            None => printer.flat(0..text.len()),
        }
        printer.end_row(0, false);
        (printer.rows, printer.broken)
    }
}

struct Printer<'a> {
    layout: &'a Layout<'a>,
    text: &'a str,
    rows: Vec<Row>,
    row: Row,
    /// How many columns the row takes so far.
    column: usize,
    broken: Paths,
}

impl Printer<'_> {
    fn print(&mut self, structure: &DebugText<'_>) {
        // Whether the items of each broken group around may share lines.
        let mut around: Vec<bool> = Vec::new();
        let is_item = |around: &[bool]| around.last() == Some(&true);
        let mut at = 0;
        while let Some(Part { range, kind }) = structure.parts.get(at) {
            at += 1;
            match kind {
                Kind::Text | Kind::Quoted => self.flat(range.clone()),
                Kind::Open(group) => {
                    let forced = self.layout.broken.is_some_and(|broken| broken.contains(&group.path));
                    let fits = !forced && self.column + group.width < self.layout.width;
                    // Too deep for a line to hold anything.
                    let too_deep = (around.len() + 1) * STEP + STEP > self.layout.width;
                    if fits || too_deep || group.items == 0 {
                        self.flat(range.start..structure.parts[group.close].range.end);
                        at = group.close + 1;
                        continue;
                    }
                    self.broken.insert(group.path);
                    self.put(range.clone());
                    around.push(group.short_items && group.items > 3);
                    self.end_row(around.len() * STEP, is_item(&around));
                }
                Kind::Comma => {
                    self.put(range.clone());
                    let fills = self.layout.fill && is_item(&around);
                    if fills && self.column + 1 + structure.item_width(at) < self.layout.width {
                        self.add(" ");
                    } else if !matches!(structure.parts.get(at), Some(Part { kind: Kind::Close, .. })) {
                        self.end_row(around.len() * STEP, is_item(&around));
                    }
                }
                Kind::Close => {
                    if !self.ends_with_comma() && !self.says_that_there_is_more() {
                        self.add(",");
                    }
                    around.pop();
                    self.end_row(around.len() * STEP, false);
                    self.put(range.clone());
                }
            }
        }
    }

    /// Whether the row holds only the two dots with which a type says that it does not show all.
    fn says_that_there_is_more(&self) -> bool {
        matches!(&self.row.pieces[..], [piece] if piece.show(self.text) == "..")
    }

    fn ends_with_comma(&self) -> bool {
        self.row.pieces.last().is_some_and(|piece| piece.show(self.text) == ",")
    }

    /// A stretch in one line if it fits, else in several: what has no structure must be cut somewhere.
    fn flat(&mut self, range: Range<usize>) {
        let mut rest = range;
        let indent = self.row.indent;
        while !self.fits(&self.text[rest.clone()]) {
            let available = self.layout.width.saturating_sub(self.column + 1).max(1);
            let is_quoted = self.text[rest.clone()].starts_with('"') || self.row_continues_literal();
            let (cut, mark) = match is_quoted {
                true => (cut_of_literal(&self.text[rest.clone()], available), Some("\\")),
                false => (cut_of_prose(&self.text[rest.clone()], available), None),
            };
            if cut == 0 || cut >= rest.len() {
                break;
            }
            self.put(rest.start..rest.start + cut);
            mark.into_iter().for_each(|mark| self.add(mark));
            rest.start += cut;
            let blanks = self.text[rest.clone()].len() - self.text[rest.clone()].trim_start_matches(' ').len();
            rest.start += if is_quoted { 0 } else { blanks };
            self.end_row(indent, false);
        }
        self.put(rest);
    }

    fn fits(&self, text: &str) -> bool {
        text.is_empty() || escape::fits(text, self.layout.width.saturating_sub(self.column))
    }

    /// Whether the row before ends within a literal, which then goes on in this one.
    fn row_continues_literal(&self) -> bool {
        let before = self.rows.last().and_then(|row| row.pieces.last());
        self.row.pieces.is_empty() && before == Some(&Piece::Added("\\"))
    }

    fn put(&mut self, range: Range<usize>) {
        self.column += escape::width(&self.text[range.clone()]);
        match self.row.pieces.last_mut() {
            Some(Piece::Of(last)) if last.end == range.start => last.end = range.end,
            _ if range.is_empty() => {}
            _ => self.row.pieces.push(Piece::Of(range)),
        }
    }

    fn add(&mut self, text: &'static str) {
        self.column += text.len();
        self.row.pieces.push(Piece::Added(text));
    }

    /// Ends the row; the next one has an indent, and may be an item.
    fn end_row(&mut self, indent: usize, is_item: bool) {
        self.column = indent;
        let next = Row { indent, pieces: Vec::new(), is_item };
        self.rows.push(std::mem::replace(&mut self.row, next));
    }
}

/// Where a literal can be cut so that with `\` before the line break it still means the same: neither within an escape
/// nor before a blank, which Rust would skip.
fn cut_of_literal(text: &str, available: usize) -> usize {
    let most = escape::fitting(text, available);
    let mut cut = 0;
    let mut at = 0;
    while at <= most {
        if at > 1 && !text[at..].starts_with([' ', '"']) {
            cut = at;
        }
        let Some(letter) = text[at..].chars().next() else { break };
        at += match letter {
            '\\' if text[at..].starts_with("\\u{") => text[at..].find('}').map_or(1, |end| end + 1),
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            _ => letter.len_utf8(),
        };
    }
    if cut == 0 { most } else { cut }
}

fn cut_of_prose(text: &str, available: usize) -> usize {
    line::wrap(&text[..escape::fitting(text, available + 1)], available).first().map_or(0, String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay_out(text: &str, width: usize) -> String {
        let rows = Layout::within(width).rows(text);
        rows.iter().map(|row| row.show(text)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_fits_stays_in_one_line() {
        assert_eq!(lay_out("Foo { a: 1, b: [2, 3] }", 30), "Foo { a: 1, b: [2, 3] }");
        assert_eq!(lay_out("", 10), "");
    }

    #[test]
    fn what_does_not_fit_is_broken_from_outside() {
        assert_eq!(
            lay_out("Foo { a: 1, b: Bar(2, Baz { c: None }), .. }", 24),
            "Foo {\n    a: 1,\n    b: Bar(\n        2,\n        Baz { c: None },\n    ),\n    ..\n}"
        );
        assert_eq!(lay_out("{(1, 2): \"abcdefgh\", 3: []}", 24), "{\n    (1, 2): \"abcdefgh\",\n    3: [],\n}");
    }

    #[test]
    fn short_items_share_lines() {
        assert_eq!(lay_out("[1, 22, 333, 4, 5, 6]", 18), "[\n    1, 22, 333, 4,\n    5, 6,\n]");
    }

    #[test]
    fn literals_are_cut_so_that_they_mean_the_same() {
        let shown = lay_out(r#""abc def\u{1b}gh\n""#, 8);
        assert_eq!(shown, "\"abc de\\\nf\\u{1b}\\\ngh\\n\"");
        assert_eq!(
            "abc de\
            f\u{1b}\
            gh\n",
            "abc def\u{1b}gh\n"
        );
    }

    #[test]
    fn any_text_is_shown_whole() {
        for text in ["((((", "a b c d e f g h", "\"x", "don't [ panic", ")]}", "\\u{", "'\\", "'", "[,]", "{ }", "(, )"]
        {
            for width in [0, 1, 2, 5, 9, 40] {
                let rows = Layout::within(width).rows(text);
                let kept = rows.iter().flat_map(|row| &row.pieces).filter(|piece| matches!(piece, Piece::Of(_)));
                let shown: String = kept.map(|piece| piece.show(text)).collect();
                let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
                assert_eq!(without_blanks(&shown), without_blanks(text), "{width}");
            }
        }
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = format!("{}1{}", "Neg(".repeat(50_000), ")".repeat(50_000));
        let rows = Layout::within(60).rows(&deep);
        let shown: String = rows.iter().flat_map(|row| &row.pieces).map(|piece| piece.show(&deep)).collect();
        assert!(rows.iter().all(|row| row.indent <= 60));
        assert_eq!(shown.matches("Neg(").count(), 50_000);
    }
}
