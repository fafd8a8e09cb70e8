//! Texts of values that print in any order, as hash maps do: their entries are sorted, so that equal values have equal texts.

use std::cmp::Ordering;

use astragal_core::__private::sort_by;

use crate::report::{Drawn, groups_of};

/// The values with the entries of all maps and sets in order.
pub(super) fn sorted(drawn: &[Drawn]) -> Vec<Drawn> {
    drawn.iter().map(|drawn| Drawn { text: sorted_text(&drawn.text), ..drawn.clone() }).collect()
}

/// A text with the items of all braces without a name before them in order.
fn sorted_text(text: &str) -> String {
    let mut text = text.to_string();
    // From the innermost to the outermost: to sort the items of one group moves none of those that begin before it.
    for at in (0..groups_of(&text).len()).rev() {
        let groups = groups_of(&text);
        let Some(group) = groups.get(at) else { break };
        let before = text[..group.range.start].chars().next_back();
        let is_map = text[group.range.clone()].starts_with('{')
            && !before.is_some_and(|letter| letter == ' ' && is_named(&text, group.range.start));
        let (Some(first), Some(last)) = (group.items.first(), group.items.last()) else { continue };
        if !is_map {
            continue;
        }
        let mut items: Vec<&str> = group.items.iter().map(|item| &text[item.clone()]).collect();
        sort_by(&mut items, |one, other| by_number(one, other));
        let inner = items.join(", ");
        text = [&text[..first.start], &*inner, &text[last.end..]].concat();
    }
    text
}

/// Whether the brace at a place follows the name of a struct.
fn is_named(text: &str, brace: usize) -> bool {
    text[..brace].trim_end().ends_with(|letter: char| letter.is_alphanumeric() || "_>".contains(letter))
}

/// Numbers by what they are, all else as it is written.
fn by_number(one: &str, other: &str) -> Ordering {
    let number = |text: &str| {
        let end = text.find(|letter: char| letter != '-' && !letter.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse::<i128>().ok()
    };
    number(one).cmp(&number(other)).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::sorted_text;

    #[test]
    fn entries_are_sorted_and_fields_are_not() {
        assert_eq!(sorted_text("{10: 'b', 9: 'a'}"), "{9: 'a', 10: 'b'}");
        assert_eq!(sorted_text("P { b: {2, 1}, a: [2, 1] }"), "P { b: {1, 2}, a: [2, 1] }");
        assert_eq!(sorted_text("{\"b\": {-1, -2}, \"a\": {}}"), "{\"a\": {}, \"b\": {-2, -1}}");
        assert_eq!(sorted_text("({2, 1}, {4, 3})"), "({1, 2}, {3, 4})");
    }
}
