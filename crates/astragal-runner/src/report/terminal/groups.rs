//! The items of a text of `{:?}`: what is between two brackets, and the letters of a literal.

use std::ops::Range;

use super::debug_text::{DebugText, Kind, Part};

/// Something with items: a list, a tuple, the fields of a struct, a string.
pub(crate) struct Grouped {
    /// Where it is, with its brackets or quotes.
    pub(crate) range: Range<usize>,
    /// Where its items are.
    pub(crate) items: Vec<Range<usize>>,
    /// Whether it is a literal, and its items are letters.
    pub(crate) is_quoted: bool,
}

impl Grouped {
    /// Whether a stretch is between its brackets or quotes.
    pub(crate) fn surrounds(&self, stretch: &Range<usize>) -> bool {
        self.range.start < stretch.start && stretch.end < self.range.end
    }
}

/// All groups of a text, from left to right; none if its brackets do not match.
pub(crate) fn groups_of(text: &str) -> Vec<Grouped> {
    let Some(read) = DebugText::read(text) else { return Vec::new() };
    let mut groups: Vec<Grouped> = Vec::new();
    // The groups that are open: their index, and where their current item begins and ends.
    let mut open: Vec<(usize, Option<Range<usize>>)> = Vec::new();
    for Part { range, kind } in &read.parts {
        match kind {
            Kind::Open(_) | Kind::Quoted | Kind::Text => extend(&mut open, range),
            Kind::Comma | Kind::Close => {
                if let Some((group, item)) = open.last_mut() {
                    groups[*group].items.extend(item.take());
                }
            }
        }
        match kind {
            Kind::Open(_) => {
                open.push((groups.len(), None));
                groups.push(Grouped { range: range.clone(), items: Vec::new(), is_quoted: false });
            }
            Kind::Quoted => {
                let items = letters(text, range.start + 1..range.end - 1);
                groups.push(Grouped { range: range.clone(), items, is_quoted: true });
            }
            Kind::Close => {
                if let Some((group, _)) = open.pop() {
                    groups[group].range.end = range.end;
                }
                extend(&mut open, range);
            }
            Kind::Comma | Kind::Text => {}
        }
    }
    groups
}

/// The current item of the innermost open group reaches to the end of a part.
fn extend(open: &mut [(usize, Option<Range<usize>>)], part: &Range<usize>) {
    if let Some((_, item)) = open.last_mut() {
        let start = item.as_ref().map_or(part.start, |item| item.start);
        *item = Some(start..part.end);
    }
}

/// The letters within a literal, each with its escape.
fn letters(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut letters = Vec::new();
    let mut at = within.start;
    while let Some(letter) = text[at..within.end].chars().next() {
        let rest = &text[at..within.end];
        let length = match letter {
            '\\' if rest.starts_with("\\u{") => rest.find('}').map_or(rest.len(), |end| end + 1),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => letter.len_utf8(),
        };
        letters.push(at..at + length);
        at += length;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<Vec<&str>> {
        groups_of(text).iter().map(|group| group.items.iter().map(|item| &text[item.clone()]).collect()).collect()
    }

    #[test]
    fn items_are_what_is_between_commas() {
        assert_eq!(items("[1, (2, 3), []]"), [vec!["1", "(2, 3)", "[]"], vec!["2", "3"], vec![]]);
        assert_eq!(items("P { a: 1, b: Some(2) }"), [vec!["a: 1", "b: Some(2)"], vec!["2"]]);
        assert_eq!(items(r#""a\n\u{1b}é""#), [vec!["a", r"\n", r"\u{1b}", "é"]]);
        assert!(groups_of("(1").is_empty());
    }
}
