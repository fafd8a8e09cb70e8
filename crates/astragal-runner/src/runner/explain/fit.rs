//! Whether the text of another case is an instance of a claim: the same text but for the holes in it.

use std::ops::Range;

use astragal_core::__private::sort_by_key;

use super::part::Bounds;
use crate::report::Drawn;

/// A place in the text of a value at which other values may be.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub(super) range: Range<usize>,
    pub(super) content: Content,
}

/// What fits into a hole.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Anything: the hole is the whole text.
    Whole,
    /// One item: no more than what is between two commas.
    Item,
    /// A number within bounds.
    Number(Bounds),
    /// Any number of items before another one, or after the last.
    Items { is_last: bool },
    /// This many items.
    Run(usize),
    /// Any number of letters of a literal.
    Letters,
    /// This many letters of a literal.
    LetterRun(usize),
}

/// The holes in the texts of all values of a case.
pub(super) type Holes = Vec<Vec<Hole>>;

/// Whether all values of a case fit.
pub(super) fn all_fit(drawn: &[Drawn], holes: &Holes, other: &[Drawn]) -> bool {
    let is_fit = |at: usize| fits(&drawn[at].text, &holes[at], &other[at].text);
    drawn.len() == other.len() && (0..holes.len()).all(is_fit)
}

/// Whether a text is another one but for its holes, which are in order and do not overlap.
pub(super) fn fits(text: &str, holes: &[Hole], other: &str) -> bool {
    let Some(first) = holes.first() else { return text == other };
    if !other.starts_with(&text[..first.range.start]) {
        return false;
    }
    let mut starts = vec![first.range.start];
    for (at, hole) in holes.iter().enumerate() {
        let next = holes.get(at + 1).map(|hole| hole.range.start);
        let constant = &text[hole.range.end..next.unwrap_or(text.len())];
        let mut ends = Vec::new();
        for start in starts {
            for end in hole.content.ends(other, start) {
                if other[end..].starts_with(constant) {
                    ends.push(end + constant.len());
                }
            }
        }
        if next.is_none() {
            return ends.contains(&other.len());
        }
        sort_by_key(&mut ends, |end| *end);
        ends.dedup();
        starts = ends;
    }
    false
}

impl Content {
    /// Where this may end if it begins at a place of a text.
    fn ends(&self, text: &str, start: usize) -> Vec<usize> {
        match self {
            Content::Whole => vec![text.len()],
            Content::Item => {
                let end = item_end(text, start);
                (start + 1..=end).filter(|&at| text.is_char_boundary(at)).collect()
            }
            Content::Number(bounds) => {
                let is_of_number = |letter: char| letter == '-' || letter.is_ascii_digit();
                let end = text.len() - text[start..].trim_start_matches(is_of_number).len();
                let number = text[start..end].parse::<i128>().ok();
                number.filter(|number| bounds.contain(*number)).map(|_| end).into_iter().collect()
            }
            Content::Items { is_last } => {
                let mut ends = vec![start];
                while let Some(end) = ends.last().and_then(|&at| next_items(text, at, *is_last)) {
                    ends.push(end);
                }
                ends
            }
            Content::Run(count) => run_end(text, start, *count).into_iter().collect(),
            Content::Letters => {
                let mut ends = vec![start];
                while let Some(end) = ends.last().and_then(|&at| letter_end(text, at)) {
                    ends.push(end);
                }
                ends
            }
            Content::LetterRun(count) => {
                (0..*count).try_fold(start, |at, _| letter_end(text, at)).into_iter().collect()
            }
        }
    }
}

/// The end of one more item, with the comma that sets it apart from others.
fn next_items(text: &str, at: usize, is_last: bool) -> Option<usize> {
    let start = if is_last { at + text[at..].strip_prefix(", ").map(|_| 2)? } else { at };
    let end = item_end(text, start);
    match is_last {
        _ if end == start => None,
        true => Some(end),
        false => text[end..].starts_with(", ").then_some(end + 2),
    }
}

/// The end of this many items with commas between them.
fn run_end(text: &str, start: usize, count: usize) -> Option<usize> {
    let mut end = start;
    for item in 0..count {
        let start = if item == 0 { end } else { end + text[end..].strip_prefix(", ").map(|_| 2)? };
        end = item_end(text, start);
        if end == start {
            return None;
        }
    }
    Some(end)
}

/// The end of a letter of a literal, with its escape; none at the closing quote.
fn letter_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let length = match rest.chars().next()? {
        '"' => return None,
        '\\' if rest.starts_with("\\u{") => rest.find('}')? + 1,
        '\\' => 1 + rest[1..].chars().next()?.len_utf8(),
        letter => letter.len_utf8(),
    };
    Some(at + length)
}

/// The end of the item that begins at a place: the next comma or bracket that does not belong to it.
fn item_end(text: &str, start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        match letter {
            '"' => {
                at += 1;
                while let Some(end) = letter_end(text, at) {
                    at = end;
                }
            }
            // A letter in quotes may be a bracket, a comma or a quote.
            '\'' => {
                let end = letter_end(text, at + 1).or(rest.starts_with("'\"'").then_some(at + 2));
                at = end.filter(|&end| text[end..].starts_with('\'')).unwrap_or(at);
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => break,
            _ => {}
        }
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    let end = at.min(text.len());
    if text[end..].starts_with('}') && text[start..end].ends_with(' ') { end - 1 } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hole in place of what is between angle brackets.
    fn check(pattern: &str, content: Content, other: &str) -> bool {
        let (start, end) = (pattern.find('<').unwrap(), pattern.find('>').unwrap() - 1);
        let text = pattern.replace(['<', '>'], "");
        fits(&text, &[Hole { range: start..end, content }], other)
    }

    #[test]
    fn an_item_is_no_more_than_one() {
        assert!(check("[0, <9>]", Content::Item, "[0, 123]"));
        assert!(check("[0, <9>]", Content::Item, "[0, (1, ']', \"], \")]"));
        assert!(!check("[0, <9>]", Content::Item, "[0, 9, 0]"));
        assert!(!check("[0, <9>]", Content::Item, "[1, 9]"));
        assert!(check("P { a: <1>, b: 2 }", Content::Item, "P { a: Some(3), b: 2 }"));
        assert!(check("P { a: <1> }", Content::Item, "P { a: [3, 4] }"));
        assert!(!check("P { a: <1> }", Content::Item, "P { a: 3, b: 4 }"));
    }

    #[test]
    fn numbers_keep_their_bounds() {
        let bounds = Bounds { low: Some(-3), high: None };
        assert!(check("(<5>, 0)", Content::Number(bounds.clone()), "(-3, 0)"));
        assert!(!check("(<5>, 0)", Content::Number(bounds), "(-4, 0)"));
    }

    #[test]
    fn items_may_be_added() {
        assert!(check("[0<>]", Content::Items { is_last: true }, "[0, 1, [2, 3]]"));
        assert!(check("[0<>]", Content::Items { is_last: true }, "[0]"));
        assert!(!check("[0<>]", Content::Items { is_last: true }, "[05]"));
        assert!(check("[<>0]", Content::Items { is_last: false }, "[1, 2, 0]"));
        assert!(!check("[<>0]", Content::Items { is_last: false }, "[1, 2, 10]"));
        assert!(check("[<0, 0, 0>]", Content::Run(3), "[1, (2, 2), 3]"));
        assert!(!check("[<0, 0, 0>]", Content::Run(3), "[1, 2, 3, 4]"));
    }

    #[test]
    fn letters_are_those_of_one_literal() {
        assert!(check("\"a<b>\"", Content::LetterRun(1), "\"a\\u{1b}\""));
        assert!(!check("\"a<b>\"", Content::LetterRun(1), "\"abc\""));
        assert!(check("\"a<>\"", Content::Letters, "\"abc\\\"\""));
        assert!(!check("(\"a<>\", 1)", Content::Letters, "(\"a\", \"b\", 1)"));
    }
}
