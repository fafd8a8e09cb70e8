//! Where a part is in the text of a value: in what changes when it does.

use std::ops::Range;

use crate::report::{Drawn, Grouped, groups_of};

/// Where a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A stretch of the text of a value.
    Stretch { value: usize, marked: Range<usize>, whole: Range<usize> },
    /// This many items of a list in the text of a value, or letters of a literal.
    Run { value: usize, range: Range<usize>, count: usize },
    /// A place in the text of a value at which elements may be added.
    Point { value: usize, at: usize, is_last: bool },
}

impl Place {
    pub(super) fn value(&self) -> usize {
        match self {
            Place::Stretch { value, .. } | Place::Run { value, .. } | Place::Point { value, .. } => *value,
        }
    }
}

/// How a part shows in a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A letter of a text, even if it is the only one.
    Letter,
    /// A number: one of several letters, if it is one.
    Number,
    /// As all of it.
    Other,
}

/// Where a part is that was replaced by others.
pub(super) fn of_part(drawn: &[Drawn], others: &[Vec<Drawn>], sort: Sort) -> Option<Place> {
    let value = differing(drawn, others)?;
    let text = &drawn[value].text;
    let (before, after) = common(text, others, value);
    let changed = before..(text.len() - after).max(before);
    let letter = match sort {
        Sort::Letter => letter(text, &changed, 1),
        Sort::Number => letter(text, &changed, 2),
        Sort::Other => None,
    };
    if let Some(letter) = letter {
        return Some(Place::Stretch { value, marked: letter.clone(), whole: letter });
    }
    let marked = balanced(text, bracketed(text, widened(text, changed)));
    if marked.is_empty() {
        return None;
    }
    let whole = whole(text, marked.clone());
    // A literal is marked with its quotes: without them, it is its letters that may be others.
    let marked = if text[whole.clone()].starts_with('"') { whole.clone() } else { marked };
    Some(Place::Stretch { value, marked, whole })
}

/// Where elements were added to a list of this many, after some of its own, if they are seen as its items.
pub(super) fn of_gap(drawn: &[Drawn], others: &[Vec<Drawn>], elements: usize, after: usize) -> Option<Place> {
    let value = differing(drawn, others)?;
    let text = &drawn[value].text;
    let (before, behind) = common(text, others, value);
    let possible = text.len() - behind..=before;
    let is_last = after == elements;
    let point = groups_of(text).into_iter().filter(|group| group.items.len() == elements).find_map(|group| {
        let at = if is_last { group.items[after - 1].end } else { group.items[after].start };
        possible.contains(&at).then_some(at)
    });
    point.map(|at| Place::Point { value, at, is_last })
}

/// Where some of the units of a span are that were replaced by others, if these units are the items of a list.
pub(super) fn of_run(drawn: &[Drawn], others: &[Vec<Drawn>], elements: usize, run: Range<usize>) -> Option<Place> {
    let value = differing(drawn, others)?;
    let text = &drawn[value].text;
    let (before, after) = common(text, others, value);
    let changed = before..(text.len() - after).max(before);
    let groups = groups_of(text).into_iter().filter(|group| group.items.len() == elements);
    let ranges = groups.map(|group| group.items[run.start].start..group.items[run.end - 1].end);
    let range = ranges.into_iter().find(|range| contains(range, &changed))?;
    Some(Place::Run { value, range, count: run.len() })
}

/// The items of which a run consists.
pub(super) fn items_in(text: &str, run: &Range<usize>) -> Vec<Range<usize>> {
    let is_of = |group: &Grouped| {
        group.items.iter().any(|item| item.start == run.start) && group.items.iter().any(|item| item.end == run.end)
    };
    let groups = groups_of(text);
    let Some(group) = groups.iter().find(|group| is_of(group)) else { return Vec::new() };
    group.items.iter().filter(|item| contains(run, item)).cloned().collect()
}

/// The one value that changes.
fn differing(drawn: &[Drawn], others: &[Vec<Drawn>]) -> Option<usize> {
    if others.iter().any(|other| other.len() != drawn.len()) {
        return None;
    }
    let differs = |value: &usize| others.iter().any(|other| other[*value].text != drawn[*value].text);
    let mut differing = (0..drawn.len()).filter(differs);
    differing.next().filter(|_| differing.next().is_none())
}

/// How many bytes a text has in common with that of a value in all others at its start, and at its end.
fn common(text: &str, others: &[Vec<Drawn>], value: usize) -> (usize, usize) {
    let (mut before, mut after) = (text.len(), text.len());
    for other in others {
        let other = &*other[value].text;
        let same = |(a, b): &(char, char)| a == b;
        let prefix = text.chars().zip(other.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let reversed = text.chars().rev().zip(other.chars().rev());
        let suffix = reversed.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        (before, after) = (before.min(prefix), after.min(suffix));
    }
    (before, after)
}

/// A stretch of whole words: that two numbers begin alike is chance.
fn widened(text: &str, stretch: Range<usize>) -> Range<usize> {
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte) || !byte.is_ascii();
    let bytes = text.as_bytes();
    let Range { mut start, mut end } = stretch;
    while start > 0 && in_word(bytes[start - 1]) {
        start -= 1;
    }
    while end < bytes.len() && in_word(bytes[end]) {
        end += 1;
    }
    start..end
}

/// The letter in which a stretch is, of a literal of at least `least`.
fn letter(text: &str, stretch: &Range<usize>, least: usize) -> Option<Range<usize>> {
    for group in groups_of(text) {
        if !stretch.is_empty() && group.is_quoted && group.items.len() >= least {
            let found = group.items.into_iter().find(|item| contains(item, stretch));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// An empty list is shown by its brackets.
fn bracketed(text: &str, stretch: Range<usize>) -> Range<usize> {
    if stretch.is_empty() && stretch.start > 0 && stretch.end < text.len() {
        let around = (text.as_bytes()[stretch.start - 1], text.as_bytes()[stretch.end]);
        if matches!(around, (b'[', b']') | (b'{', b'}') | (b'(', b')') | (b'"', b'"')) {
            return stretch.start - 1..stretch.end + 1;
        }
    }
    stretch
}

/// A stretch that ends within brackets reaches to the end of the item: all others may have ended with the same bracket.
fn balanced(text: &str, stretch: Range<usize>) -> Range<usize> {
    let groups = groups_of(text);
    let is_cut = |group: &Grouped| {
        let overlaps = group.range.start < stretch.end && stretch.start < group.range.end;
        overlaps && !contains(&group.range, &stretch) && !contains(&stretch, &group.range)
    };
    if !groups.iter().any(is_cut) {
        return stretch;
    }
    let mut least: Option<&Range<usize>> = None;
    for group in &groups {
        for item in &group.items {
            if contains(item, &stretch) && least.is_none_or(|least| item.len() < least.len()) {
                least = Some(item);
            }
        }
    }
    least.cloned().unwrap_or(0..text.len())
}

/// A stretch of whole values: all of a literal, and all of a group if it is more than one of its items.
fn whole(text: &str, stretch: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let quoted = |quote: u8| {
        stretch.start > 0
            && stretch.end < text.len()
            && bytes[stretch.start - 1] == quote
            && bytes[stretch.end] == quote
    };
    if quoted(b'\'') || quoted(b'"') {
        return stretch.start - 1..stretch.end + 1;
    }
    let around = groups_of(text).into_iter().filter(|group| !group.is_quoted && contains(&group.range, &stretch));
    let Some(Grouped { range, items, .. }) = around.min_by_key(|group| group.range.len()) else { return stretch };
    let touched = items.iter().filter(|item| item.start < stretch.end && stretch.start < item.end).count();
    if touched < 2 {
        return stretch;
    }
    // With the name before the bracket.
    let name = text[..range.start].trim_end_matches(' ');
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = name.trim_end_matches(is_name).len();
    if start < name.len() { start..range.end } else { range }
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Vec<Drawn> {
        let text = text.to_string();
        vec![Drawn { name: String::new(), type_name: "T", text, file: "", line: 0, column: 0, free: Vec::new() }]
    }

    fn part(text: &str, others: &[&str]) -> (String, String) {
        let others: Vec<Vec<Drawn>> = others.iter().map(|other| drawn(other)).collect();
        match of_part(&drawn(text), &others, Sort::Number) {
            Some(Place::Stretch { marked, whole, .. }) => (text[marked].into(), text[whole].into()),
            other => panic!("{other:?}"),
        }
    }

    fn gap(text: &str, other: &str, elements: usize, after: usize) -> Option<usize> {
        match of_gap(&drawn(text), &[drawn(other)], elements, after)? {
            Place::Point { at, .. } => Some(at),
            _ => None,
        }
    }

    #[test]
    fn parts_are_found_by_what_changes() {
        assert_eq!(part("(50, 0)", &["(50, 7)", "(50, 123)"]), ("0".into(), "0".into()));
        assert_eq!(part("[(0, 0), 1]", &["[(3, 4), 1]"]), ("0, 0".into(), "(0, 0)".into()));
        assert_eq!(part("P { a: 1, b: 2 }", &["P { a: 3, b: 4 }"]), ("1, b: 2".into(), "P { a: 1, b: 2 }".into()));
        assert_eq!(part("(\"a\", 1)", &["(\"bc\", 1)"]), ("\"a\"".into(), "\"a\"".into()));
        assert_eq!(part("Div(Num(0), 1)", &["Div(Neg(3), 1)"]), ("Num(0)".into(), "Num(0)".into()));
        assert_eq!(part(r#""a\nb""#, &[r#""a\tb""#, r#""ayb""#]), (r"\n".into(), r"\n".into()));
        assert_eq!(part("([], 1)", &["([2], 1)"]), ("[]".into(), "[]".into()));
    }

    #[test]
    fn a_letter_of_a_text_is_not_all_of_it() {
        let (text, others) = (drawn("(\"a\", 1)"), [drawn("(\"b\", 1)")]);
        let letter = Place::Stretch { value: 0, marked: 2..3, whole: 2..3 };
        assert_eq!(of_part(&text, &others, Sort::Letter), Some(letter));
    }

    #[test]
    fn added_elements_are_found_by_the_brackets() {
        assert_eq!(gap("[0, 0]", "[0, 0, 5]", 2, 2), Some(5));
        assert_eq!(gap("[0, 0]", "[0, 5, 0]", 2, 1), Some(4));
        assert_eq!(gap("[0, 0]", "[5, 0, 0]", 2, 0), Some(1));
        assert_eq!(gap("[(0, 0)]", "[(3, 4), (0, 0)]", 1, 0), Some(1));
        assert_eq!(gap("\"ab\"", "\"axb\"", 2, 1), Some(2));
        assert_eq!(gap("Tree(5)", "Tree(5, 6) of two", 3, 3), None);
    }
}
