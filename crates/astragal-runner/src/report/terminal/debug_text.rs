//! Reads the text of `{:?}`: where its brackets, commas and literals are.
//!
//! `Debug` can print anything, so this is a guess that is mostly right: a text whose brackets do not match has no
//! structure, and is shown as it is.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::escape;

/// The parts of a text, in order; every byte but the blanks after commas and within braces belongs to one.
pub(super) struct DebugText<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Vec<Part>,
}

pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// A name, a number, the `name: ` of a field.
    Text,
    /// A literal in double quotes.
    Quoted,
    /// A bracket that opens.
    Open(Group),
    Close,
    Comma,
}

/// What is between two brackets.
pub(super) struct Group {
    /// The index of the part that closes it.
    pub(super) close: usize,
    /// The way from the root: the same for groups at the same place of two texts.
    pub(super) path: Path,
    /// How many columns it takes in one line.
    pub(super) width: usize,
    /// How many items it has.
    pub(super) items: usize,
    /// Whether it is a list of short things without parts, many of which fit in a line.
    pub(super) short_items: bool,
}

/// Where a group is within a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Path(u64);

impl Path {
    const ROOT: Path = Path(0);

    /// Group number `group` of an item within this one.
    fn step(self, item: usize, group: usize) -> Path {
        let mut hasher = DefaultHasher::new();
        (self.0, item, group).hash(&mut hasher);
        Path(hasher.finish())
    }
}

/// Groups, by where they are.
pub(super) type Paths = HashSet<Path>;

/// A short thing has at most this many columns.
const SHORT: usize = 16;

/// A bracket that is still open while the text is read.
struct Opened {
    part: usize,
    closes_with: char,
    path: Path,
    item: usize,
    groups_in_item: usize,
    /// Where the current item begins, in bytes and in columns.
    start: usize,
    start_column: usize,
    /// The columns before the bracket.
    column: usize,
    short_items: bool,
}

impl<'a> DebugText<'a> {
    /// Nothing if the text has no structure.
    pub(super) fn read(text: &'a str) -> Option<DebugText<'a>> {
        let mut parts: Vec<Part> = Vec::new();
        let mut open: Vec<Opened> = Vec::new();
        let mut outermost = 0;
        let (mut at, mut measured, mut column) = (0, 0, 0);
        while let Some(letter) = text[at..].chars().next() {
            let next = at + letter.len_utf8();
            // Columns are counted along the way: to measure each group anew would take forever where they nest deeply.
            column += escape::width(&text[measured..at]);
            measured = at;
            match letter {
                '"' => {
                    let end = at + end_of_quoted(&text[at..])?;
                    parts.push(Part { range: at..end, kind: Kind::Quoted });
                    at = end;
                    continue;
                }
                '(' | '[' | '{' => {
                    let path = match open.last_mut() {
                        Some(around) => {
                            around.groups_in_item += 1;
                            around.path.step(around.item, around.groups_in_item)
                        }
                        None => {
                            outermost += 1;
                            Path::ROOT.step(0, outermost)
                        }
                    };
                    let closes_with = [')', ']', '}'][usize::from(letter != '(') + usize::from(letter == '{')];
                    let short_items = letter != '{';
                    let part = parts.len();
                    open.push(Opened {
                        part,
                        closes_with,
                        path,
                        item: 0,
                        groups_in_item: 0,
                        start: next,
                        start_column: column + 1,
                        column,
                        short_items,
                    });
                    let group = Group { close: 0, path, width: 0, items: 0, short_items };
                    parts.push(Part { range: at..next, kind: Kind::Open(group) });
                    at = next + blanks(&text[next..]);
                    continue;
                }
                ')' | ']' | '}' => {
                    let mut opened = open.pop().filter(|opened| opened.closes_with == letter)?;
                    opened.end_item(&text[opened.start..at], column);
                    trim_last(&mut parts, text);
                    let close = parts.len();
                    let is_empty = text[parts[opened.part].range.end..at].trim().is_empty();
                    if let Kind::Open(group) = &mut parts[opened.part].kind {
                        group.close = close;
                        group.width = column + 1 - opened.column;
                        group.items = if is_empty { 0 } else { opened.item };
                        group.short_items = opened.short_items;
                    }
                    parts.push(Part { range: at..next, kind: Kind::Close });
                }
                ',' if !open.is_empty() && (next == text.len() || text[next..].starts_with(' ')) => {
                    if let Some(opened) = open.last_mut() {
                        opened.end_item(&text[opened.start..at], column);
                        (opened.start, opened.start_column) = (next, column + 1);
                    }
                    parts.push(Part { range: at..next, kind: Kind::Comma });
                    at = next + blanks(&text[next..]);
                    continue;
                }
                _ => {
                    let end = at + end_of_text(&text[at..]);
                    match parts.last_mut() {
                        Some(Part { range, kind: Kind::Text }) if range.end == at => range.end = end,
                        _ => parts.push(Part { range: at..end, kind: Kind::Text }),
                    }
                    at = end;
                    continue;
                }
            }
            at = next;
        }
        (open.is_empty() && !parts.is_empty()).then_some(DebugText { text, parts })
    }

    /// How many columns the item takes that begins at a part, up to the comma or bracket after it.
    pub(super) fn item_width(&self, mut part: usize) -> usize {
        let mut columns = 0;
        while let Some(Part { range, kind }) = self.parts.get(part) {
            match kind {
                Kind::Comma | Kind::Close => break,
                Kind::Open(group) => {
                    columns += group.width;
                    part = group.close;
                }
                Kind::Text | Kind::Quoted => columns += escape::width(&self.text[range.clone()]),
            }
            part += 1;
        }
        columns
    }
}

impl Opened {
    fn end_item(&mut self, item: &str, column: usize) {
        self.short_items &= self.groups_in_item == 0 && column - self.start_column <= SHORT;
        if !item.trim().is_empty() {
            self.item += 1;
        }
        self.groups_in_item = 0;
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// The blank before a closing brace belongs to nothing.
fn trim_last(parts: &mut Vec<Part>, text: &str) {
    if let Some(Part { range, kind: Kind::Text }) = parts.last_mut() {
        range.end = range.start + text[range.clone()].trim_end_matches(' ').len();
        if range.start == range.end {
            parts.pop();
        }
    }
}

/// Where a literal in double quotes ends.
fn end_of_quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Where a piece of text ends that begins with none of the marks of the structure: after a letter, a literal of one
/// character, or a character that was escaped.
fn end_of_text(text: &str) -> usize {
    let mut letters = text.char_indices();
    let first = letters.next().map_or(0, |(_, letter)| letter.len_utf8());
    if let Some(after) = text.strip_prefix("\\u{") {
        return after.find('}').map_or(first, |end| end + "\\u{}".len());
    }
    if text.starts_with("'\\") {
        // After the backslash, so that the quote of `'\''` does not end it.
        let end = text.get(3..).and_then(|rest| rest.find('\''));
        return end.filter(|&end| end < 12).map_or(first, |end| 3 + end + 1);
    }
    if text.starts_with('\'') {
        let second = letters.next();
        return letters
            .next()
            .filter(|&(_, letter)| second.is_some() && letter == '\'')
            .map_or(first, |(at, _)| at + 1);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts, with groups as `<items>`.
    fn read(text: &str) -> String {
        let Some(read) = DebugText::read(text) else { return "none".into() };
        let parts = read.parts.iter().map(|part| match &part.kind {
            Kind::Open(group) => format!("{}<{}>", &text[part.range.clone()], group.items),
            _ => text[part.range.clone()].to_string(),
        });
        parts.collect::<Vec<_>>().join("·")
    }

    #[test]
    fn values_are_taken_apart() {
        assert_eq!(read("Foo { a: 1, b: [2, 3] }"), "Foo ·{<2>·a: 1·,·b: ·[<2>·2·,·3·]·}");
        assert_eq!(read("{(1, 2): \"x\"}"), "{<1>·(<2>·1·,·2·)·: ·\"x\"·}");
        assert_eq!(read("[]"), "[<0>·]");
        assert_eq!(read("17"), "17");
    }

    #[test]
    fn brackets_in_literals_do_not_count() {
        assert_eq!(read(r#"("a)\"", '(', '\'', ',')"#), r#"(<4>·"a)\""·,·'('·,·'\''·,·','·)"#);
        assert_eq!(read(r"('\u{1b}', \u{202e}, don't)"), r"(<3>·'\u{1b}'·,·\u{202e}·,·don't·)");
    }

    #[test]
    fn what_does_not_match_has_no_structure() {
        for text in ["", "(", ")", "(]", "\"abc", "[(])", "Foo { a: 1"] {
            assert_eq!(read(text), "none", "{text}");
        }
    }
}
